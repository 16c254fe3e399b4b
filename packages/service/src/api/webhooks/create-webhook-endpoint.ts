import { z } from 'zod'
import { eventTypes } from '../../domain/event.ts'
import type { WebhookEndpoint } from '../../domain/webhook.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { Refusal, refuseInvalid } from '../../kernel/refusal.ts'
import { transaction } from '../../store/db.ts'
import {
  insertWebhookEndpoint,
  insertWebhookSecret,
  listWebhookEndpoints,
} from '../../store/webhook-endpoints.ts'
import { makeWebhookSecret, sealWebhookSecret } from '../../webhooks/webhook-secret.ts'
import { rulesFor, urlFault } from '../../webhooks/webhook-target.ts'
import { endpointAnswer, endpointExample, endpointWithSecretShape } from './webhook-endpoint-answer.ts'

const body = z.strictObject({
  url: z
    .string()
    .max(2000, 'A URL has at most 2,000 characters.')
    .describe('https, port 443 or 8443, a host on the public internet; redirects are not followed.'),
  types: z
    .array(z.enum(eventTypes, { error: 'This is no type of event.' }))
    .max(eventTypes.length)
    .default([])
    .describe('Which events; empty or left out: all, those of later versions too.'),
  description: z.string().max(200).default('').describe('For people.'),
})
type Body = z.output<typeof body>

const endpointsMax = 20

export const createWebhookEndpoint: Recipe<undefined, undefined, Body> = {
  operationId: 'createWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Create a webhook endpoint',
  description:
    'From now on events are sent there as Standard Webhooks: signed, at least once, in ten attempts over about three days. Whatever is sent twice bears the same `webhook-id`; `log_index` tells the order.',
  body,
  answers: {
    201: {
      description: 'The endpoint, with its secret, which is never shown again.',
      schema: endpointWithSecretShape,
      example: { ...endpointExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
    },
  },
  refuses: ['not_applicable'],
  async run(service, { environment: { scope }, body: wanted }: Call<undefined, undefined, Body>) {
    const fault = urlFault(wanted.url, rulesFor(service.config, scope.environment))
    if (fault !== null) throw refuseInvalid([{ path: 'url', message: fault }])
    const now = service.clock.now()
    const endpoint: WebhookEndpoint = {
      ...wanted,
      endpointId: `whe_${service.random.bytes(12).toString('hex')}`,
      createdAt: now,
      failingSince: null,
      disabledAt: null,
      disabledReason: null,
    }
    const secret = makeWebhookSecret(service.random)
    await transaction(service.pool, async (db) => {
      if ((await listWebhookEndpoints(db, scope)).length >= endpointsMax)
        throw new Refusal('not_applicable', `There are ${endpointsMax} webhook endpoints already.`, {
          hint: 'Delete one that is not needed any more: DELETE /v1/webhook-endpoints/{id}.',
        })
      await insertWebhookEndpoint(db, scope, endpoint)
      await insertWebhookSecret(db, scope, {
        endpointId: endpoint.endpointId,
        secretId: service.random.bytes(9).toString('hex'),
        sealed: sealWebhookSecret(service.masterKey, secret),
        now,
        expireOthersAt: now,
      })
    })
    return { status: 201, body: JSON.stringify({ ...endpointAnswer(endpoint), secret }) }
  },
}
