import { z } from 'zod'
import { eventTypes } from '../../domain/event.ts'
import { webhookDescriptionMax, webhooksMax, webhookUrlMax } from '../../domain/webhook.ts'
import { urlFault } from '../../domain/webhook-url.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { Refusal, refuseInvalid } from '../../kernel/refusal.ts'
import { transaction } from '../../store/db.ts'
import { listWebhookEndpoints } from '../../store/webhook-endpoints.ts'
import { makeWebhookEndpoint } from '../../webhooks/make-webhook-endpoint.ts'
import { rulesFor } from '../../webhooks/webhook-target.ts'
import { endpointAnswer, endpointExample, endpointWithSecretShape } from './webhook-endpoint-answer.ts'

const body = z.strictObject({
  url: z
    .string()
    .max(webhookUrlMax, 'A URL has at most 2,000 characters.')
    .describe('https, port 443 or 8443, a host on the public internet; redirects are not followed.'),
  types: z
    .array(z.enum(eventTypes, { error: 'This is no type of event.' }))
    .max(eventTypes.length)
    .default([])
    .describe('Which events; empty or left out: all, those of later versions too.'),
  description: z.string().max(webhookDescriptionMax).default('').describe('For people.'),
})
type Body = z.output<typeof body>

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
    const { endpoint, secret } = await transaction(service.pool, async (db) => {
      const there = await listWebhookEndpoints(db, scope)
      if (there.filter(({ catalogueKey }) => catalogueKey === null).length >= webhooksMax)
        throw new Refusal('not_applicable', `There are ${webhooksMax} webhook endpoints already.`, {
          hint: 'Delete one that is not needed any more: DELETE /v1/webhook-endpoints/{id}.',
        })
      const asked = { ...wanted, catalogueKey: null, createdAt: service.clock.now() }
      return await makeWebhookEndpoint(service, db, scope, asked)
    })
    return { status: 201, body: JSON.stringify({ ...endpointAnswer(endpoint), secret }) }
  },
}
