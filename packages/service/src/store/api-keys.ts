import type { ApiKey } from '../domain/key.ts'
import type { KeyType, Scope } from '../domain/scope.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Queryable } from './db.ts'
import { raiseSettingsVersion } from './settings-version.ts'

interface KeyRow {
  readonly key_hash: Buffer
  readonly key_id: string
  readonly env_id: number
  readonly key_type: string
  readonly name: string
  readonly display: string
  readonly allowed_origins: readonly string[]
  readonly created_at: number
  readonly expires_at: number | null
  readonly revoked_at: number | null
  readonly replaced_by: string | null
}

/** All keys of all environments by the hex SHA-256 of each: few, and looked up on every request. */
export async function readApiKeys(db: Queryable): Promise<Map<string, ApiKey>> {
  const { rows } = await db.query<KeyRow>('SELECT * FROM api_keys ORDER BY created_at, key_id')
  return new Map(rows.map((row) => [row.key_hash.toString('hex'), keyOf(row)]))
}

export async function listApiKeys(db: Queryable, scope: Scope): Promise<ApiKey[]> {
  const { rows } = await db.query<KeyRow>(
    'SELECT * FROM api_keys WHERE env_id = $1 ORDER BY created_at, key_id',
    [scope.environmentId],
  )
  return rows.map(keyOf)
}

export async function insertApiKey(
  db: Queryable,
  scope: Scope,
  key: {
    readonly hash: string
    readonly keyId: string
    readonly keyType: KeyType
    readonly name: string
    readonly display: string
    readonly allowedOrigins: readonly string[]
    readonly now: number
  },
): Promise<void> {
  await db.query(
    `INSERT INTO api_keys (key_hash, key_id, env_id, key_type, name, display, allowed_origins, created_at)
     VALUES ($1::bytea, $2, $3, $4, $5, $6, $7::jsonb, $8::timestamptz)`,
    [
      Buffer.from(key.hash, 'hex'),
      key.keyId,
      scope.environmentId,
      key.keyType,
      key.name,
      key.display,
      JSON.stringify(key.allowedOrigins),
      toTimestamp(key.now),
    ],
  )
  await raiseSettingsVersion(db)
}

/** False when there is no such key, or it ended before. */
export async function revokeApiKey(
  db: Queryable,
  scope: Scope,
  keyId: string,
  now: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE api_keys SET revoked_at = $3::timestamptz
     WHERE env_id = $1 AND key_id = $2 AND revoked_at IS NULL`,
    [scope.environmentId, keyId, toTimestamp(now)],
  )
  if (rowCount !== 1) return false
  await raiseSettingsVersion(db)
  return true
}

/** The old key of a rotation: it works until `expiresAt`, then never again. */
export async function expireApiKey(
  db: Queryable,
  scope: Scope,
  key: { readonly keyId: string; readonly replacedBy: string; readonly expiresAt: number },
): Promise<void> {
  await db.query(
    `UPDATE api_keys SET expires_at = LEAST(COALESCE(expires_at, $3::timestamptz), $3::timestamptz), replaced_by = $4
     WHERE env_id = $1 AND key_id = $2`,
    [scope.environmentId, key.keyId, toTimestamp(key.expiresAt), key.replacedBy],
  )
  await raiseSettingsVersion(db)
}

function keyOf(row: KeyRow): ApiKey {
  return {
    keyId: row.key_id,
    environmentId: row.env_id,
    keyType: row.key_type === 'public' ? 'public' : 'secret',
    name: row.name,
    display: row.display,
    allowedOrigins: row.allowed_origins,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    revokedAt: row.revoked_at,
    replacedBy: row.replaced_by,
  }
}
