import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool } from './db.ts'
import { sweptAtOnce } from './retention.ts'

/** `withheld`: one too many for its mailbox; `given_up`: erased before it was captured, or it could not be made. */
export const testMailStates = ['due', 'captured', 'withheld', 'given_up'] as const
export type TestMailState = (typeof testMailStates)[number]

/** A mail of a test environment. */
export interface StoredTestMail {
  readonly routeKey: RouteKey
  readonly id: Uuid
  readonly kind: string
  readonly state: TestMailState
  /** The whole of a captured mail, as long as it is kept. */
  readonly sealed: Buffer | null
  readonly createdAt: number
  readonly capturedAt: number | null
}

interface Row {
  readonly route_key: RouteKey
  readonly mail_id: Uuid
  readonly kind: string
  readonly state: TestMailState
  readonly sealed: Buffer | null
  readonly created_at: number
  readonly ended_at: number | null
}

/** By mails_list; what one mailbox got by the primary key. Left out: what was sent before mails were captured. */
const listAll = `SELECT route_key, mail_id, kind, state, sealed, created_at, ended_at FROM mails
  WHERE env_id = $1::int AND ($2::uuid IS NULL OR mail_id < $2::uuid) AND state <> 'sent'
  ORDER BY mail_id DESC LIMIT $3::int`
const listOfMailbox = `SELECT route_key, mail_id, kind, state, sealed, created_at, ended_at FROM mails
  WHERE env_id = $1::int AND ($2::uuid IS NULL OR mail_id < $2::uuid) AND state <> 'sent' AND route_key = $4::uuid
  ORDER BY mail_id DESC LIMIT $3::int`

/** The newest first. */
export async function listStoredTestMails(
  pool: Pool,
  { environmentId }: Scope,
  query: { readonly mailbox: RouteKey | null; readonly before: Uuid | null; readonly limit: number },
): Promise<StoredTestMail[]> {
  const { mailbox, before, limit } = query
  const page = [environmentId, before, limit]
  const { rows } = await (mailbox === null
    ? pool.query<Row>(listAll, page)
    : pool.query<Row>(listOfMailbox, [...page, mailbox]))
  return rows.map(readRow)
}

export async function findTestMail(
  pool: Pool,
  { environmentId }: Scope,
  { routeKey, recordId }: { readonly routeKey: RouteKey; readonly recordId: Uuid },
): Promise<StoredTestMail | undefined> {
  const { rows } = await pool.query<Row>(
    `SELECT route_key, mail_id, kind, state, sealed, created_at, ended_at FROM mails
     WHERE route_key = $1::uuid AND mail_id = $2::uuid AND env_id = $3::int AND state <> 'sent'`,
    [routeKey, recordId, environmentId],
  )
  return rows[0] && readRow(rows[0])
}

/** By mails_sweep. */
const findOldCaptures = `SELECT route_key, mail_id FROM mails
  WHERE env_id = $1::int AND created_at < $2::timestamptz AND state = 'captured' AND sealed IS NOT NULL
  ORDER BY created_at LIMIT $3::int`

const forgetCaptures = `UPDATE mails SET sealed = NULL WHERE env_id = $1::int AND created_at < $2::timestamptz
  AND route_key = ANY($3::uuid[]) AND mail_id = ANY($4::uuid[]) AND state = 'captured'`

/** What some of the mails said that were captured before; how many they were. */
export async function sweepCaptures(pool: Pool, scope: Scope, before: number): Promise<number> {
  if (scope.environment !== 'test') return 0
  const since = [scope.environmentId, toTimestamp(before)]
  const { rows } = await pool.query<Row>(findOldCaptures, [...since, sweptAtOnce])
  if (rows.length === 0) return 0
  const mailboxes = [...new Set(rows.map((row) => row.route_key))]
  await pool.query(forgetCaptures, [...since, mailboxes, rows.map((row) => row.mail_id)])
  return rows.length
}

function readRow(row: Row): StoredTestMail {
  return {
    routeKey: row.route_key,
    id: row.mail_id,
    kind: row.kind,
    state: row.state,
    sealed: row.state === 'captured' ? row.sealed : null,
    createdAt: row.created_at,
    capturedAt: row.state === 'captured' ? row.ended_at : null,
  }
}
