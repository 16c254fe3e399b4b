import { z } from 'zod'
import { recordConsentAnswer, recordConsentExample } from '../../domain/consent-schema.ts'
import { refusalCodes } from '../../kernel/refusal.ts'

const refusal = z.strictObject({
  code: z.enum(refusalCodes),
  message: z.string(),
  hint: z.string(),
  issues: z.array(
    z.strictObject({ path: z.string().describe('Relative to the record.'), message: z.string() }),
  ),
})

export const recordConsentBatchAnswer = z.strictObject({
  recorded: z.int(),
  refused: z.int(),
  results: z
    .array(
      z.union([
        z.strictObject({ index: z.int(), status: z.literal(201), record: recordConsentAnswer }),
        z.strictObject({ index: z.int(), status: z.int(), error: refusal }),
      ]),
    )
    .describe('What became of each record, in the order of the request.'),
})

export const recordConsentBatchExample: z.output<typeof recordConsentBatchAnswer> = {
  recorded: 1,
  refused: 1,
  results: [
    { index: 0, status: 201, record: recordConsentExample },
    {
      index: 1,
      status: 422,
      error: {
        code: 'validation_failed',
        message: 'One thing is wrong with this request; see issues.',
        hint: 'GET /v1/purposes lists the purposes, and which of them are asked about.',
        issues: [{ path: 'purposes.ads', message: 'The catalogue has no purpose of this name.' }],
      },
    },
  ],
}
