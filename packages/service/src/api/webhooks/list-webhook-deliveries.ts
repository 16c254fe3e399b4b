import { z } from 'zod'
import { eventId, eventTypes } from '../../domain/event.ts'
import { webhookKey } from '../../domain/log-place.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { limitQuery, readCursor, writeCursor } from '../../http/page.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { type Delivery, listDeliveries } from '../../store/webhook-deliveries.ts'
import { requireWebhookEndpoint } from './find-webhook-endpoint.ts'

const states = ['waiting', 'sending', 'delivered', 'failed'] as const

const query = z.strictObject({
  ...limitQuery,
  endpoint: z.string().max(64).describe('The id of a webhook endpoint, whe_….'),
  state: z
    .enum(states, { error: `One of ${states.join(', ')}.` })
    .optional()
    .describe('Only deliveries in this state.'),
})
type Query = z.output<typeof query>

const delivery = z.strictObject({
  event: z.string(),
  type: z.enum(eventTypes),
  endpoint: z.string(),
  state: z.enum(states).describe('`failed`: the tenth attempt failed as well; a replay begins anew.'),
  attempts: z.int(),
  created_at: z.string(),
  next_attempt_at: z.string().nullable(),
  last_attempt_at: z.string().nullable(),
  last_status: z.int().nullable().describe('What the receiver answered; null when it did not.'),
  last_error: z
    .string()
    .nullable()
    .describe(
      'timeout, connection, tls, protocol, name_resolution or forbidden_address; null when it answered.',
    ),
  payload: z
    .looseObject({ type: z.string(), timestamp: z.string(), data: z.looseObject({}) })
    .describe('The body of each attempt: ids alone.'),
})

const example: z.output<typeof delivery> = {
  event: 'evt_033MxyBTKAvKWF4ylsRuIg',
  type: 'consent.withdrawn',
  endpoint: 'whe_4f1b7c9a2d3e5f60718293a4',
  state: 'waiting',
  attempts: 2,
  created_at: '2026-11-21T09:00:00.700Z',
  next_attempt_at: '2026-11-21T09:05:06.100Z',
  last_attempt_at: '2026-11-21T09:00:06.100Z',
  last_status: 503,
  last_error: null,
  payload: {
    type: 'consent.withdrawn',
    timestamp: '2026-11-21T09:00:00.000Z',
    data: { environment: 'test', record_id: 'cns_5TfLDPmQYc8g4VNrSxgRpdNqHsCmeRyLSZ0rWuJkD3z' },
  },
}

export const listWebhookDeliveries: Recipe<undefined, Query, undefined> = {
  operationId: 'listWebhookDeliveries',
  tag: 'Webhooks',
  summary: 'List the deliveries to a webhook endpoint',
  description: 'What was sent or is to be sent there, the latest event first; kept for 30 days.',
  query,
  answers: {
    200: {
      description: 'A page of deliveries.',
      schema: z.strictObject({ data: z.array(delivery), next_cursor: z.string().nullable() }),
      example: { data: [example], next_cursor: null },
    },
  },
  refuses: ['webhook_endpoint_not_found'],
  async run(service, { environment: { scope, routing }, query: wanted }: Call<undefined, Query, undefined>) {
    const before = readCursor(wanted.cursor)
    const { endpointId } = await requireWebhookEndpoint(service.pool, scope, wanted.endpoint)
    const found = await listDeliveries(service.pool, scope, {
      routeKey: webhookKey(routing, endpointId),
      state: wanted.state ?? null,
      before,
      limit: wanted.limit + 1,
    })
    const page = found.slice(0, wanted.limit)
    const last = page.at(-1)
    const next = found.length > wanted.limit && last !== undefined ? writeCursor(last.recordId) : null
    return { status: 200, body: JSON.stringify({ data: page.map(deliveryAnswer), next_cursor: next }) }
  },
}

function deliveryAnswer(row: Delivery): z.output<typeof delivery> {
  return {
    event: eventId(row.recordId),
    type: row.type,
    endpoint: row.endpointId,
    state: row.state,
    attempts: row.attempts,
    created_at: toTimestamp(row.createdAt),
    next_attempt_at: row.state === 'waiting' ? toTimestamp(row.nextAttemptAt) : null,
    last_attempt_at: row.lastAttemptAt === null ? null : toTimestamp(row.lastAttemptAt),
    last_status: row.lastStatus,
    last_error: row.lastError,
    payload: JSON.parse(row.body.toString()),
  }
}
