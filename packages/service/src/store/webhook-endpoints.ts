import type { EventType } from '../domain/event.ts'
import type { Scope } from '../domain/scope.ts'
import type { DisabledReason, WebhookEndpoint } from '../domain/webhook.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Queryable } from './db.ts'

interface EndpointRow {
  readonly endpoint_id: string
  readonly url: string
  readonly types: readonly EventType[]
  readonly description: string
  readonly created_at: number
  readonly failing_since: number | null
  readonly disabled_at: number | null
  readonly disabled_reason: DisabledReason | null
}

/** The oldest first; few. */
export async function listWebhookEndpoints(db: Queryable, scope: Scope): Promise<WebhookEndpoint[]> {
  const { rows } = await db.query<EndpointRow>(
    `SELECT endpoint_id, url, types, description, created_at, failing_since, disabled_at, disabled_reason
     FROM webhook_endpoints WHERE env_id = $1::int ORDER BY created_at, endpoint_id`,
    [scope.environmentId],
  )
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    url: row.url,
    types: row.types,
    description: row.description,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  }))
}

export async function insertWebhookEndpoint(
  db: Queryable,
  scope: Scope,
  endpoint: Pick<WebhookEndpoint, 'endpointId' | 'url' | 'types' | 'description' | 'createdAt'>,
): Promise<void> {
  await db.query(
    `INSERT INTO webhook_endpoints (env_id, endpoint_id, url, types, description, created_at)
     VALUES ($1::int, $2::text, $3::text, $4::jsonb, $5::text, $6::timestamptz)`,
    [
      scope.environmentId,
      endpoint.endpointId,
      endpoint.url,
      JSON.stringify(endpoint.types),
      endpoint.description,
      toTimestamp(endpoint.createdAt),
    ],
  )
}

/** With its secrets. False when there is none of this id. */
export async function deleteWebhookEndpoint(
  db: Queryable,
  scope: Scope,
  endpointId: string,
): Promise<boolean> {
  await db.query('DELETE FROM webhook_secrets WHERE env_id = $1::int AND endpoint_id = $2::text', [
    scope.environmentId,
    endpointId,
  ])
  const { rowCount } = await db.query(
    'DELETE FROM webhook_endpoints WHERE env_id = $1::int AND endpoint_id = $2::text',
    [scope.environmentId, endpointId],
  )
  return rowCount === 1
}

/** What an attempt showed: null when it got through. Written only when it changes. */
export async function setFailingSince(
  db: Queryable,
  scope: Scope,
  endpointId: string,
  failingSince: number | null,
): Promise<void> {
  await db.query(
    `UPDATE webhook_endpoints SET failing_since = $3::timestamptz WHERE env_id = $1::int AND endpoint_id = $2::text`,
    [scope.environmentId, endpointId, failingSince === null ? null : toTimestamp(failingSince)],
  )
}

/** Null enables it again. */
export async function setDisabled(
  db: Queryable,
  scope: Scope,
  endpointId: string,
  disabled: { readonly at: number; readonly reason: DisabledReason } | null,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE webhook_endpoints SET disabled_at = $3::timestamptz, disabled_reason = $4::text, failing_since = NULL
     WHERE env_id = $1::int AND endpoint_id = $2::text`,
    [
      scope.environmentId,
      endpointId,
      disabled === null ? null : toTimestamp(disabled.at),
      disabled?.reason ?? null,
    ],
  )
  return rowCount === 1
}

export interface SealedSecret {
  readonly endpointId: string
  readonly sealed: Buffer
}

/** Those in force, the newest first. */
export async function readWebhookSecrets(db: Queryable, scope: Scope, now: number): Promise<SealedSecret[]> {
  const { rows } = await db.query<{ endpoint_id: string; sealed: Buffer }>(
    `SELECT endpoint_id, sealed FROM webhook_secrets
     WHERE env_id = $1::int AND (expires_at IS NULL OR expires_at > $2::timestamptz)
     ORDER BY created_at DESC, secret_id DESC`,
    [scope.environmentId, toTimestamp(now)],
  )
  return rows.map((row) => ({ endpointId: row.endpoint_id, sealed: row.sealed }))
}

/** The new one holds at once; those before it end at `expireOthersAt`, unless they end before. */
export async function insertWebhookSecret(
  db: Queryable,
  scope: Scope,
  secret: {
    readonly endpointId: string
    readonly secretId: string
    readonly sealed: Buffer
    readonly now: number
    readonly expireOthersAt: number
  },
): Promise<void> {
  await db.query(
    `UPDATE webhook_secrets SET expires_at = $3::timestamptz
     WHERE env_id = $1::int AND endpoint_id = $2::text AND (expires_at IS NULL OR expires_at > $3::timestamptz)`,
    [scope.environmentId, secret.endpointId, toTimestamp(secret.expireOthersAt)],
  )
  await db.query(
    `INSERT INTO webhook_secrets (env_id, endpoint_id, secret_id, sealed, created_at)
     VALUES ($1::int, $2::text, $3::text, $4::bytea, $5::timestamptz)`,
    [scope.environmentId, secret.endpointId, secret.secretId, secret.sealed, toTimestamp(secret.now)],
  )
}
