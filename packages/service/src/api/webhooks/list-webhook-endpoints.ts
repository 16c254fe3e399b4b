import { z } from 'zod'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { listWebhookEndpoints } from '../../store/webhook-endpoints.ts'
import { endpointAnswer, endpointExample, endpointShape } from './webhook-endpoint-answer.ts'

export const listEndpoints: Recipe<undefined, undefined, undefined> = {
  operationId: 'listWebhookEndpoints',
  tag: 'Webhooks',
  summary: 'List the webhook endpoints',
  description:
    'All of the environment, the oldest first, with how they are doing; there are at most 20, and 20 of the catalogue.',
  answers: {
    200: {
      description: 'The endpoints; their secrets are never shown again.',
      schema: z.strictObject({ data: z.array(endpointShape), next_cursor: z.null() }),
      example: { data: [endpointExample], next_cursor: null },
    },
  },
  refuses: [],
  async run(service, { environment: { scope } }: Call<undefined, undefined, undefined>) {
    const endpoints = await listWebhookEndpoints(service.pool, scope)
    return { status: 200, body: JSON.stringify({ data: endpoints.map(endpointAnswer), next_cursor: null }) }
  },
}
