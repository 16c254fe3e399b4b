import type { Event, EventType } from '../domain/event.ts'
import { webhookKey } from '../domain/log-place.ts'
import { type WebhookEndpoint, wants } from '../domain/webhook.ts'
import { type Entry, eventOf } from '../events/event-of.ts'
import { beginning, findSince, type Position, readEntries } from '../events/read-entries.ts'
import type { LogScope } from '../log/announce.ts'
import { type Pool, transaction } from '../store/db.ts'
import { insertLogCursor, moveLogCursor, readLogCursor } from '../store/log-cursors.ts'
import { insertDeliveries, type NewDelivery } from '../store/webhook-deliveries.ts'

/** Another dispatcher was at it: nothing was written. */
export class DispatchSuperseded extends Error {}

/**
 * Makes deliveries of the next entries of the log. They and the cursor's step are one transaction, and the step is
 * taken only from where it was read: no entry is passed over, and none is dispatched by two.
 */
export async function dispatchNext(
  parts: { readonly pool: Pool; readonly scope: LogScope; readonly now: number },
  endpoints: readonly WebhookEndpoint[],
  fence: number,
): Promise<{ readonly moved: boolean; readonly deliveries: number }> {
  const { pool, scope, now } = parts
  let from = await readLogCursor(pool, scope)
  if (from === undefined) {
    await insertLogCursor(pool, scope, beginning)
    from = (await readLogCursor(pool, scope)) ?? beginning
  }
  const { entries, next } = await readUnheard(parts, endpoints, from)
  if (next.generation === from.generation && next.index === from.index) return { moved: false, deliveries: 0 }
  const deliveries = entries.flatMap((entry) => deliveriesOf(scope, entry, endpoints))
  const [start, to] = [from, next]
  await transaction(pool, async (db) => {
    if (!(await moveLogCursor(db, scope, { from: start, to, fence })))
      throw new DispatchSuperseded('the events were dispatched by another')
    await insertDeliveries(db, scope, deliveries, { now })
  })
  return { moved: true, deliveries: deliveries.length }
}

/** While there was no endpoint nobody read on: what was recorded before the first of them is passed over at once. */
async function readUnheard(
  { pool, scope }: { readonly pool: Pool; readonly scope: LogScope },
  endpoints: readonly WebhookEndpoint[],
  from: Position,
): ReturnType<typeof readEntries> {
  const here = await readEntries(pool, scope, from)
  const first = Math.min(...endpoints.map(({ createdAt }) => createdAt))
  if ((here.entries.at(-1)?.recordedAt ?? first) >= first) return here
  const since = await findSince(pool, scope, first)
  return isBefore(here.next, since) ? await readEntries(pool, scope, since) : here
}

function isBefore(a: Position, b: Position): boolean {
  return a.generation < b.generation || (a.generation === b.generation && a.index < b.index)
}

function deliveriesOf(scope: LogScope, entry: Entry, endpoints: readonly WebhookEndpoint[]): NewDelivery[] {
  if (entry.isSilent) return []
  const event = eventOf(scope, entry)
  if (event === undefined) return []
  return endpoints
    .filter((endpoint) => isFor(endpoint, event.type, entry.recordedAt))
    .map(({ endpointId }) => deliveryOf(scope, endpointId, entry, event))
}

/** Of what was recorded before it was made an endpoint hears only when somebody replays it. */
function isFor(endpoint: WebhookEndpoint, type: EventType, recordedAt: number): boolean {
  return endpoint.disabledAt === null && recordedAt >= endpoint.createdAt && wants(endpoint, type)
}

export function deliveryOf(
  { routing }: LogScope,
  endpointId: string,
  { recordId }: Pick<Entry, 'recordId'>,
  { type, timestamp, data }: Event,
): NewDelivery {
  return {
    routeKey: webhookKey(routing, endpointId),
    recordId,
    endpointId,
    type,
    body: JSON.stringify({ type, timestamp, data }),
  }
}
