import { z } from 'zod'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { transaction } from '../../store/db.ts'
import { deleteWebhookEndpoint, enableWebhookEndpoint as enableAgain } from '../../store/webhook-endpoints.ts'
import { renewWebhookSecret } from '../../webhooks/make-webhook-endpoint.ts'
import { type EndpointParams, endpointParams, requireWebhookEndpoint } from './find-webhook-endpoint.ts'
import {
  endpointAnswer,
  endpointExample,
  endpointShape,
  endpointWithSecretShape,
} from './webhook-endpoint-answer.ts'

const hourMs = 3_600_000

const nothing = z.strictObject({})
const rotation = z.strictObject({
  overlap_hours: z
    .int()
    .min(0)
    .max(720)
    .default(24)
    .describe('How long the secrets before still sign beside the new one.'),
})
type Rotation = z.output<typeof rotation>

export const removeWebhookEndpoint: Recipe<EndpointParams, undefined, undefined> = {
  operationId: 'deleteWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Delete a webhook endpoint',
  description:
    'Nothing is sent there any more, and its secrets are gone. One that the catalogue declares is ended there: here it is 409.',
  params: endpointParams,
  answers: {
    200: {
      description: 'It is gone.',
      schema: z.strictObject({ deleted: z.literal(true) }),
      example: { deleted: true },
    },
  },
  refuses: ['webhook_endpoint_not_found', 'not_applicable'],
  async run(service, { environment: { scope }, params }: Call<EndpointParams, undefined, undefined>) {
    const { catalogueKey } = await requireWebhookEndpoint(service.pool, scope, params.id)
    if (catalogueKey !== null)
      throw new Refusal(
        'not_applicable',
        `The catalogue declares this endpoint, as webhooks.${catalogueKey}.`,
        {
          hint: 'Take it out of the catalogue file and apply that: assent catalogue apply FILE.',
        },
      )
    await transaction(service.pool, (db) => deleteWebhookEndpoint(db, scope, params.id))
    return { status: 200, body: JSON.stringify({ deleted: true }) }
  },
}

export const enableWebhookEndpoint: Recipe<EndpointParams, undefined, z.output<typeof nothing>> = {
  operationId: 'enableWebhookEndpoint',
  tag: 'Webhooks',
  summary: 'Enable a webhook endpoint again',
  description:
    'What still waits for it is sent; what happened while it was disabled is sent by a replay. Nothing changes for one that is enabled.',
  params: endpointParams,
  body: nothing,
  answers: { 200: { description: 'The endpoint.', schema: endpointShape, example: endpointExample } },
  refuses: ['webhook_endpoint_not_found'],
  async run(service, { environment: { scope }, params }: Call<EndpointParams, undefined, unknown>) {
    const endpoint = await requireWebhookEndpoint(service.pool, scope, params.id)
    if (endpoint.disabledAt !== null) await enableAgain(service.pool, scope, params.id)
    const enabled = await requireWebhookEndpoint(service.pool, scope, params.id)
    return { status: 200, body: JSON.stringify(endpointAnswer(enabled)) }
  },
}

export const rotateWebhookSecret: Recipe<EndpointParams, undefined, Rotation> = {
  operationId: 'rotateWebhookSecret',
  tag: 'Webhooks',
  summary: "Rotate a webhook endpoint's secret",
  description:
    'The new secret signs at once, those before beside it until the overlap ends: every delivery then bears both signatures, and a receiver can change over when it likes.',
  params: endpointParams,
  body: rotation,
  answers: {
    201: {
      description: 'The endpoint, with its new secret, which is never shown again.',
      schema: endpointWithSecretShape,
      example: { ...endpointExample, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=' },
    },
  },
  refuses: ['webhook_endpoint_not_found'],
  async run(service, { environment: { scope }, params, body }: Call<EndpointParams, undefined, Rotation>) {
    const now = service.clock.now()
    const { endpoint, secret } = await transaction(service.pool, async (db) => {
      const found = await requireWebhookEndpoint(db, scope, params.id)
      const renewal = {
        endpointId: found.endpointId,
        now,
        expireOthersAt: now + body.overlap_hours * hourMs,
      }
      return { endpoint: found, secret: await renewWebhookSecret(service, db, scope, renewal) }
    })
    return { status: 201, body: JSON.stringify({ ...endpointAnswer(endpoint), secret }) }
  },
}
