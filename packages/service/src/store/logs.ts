import type { JWK } from 'jose'
import type { Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Queryable } from './db.ts'

/** A log of an environment, and the key that signs its checkpoints. */
export interface StoredLog {
  readonly generation: number
  readonly origin: string
  readonly kid: string
  readonly publicJwk: JWK
  /** Sealed PKCS#8; null once a later log took over: this one is closed for ever. */
  readonly privateSealed: Buffer | null
}

/** The oldest first. */
export async function readLogs(db: Queryable, scope: Scope): Promise<StoredLog[]> {
  const { rows } = await db.query<{
    generation: number
    origin: string
    kid: string
    public_jwk: JWK
    private_sealed: Buffer | null
  }>(
    `SELECT l.generation, l.origin, l.kid, k.public_jwk, k.private_sealed
     FROM logs l JOIN signing_keys k ON k.kid = l.kid WHERE l.env_id = $1 ORDER BY l.generation`,
    [scope.environmentId],
  )
  return rows.map((row) => ({
    generation: row.generation,
    origin: row.origin,
    kid: row.kid,
    publicJwk: row.public_jwk,
    privateSealed: row.private_sealed,
  }))
}

/** True for the one caller that opened it; others wait for it and find it open. */
export async function insertLog(
  db: Queryable,
  scope: Scope,
  log: { readonly generation: number; readonly origin: string; readonly kid: string; readonly now: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO logs (env_id, generation, origin, kid, opened_at) VALUES ($1, $2, $3, $4, $5::timestamptz)
     ON CONFLICT (env_id, generation) DO NOTHING`,
    [scope.environmentId, log.generation, log.origin, log.kid, toTimestamp(log.now)],
  )
  return rowCount === 1
}

/** The key of a log that was just opened. */
export async function insertLogKey(
  db: Queryable,
  _scope: Scope,
  key: {
    readonly kid: string
    readonly publicJwk: JWK
    readonly privateSealed: Buffer
    readonly now: number
  },
): Promise<void> {
  await db.query(
    `INSERT INTO signing_keys (kid, usage, alg, public_jwk, private_sealed, state, created_at, activated_at)
     VALUES ($1, 'log', 'Ed25519', $2::jsonb, $3::bytea, 'active', $4::timestamptz, $4::timestamptz)`,
    [key.kid, JSON.stringify(key.publicJwk), key.privateSealed, toTimestamp(key.now)],
  )
}

/** The key of a log that was closed: without its private half nobody can fork it. */
export async function retireLogKey(db: Queryable, _scope: Scope, kid: string, now: number): Promise<void> {
  await db.query(
    `UPDATE signing_keys SET state = 'retired', retired_at = $2::timestamptz, private_sealed = NULL
     WHERE kid = $1 AND usage = 'log'`,
    [kid, toTimestamp(now)],
  )
}
