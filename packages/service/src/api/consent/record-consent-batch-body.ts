import { z } from 'zod'
import { recordConsentBody } from './record-consent-body.ts'

const { $schema: _, ...recordSchema } = z.toJSONSchema(recordConsentBody, {
  io: 'input',
  unrepresentable: 'any',
  target: 'draft-2020-12',
})

/** The body of endpoint 2. Its records are checked one by one, since one that is malformed must not refuse the others. */
export const recordConsentBatchBody = z.strictObject({
  mode: z
    .enum(['partial', 'atomic'])
    .default('partial')
    .describe('partial: each record stands on its own. atomic: all are recorded, or none.'),
  notify: z
    .boolean()
    .default(true)
    .describe('false: nobody is told by webhook, as for an import. Only with a secret key.'),
  records: z
    .array(z.unknown().meta(recordSchema))
    .min(1, 'At least one record.')
    .describe('Bodies of POST /v1/consent, in the order in which they are recorded.'),
})

export type RecordConsentBatchBody = z.output<typeof recordConsentBatchBody>
