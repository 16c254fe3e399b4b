import type { RowAddress } from '../domain/job.ts'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Pool, Queryable } from './db.ts'

/** A mail as it is put down to be sent. */
export interface NewMail extends RowAddress {
  readonly kind: string
  /** `withheld`: it was asked for and is never sent, but nobody who asked can tell. */
  readonly state: 'due' | 'withheld'
  readonly sealed: Buffer | null
  readonly createdAt: number
  readonly giveUpAt: number
}

/** A mail that is ours to send for a while. */
export interface ClaimedMail {
  readonly kind: string
  readonly sealed: Buffer
  readonly attempts: number
  readonly giveUpAt: number
}

/** What became of a mail; `captured`: it is of a test environment, and stays here. */
export interface MailEnd {
  readonly state: 'sent' | 'captured' | 'given_up'
  /** What is kept of it: of a captured mail the whole. */
  readonly sealed: Buffer | null
  readonly endedAt: number
  readonly textHash: string | null
  readonly smtpReply: string | null
}

const insertMailStatement = `INSERT INTO mails
  (route_key, mail_id, env_id, kind, state, sealed, attempts, created_at, due_at, give_up_at)
  VALUES ($1::uuid, $2::uuid, $3::int, $4::text, $5::text, $6::bytea, 0, $7::timestamptz, $8::timestamptz, $9::timestamptz)`

export async function insertMail(db: Queryable, mail: NewMail): Promise<void> {
  await db.query(insertMailStatement, [
    mail.routeKey,
    mail.id,
    mail.environmentId,
    mail.kind,
    mail.state,
    mail.sealed,
    toTimestamp(mail.createdAt),
    mail.state === 'due' ? toTimestamp(mail.createdAt) : null,
    toTimestamp(mail.giveUpAt),
  ])
}

/** Takes a mail that is due until `until`: of two who try, one gets it. Undefined: not due, not any more, or taken. */
export async function claimMail(
  pool: Pool,
  { environmentId, routeKey, id }: RowAddress,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<ClaimedMail | undefined> {
  const { rows } = await pool.query<{
    kind: string
    sealed: Buffer
    attempts: number
    give_up_at: number
  }>(
    `UPDATE mails SET attempts = attempts + 1, due_at = $5::timestamptz
     WHERE route_key = $1::uuid AND mail_id = $2::uuid AND env_id = $3::int AND state = 'due' AND due_at <= $4::timestamptz
     RETURNING kind, sealed, attempts, give_up_at`,
    [routeKey, id, environmentId, toTimestamp(now), toTimestamp(until)],
  )
  const [row] = rows
  return row && { kind: row.kind, sealed: row.sealed, attempts: row.attempts, giveUpAt: row.give_up_at }
}

/** Not now: again at `dueAt`. */
export async function postponeMail(
  pool: Pool,
  { environmentId, routeKey, id }: RowAddress,
  dueAt: number,
): Promise<void> {
  await pool.query(
    `UPDATE mails SET due_at = $4::timestamptz
     WHERE route_key = $1::uuid AND mail_id = $2::uuid AND env_id = $3::int AND state = 'due'`,
    [routeKey, id, environmentId, toTimestamp(dueAt)],
  )
}

/** The mail is over: what it said to whom is forgotten unless it was captured, what proves it is kept. */
export async function endMail(
  pool: Pool,
  { environmentId, routeKey, id }: RowAddress,
  end: MailEnd,
): Promise<void> {
  await pool.query(
    `UPDATE mails SET state = $4::text, ended_at = $5::timestamptz, text_sha256 = $6::text, smtp_reply = $7::text,
       due_at = NULL, sealed = $8::bytea
     WHERE route_key = $1::uuid AND mail_id = $2::uuid AND env_id = $3::int AND state = 'due'`,
    [
      routeKey,
      id,
      environmentId,
      end.state,
      toTimestamp(end.endedAt),
      end.textHash,
      end.smtpReply,
      end.sealed,
    ],
  )
}

/** Across all mailboxes, by the index on due_at; the oldest first. */
export async function listDueMails(
  pool: Pool,
  { environmentId }: Scope,
  now: number,
  limit: number,
): Promise<RowAddress[]> {
  const { rows } = await pool.query<{ route_key: RouteKey; mail_id: Uuid }>(
    `SELECT route_key, mail_id FROM mails WHERE env_id = $1::int AND due_at <= $2::timestamptz
     ORDER BY due_at LIMIT $3::int`,
    [environmentId, toTimestamp(now), limit],
  )
  return rows.map((row) => ({ environmentId, routeKey: row.route_key, id: row.mail_id }))
}

/** Mails put down for one mailbox since a time, sent or not; by the primary key. */
export async function countMailsSince(
  pool: Pool,
  scope: Scope,
  routeKey: RouteKey,
  since: number,
): Promise<number> {
  const { rows } = await pool.query<{ mails: number }>(
    `SELECT count(*)::int AS mails FROM mails
     WHERE route_key = $1::uuid AND env_id = $2::int AND created_at > $3::timestamptz`,
    [routeKey, scope.environmentId, toTimestamp(since)],
  )
  return rows[0]?.mails ?? 0
}

/** All mails there ever were to one mailbox; by the primary key. */
export async function listMailIds(pool: Pool, scope: Scope, routeKey: RouteKey): Promise<Uuid[]> {
  const { rows } = await pool.query<{ mail_id: Uuid }>(
    'SELECT mail_id FROM mails WHERE route_key = $1::uuid AND env_id = $2::int',
    [routeKey, scope.environmentId],
  )
  return rows.map((row) => row.mail_id)
}

const forgetMailsOf = `UPDATE mails SET due_at = NULL, sealed = NULL,
    state = CASE WHEN state = 'captured' THEN state ELSE 'given_up' END
  WHERE route_key = $1::uuid AND env_id = $2::int AND sealed IS NOT NULL`

const forgetConfirmationsOf = `UPDATE confirmations SET state = 'superseded', sealed = NULL
  WHERE route_key = $1::uuid AND env_id = $2::int AND sealed IS NOT NULL`

/** What was to be sent to a mailbox, or waits for its owner, is forgotten; that there was something is not. */
export async function forgetMailbox(db: Queryable, scope: Scope, routeKey: RouteKey): Promise<void> {
  await db.query(forgetMailsOf, [routeKey, scope.environmentId])
  await db.query(forgetConfirmationsOf, [routeKey, scope.environmentId])
}
