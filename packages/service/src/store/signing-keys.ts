import type { JWK } from 'jose'
import { toTimestamp } from '../kernel/clock.ts'
import type { Queryable } from './db.ts'
import { raiseSettingsVersion } from './settings-version.ts'

/** Pending: published, and signs nothing yet. */
export type SigningKeyState = 'pending' | 'active' | 'retired' | 'revoked'

/** A key that signs receipts; its public half is kept for ever, for what it signed (docs/adr/0007). */
export interface StoredSigningKey {
  readonly kid: string
  readonly alg: 'ES256'
  readonly publicJwk: JWK
  /** Sealed PKCS#8; null once destroyed. */
  readonly privateSealed: Buffer | null
  readonly state: SigningKeyState
  readonly createdAt: number
  readonly activatedAt: number | null
  readonly retiredAt: number | null
  readonly revokedAt: number | null
  readonly revokeReason: string | null
}

interface KeyRow {
  readonly kid: string
  readonly public_jwk: JWK
  readonly private_sealed: Buffer | null
  readonly state: SigningKeyState
  readonly created_at: number
  readonly activated_at: number | null
  readonly retired_at: number | null
  readonly revoked_at: number | null
  readonly revoke_reason: string | null
}

/** All of them, newest first: a retired key still verifies what it signed. */
export async function readSigningKeys(db: Queryable): Promise<StoredSigningKey[]> {
  const { rows } = await db.query<KeyRow>(
    `SELECT kid, public_jwk, private_sealed, state, created_at, activated_at, retired_at, revoked_at, revoke_reason
     FROM signing_keys WHERE usage = 'receipt' ORDER BY created_at DESC, kid`,
  )
  return rows.map((row) => ({
    kid: row.kid,
    alg: 'ES256',
    publicJwk: row.public_jwk,
    privateSealed: row.private_sealed,
    state: row.state,
    createdAt: row.created_at,
    activatedAt: row.activated_at,
    retiredAt: row.retired_at,
    revokedAt: row.revoked_at,
    revokeReason: row.revoke_reason,
  }))
}

export interface NewSigningKey {
  readonly kid: string
  readonly publicJwk: JWK
  readonly privateSealed: Buffer
  readonly now: number
}

/**
 * Puts a new key in the place of the active one. A server that has not heard of it yet signs with the old one for a
 * moment, so that one's private half is destroyed a little later: `destroyRetiredKey`.
 */
export async function replaceSigningKey(db: Queryable, key: NewSigningKey): Promise<void> {
  await db.query(
    `UPDATE signing_keys SET state = 'retired', retired_at = $1::timestamptz
     WHERE usage = 'receipt' AND state = 'active'`,
    [toTimestamp(key.now)],
  )
  await db.query(
    `INSERT INTO signing_keys (kid, usage, alg, public_jwk, private_sealed, state, created_at, activated_at)
     VALUES ($1, 'receipt', 'ES256', $2::jsonb, $3::bytea, 'active', $4::timestamptz, $4::timestamptz)`,
    [key.kid, JSON.stringify(key.publicJwk), key.privateSealed, toTimestamp(key.now)],
  )
  await raiseSettingsVersion(db)
}

/** Publishes a key that will sign later; false when one is waiting already. */
export async function insertPendingKey(db: Queryable, key: NewSigningKey): Promise<boolean> {
  // Its row is written first: of servers that come at once the others wait here, and then find the key.
  await raiseSettingsVersion(db)
  if ((await readSigningKeys(db)).some(({ state }) => state === 'pending')) return false
  await db.query(
    `INSERT INTO signing_keys (kid, usage, alg, public_jwk, private_sealed, state, created_at)
     VALUES ($1, 'receipt', 'ES256', $2::jsonb, $3::bytea, 'pending', $4::timestamptz)`,
    [key.kid, JSON.stringify(key.publicJwk), key.privateSealed, toTimestamp(key.now)],
  )
  return true
}

/** True for the one caller that put it in the place of the active one. */
export async function activatePendingKey(db: Queryable, kid: string, now: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE signing_keys SET state = 'active', activated_at = $2::timestamptz
     WHERE kid = $1 AND usage = 'receipt' AND state = 'pending'`,
    [kid, toTimestamp(now)],
  )
  if (rowCount !== 1) return false
  await db.query(
    `UPDATE signing_keys SET state = 'retired', retired_at = $2::timestamptz
     WHERE kid <> $1 AND usage = 'receipt' AND state = 'active'`,
    [kid, toTimestamp(now)],
  )
  await raiseSettingsVersion(db)
  return true
}

/** True for the one caller that destroyed it. */
export async function destroyRetiredKey(db: Queryable, kid: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE signing_keys SET private_sealed = NULL
     WHERE kid = $1 AND usage = 'receipt' AND state = 'retired' AND private_sealed IS NOT NULL`,
    [kid],
  )
  if (rowCount === 1) await raiseSettingsVersion(db)
  return rowCount === 1
}

/** What it was before; undefined when there is no such key, or when it was revoked before. */
export async function revokeSigningKey(
  db: Queryable,
  kid: string,
  { reason, now }: { readonly reason: string; readonly now: number },
): Promise<SigningKeyState | undefined> {
  const key = (await readSigningKeys(db)).find((candidate) => candidate.kid === kid)
  const { rowCount } = await db.query(
    `UPDATE signing_keys SET state = 'revoked', revoked_at = $2::timestamptz, revoke_reason = $3, private_sealed = NULL
     WHERE kid = $1 AND usage = 'receipt' AND state <> 'revoked'`,
    [kid, toTimestamp(now), reason],
  )
  if (rowCount !== 1) return undefined
  await raiseSettingsVersion(db)
  return key?.state
}
