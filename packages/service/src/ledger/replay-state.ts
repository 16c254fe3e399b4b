import { mergePeople } from '../domain/merge.ts'
import { recordedState } from '../domain/recorded-state.ts'
import type { Scope } from '../domain/scope.ts'
import { mergeState, type StandingState } from '../domain/standing-decision.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Queryable } from '../store/db.ts'
import { readPayloads } from '../store/histories.ts'
import { readMergesInto, type StoredMerge } from '../store/subject-merges.ts'

export interface Replay {
  /** Leaves out what happened later; Unix ms. */
  readonly until?: number
  /** A merge that is looked upon as never made. */
  readonly without?: Uuid
  /** Only entries after this number, laid over the state that those before it made. */
  readonly after?: { readonly seq: number; readonly state: StandingState }
  /** Only entries up to this number. */
  readonly upTo?: number
}

/**
 * Where a person stands by the ledger alone: what they decided and set, laid over each other in the order of their numbers, and
 * at its number each merge, with what the other had decided by then.
 */
export async function replayState(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { until, without, after = { seq: 0, state: {} }, upTo = Number.MAX_SAFE_INTEGER }: Replay = {},
): Promise<StandingState> {
  const range = { after: after.seq, upTo }
  const merges = (await readMergesInto(db, scope, key)).filter(
    ({ mergeId, seq }) => mergeId !== without && seq > range.after && seq <= range.upTo,
  )
  const decisions = await readPayloads(db, scope, key, { ...range, until: until ?? null })
  let state = after.state
  let merge = merges.shift()
  for (const { recordId, seq, payload, context } of decisions) {
    for (; merge !== undefined && merge.seq < seq; merge = merges.shift()) state = await join(state, merge)
    state = mergeState(state, recordedState(payload, context, recordId))
  }
  for (; merge !== undefined; merge = merges.shift()) state = await join(state, merge)
  return state

  async function join(target: StandingState, { sourceKey, strategy }: StoredMerge): Promise<StandingState> {
    const source = await replayState(db, scope, sourceKey, until === undefined ? {} : { until })
    return mergePeople(target, { key: sourceKey, state: source }, strategy).state
  }
}
