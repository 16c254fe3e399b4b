import type { ConfirmationKind, ConfirmationState } from '../domain/confirmation.ts'
import type { RowAddress } from '../domain/job.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { type Pool, type Queryable, transaction } from './db.ts'
import { insertMail, type NewMail } from './mails.ts'

/** A confirmation as it is asked for, with the mail that carries its link: they have one id and lie in one place. */
export interface NewConfirmation {
  readonly kind: ConfirmationKind
  readonly matter: Buffer
  readonly tokenHash: Buffer
  readonly sealed: Buffer
  readonly lifetimeSeconds: number
  readonly mail: NewMail
}

/** How many mails a mailbox gets at most, counted back from now; ms. */
export type MailLimits = readonly { readonly withinMs: number; readonly mails: number }[]

/** A confirmation with what became of its mail. */
export interface StoredConfirmation {
  readonly environmentId: number
  readonly kind: ConfirmationKind
  readonly tokenHash: Buffer
  readonly state: ConfirmationState
  readonly sealed: Buffer | null
  readonly createdAt: number
  readonly lifetimeSeconds: number
  readonly outcome: string | null
  /** Null as long as it was not handed over. */
  readonly sentAt: number | null
  readonly textHash: string | null
  readonly smtpReply: string | null
}

/**
 * Keeps a confirmation and its mail, and makes older ones of the same matter worthless. Past the limits, or for a
 * mailbox whose owner wants none, both are kept as withheld: the same work for every address, so that neither the
 * answer nor its time tells them apart. Writing the mailbox's row is the lock under which its mails are counted.
 */
export async function insertConfirmation(
  pool: Pool,
  asked: NewConfirmation,
  limits: MailLimits,
): Promise<void> {
  const { mail } = asked
  const now = mail.createdAt
  await transaction(pool, async (db) => {
    const { rows } = await db.query<{ is_silent: boolean }>(
      `INSERT INTO mailboxes (route_key, env_id, asked_at) VALUES ($1::uuid, $2::int, $3::timestamptz)
       ON CONFLICT (route_key) DO UPDATE SET asked_at = excluded.asked_at
       RETURNING coalesce(silent_until > $3::timestamptz, false) AS is_silent`,
      [mail.routeKey, mail.environmentId, toTimestamp(now)],
    )
    const isOver = await isOverLimit(db, mail, limits)
    const isWithheld = rows[0]?.is_silent === true || isOver
    if (!isWithheld) await supersede(db, asked)
    await insertRow(db, asked, isWithheld ? 'withheld' : 'pending')
    await insertMail(db, isWithheld ? { ...mail, state: 'withheld', sealed: null } : mail)
  })
}

async function isOverLimit(
  db: Queryable,
  { routeKey, environmentId, createdAt }: NewMail,
  limits: MailLimits,
) {
  const longest = Math.max(...limits.map(({ withinMs }) => withinMs))
  const { rows } = await db.query<{ created_at: number }>(
    `SELECT created_at FROM mails
     WHERE route_key = $1::uuid AND env_id = $2::int AND created_at > $3::timestamptz AND state <> 'withheld'`,
    [routeKey, environmentId, toTimestamp(createdAt - longest)],
  )
  return limits.some(
    ({ withinMs, mails }) => rows.filter((row) => row.created_at > createdAt - withinMs).length >= mails,
  )
}

async function supersede(db: Queryable, { matter, mail }: NewConfirmation): Promise<void> {
  await db.query(
    `UPDATE confirmations SET state = 'superseded', sealed = NULL, ended_at = $4::timestamptz
     WHERE route_key = $1::uuid AND env_id = $2::int AND matter = $3::bytea AND state = 'pending'`,
    [mail.routeKey, mail.environmentId, matter, toTimestamp(mail.createdAt)],
  )
}

