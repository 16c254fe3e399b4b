import type { EventType } from '../domain/event.ts'
import type { Scope } from '../domain/scope.ts'
import type { DeclaredWebhook, DisabledReason, WebhookEndpoint } from '../domain/webhook.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Queryable } from './db.ts'

interface EndpointRow {
  readonly endpoint_id: string
  readonly catalogue_key: string | null
  readonly url: string
  readonly types: readonly EventType[]
  readonly description: string
  readonly created_at: number
  readonly failing_since: number | null
  readonly missed_since: number | null
  readonly disabled_at: number | null
  readonly disabled_reason: DisabledReason | null
}

/** The oldest first; few. */
export async function listWebhookEndpoints(db: Queryable, scope: Scope): Promise<WebhookEndpoint[]> {
  const { rows } = await db.query<EndpointRow>(
    `SELECT endpoint_id, catalogue_key, url, types, description, created_at, failing_since, missed_since,
       disabled_at, disabled_reason
     FROM webhook_endpoints WHERE env_id = $1::int ORDER BY created_at, endpoint_id`,
    [scope.environmentId],
  )
  return rows.map((row) => ({
    endpointId: row.endpoint_id,
    catalogueKey: row.catalogue_key,
    url: row.url,
    types: row.types,
    description: row.description,
    createdAt: row.created_at,
    failingSince: row.failing_since,
    missedSince: row.missed_since,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  }))
}

export async function insertWebhookEndpoint(
  db: Queryable,
  scope: Scope,
  endpoint: WebhookEndpoint,
): Promise<void> {
  await db.query(
    `INSERT INTO webhook_endpoints (env_id, endpoint_id, catalogue_key, url, types, description, created_at)
     VALUES ($1::int, $2::text, $3::text, $4::text, $5::jsonb, $6::text, $7::timestamptz)`,
    [
      scope.environmentId,
      endpoint.endpointId,
      endpoint.catalogueKey,
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

/** What the catalogue says of it now. At another address it begins anew: what the one before did is not held against it. */
export async function changeWebhookEndpoint(
  db: Queryable,
  scope: Scope,
  endpointId: string,
  { url, types, description }: DeclaredWebhook,
): Promise<void> {
  await db.query(
    `UPDATE webhook_endpoints SET url = $3::text, types = $4::jsonb, description = $5::text,
       failing_since = CASE WHEN url = $3::text THEN failing_since END,
       disabled_at = CASE WHEN url = $3::text THEN disabled_at END,
       disabled_reason = CASE WHEN url = $3::text THEN disabled_reason END
     WHERE env_id = $1::int AND endpoint_id = $2::text`,
    [scope.environmentId, endpointId, url, JSON.stringify(types), description],
  )
}

/** What attempts at its address have shown of an endpoint, unless it has got another meanwhile. */
export async function keepFailing(
  db: Queryable,
  scope: Scope,
  { endpointId, url, failingSince, missedSince }: WebhookEndpoint,
): Promise<void> {
  await db.query(
    `UPDATE webhook_endpoints SET failing_since = $4::timestamptz, missed_since = $5::timestamptz
     WHERE env_id = $1::int AND endpoint_id = $2::text AND url = $3::text`,
    [scope.environmentId, endpointId, url, timestampOrNull(failingSince), timestampOrNull(missedSince)],
  )
}

/** False when it was disabled before, has another address by now, or is gone. */
export async function disableWebhookEndpoint(
  db: Queryable,
  scope: Scope,
  { endpointId, url, missedSince }: WebhookEndpoint,
  { at, reason }: { readonly at: number; readonly reason: DisabledReason },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `UPDATE webhook_endpoints SET disabled_at = $4::timestamptz, disabled_reason = $5::text, failing_since = NULL,
       missed_since = $6::timestamptz
     WHERE env_id = $1::int AND endpoint_id = $2::text AND url = $3::text AND disabled_at IS NULL`,
    [scope.environmentId, endpointId, url, toTimestamp(at), reason, timestampOrNull(missedSince)],
  )
  return rowCount === 1
}

export async function enableWebhookEndpoint(db: Queryable, scope: Scope, endpointId: string): Promise<void> {
  await db.query(
    `UPDATE webhook_endpoints SET disabled_at = NULL, disabled_reason = NULL, failing_since = NULL
     WHERE env_id = $1::int AND endpoint_id = $2::text AND disabled_at IS NOT NULL`,
    [scope.environmentId, endpointId],
  )
}

function timestampOrNull(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms)
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
