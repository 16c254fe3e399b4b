import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Queryable } from './db.ts'

/**
 * Everything that blanks or deletes what is a person's, in one place: only the eraser's role may run these. Ids,
 * numbers, times and commitments stay, so that the log and every proof from it hold.
 */

export interface Erasing {
  readonly now: number
  readonly reason: string
}

/** Payloads and contexts under a route key, but not the erasures themselves, which name nobody; the ids of those blanked. */
export async function blankRecords(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { now, reason, erasureKind }: Erasing & { readonly erasureKind: number },
): Promise<Uuid[]> {
  const { rows } = await db.query<{ record_id: Uuid }>(
    `UPDATE consent_records SET payload = NULL, context = NULL, erased_at = $3::timestamptz, erase_reason = $4::text
     WHERE route_key = $1::uuid AND env_id = $2::int AND kind <> $5::smallint AND payload IS NOT NULL
     RETURNING record_id`,
    [key, scope.environmentId, toTimestamp(now), reason, erasureKind],
  )
  return rows.map((row) => row.record_id)
}

/** Evidence that is kept is no longer shown: the payload stays, what stood beside it goes. */
export async function restrictRecords(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { now, reason, erasureKind }: Erasing & { readonly erasureKind: number },
): Promise<void> {
  await db.query(
    `UPDATE consent_records SET context = NULL, erased_at = $3::timestamptz, erase_reason = $4::text
     WHERE route_key = $1::uuid AND env_id = $2::int AND kind <> $5::smallint AND erased_at IS NULL`,
    [key, scope.environmentId, toTimestamp(now), reason, erasureKind],
  )
}

/** Evidence whose time has come, but nothing of what the person decided since they came back. */
export async function blankRestricted(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { erasureKind }: { readonly erasureKind: number },
): Promise<Uuid[]> {
  const { rows } = await db.query<{ record_id: Uuid }>(
    `UPDATE consent_records SET payload = NULL
     WHERE route_key = $1::uuid AND env_id = $2::int AND kind <> $3::smallint AND payload IS NOT NULL
       AND erased_at IS NOT NULL
     RETURNING record_id`,
    [key, scope.environmentId, erasureKind],
  )
  return rows.map((row) => row.record_id)
}

export async function deleteSignatures(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  records: readonly Uuid[],
): Promise<void> {
  await db.query(
    'DELETE FROM receipts WHERE route_key = $1::uuid AND env_id = $2::int AND record_id = ANY($3::uuid[])',
    [key, scope.environmentId, records],
  )
}

export async function endEvidence(db: Queryable, scope: Scope, key: RouteKey): Promise<void> {
  await db.query(
    'UPDATE subjects SET evidence_until = NULL WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId],
  )
}

/** A sweep over all shards by the index subjects_evidence, where only such rows are; on the allow-list. */
export async function listEndedEvidence(
  db: Queryable,
  scope: Scope,
  now: number,
  limit: number,
): Promise<RouteKey[]> {
  const { rows } = await db.query<{ route_key: RouteKey }>(
    `SELECT route_key FROM subjects WHERE env_id = $1::int AND evidence_until <= $2::timestamptz
     ORDER BY evidence_until LIMIT $3::int`,
    [scope.environmentId, toTimestamp(now), limit],
  )
  return rows.map((row) => row.route_key)
}

/** The identifiers, and the key that would open them in any copy. */
export async function deleteIdentity(db: Queryable, scope: Scope, key: RouteKey): Promise<void> {
  const values = [key, scope.environmentId]
  await db.query('DELETE FROM subject_identifiers WHERE route_key = $1::uuid AND env_id = $2::int', values)
  await db.query('DELETE FROM subject_keys WHERE route_key = $1::uuid AND env_id = $2::int', values)
}

/** The merges end with the person: whoever of them comes back comes alone. */
export async function endMerges(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { now }: { readonly now: number },
): Promise<void> {
  await db.query(
    `UPDATE subject_merges SET undone_at = $3::timestamptz
     WHERE route_key = $1::uuid AND env_id = $2::int AND undone_at IS NULL`,
    [key, scope.environmentId, toTimestamp(now)],
  )
}

/** Of a place where nobody had proved anything: no tombstone, because whoever asks there is told the same as before. */
export async function emptyRow(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { now }: { readonly now: number },
): Promise<void> {
  await db.query(
    `UPDATE subjects SET ref = NULL, state = '{}'::jsonb, first_at = $3::timestamptz, last_at = $3::timestamptz
     WHERE route_key = $1::uuid AND env_id = $2::int`,
    [key, scope.environmentId, toTimestamp(now)],
  )
}

/** What is left of a person, or of an alias: a keyed hash by which they are known again, and the count of their records. */
export async function entomb(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { now, evidenceUntil }: { readonly now: number; readonly evidenceUntil: number | null },
): Promise<void> {
  await db.query(
    `UPDATE subjects SET ref = NULL, state = '{}'::jsonb, merged_into = NULL, hold_reason = NULL,
       first_at = $3::timestamptz, last_at = $3::timestamptz, erased_at = $3::timestamptz,
       evidence_until = $4::timestamptz
     WHERE route_key = $1::uuid AND env_id = $2::int`,
    [key, scope.environmentId, toTimestamp(now), evidenceUntil === null ? null : toTimestamp(evidenceUntil)],
  )
}
