import { z } from 'zod'
import { type Event, eventTypes, readEventId } from '../../domain/event.ts'
import { eventOf } from '../../events/event-of.ts'
import { beginning, findEntry, type Position, readEntries } from '../../events/read-entries.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { limitQuery } from '../../http/page.ts'
import { Refusal, refuseInvalid } from '../../kernel/refusal.ts'
import type { LogScope } from '../../log/announce.ts'
import type { Pool } from '../../store/db.ts'

const query = z.strictObject({
  ...limitQuery,
  after: z
    .string()
    .max(64)
    .optional()
    .describe(
      'Only events behind this one (evt_…): how a reader goes on from the last event that it handled.',
    ),
})
type Query = z.output<typeof query>

const eventShape = z.strictObject({
  id: z.string().describe('The webhook-id under which the same event is delivered.'),
  type: z.enum(eventTypes),
  timestamp: z.string(),
  data: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .describe('Ids alone: what they name is read with a key.'),
})

const answer = z.strictObject({ data: z.array(eventShape), next_cursor: z.string().nullable() })

const eventExample: Event = {
  id: 'evt_033MxyBTKAvKWF4ylsRuIg',
  type: 'consent.recorded',
  timestamp: '2026-11-21T09:00:00.000Z',
  data: {
    environment: 'test',
    subject_id: 'sub_3XrUwVfOfTDIPPQzLWnbSz',
    record_id: 'cns_8RlhVDCsRkA9xtSjmUyNmqaVTEtHLwQpXJ8C3ZSYQ1b',
    seq: 1,
    receipt_id: 'rcp_8RlhVDCsRkA9xtSjmUyNmqaVTEtHLwQpXJ8C3ZSYQ1b',
    log: 'test-0',
    log_index: 4711,
  },
}

export const listEvents: Recipe<undefined, Query, undefined> = {
  operationId: 'listEvents',
  tag: 'Events',
  summary: 'List the events',
  description:
    'What happened, in the order of the log, from the first event on. A record is here as soon as it has its place in the log, mostly within a second. A reader that goes on with `after` misses nothing and is told nothing twice.',
  query,
  answers: {
    200: {
      description: 'A page of events, the oldest first.',
      schema: answer,
      example: { data: [eventExample], next_cursor: null },
    },
  },
  refuses: ['event_not_found'],
  async run(
    service,
    { caller, environment, query: { limit, cursor, after } }: Call<undefined, Query, undefined>,
  ) {
    const scope = { ...environment.scope, routing: environment.routing }
    if (cursor !== undefined && after !== undefined)
      throw refuseInvalid([{ path: 'query.after', message: 'Give a cursor or after, not both.' }])
    const from =
      after === undefined
        ? readPosition(cursor)
        : await positionAfter(service.pool, { ...caller, ...scope }, after)
    const { events, next } = await readEvents(service.pool, scope, from, limit)
    return {
      status: 200,
      body: JSON.stringify({ data: events, next_cursor: next === undefined ? null : writePosition(next) }),
    }
  },
}

/** As many events as fit the page; entries that nobody is told of are passed over. `next`: where more are. */
async function readEvents(
  pool: Pool,
  scope: LogScope,
  from: Position,
  limit: number,
): Promise<{ readonly events: readonly Event[]; readonly next: Position | undefined }> {
  const events: Event[] = []
  let at = from
  for (;;) {
    const { entries, next } = await readEntries(pool, scope, at)
    if (next.generation === at.generation && next.index === at.index) return { events, next: undefined }
    for (const entry of entries) {
      const event = eventOf(scope, entry)
      if (event === undefined) continue
      if (events.length === limit)
        return { events, next: { generation: entry.generation, index: entry.index } }
      events.push(event)
    }
    at = next
  }
}

async function positionAfter(pool: Pool, scope: LogScope, id: string): Promise<Position> {
  const recordId = readEventId(id)
  const found = recordId && (await findEntry(pool, scope, recordId))
  if (found === undefined)
    throw new Refusal('event_not_found', 'There is no event of this id in this environment.')
  return { generation: found.generation, index: found.index + 1 }
}

function writePosition({ generation, index }: Position): string {
  return Buffer.from(`${generation}.${index}`).toString('base64url')
}

function readPosition(cursor: string | undefined): Position {
  if (cursor === undefined) return beginning
  const [, generation, index] =
    /^(0|[1-9][0-9]{0,8})\.(0|[1-9][0-9]{0,14})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ??
    []
  const position = { generation: Number(generation), index: Number(index) }
  if (index === undefined || writePosition(position) !== cursor)
    throw refuseInvalid([{ path: 'query.cursor', message: 'This is not a cursor that we gave out.' }])
  return position
}
