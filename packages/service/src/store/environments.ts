import type { Environment, Scope } from '../domain/scope.ts'
import { CannotStart } from '../kernel/cannot-start.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Queryable } from './db.ts'

/** An environment and the secrets that are its alone. */
export interface StoredEnvironment extends Scope {
  readonly routingSecret: Buffer
  /** How far its clock is ahead of the real time; 0 in `live`, always. */
  readonly clockAheadMs: number
  /** Two while one is being replaced. */
  readonly subjectTokenSecrets: readonly SubjectTokenSecret[]
}

/** A `sts_…` text that proves subject tokens until it ends: settings are read seldom, so the end comes along. */
export interface SubjectTokenSecret {
  readonly text: string
  readonly expiresAt: number | null
}

const checkText = Buffer.from('assent')

/** The first server leaves a sealed word; a server with another master key must not start, since it could open nothing. */
export async function checkMasterKey(db: Queryable, masterKey: MasterKey): Promise<void> {
  await db.query(
    'INSERT INTO master_key_check (id, sealed) VALUES (1, $1::bytea) ON CONFLICT (id) DO NOTHING',
    [masterKey.seal(checkText, 'check')],
  )
  if ((await opensSecrets(db, masterKey)) === true) return
  throw new CannotStart(
    'The secrets in this database were sealed with another master key. Set ASSENT_MASTER_KEY to the one it was set up with (in development: the file master.key of its data directory).',
  )
}

/** Whether this is the master key of the database; undefined when no server has left its word in it yet. */
export async function opensSecrets(db: Queryable, masterKey: MasterKey): Promise<boolean | undefined> {
  const { rows } = await db.query<{ sealed: Buffer }>('SELECT sealed FROM master_key_check WHERE id = 1')
  const [row] = rows
  if (row === undefined) return undefined
  try {
    masterKey.open(row.sealed, 'check')
    return true
  } catch {
    return false
  }
}

/** True for the one caller that made the project; others wait for it and find it made. */
export async function insertProject(db: Queryable, project: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'INSERT INTO projects (project_key, created_at) VALUES ($1, $2::timestamptz) ON CONFLICT (project_key) DO NOTHING',
    [project, toTimestamp(now)],
  )
  return rowCount === 1
}

export async function insertEnvironment(
  db: Queryable,
  scope: Scope,
  sealed: { readonly routingSecret: Buffer; readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO environments (env_id, project_key, environment, routing_secret, created_at)
     VALUES ($1, $2, $3, $4::bytea, $5::timestamptz)`,
    [scope.environmentId, scope.project, scope.environment, sealed.routingSecret, toTimestamp(sealed.now)],
  )
}

export async function insertSubjectTokenSecret(
  db: Queryable,
  scope: Scope,
  secret: { readonly id: string; readonly sealed: Buffer; readonly now: number },
): Promise<void> {
  await db.query(
    `INSERT INTO subject_token_secrets (env_id, secret_id, sealed, created_at) VALUES ($1, $2, $3::bytea, $4::timestamptz)`,
    [scope.environmentId, secret.id, secret.sealed, toTimestamp(secret.now)],
  )
}

export async function readEnvironments(
  db: Queryable,
  masterKey: MasterKey,
  now: number,
): Promise<StoredEnvironment[]> {
  const { rows } = await db.query<{
    env_id: number
    project_key: string
    environment: Environment
    routing_secret: Buffer
    ahead_ms: number
  }>(
    `SELECT e.env_id, e.project_key, e.environment, e.routing_secret, coalesce(c.ahead_ms, 0) AS ahead_ms
     FROM environments e LEFT JOIN test_clocks c ON c.env_id = e.env_id AND e.environment = 'test'
     ORDER BY e.env_id`,
  )
  const { rows: secrets } = await db.query<{
    env_id: number
    sealed: Buffer
    expires_at: number | null
  }>(
    `SELECT env_id, sealed, expires_at FROM subject_token_secrets
     WHERE expires_at IS NULL OR expires_at > $1::timestamptz ORDER BY created_at DESC`,
    [toTimestamp(now)],
  )
  return rows.map((row) => ({
    environmentId: row.env_id,
    project: row.project_key,
    environment: row.environment,
    routingSecret: masterKey.open(row.routing_secret, 'routing'),
    clockAheadMs: row.ahead_ms,
    subjectTokenSecrets: secrets
      .filter((secret) => secret.env_id === row.env_id)
      .map((secret) => ({
        text: masterKey.open(secret.sealed, 'subject-token').toString(),
        expiresAt: secret.expires_at,
      })),
  }))
}

/** Those in force end at `expiresAt`, unless they end before. */
export async function expireSubjectTokenSecrets(
  db: Queryable,
  scope: Scope,
  expiresAt: number,
): Promise<void> {
  await db.query(
    `UPDATE subject_token_secrets SET expires_at = $2::timestamptz
     WHERE env_id = $1 AND (expires_at IS NULL OR expires_at > $2::timestamptz)`,
    [scope.environmentId, toTimestamp(expiresAt)],
  )
}
