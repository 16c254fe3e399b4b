import { type RecordAddress, recordPublicId, subjectId } from '../domain/public-id.ts'
import type { Scope } from '../domain/scope.ts'
import type { StandingState } from '../domain/standing-decision.ts'
import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Queryable } from '../store/db.ts'
import { findMerge, markUndone, readMergesInto, type StoredMerge } from '../store/subject-merges.ts'
import { lockSubject, pointSubject, readActs, updateSubject } from '../store/subject-rows.ts'
import {
  ascending,
  changePeople,
  Moved,
  type PeopleParts,
  type PeoplePlace,
  subjectErased,
} from './people.ts'
import { replayState } from './replay-state.ts'
import { writeSubjectEntry } from './write-subject-entry.ts'

/**
 * Makes two people of one again. The source is the person they were at the merge; what was recorded since stays with
 * the target, under whose id it was written, and where the target stands is read off the ledger anew. A repeat changes
 * nothing.
 */
export async function undoMerge(
  parts: PeopleParts,
  place: PeoplePlace,
  address: RecordAddress,
): Promise<StoredMerge & { readonly undoneAt: number }> {
  return await changePeople(parts.pool, async (db) => {
    const { scope } = place
    const known = await findMerge(db, scope, address.routeKey, address.recordId)
    if (known === undefined)
      throw new Refusal('merge_not_found', 'There is no merge with this id in this environment.')
    const { sourceKey, targetKey } = known
    const before = await replayBefore(db, scope, known)
    for (const key of ascending([sourceKey, targetKey])) await lockSubject(db, scope, key)
    const target = await lockSubject(db, scope, targetKey)
    const merge = await findMerge(db, scope, targetKey, known.mergeId)
    if (target === undefined || merge === undefined) throw new Error('a merge whose target is gone')
    if (target.erasedAt !== null) throw subjectErased('path.id')
    if (merge.undoneAt !== null) return { ...merge, undoneAt: merge.undoneAt }
    if (target.mergedInto !== null)
      throw new Refusal('merge_conflict', 'The target has been merged into another subject since.', {
        hint: 'Undo that merge first: merges of merges come apart in the reverse order.',
      })
    if ((await standingMerges(db, scope, targetKey, before.seq)) !== before.merges) throw new Moved()
    const undoneAt = parts.clock.now()
    await markUndone(db, scope, merge, undoneAt)
    await pointSubject(db, scope, sourceKey, null)
    const state = await replayState(db, scope, targetKey, { after: before })
    const seq = target.acts + 1
    // The times of the first and the last act may now be too wide, which costs the next act a comparison and no more.
    await updateSubject(db, scope, { ...target, state, acts: seq })
    await announce(db, parts, place, merge, { seq, now: undoneAt })
    return { ...merge, undoneAt }
  })
}

interface Before {
  readonly seq: number
  readonly state: StandingState
  /** What the state rests on beside records, which do not change. */
  readonly merges: string
}

/** Nearly all of the ledger is read before anybody's row is held: whoever records for them waits for that. */
async function replayBefore(db: Queryable, scope: Scope, known: StoredMerge): Promise<Before> {
  const { targetKey, mergeId } = known
  const seq = await readActs(db, scope, targetKey)
  const merges = await standingMerges(db, scope, targetKey, seq)
  return { seq, merges, state: await replayState(db, scope, targetKey, { without: mergeId, upTo: seq }) }
}

async function standingMerges(db: Queryable, scope: Scope, key: RouteKey, upTo: number): Promise<string> {
  const merges = await readMergesInto(db, scope, key)
  return merges
    .filter(({ seq }) => seq <= upTo)
    .map(({ mergeId }) => mergeId)
    .join()
}

async function announce(
  db: Queryable,
  parts: PeopleParts,
  place: PeoplePlace,
  { targetKey, mergeId, sourceKey, strategy }: StoredMerge,
  { seq, now }: { readonly seq: number; readonly now: number },
): Promise<void> {
  await writeSubjectEntry(db, parts, place, {
    kind: 'subject_merge',
    recordId: parts.newUuid(now),
    subjectKey: targetKey,
    seq,
    now,
    body: {
      merge: {
        event: 'undone',
        merge: recordPublicId('mrg', { routeKey: targetKey, recordId: mergeId }),
        source: subjectId(sourceKey),
        strategy,
        conflicts: [],
      },
    },
  })
}
