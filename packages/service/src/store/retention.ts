import type { DataRequestStatus } from '../domain/data-request.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable } from './db.ts'

/** Rows of one statement: short enough to hold up nobody, and to be given up at any time. */
export const sweptAtOnce = 500

/** By idempotency_keys_sweep, over all shards; on the allow-list. */
const findOldKeys = `SELECT route_key FROM idempotency_keys WHERE env_id = $1::int AND created_at < $2::timestamptz ORDER BY created_at LIMIT $3::int`

/** Once more by age: another server may have put a new key in the place of one that was found. */
const deleteKeys =
  'DELETE FROM idempotency_keys WHERE env_id = $1::int AND created_at < $2::timestamptz AND route_key = ANY($3::uuid[])'

/** By webhook_deliveries_sweep. */
const findOldDeliveries = `SELECT route_key, record_id FROM webhook_deliveries
  WHERE env_id = $1::int AND created_at < $2::timestamptz ORDER BY created_at LIMIT $3::int`

const deleteDeliveries = `DELETE FROM webhook_deliveries WHERE env_id = $1::int AND created_at < $2::timestamptz
  AND route_key = ANY($3::uuid[]) AND record_id = ANY($4::uuid[])`

/** Some of the keys that were claimed before; how many they were. */
export async function sweepIdempotencyKeys(db: Queryable, scope: Scope, before: number): Promise<number> {
  const since = [scope.environmentId, toTimestamp(before)]
  const { rows } = await db.query<{ route_key: RouteKey }>(findOldKeys, [...since, sweptAtOnce])
  if (rows.length === 0) return 0
  await db.query(deleteKeys, [...since, rows.map((row) => row.route_key)])
  return rows.length
}

/** Some of the deliveries that were made before, in whatever state; how many they were. */
export async function sweepDeliveries(pool: Pool, scope: Scope, before: number): Promise<number> {
  const since = [scope.environmentId, toTimestamp(before)]
  const { rows } = await pool.query<{ route_key: RouteKey; record_id: Uuid }>(findOldDeliveries, [
    ...since,
    sweptAtOnce,
  ])
  if (rows.length === 0) return 0
  await pool.query(deleteDeliveries, [
    ...since,
    [...new Set(rows.map((row) => row.route_key))],
    rows.map((row) => row.record_id),
  ])
  return rows.length
}

/** By mails_sweep. */
const findOldMails = `SELECT route_key, mail_id FROM mails
  WHERE env_id = $1::int AND created_at < $2::timestamptz ORDER BY created_at LIMIT $3::int`

const deleteMails = `DELETE FROM mails WHERE env_id = $1::int AND created_at < $2::timestamptz
  AND route_key = ANY($3::uuid[]) AND mail_id = ANY($4::uuid[])`

const deleteConfirmations = `DELETE FROM confirmations WHERE env_id = $1::int AND created_at < $2::timestamptz
  AND route_key = ANY($3::uuid[]) AND confirmation_id = ANY($4::uuid[])`

/** Some of the mails that were asked for before, with their confirmations: what came of these stands in the ledger. */
export async function sweepMails(pool: Pool, scope: Scope, before: number): Promise<number> {
  const since = [scope.environmentId, toTimestamp(before)]
  const { rows } = await pool.query<{ route_key: RouteKey; mail_id: Uuid }>(findOldMails, [
    ...since,
    sweptAtOnce,
  ])
  if (rows.length === 0) return 0
  const values = [...since, [...new Set(rows.map((row) => row.route_key))], rows.map((row) => row.mail_id)]
  await pool.query(deleteConfirmations, values)
  await pool.query(deleteMails, values)
  return rows.length
}

/** Over all of them, without an index: a row a mailbox, looked through once an hour. */
const findOldMailboxes = `SELECT route_key FROM mailboxes
  WHERE env_id = $1::int AND asked_at < $2::timestamptz
    AND (silent_until IS NULL OR silent_until < $2::timestamptz) LIMIT $3::int`

/** Once more by age: somebody may have asked for a mail to one of them meanwhile. */
const deleteMailboxes = `DELETE FROM mailboxes WHERE env_id = $1::int AND asked_at < $2::timestamptz
  AND (silent_until IS NULL OR silent_until < $2::timestamptz) AND route_key = ANY($3::uuid[])`

/** Some of the mailboxes that nobody asked to write to since, and whose owners' wish for silence has ended as well. */
export async function sweepMailboxes(pool: Pool, scope: Scope, before: number): Promise<number> {
  const since = [scope.environmentId, toTimestamp(before)]
  const { rows } = await pool.query<{ route_key: RouteKey }>(findOldMailboxes, [...since, sweptAtOnce])
  if (rows.length === 0) return 0
  await pool.query(deleteMailboxes, [...since, rows.map((row) => row.route_key)])
  return rows.length
}

/** Over all of them, without an index; few rows. */
const findClosedRequests = `SELECT route_key, request_id FROM data_requests
  WHERE env_id = $1::int AND personal IS NOT NULL AND status = ANY($2::text[])
    AND (request->>'closedAt')::bigint < $3::bigint LIMIT $4::int`

const forgetRequesters = `UPDATE data_requests SET personal = NULL
  WHERE env_id = $1::int AND status = ANY($2::text[]) AND route_key = ANY($3::uuid[]) AND request_id = ANY($4::uuid[])`

/** Who made some of the data requests that ended so and were closed before: what was asked and when stays. */
export function sweepRequesters(
  statuses: readonly DataRequestStatus[],
): (pool: Pool, scope: Scope, before: number) => Promise<number> {
  return async (pool, { environmentId }, before) => {
    const { rows } = await pool.query<{ route_key: RouteKey; request_id: Uuid }>(findClosedRequests, [
      environmentId,
      statuses,
      before,
      sweptAtOnce,
    ])
    if (rows.length === 0) return 0
    const keys = [...new Set(rows.map((row) => row.route_key))]
    await pool.query(forgetRequesters, [environmentId, statuses, keys, rows.map((row) => row.request_id)])
    return rows.length
  }
}

/** All secrets that were replaced and ended before: few rows, one for each time that somebody rotated. */
export async function sweepSecrets(pool: Pool, before: number): Promise<number> {
  const time = toTimestamp(before)
  const ofWebhooks = await pool.query('DELETE FROM webhook_secrets WHERE expires_at < $1::timestamptz', [
    time,
  ])
  const ofSubjects = await pool.query(
    'DELETE FROM subject_token_secrets WHERE expires_at < $1::timestamptz',
    [time],
  )
  return (ofWebhooks.rowCount ?? 0) + (ofSubjects.rowCount ?? 0)
}
