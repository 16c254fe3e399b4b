import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { DataRequestAddress } from './data-requests.ts'
import type { Pool } from './db.ts'

/** Made again, an archive takes the place of the one before it. */
const keep = `INSERT INTO data_request_archives (route_key, request_id, env_id, sealed, created_at, expires_at)
  VALUES ($1::uuid, $2::uuid, $3::int, $4::bytea, $5::timestamptz, $6::timestamptz)
  ON CONFLICT (route_key, request_id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at,
    expires_at = excluded.expires_at, fetched_at = NULL`

export async function keepArchive(
  pool: Pool,
  scope: Scope,
  { routeKey, requestId }: DataRequestAddress,
  archive: { readonly sealed: Buffer; readonly createdAt: number; readonly expiresAt: number },
): Promise<void> {
  await pool.query(keep, [
    routeKey,
    requestId,
    scope.environmentId,
    archive.sealed,
    toTimestamp(archive.createdAt),
    toTimestamp(archive.expiresAt),
  ])
}

/** Whether an archive waits to be fetched. */
export async function hasArchive(
  pool: Pool,
  scope: Scope,
  { routeKey, requestId }: DataRequestAddress,
  now: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT 1 FROM data_request_archives
     WHERE route_key = $1::uuid AND request_id = $2::uuid AND env_id = $3::int
       AND fetched_at IS NULL AND sealed IS NOT NULL AND expires_at > $4::timestamptz`,
    [routeKey, requestId, scope.environmentId, toTimestamp(now)],
  )
  return rowCount === 1
}

/** Gives it out once: of two who fetch at the same time, one gets it. */
export async function fetchArchive(
  pool: Pool,
  scope: Scope,
  { routeKey, requestId }: DataRequestAddress,
  now: number,
): Promise<Buffer | undefined> {
  const values = [routeKey, requestId, scope.environmentId, toTimestamp(now)]
  const { rows } = await pool.query<{ sealed: Buffer }>(
    `UPDATE data_request_archives SET fetched_at = $4::timestamptz
     WHERE route_key = $1::uuid AND request_id = $2::uuid AND env_id = $3::int
       AND fetched_at IS NULL AND sealed IS NOT NULL AND expires_at > $4::timestamptz
     RETURNING sealed`,
    values,
  )
  const [row] = rows
  if (row === undefined) return undefined
  await pool.query(
    `UPDATE data_request_archives SET sealed = NULL
     WHERE route_key = $1::uuid AND request_id = $2::uuid AND env_id = $3::int AND fetched_at = $4::timestamptz`,
    values,
  )
  return row.sealed
}

/** Over all of them, by data_request_archives_sweep: what was fetched, or nobody fetched in time. On the allow-list. */
export async function forgetOldArchives(pool: Pool, scope: Scope, now: number): Promise<void> {
  await pool.query(
    `UPDATE data_request_archives SET sealed = NULL
     WHERE env_id = $1::int AND sealed IS NOT NULL AND (expires_at <= $2::timestamptz OR fetched_at IS NOT NULL)`,
    [scope.environmentId, toTimestamp(now)],
  )
}
