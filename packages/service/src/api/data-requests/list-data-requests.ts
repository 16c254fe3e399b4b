import { z } from 'zod'
import { summaryOf } from '../../data-requests/answer-data-request.ts'
import { findSubject } from '../../data-requests/find-subjects.ts'
import { dataRequestStatuses, dataRequestTypes } from '../../domain/data-request.ts'
import { dataRequestSummary, dataRequestSummaryExample } from '../../domain/data-request-answer.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { limitQuery, readCursor, writeCursor } from '../../http/page.ts'
import { accessSubject } from '../../http/subject-access.ts'
import { listDataRequests as listStored } from '../../store/data-requests.ts'

const endOfYear9999 = 253_402_300_800_000

/** An offset can carry a time out of the years that the database can write. */
function isOutOfRange(ms: number): boolean {
  return ms < 0 || ms >= endOfYear9999
}

const query = z.strictObject({
  ...limitQuery,
  status: z.enum(dataRequestStatuses).optional().describe('Only those with this status.'),
  type: z.enum(dataRequestTypes).optional().describe('Only those of this type.'),
  subject: z.string().max(200).optional().describe('Only those of this person, by any ref of theirs.'),
  due_before: z.iso
    .datetime({ offset: true, error: 'A time is RFC 3339, such as 2026-11-21T09:00:00.000Z.' })
    .refine((text) => !isOutOfRange(Date.parse(text)), 'A time lies in 1970 to 9999.')
    .optional()
    .describe('Only open ones that are due before this time; with the time of now: those that are overdue.'),
})
type Query = z.output<typeof query>

const answer = z.strictObject({ data: z.array(dataRequestSummary), next_cursor: z.string().nullable() })

export const listDataRequests: Recipe<undefined, Query, undefined> = {
  operationId: 'listDataRequests',
  tag: 'Data requests',
  summary: 'List data requests',
  description: 'Newest first, without what tells who asks; read one to see that.',
  query,
  answers: {
    200: {
      description: 'A page of data requests.',
      schema: answer,
      example: { data: [dataRequestSummaryExample], next_cursor: null },
    },
  },
  refuses: [],
  async run(service, call) {
    const { query, environment } = call
    const before = readCursor(query.cursor)
    const wanted = { subject: query.subject, limit: query.limit }
    let subjectKey = null
    if (wanted.subject !== undefined) {
      const named = { ref: wanted.subject, path: 'query.subject', scope: 'requests:write' } as const
      await accessSubject(call, service.clock.now(), named)
      const found = await findSubject(service, environment, { ref: wanted.subject, email: null })
      if (found.subjectKey === null) return { status: 200, body: '{"data":[],"next_cursor":null}' }
      subjectKey = found.subjectKey
    }
    const stored = await listStored(service.pool, environment.scope, {
      before,
      status: query.status ?? null,
      type: query.type ?? null,
      subjectKey,
      dueBefore: query.due_before === undefined ? null : Date.parse(query.due_before),
      // One more than asked for tells whether there is a next page.
      limit: query.limit + 1,
    })
    const page = stored.slice(0, query.limit)
    const last = page.at(-1)
    const next = stored.length > query.limit && last !== undefined ? writeCursor(last.requestId) : null
    const data = page.map((entry) => summaryOf(service, environment, entry))
    return { status: 200, body: JSON.stringify({ data, next_cursor: next }) }
  },
}
