import { z } from 'zod'
import { readEmailAddress } from '../../domain/email-address.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { limitQuery, readCursor, writeCursor } from '../../http/page.ts'
import { refuseInvalid } from '../../kernel/refusal.ts'
import { listStoredTestMails } from '../../store/test-mails.ts'
import { summaryOf, testMailSummary, testMailSummaryExample } from './test-mail-answer.ts'

const query = z.strictObject({
  ...limitQuery,
  to: z
    .string()
    .max(254)
    .optional()
    .describe('Only mails to this mailbox; what stands behind a + in the address is not told apart.'),
})
type Query = z.output<typeof query>

const answer = z.strictObject({ data: z.array(testMailSummary), next_cursor: z.string().nullable() })

export const listTestMails: Recipe<undefined, Query, undefined> = {
  operationId: 'listTestMails',
  tag: 'Test mode',
  testOnly: true,
  summary: 'List the captured mails',
  description:
    'No mail of a test environment is sent to anybody: each is captured instead, for 7 days by the clock of the environment. Newest first; read one to see what it says. Without ASSENT_SMTP_URL it is written to a file as well.',
  query,
  answers: {
    200: {
      description: 'A page of mails.',
      schema: answer,
      example: { data: [testMailSummaryExample], next_cursor: null },
    },
  },
  refuses: ['not_applicable'],
  async run(service, { environment, query }: Call<undefined, Query, undefined>) {
    const { scope, routing } = environment
    const before = readCursor(query.cursor)
    const to = query.to === undefined ? undefined : readEmailAddress(query.to)
    if (typeof to === 'object') throw refuseInvalid([{ path: 'query.to', message: to.fault }])
    const found = await listStoredTestMails(service.pool, scope, {
      mailbox: to === undefined ? null : routing.mailbox(to),
      before,
      // One more than asked for tells whether there is a next page.
      limit: query.limit + 1,
    })
    const page = found.slice(0, query.limit)
    const last = page.at(-1)
    const next = found.length > query.limit && last !== undefined ? writeCursor(last.id) : null
    const data = page.map((stored) => summaryOf(service.masterKey, stored))
    return { status: 200, body: JSON.stringify({ data, next_cursor: next }) }
  },
}
