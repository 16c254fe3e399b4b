import type { DataRequestStatus } from '../domain/data-request.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable } from './db.ts'

/** Rows of one statement: short enough to hold up nobody, and to be given up at any time. */
export const sweptAtOnce = 500

/** By idempotency_keys_sweep, over all shards; on the allow-list. */
const findOldKeys = `SELECT route_key FROM idempotency_keys WHERE created_at < $1::timestamptz ORDER BY created_at LIMIT $2::int`

/** Once more by age: another server may have put a new key in the place of one that was found. */
const deleteKeys =
  'DELETE FROM idempotency_keys WHERE route_key = ANY($1::uuid[]) AND created_at < $2::timestamptz'

/** By webhook_deliveries_sweep. */
const findOldDeliveries = `SELECT route_key, record_id FROM webhook_deliveries
  WHERE created_at < $1::timestamptz ORDER BY created_at LIMIT $2::int`

const deleteDeliveries = `DELETE FROM webhook_deliveries
  WHERE route_key = ANY($1::uuid[]) AND record_id = ANY($2::uuid[]) AND created_at < $3::timestamptz`

/** Some of the keys that were claimed before; how many they were. */
export async function sweepIdempotencyKeys(db: Queryable, before: number): Promise<number> {
  const time = toTimestamp(before)
  const { rows } = await db.query<{ route_key: RouteKey }>(findOldKeys, [time, sweptAtOnce])
  if (rows.length === 0) return 0
  await db.query(deleteKeys, [rows.map((row) => row.route_key), time])
  return rows.length
}

/** Some of the deliveries that were made before, in whatever state; how many they were. */
export async function sweepDeliveries(pool: Pool, before: number): Promise<number> {
  const time = toTimestamp(before)
  const { rows } = await pool.query<{ route_key: RouteKey; record_id: Uuid }>(findOldDeliveries, [
    time,
    sweptAtOnce,
  ])
  if (rows.length === 0) return 0
  await pool.query(deleteDeliveries, [
    [...new Set(rows.map((row) => row.route_key))],
    rows.map((row) => row.record_id),
    time,
  ])
  return rows.length
}

/** By mails_sweep. */
const findOldMails = `SELECT route_key, mail_id FROM mails
  WHERE created_at < $1::timestamptz ORDER BY created_at LIMIT $2::int`

const deleteMails = `DELETE FROM mails
  WHERE route_key = ANY($1::uuid[]) AND mail_id = ANY($2::uuid[]) AND created_at < $3::timestamptz`

const deleteConfirmations = `DELETE FROM confirmations
  WHERE route_key = ANY($1::uuid[]) AND confirmation_id = ANY($2::uuid[]) AND created_at < $3::timestamptz`

/** Some of the mails that were asked for before, with their confirmations: what came of these stands in the ledger. */
export async function sweepMails(pool: Pool, before: number): Promise<number> {
  const time = toTimestamp(before)
  const { rows } = await pool.query<{ route_key: RouteKey; mail_id: Uuid }>(findOldMails, [time, sweptAtOnce])
  if (rows.length === 0) return 0
  const values = [[...new Set(rows.map((row) => row.route_key))], rows.map((row) => row.mail_id), time]
  await pool.query(deleteConfirmations, values)
  await pool.query(deleteMails, values)
  return rows.length
}

/** Over all of them, without an index: a row a mailbox, looked through once an hour. */
const findOldMailboxes = `SELECT route_key FROM mailboxes
  WHERE asked_at < $1::timestamptz AND (silent_until IS NULL OR silent_until < $1::timestamptz) LIMIT $2::int`

/** Once more by age: somebody may have asked for a mail to one of them meanwhile. */
const deleteMailboxes = `DELETE FROM mailboxes WHERE route_key = ANY($1::uuid[])
  AND asked_at < $2::timestamptz AND (silent_until IS NULL OR silent_until < $2::timestamptz)`

/** Some of the mailboxes that nobody asked to write to since, and whose owners' wish for silence has ended as well. */
export async function sweepMailboxes(pool: Pool, before: number): Promise<number> {
  const time = toTimestamp(before)
  const { rows } = await pool.query<{ route_key: RouteKey }>(findOldMailboxes, [time, sweptAtOnce])
  if (rows.length === 0) return 0
  await pool.query(deleteMailboxes, [rows.map((row) => row.route_key), time])
  return rows.length
}

/** Over all of them, without an index; few rows. */
const findClosedRequests = `SELECT route_key, request_id FROM data_requests
  WHERE personal IS NOT NULL AND status = ANY($1::text[]) AND (request->>'closedAt')::bigint < $2::bigint LIMIT $3::int`

const forgetRequesters = `UPDATE data_requests SET personal = NULL
  WHERE route_key = ANY($1::uuid[]) AND request_id = ANY($2::uuid[]) AND status = ANY($3::text[])`

/** Who made some of the data requests that ended so and were closed before: what was asked and when stays. */
export function sweepRequesters(
  statuses: readonly DataRequestStatus[],
): (pool: Pool, before: number) => Promise<number> {
  return async (pool, before) => {
    const { rows } = await pool.query<{ route_key: RouteKey; request_id: Uuid }>(findClosedRequests, [
      statuses,
      before,
      sweptAtOnce,
    ])
    if (rows.length === 0) return 0
    const keys = [...new Set(rows.map((row) => row.route_key))]
    await pool.query(forgetRequesters, [keys, rows.map((row) => row.request_id), statuses])
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
