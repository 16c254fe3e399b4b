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
