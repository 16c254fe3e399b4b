import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey } from '../kernel/id.ts'
import type { Queryable } from './db.ts'

/** What names a person beside their first ref, as it is kept. */
export interface StoredIdentifier {
  readonly identifierKey: RouteKey
  /** Null: a further ref of the caller's. */
  readonly type: string | null
  /** Under the person's data key. */
  readonly sealed: Buffer
  readonly verified: boolean
  /** Unix ms. */
  readonly addedAt: number
}

export interface StoredDataKey {
  /** Under the master key. */
  readonly sealed: Buffer
  /** Under the data key. */
  readonly metadata: Buffer | null
}

/** True when it is new. One that is there can only come to be verified. */
export async function insertIdentifier(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  identifier: StoredIdentifier,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO subject_identifiers (route_key, identifier_key, env_id, type, sealed, verified, added_at)
     VALUES ($1::uuid, $2::uuid, $3::int, $4::text, $5::bytea, $6::boolean, $7::timestamptz)
     ON CONFLICT (route_key, identifier_key) DO NOTHING`,
    [
      key,
      identifier.identifierKey,
      scope.environmentId,
      identifier.type,
      identifier.sealed,
      identifier.verified,
      toTimestamp(identifier.addedAt),
    ],
  )
  if (rowCount === 1) return true
  if (identifier.verified)
    await db.query(
      `UPDATE subject_identifiers SET verified = true
       WHERE route_key = $1::uuid AND env_id = $2::int AND identifier_key = $3::uuid`,
      [key, scope.environmentId, identifier.identifierKey],
    )
  return false
}

export async function hasIdentifier(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  identifierKey: RouteKey,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT route_key FROM subject_identifiers
     WHERE route_key = $1::uuid AND env_id = $2::int AND identifier_key = $3::uuid`,
    [key, scope.environmentId, identifierKey],
  )
  return rowCount === 1
}

/** In the order they were added. Served by the primary key. */
export async function readIdentifiers(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
): Promise<StoredIdentifier[]> {
  const { rows } = await db.query<{
    identifier_key: RouteKey
    type: string | null
    sealed: Buffer
    verified: boolean
    added_at: number
  }>(
    `SELECT identifier_key, type, sealed, verified, added_at FROM subject_identifiers
     WHERE route_key = $1::uuid AND env_id = $2::int ORDER BY added_at, identifier_key`,
    [key, scope.environmentId],
  )
  return rows.map((row) => ({
    identifierKey: row.identifier_key,
    type: row.type,
    sealed: row.sealed,
    verified: row.verified,
    addedAt: row.added_at,
  }))
}

/** Of two who make a person's first key at once, the one that is kept is everybody's. */
export async function insertDataKey(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  { sealed, now }: { readonly sealed: Buffer; readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO subject_keys (route_key, env_id, sealed, created_at)
     VALUES ($1::uuid, $2::int, $3::bytea, $4::timestamptz) ON CONFLICT (route_key) DO NOTHING`,
    [key, scope.environmentId, sealed, toTimestamp(now)],
  )
}

export async function findDataKey(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
): Promise<StoredDataKey | undefined> {
  const { rows } = await db.query<StoredDataKey>(
    'SELECT sealed, metadata FROM subject_keys WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId],
  )
  return rows[0]
}

export async function replaceMetadata(
  db: Queryable,
  scope: Scope,
  key: RouteKey,
  metadata: Buffer,
): Promise<void> {
  await db.query(
    'UPDATE subject_keys SET metadata = $3::bytea WHERE route_key = $1::uuid AND env_id = $2::int',
    [key, scope.environmentId, metadata],
  )
}
