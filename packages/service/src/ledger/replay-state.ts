import { recordState } from '../domain/consent-answer.ts'
import { mergePeople } from '../domain/merge.ts'
import type { Scope } from '../domain/scope.ts'
import { mergeState, type StandingState } from '../domain/standing-decision.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Queryable } from '../store/db.ts'
import { readPayloads } from '../store/histories.ts'
import { readMergesInto } from '../store/subject-merges.ts'

/**
 * Where a person stands by the ledger alone: their decisions laid over each other in the order of their numbers, and
 * at its number each merge, with what the other had decided by then. `until` (Unix ms) leaves out what happened later;
 * `without` is a merge that is looked upon as never made.
 */
export async function replayState(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { until, without }: { readonly until?: number; readonly without?: Uuid } = {},
): Promise<StandingState> {
  const merges = (await readMergesInto(db, scope, key)).filter(({ mergeId }) => mergeId !== without)
  let state: StandingState = {}
  for (const { recordId, seq, payload, context } of await readPayloads(db, scope, key, until ?? null)) {
    while (merges[0] !== undefined && merges[0].seq < seq) state = await take(merges.shift())
    state = mergeState(state, recordState(payload, context, recordId))
  }
  while (merges.length > 0) state = await take(merges.shift())
  return state

  async function take(merge: (typeof merges)[number] | undefined): Promise<StandingState> {
    if (merge === undefined) return state
    const source = {
      key: merge.sourceKey,
      state: await replayState(db, scope, merge.sourceKey, { ...(until === undefined ? {} : { until }) }),
    }
    return mergePeople(state, source, merge.strategy).state
  }
}
