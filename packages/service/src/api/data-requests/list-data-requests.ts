import { z } from 'zod'
import { summaryOf } from '../../data-requests/answer-data-request.ts'
import { dataRequestStatuses, dataRequestTypes } from '../../domain/data-request.ts'
import { dataRequestSummary, dataRequestSummaryExample } from '../../domain/data-request-answer.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { limitQuery, readCursor, writeCursor } from '../../http/page.ts'
import { readRefName } from '../../http/read-names.ts'
import { timeToCompare } from '../../http/request-values.ts'
import type { RouteKey } from '../../kernel/id.ts'
import type { Service } from '../../service.ts'
import { listDataRequests as listStored } from '../../store/data-requests.ts'
import { readMembers } from '../../store/subject-merges.ts'
import { findSubjectState } from '../../store/subjects.ts'

const query = z.strictObject({
  ...limitQuery,
  status: z.enum(dataRequestStatuses).optional().describe('Only those with this status.'),
  type: z.enum(dataRequestTypes).optional().describe('Only those of this type.'),
  subject: z.string().max(200).optional().describe('Only those of this person, by any ref of theirs.'),
  due_before: timeToCompare
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
    const subjectKeys = query.subject === undefined ? null : await membersOf(service, call, query.subject)
    const stored = await listStored(service.pool, environment.scope, {
      before,
      status: query.status ?? null,
      type: query.type ?? null,
      subjectKeys,
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

/** Under which keys the requests of a person lie: theirs, and those of all who were merged into them. */
async function membersOf(
  service: Service,
  { environment }: Call<undefined, Query, undefined>,
  text: string,
): Promise<RouteKey[]> {
  const { ref } = readRefName(text, environment.catalogue.identifierTypes, 'query.subject')
  const { scope, routing } = environment
  const person = await findSubjectState(service.subjectReads, scope, routing.subject(ref))
  return person === undefined || person.isErased
    ? []
    : await readMembers(service.pool, scope, person.routeKey)
}
