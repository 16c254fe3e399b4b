import { z } from 'zod'
import type { Scope } from '../../domain/scope.ts'
import type { WebhookEndpoint } from '../../domain/webhook.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Queryable } from '../../store/db.ts'
import { listWebhookEndpoints } from '../../store/webhook-endpoints.ts'

export const endpointParams = z.strictObject({ id: z.string().max(64) })
export type EndpointParams = z.output<typeof endpointParams>

export async function requireWebhookEndpoint(
  db: Queryable,
  scope: Scope,
  endpointId: string,
): Promise<WebhookEndpoint> {
  const found = (await listWebhookEndpoints(db, scope)).find((endpoint) => endpoint.endpointId === endpointId)
  if (found === undefined)
    throw new Refusal(
      'webhook_endpoint_not_found',
      'There is no webhook endpoint of this id in this environment.',
    )
  return found
}
