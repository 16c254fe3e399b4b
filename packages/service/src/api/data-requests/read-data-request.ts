import { z } from 'zod'
import { addressOf, answerOf } from '../../data-requests/answer-data-request.ts'
import { requireDataRequest } from '../../data-requests/keep-data-request.ts'
import { timestamp } from '../../domain/consent-schema.ts'
import { dataRequestStatuses } from '../../domain/data-request.ts'
import { dataRequestAnswer, dataRequestExample } from '../../domain/data-request-answer.ts'
import type { DataRequestPayload } from '../../domain/data-request-entry.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { readDataRequestEntries } from '../../store/data-request-entries.ts'

export const idParams = z.strictObject({ id: z.string().max(64) })
export type IdParams = z.output<typeof idParams>

const change = z.strictObject({
  seq: z.int(),
  event: z.string(),
  action: z.string().nullable().describe('Null: it was opened.'),
  reason: z.string().nullable(),
  by: z.string().describe('A key by its id, `command`, `person` or `clock`.'),
  status: z.enum(dataRequestStatuses),
  due_at: timestamp.nullable(),
  recorded_at: timestamp,
})

const answer = z.strictObject({
  ...dataRequestAnswer.shape,
  changes: z.array(change).describe('What happened to it, as the ledger has it, the first first.'),
})

export const readDataRequest: Recipe<IdParams, undefined, undefined> = {
  operationId: 'readDataRequest',
  tag: 'Data requests',
  summary: 'Read a data request',
  description: 'With who asks, and everything that happened to it: each change is an entry of the ledger.',
  params: idParams,
  answers: {
    200: {
      description: 'The data request.',
      schema: answer,
      example: {
        ...dataRequestExample,
        changes: [
          {
            seq: 1,
            event: 'data_request.created',
            action: null,
            reason: null,
            by: 'key_5f0c1d2e3f405162738',
            status: 'received',
            due_at: '2026-12-21T23:59:59.999Z',
            recorded_at: '2026-11-21T09:00:00.123Z',
          },
        ],
      } satisfies z.output<typeof answer>,
    },
  },
  refuses: ['data_request_not_found'],
  async run(service, { environment, params }) {
    const address = addressOf(params.id)
    const stored = await requireDataRequest(service, environment, address)
    const entries = await readDataRequestEntries(service.pool, environment.scope, address.routeKey)
    const changes = entries.filter((entry) => entry.data_request === params.id).map(describeChange)
    return {
      status: 200,
      body: JSON.stringify({ ...answerOf(service, environment, stored), changes }),
    }
  },
}

function describeChange({ record, event, action, reason, by, status, due_at }: DataRequestPayload) {
  return { seq: record.seq, event, action, reason, by, status, due_at, recorded_at: record.recorded_at }
}
