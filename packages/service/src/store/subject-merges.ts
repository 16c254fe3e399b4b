import type { MergeStrategy } from '../domain/merge.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Queryable } from './db.ts'

export interface StoredMerge {
  readonly targetKey: RouteKey
  readonly mergeId: Uuid
  readonly sourceKey: RouteKey
  readonly strategy: MergeStrategy
  /** The number of the merge among the target's records. */
  readonly seq: number
  /** Unix ms. */
  readonly mergedAt: number
  readonly undoneAt: number | null
}

interface Row {
  readonly route_key: RouteKey
  readonly merge_id: Uuid
  readonly source_key: RouteKey
  readonly strategy: MergeStrategy
  readonly seq: number
  readonly merged_at: number
  readonly undone_at: number | null
}

export async function insertMerge(db: Queryable, scope: Scope, merge: StoredMerge): Promise<void> {
  await db.query(
    `INSERT INTO subject_merges (route_key, merge_id, env_id, source_key, strategy, seq, merged_at)
     VALUES ($1::uuid, $2::uuid, $3::int, $4::uuid, $5::text, $6::bigint, $7::timestamptz)`,
    [
      merge.targetKey,
      merge.mergeId,
      scope.environmentId,
      merge.sourceKey,
      merge.strategy,
      merge.seq,
      toTimestamp(merge.mergedAt),
    ],
  )
}

/** Served by the primary key. */
export async function findMerge(
  db: Queryable,
  scope: Scope,
  targetKey: RouteKey,
  mergeId: Uuid,
): Promise<StoredMerge | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT route_key, merge_id, source_key, strategy, seq, merged_at, undone_at FROM subject_merges
     WHERE route_key = $1::uuid AND env_id = $2::int AND merge_id = $3::uuid`,
    [targetKey, scope.environmentId, mergeId],
  )
  return rows.map(read)[0]
}

/**
 * The merges into a person that stand, in the order they were made, or, of somebody erased, that stood until then.
 * Served by the primary key.
 */
export async function readMergesInto(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  endedAt: number | null = null,
): Promise<StoredMerge[]> {
  const { rows } = await db.query<Row>(
    `SELECT route_key, merge_id, source_key, strategy, seq, merged_at, undone_at FROM subject_merges
     WHERE route_key = $1::uuid AND env_id = $2::int AND (undone_at IS NULL OR undone_at = $3::timestamptz) ORDER BY seq`,
    [key, scope.environmentId, endedAt === null ? null : toTimestamp(endedAt)],
  )
  return rows.map(read)
}

/** The subject itself and all who were merged into it, directly or before: those whose records are one person's. */
export async function readMembers(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  endedAt: number | null = null,
): Promise<RouteKey[]> {
  const members = [key]
  for (const member of members)
    for (const merge of await readMergesInto(db, scope, member, endedAt)) members.push(merge.sourceKey)
  return members
}

export async function markUndone(
  db: Queryable,
  scope: Scope,
  { targetKey, mergeId }: StoredMerge,
  now: number,
): Promise<void> {
  await db.query(
    `UPDATE subject_merges SET undone_at = $4::timestamptz
     WHERE route_key = $1::uuid AND env_id = $2::int AND merge_id = $3::uuid`,
    [targetKey, scope.environmentId, mergeId, toTimestamp(now)],
  )
}

function read(row: Row): StoredMerge {
  return {
    targetKey: row.route_key,
    mergeId: row.merge_id,
    sourceKey: row.source_key,
    strategy: row.strategy,
    seq: row.seq,
    mergedAt: row.merged_at,
    undoneAt: row.undone_at,
  }
}
