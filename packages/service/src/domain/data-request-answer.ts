import { z } from 'zod'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import { timestamp } from './consent-schema.ts'
import {
  type DataRequest,
  type Deadlines,
  dataRequestStatuses,
  dataRequestTypes,
  denialReasons,
  extensionReasons,
  pauseReasons,
} from './data-request.ts'
import { recordPublicId, subjectId } from './public-id.ts'
import { type Environment, environments } from './scope.ts'

const time = timestamp.nullable()

/** A data request without what tells who asks: an entry of the list. */
export const dataRequestSummary = z.strictObject({
  id: z.string().regex(/^dsr_[0-9A-Za-z]{43}$/),
  type: z.enum(dataRequestTypes),
  status: z.enum(dataRequestStatuses),
  environment: z.enum(environments),
  regime: z.string().describe('The law that counts, by its key in /v1/policy.'),
  country: z.string().nullable(),
  region: z.string().nullable(),
  channel: z.string(),
  requester: z.enum(['self', 'agent', 'guardian']),
  verification: z.strictObject({
    status: z.enum(['pending', 'verified', 'not_needed']),
    verified_at: time,
    expires_at: time.describe('Until when the mailbox can be proved.'),
  }),
  deadlines: z.strictObject({
    acknowledge_by: time.describe('By when the law wants receipt confirmed; null: it does not say.'),
    due_at: time.describe('By when to answer; null while the clock stands, or where the law sets no day.'),
    extended_due_at: time.describe('Where an extension leads to; null: there is none.'),
    rule: z.string().describe('The term: regime, colon, ISO 8601 duration or number of business days.'),
    sources: z
      .array(z.strictObject({ fact: z.string(), title: z.string(), clause: z.string(), url: z.string() }))
      .describe('Where each part of it is written.'),
  }),
  pauses: z.array(z.strictObject({ reason: z.enum(pauseReasons), from: timestamp, to: time })),
  extension: z.strictObject({ reason: z.enum(extensionReasons), at: timestamp }).nullable(),
  denial_reason: z.enum(denialReasons).nullable(),
  is_overdue: z.boolean(),
  received_at: timestamp,
  acknowledged_at: time,
  closed_at: time,
  created_at: timestamp,
})

/** A data request as its operator sees it. */
export const dataRequestAnswer = z.strictObject({
  ...dataRequestSummary.shape,
  subject: z
    .strictObject({ id: z.string().nullable(), ref: z.string().nullable() })
    .describe('`id` is null where nobody is known; `ref` as the request named it, and null once erased.'),
  email: z.string().nullable(),
  details: z.string().nullable(),
})

export type DataRequestSummary = z.output<typeof dataRequestSummary>
export type DataRequestAnswer = z.output<typeof dataRequestAnswer>

/** What an answer is read off. */
export interface AnsweredRequest {
  readonly environment: Environment
  readonly routeKey: RouteKey
  readonly requestId: Uuid
  readonly regime: string
  readonly request: DataRequest
  readonly deadlines: Deadlines
  /** Unix ms. */
  readonly now: number
}

export function summarizeDataRequest(parts: AnsweredRequest): DataRequestSummary {
  const { request, deadlines, now } = parts
  return {
    id: recordPublicId('dsr', { routeKey: parts.routeKey, recordId: parts.requestId }),
    type: request.type,
    status: request.status,
    environment: parts.environment,
    regime: parts.regime,
    country: request.country,
    region: request.region,
    channel: request.channel,
    requester: request.requester,
    verification: {
      status: request.verification,
      verified_at: timeOf(request.verifiedAt),
      expires_at: timeOf(request.proveBy),
    },
    deadlines: {
      acknowledge_by: timeOf(deadlines.acknowledgeBy),
      due_at: timeOf(deadlines.dueAt),
      extended_due_at: timeOf(deadlines.extendedDueAt),
      rule: deadlines.rule,
      sources: [...deadlines.sources],
    },
    pauses: request.pauses.map(({ reason, from, to }) => ({
      reason,
      from: toTimestamp(from),
      to: timeOf(to),
    })),
    extension:
      request.extension === null
        ? null
        : { reason: request.extension.reason, at: toTimestamp(request.extension.at) },
    denial_reason: request.denial,
    is_overdue: deadlines.dueAt !== null && (request.closedAt ?? now) > deadlines.dueAt,
    received_at: toTimestamp(request.receivedAt),
    acknowledged_at: timeOf(request.acknowledgedAt),
    closed_at: timeOf(request.closedAt),
    created_at: toTimestamp(request.createdAt),
  }
}

export function answerDataRequest(
  parts: AnsweredRequest & {
    readonly subjectKey: RouteKey | null
    readonly personal: {
      readonly email: string | null
      readonly ref: string | null
      readonly details: string | null
    } | null
  },
): DataRequestAnswer {
  const { subjectKey, personal } = parts
  return {
    ...summarizeDataRequest(parts),
    subject: { id: subjectKey === null ? null : subjectId(subjectKey), ref: personal?.ref ?? null },
    email: personal?.email ?? null,
    details: personal?.details ?? null,
  }
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : toTimestamp(ms)
}

export const dataRequestSummaryExample: DataRequestSummary = {
  id: 'dsr_00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7',
  type: 'access',
  status: 'received',
  environment: 'test',
  regime: 'gdpr',
  country: 'DE',
  region: null,
  channel: 'phone',
  requester: 'self',
  verification: { status: 'verified', verified_at: '2026-11-21T09:00:00.000Z', expires_at: null },
  deadlines: {
    acknowledge_by: null,
    due_at: '2026-12-21T23:59:59.999Z',
    extended_due_at: '2027-02-22T23:59:59.999Z',
    rule: 'gdpr:P1M',
    sources: [
      {
        fact: 'term',
        title: 'Regulation (EU) 2016/679',
        clause: 'Art. 12(3), 15-22',
        url: 'https://eur-lex.europa.eu/eli/reg/2016/679/oj',
      },
      {
        fact: 'counting',
        title: 'Regulation (EEC, Euratom) No 1182/71',
        clause: 'Art. 3(4)',
        url: 'https://eur-lex.europa.eu/eli/reg/1971/1182/oj',
      },
    ],
  },
  pauses: [],
  extension: null,
  denial_reason: null,
  is_overdue: false,
  received_at: '2026-11-21T09:00:00.000Z',
  acknowledged_at: null,
  closed_at: null,
  created_at: '2026-11-21T09:00:00.123Z',
}

export const dataRequestExample: DataRequestAnswer = {
  ...dataRequestSummaryExample,
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk', ref: 'user_42' },
  email: 'ada@example.org',
  details: null,
}
