import { type MergeConflict, type MergeStrategy, mergePeople } from '../domain/merge.ts'
import { recordPublicId, subjectId } from '../domain/public-id.ts'
import type { Scope } from '../domain/scope.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { Queryable } from '../store/db.ts'
import { insertMerge } from '../store/subject-merges.ts'
import { type LockedSubject, lockSubject, pointSubject, updateSubject } from '../store/subject-rows.ts'
import {
  ascending,
  changePeople,
  Moved,
  type PeopleParts,
  type PeoplePlace,
  requirePerson,
} from './people.ts'
import { writeSubjectEntry } from './write-subject-entry.ts'

export interface MergeWish {
  readonly sourceKey: RouteKey
  readonly targetKey: RouteKey
  readonly strategy: MergeStrategy
  /** Only says what would come of it. */
  readonly isTrial: boolean
}

export interface MergeOutcome {
  /** The person who stays. */
  readonly targetKey: RouteKey
  /** Undefined for a trial. */
  readonly done: { readonly mergeId: Uuid; readonly mergedAt: number } | undefined
  readonly conflicts: readonly MergeConflict[]
}

/**
 * Makes two people one: the source's row points to the target's from now on, its standing decisions are laid into the
 * target's, and every record stays where and as it was written. A crash before the COMMIT leaves two people.
 */
export async function commitMerge(
  parts: PeopleParts,
  place: PeoplePlace,
  wish: MergeWish,
): Promise<MergeOutcome> {
  return await changePeople(parts.pool, async (db) => {
    const { scope } = place
    const source = await requirePerson(db, scope, wish.sourceKey, 'source')
    const target = await requirePerson(db, scope, wish.targetKey, 'target')
    if (source.routeKey === target.routeKey)
      throw new Refusal('merge_conflict', 'Source and target are one subject already.')
    const pair = await lockPair(db, scope, source.routeKey, target.routeKey)
    return await joinPair(db, parts, place, pair, wish)
  })
}

export interface Pair {
  readonly source: LockedSubject
  readonly target: LockedSubject
}

/** Both rows, held, and each still a person of its own: of two opposite merges the second begins again, and finds one person. */
export async function lockPair(
  db: Queryable,
  scope: Scope,
  sourceKey: RouteKey,
  targetKey: RouteKey,
): Promise<Pair> {
  const rows = new Map<RouteKey, LockedSubject>()
  for (const key of ascending([sourceKey, targetKey])) {
    const row = await lockSubject(db, scope, key)
    if (row === undefined || row.mergedInto !== null || row.erasedAt !== null) throw new Moved()
    rows.set(key, row)
  }
  const [source, target] = [rows.get(sourceKey), rows.get(targetKey)]
  if (source === undefined || target === undefined) throw new Error('a row that was locked is not there')
  return { source, target }
}

/** The merge itself, of two rows that are held. */
export async function joinPair(
  db: Queryable,
  parts: PeopleParts,
  place: PeoplePlace,
  { source, target }: Pair,
  { strategy, isTrial }: Pick<MergeWish, 'strategy' | 'isTrial'>,
): Promise<MergeOutcome> {
  const { scope } = place
  const [sourceKey, targetKey] = [source.routeKey, target.routeKey]
  const { state, conflicts } = mergePeople(target.state, { key: sourceKey, state: source.state }, strategy)
  if (isTrial) return { targetKey, done: undefined, conflicts }
  const mergedAt = parts.clock.now()
  const mergeId = parts.newUuid(mergedAt)
  const seq = target.acts + 1
  await updateSubject(db, scope, {
    routeKey: targetKey,
    acts: seq,
    state,
    firstAt: Math.min(source.firstAt, target.firstAt),
    lastAt: Math.max(source.lastAt, target.lastAt),
    // What must not be erased of one must not be erased of both.
    holdReason: target.holdReason ?? source.holdReason,
  })
  await pointSubject(db, scope, sourceKey, targetKey)
  await insertMerge(db, scope, { targetKey, mergeId, sourceKey, strategy, seq, mergedAt, undoneAt: null })
  await writeSubjectEntry(db, parts, place, {
    kind: 'subject_merge',
    recordId: mergeId,
    subjectKey: targetKey,
    seq,
    now: mergedAt,
    body: {
      merge: {
        event: 'merged',
        merge: recordPublicId('mrg', { routeKey: targetKey, recordId: mergeId }),
        source: subjectId(sourceKey),
        strategy,
        conflicts,
      },
    },
  })
  return { targetKey, done: { mergeId, mergedAt }, conflicts }
}