async function insertRow(
  db: Queryable,
  { kind, matter, tokenHash, sealed, lifetimeSeconds, mail }: NewConfirmation,
  state: 'pending' | 'withheld',
): Promise<void> {
  await db.query(
    `INSERT INTO confirmations
       (route_key, confirmation_id, env_id, kind, matter, token_hash, state, sealed, created_at, lifetime_seconds)
     VALUES ($1::uuid, $2::uuid, $3::int, $4::text, $5::bytea, $6::bytea, $7::text, $8::bytea, $9::timestamptz, $10::int)`,
    [
      mail.routeKey,
      mail.id,
      mail.environmentId,
      kind,
      matter,
      tokenHash,
      state,
      state === 'pending' ? sealed : null,
      toTimestamp(mail.createdAt),
      lifetimeSeconds,
    ],
  )
}

/** By the address in the link; whether its secret is the right one is for the caller to compare. */
export async function findConfirmation(
  pool: Pool,
  routeKey: RouteKey,
  id: Uuid,
): Promise<StoredConfirmation | undefined> {
  const { rows } = await pool.query<{
    env_id: number
    kind: ConfirmationKind
    token_hash: Buffer
    state: ConfirmationState
    sealed: Buffer | null
    created_at: number
    lifetime_seconds: number
    outcome: string | null
    sent_at: number | null
    text_sha256: string | null
    smtp_reply: string | null
  }>(
    `SELECT c.env_id, c.kind, c.token_hash, c.state, c.sealed, c.created_at, c.lifetime_seconds, c.outcome,
       m.ended_at AS sent_at, m.text_sha256, m.smtp_reply
     FROM confirmations c
     JOIN mails m ON m.route_key = c.route_key AND m.mail_id = c.confirmation_id
     WHERE c.route_key = $1::uuid AND c.confirmation_id = $2::uuid`,
    [routeKey, id],
  )
  const [row] = rows
  return (
    row && {
      environmentId: row.env_id,
      kind: row.kind,
      tokenHash: row.token_hash,
      state: row.state,
      sealed: row.sealed,
      createdAt: row.created_at,
      lifetimeSeconds: row.lifetime_seconds,
      outcome: row.outcome,
      sentAt: row.sent_at,
      textHash: row.text_sha256,
      smtpReply: row.smtp_reply,
    }
  )
}

/** Whether it may be confirmed, now or by a press that was cut off: what comes of it is recorded once (its own claim). */
export async function beginConfirmation(
  pool: Pool,
  { routeKey, id, environmentId }: RowAddress,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `UPDATE confirmations SET state = 'confirming'
     WHERE route_key = $1::uuid AND confirmation_id = $2::uuid AND env_id = $3::int AND state IN ('pending', 'confirming')`,
    [routeKey, id, environmentId],
  )
  return rowCount === 1
}

/** It is recorded: what it was about is forgotten here. */
export async function endConfirmation(
  pool: Pool,
  { routeKey, id, environmentId }: RowAddress,
  { outcome, now }: { readonly outcome: string; readonly now: number },
): Promise<void> {
  await pool.query(
    `UPDATE confirmations SET state = 'confirmed', outcome = $4::text, ended_at = $5::timestamptz, sealed = NULL
     WHERE route_key = $1::uuid AND confirmation_id = $2::uuid AND env_id = $3::int AND state = 'confirming'`,
    [routeKey, id, environmentId, outcome, toTimestamp(now)],
  )
}

/** "This was not me": nothing that waits for this mailbox can be confirmed any more, and forms can have no mail sent to it for a while. */
export async function silenceMailbox(
  pool: Pool,
  { routeKey, environmentId }: Omit<RowAddress, 'id'>,
  { now, until }: { readonly now: number; readonly until: number },
): Promise<void> {
  await transaction(pool, async (db) => {
    await db.query(
      `UPDATE mailboxes SET silent_until = $3::timestamptz WHERE route_key = $1::uuid AND env_id = $2::int`,
      [routeKey, environmentId, toTimestamp(until)],
    )
    await db.query(
      `UPDATE confirmations SET state = 'rejected', ended_at = $3::timestamptz, sealed = NULL
       WHERE route_key = $1::uuid AND env_id = $2::int AND state = 'pending'`,
      [routeKey, environmentId, toTimestamp(now)],
    )
  })
}
