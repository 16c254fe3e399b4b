import { z } from 'zod'
import { type Event, eventId, readEventId } from '../../domain/event.ts'
import { type WebhookEndpoint, wants } from '../../domain/webhook.ts'
import { type Entry, eventOf } from '../../events/event-of.ts'
import { findEntry, findSince, type Position, readEntries } from '../../events/read-entries.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { LogScope } from '../../log/announce.ts'
import type { Service } from '../../service.ts'
import type { Pool } from '../../store/db.ts'
import { insertDeliveries, type NewDelivery } from '../../store/webhook-deliveries.ts'
import { deliveryOf } from '../../webhooks/dispatch-events.ts'
import { type EndpointParams, endpointParams, requireWebhookEndpoint } from './find-webhook-endpoint.ts'

const id = z.string().max(64)
const time = z.iso.datetime({ offset: true, error: 'A time is RFC 3339, such as 2026-11-21T09:00:00.000Z.' })

const body = z
  .strictObject({
    event: id.optional().describe('This one event, of whatever type.'),
    since: time.optional().describe('All events recorded from this time on.'),
    until: time.optional().describe('… and before this one; left out: now.'),
    first_event: id.optional().describe('All events from this one on, in the order of the log.'),
    last_event: id.optional().describe('… up to this one; left out: the last.'),
  })
  .refine(
    ({ event, since, first_event }) =>
      [event, since, first_event].filter((each) => each !== undefined).length === 1,
    { error: 'Give one of event, since and first_event.', when: ({ issues }) => issues.length === 0 },
  )
  .refine(({ since, until }) => until === undefined || since !== undefined, {
    error: 'until goes with since.',
    path: ['until'],
  })
  .refine(({ first_event, last_event }) => last_event === undefined || first_event !== undefined, {
    error: 'last_event goes with first_event.',
    path: ['last_event'],
  })
type Body = z.output<typeof body>

const eventsMax = 10_000

const answer = z.strictObject({
  scheduled: z.int().describe('How many events are sent again.'),
  continue_with: z
    .string()
    .nullable()
    .describe(`The event to go on from as first_event, when there are more than ${eventsMax}.`),
})

export const replayWebhooks: Recipe<EndpointParams, undefined, Body> = {
  operationId: 'replayWebhooks',
  tag: 'Webhooks',
  summary: 'Send events to a webhook endpoint again',
  description: `By id, by time or by range, each event once, under the id it always had, at most ${eventsMax} in one call. What still waits to be sent is not doubled. Records made with \`notify: false\` are sent only by their own id.`,
  params: endpointParams,
  body,
  answers: {
    202: {
      description: 'They are on their way.',
      schema: answer,
      example: { scheduled: 42, continue_with: null },
    },
  },
  refuses: ['webhook_endpoint_not_found', 'event_not_found'],
  async run(service, { environment, params, body: wanted }: Call<EndpointParams, undefined, Body>) {
    const scope: LogScope = { ...environment.scope, routing: environment.routing }
    const endpoint = await requireWebhookEndpoint(service.pool, scope, params.id)
    const chosen =
      wanted.event === undefined
        ? await chooseRange(service.pool, scope, endpoint, wanted)
        : await chooseOne(service.pool, scope, endpoint, wanted.event)
    await keepAll(service, scope, chosen.deliveries)
    const { continueWith } = chosen
    return {
      status: 202,
      body: JSON.stringify({ scheduled: chosen.deliveries.length, continue_with: continueWith ?? null }),
    }
  },
}

interface Choice {
  readonly deliveries: readonly NewDelivery[]
  readonly continueWith?: string
}

async function chooseOne(
  pool: Pool,
  scope: LogScope,
  endpoint: WebhookEndpoint,
  text: string,
): Promise<Choice> {
  const { entries } = await readEntries(pool, scope, await requireEvent(pool, scope, text, 'event'))
  const [first] = entries
  const event = first && eventOf(scope, first)
  if (first === undefined || event === undefined) throw unknownEvent('event')
  return { deliveries: [deliveryOf(scope, endpoint.endpointId, first, event)] }
}

async function chooseRange(
  pool: Pool,
  scope: LogScope,
  endpoint: WebhookEndpoint,
  wanted: Body,
): Promise<Choice> {
  const since = wanted.since === undefined ? 0 : Date.parse(wanted.since)
  const until = wanted.until === undefined ? Number.POSITIVE_INFINITY : Date.parse(wanted.until)
  let at =
    wanted.first_event === undefined
      ? await findSince(pool, scope, since)
      : await requireEvent(pool, scope, wanted.first_event, 'first_event')
  const last =
    wanted.last_event === undefined
      ? undefined
      : await requireEvent(pool, scope, wanted.last_event, 'last_event')
  const deliveries: NewDelivery[] = []
  for (;;) {
    const { entries, next } = await readEntries(pool, scope, at)
    if (isSame(next, at)) return { deliveries }
    for (const entry of entries) {
      if (last !== undefined && isBefore(last, entry)) return { deliveries }
      const event = heard(scope, endpoint, entry)
      if (event === undefined || entry.recordedAt < since || entry.recordedAt >= until) continue
      if (deliveries.length === eventsMax) return { deliveries, continueWith: eventId(entry.recordId) }
      deliveries.push(deliveryOf(scope, endpoint.endpointId, entry, event))
    }
    at = next
  }
}

function heard(scope: LogScope, endpoint: WebhookEndpoint, entry: Entry): Event | undefined {
  const event = entry.isSilent ? undefined : eventOf(scope, entry)
  return event !== undefined && wants(endpoint, event.type) ? event : undefined
}

function isSame(a: Position, b: Position): boolean {
  return a.generation === b.generation && a.index === b.index
}

function isBefore(a: Position, b: Position): boolean {
  return a.generation < b.generation || (a.generation === b.generation && a.index < b.index)
}

async function requireEvent(pool: Pool, scope: LogScope, text: string, path: string): Promise<Position> {
  const recordId = readEventId(text)
  const found = recordId && (await findEntry(pool, scope, recordId))
  if (found === undefined) throw unknownEvent(path)
  return found
}

function unknownEvent(path: string): Refusal {
  return new Refusal('event_not_found', 'There is no event of this id in this environment.', {
    issues: [{ path, message: 'No event of this environment has this id.' }],
  })
}

const atOnce = 1000

async function keepAll(service: Service, scope: LogScope, deliveries: readonly NewDelivery[]): Promise<void> {
  for (let at = 0; at < deliveries.length; at += atOnce)
    await insertDeliveries(service.pool, scope, deliveries.slice(at, at + atOnce), {
      now: service.clock.now(),
      again: true,
    })
}
