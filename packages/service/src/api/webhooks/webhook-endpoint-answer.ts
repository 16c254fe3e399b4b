import { z } from 'zod'
import { eventTypes } from '../../domain/event.ts'
import type { WebhookEndpoint } from '../../domain/webhook.ts'
import { toTimestamp } from '../../kernel/clock.ts'

/** An endpoint on the wire; its secret is shown once, where it is made. */
export const endpointShape = z.strictObject({
  id: z.string(),
  url: z.string(),
  types: z.array(z.enum(eventTypes)).describe('Empty: all.'),
  description: z.string(),
  catalogue_key: z
    .string()
    .nullable()
    .describe('Under which the catalogue declares it, and alone can change or end it; null: made here.'),
  status: z
    .enum(['enabled', 'failing', 'disabled'])
    .describe(
      '`failing`: the last attempt did not get through. `disabled`: nothing is sent until it is enabled again.',
    ),
  failing_since: z.string().nullable(),
  missed_since: z
    .string()
    .nullable()
    .describe(
      'When the oldest event was recorded that did not get through as it failed last: where a replay begins; null: it never failed.',
    ),
  disabled_at: z.string().nullable(),
  disabled_reason: z
    .enum(['gone', 'failing'])
    .nullable()
    .describe('`gone`: it answered 410. `failing`: nothing got through for five days.'),
  created_at: z.string(),
})

export const endpointWithSecretShape = endpointShape.extend({
  secret: z
    .string()
    .describe('`whsec_…`, shown this once: what any Standard Webhooks library verifies with.'),
})

export function endpointAnswer(endpoint: WebhookEndpoint): z.output<typeof endpointShape> {
  const { failingSince, missedSince, disabledAt } = endpoint
  return {
    id: endpoint.endpointId,
    url: endpoint.url,
    types: [...endpoint.types],
    description: endpoint.description,
    catalogue_key: endpoint.catalogueKey,
    status: disabledAt !== null ? 'disabled' : failingSince !== null ? 'failing' : 'enabled',
    failing_since: failingSince === null ? null : toTimestamp(failingSince),
    missed_since: missedSince === null ? null : toTimestamp(missedSince),
    disabled_at: disabledAt === null ? null : toTimestamp(disabledAt),
    disabled_reason: endpoint.disabledReason,
    created_at: toTimestamp(endpoint.createdAt),
  }
}

export const endpointExample: z.output<typeof endpointShape> = {
  id: 'whe_4f1b7c9a2d3e5f60718293a4',
  url: 'https://shop.example/hooks/assent',
  types: ['consent.withdrawn'],
  description: 'stops the newsletter',
  catalogue_key: null,
  status: 'enabled',
  failing_since: null,
  missed_since: null,
  disabled_at: null,
  disabled_reason: null,
  created_at: '2026-11-21T09:00:00.000Z',
}
