import { z } from 'zod'
import { consentAnswer } from '../../domain/consent-answer.ts'
import type { ConsentContext } from '../../domain/consent-record.ts'
import type { Call, Recipe } from '../../http/endpoint.ts'
import { requireSubject } from '../../http/find-subject.ts'
import { limitQuery, readCursor, writeCursor } from '../../http/page.ts'
import { purposeKey, timeToCompare } from '../../http/request-values.ts'
import { accessSubject } from '../../http/subject-access.ts'
import type { RouteKey } from '../../kernel/id.ts'
import { readHistory, type StoredRecord } from '../../store/histories.ts'
import { readMembers } from '../../store/subject-merges.ts'
import { historyAnswer, historyExample } from './read-consent-history-answer.ts'

const params = z.strictObject({ ref: z.string() })

const query = z.strictObject({
  ...limitQuery,
  purpose: purposeKey.optional().describe('Only records that decide on this purpose.'),
  from: timeToCompare.optional().describe('Only records of this time or later, by occurred_at.'),
  to: timeToCompare.optional().describe('Only records of this time or earlier, by occurred_at.'),
})

type Params = z.output<typeof params>
type Query = z.output<typeof query>

export const readConsentHistory: Recipe<Params, Query, undefined> = {
  operationId: 'readConsentHistory',
  tag: 'Subjects',
  summary: "Read a subject's consent history",
  description:
    'Every record of the person as it was recorded, newest first, with how the caller was proved and its receipt.',
  params,
  query,
  answers: { 200: { description: 'A page of records.', schema: historyAnswer, example: historyExample } },
  refuses: ['subject_not_found', 'subject_erased'],
  async run(service, call: Call<Params, Query, undefined>) {
    const { query } = call
    const { ref } = await accessSubject(call, service.realClock.now(), {
      ref: call.params.ref,
      path: 'path.ref',
      scope: 'consent:read',
    })
    const before = readCursor(query.cursor)
    const subject = await requireSubject(service, call, ref)
    const records = await readHistory(service.pool, call.caller, {
      routeKeys: await readMembers(service.pool, call.caller, subject.routeKey),
      before,
      purpose: query.purpose ?? null,
      from: query.from === undefined ? null : Date.parse(query.from),
      to: query.to === undefined ? null : Date.parse(query.to),
      // One more than asked for tells whether there is a next page.
      limit: query.limit + 1,
    })
    const page = records.slice(0, query.limit)
    const last = page.at(-1)
    const next = records.length > query.limit && last !== undefined ? writeCursor(last.recordId) : null
    const data = page.map((record) => entryOf(record, call.params.ref, subject.routeKey))
    return { status: 200, body: JSON.stringify({ data, next_cursor: next }) }
  },
}

function entryOf({ routeKey, payload, context }: StoredRecord, ref: string, holder: RouteKey) {
  const kept = context === null ? undefined : (JSON.parse(context) as ConsentContext)
  const basis = kept?.notice_basis
  return {
    ...consentAnswer(payload, ref),
    action: payload.collection.action,
    notice: payload.notice.id,
    vendors: kept?.vendors ?? null,
    tcf_notice:
      basis === undefined ? null : { vendor_list_version: basis.vendor_list_version, screen: basis.screen },
    tc_string: kept?.tc_string ?? null,
    metadata: kept?.metadata ?? {},
    network_prefix: kept?.network_prefix ?? null,
    agent_family: kept?.agent_family ?? null,
    proved_by: payload.collection.proved_by,
    seq: payload.record.seq,
    written_under: routeKey === holder ? null : payload.sub,
  }
}
