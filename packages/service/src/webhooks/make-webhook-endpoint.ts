import type { Scope } from '../domain/scope.ts'
import type { DeclaredWebhook, WebhookEndpoint } from '../domain/webhook.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Queryable } from '../store/db.ts'
import { insertWebhookEndpoint, insertWebhookSecret } from '../store/webhook-endpoints.ts'
import { makeWebhookSecret, sealWebhookSecret } from './webhook-secret.ts'

interface Parts {
  readonly random: RandomSource
  readonly masterKey: MasterKey
}

/** With its first secret, in the transaction of whoever wants it. */
export async function makeWebhookEndpoint(
  parts: Parts,
  db: Queryable,
  scope: Scope,
  wanted: DeclaredWebhook & Pick<WebhookEndpoint, 'catalogueKey' | 'createdAt'>,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const { url, types, description, catalogueKey, createdAt } = wanted
  const endpoint: WebhookEndpoint = {
    endpointId: `whe_${parts.random.bytes(12).toString('hex')}`,
    catalogueKey,
    url,
    types,
    description,
    createdAt,
    failingSince: null,
    missedSince: null,
    disabledAt: null,
    disabledReason: null,
  }
  await insertWebhookEndpoint(db, scope, endpoint)
  const { endpointId } = endpoint
  const secret = await renewWebhookSecret(parts, db, scope, {
    endpointId,
    now: createdAt,
    expireOthersAt: createdAt,
  })
  return { endpoint, secret }
}

/** The secret, which is sealed from here on. */
export async function renewWebhookSecret(
  { random, masterKey }: Parts,
  db: Queryable,
  scope: Scope,
  renewal: { readonly endpointId: string; readonly now: number; readonly expireOthersAt: number },
): Promise<string> {
  const secret = makeWebhookSecret(random)
  await insertWebhookSecret(db, scope, {
    ...renewal,
    secretId: random.bytes(9).toString('hex'),
    sealed: sealWebhookSecret(masterKey, secret),
  })
  return secret
}
