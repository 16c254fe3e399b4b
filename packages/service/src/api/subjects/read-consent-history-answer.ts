import { z } from 'zod'
import { recordConsentAnswer, recordConsentExample } from '../../domain/consent-schema.ts'

const entry = recordConsentAnswer.extend({
  action: z.string().nullable(),
  notice: z.string().nullable(),
  vendors: z.record(z.string(), z.record(z.string(), z.string())).nullable(),
  tcf_notice: z
    .strictObject({ vendor_list_version: z.int().nullable(), screen: z.int() })
    .nullable()
    .describe('What the notice was made with whose vendors these are.'),
  tc_string: z.string().nullable(),
  metadata: z.record(z.string(), z.string()),
  network_prefix: z.string().nullable(),
  agent_family: z.string().nullable(),
  proved_by: z
    .string()
    .describe('How the caller was proved: secret_key, subject_token, anonymous_ref or confirmation.'),
  seq: z
    .int()
    .describe('Counts the entries of the subject it was written under without a gap, merges included.'),
  written_under: z
    .string()
    .nullable()
    .describe('The subject id it was written under, if that was merged into this one; else null.'),
})

export const historyAnswer = z.strictObject({
  data: z.array(entry),
  next_cursor: z.string().nullable(),
})

export const historyExample: z.output<typeof historyAnswer> = {
  data: [
    {
      ...recordConsentExample,
      action: 'custom',
      notice: 'bnr_3:de',
      vendors: null,
      tcf_notice: null,
      tc_string: null,
      metadata: { page: '/signup' },
      network_prefix: null,
      agent_family: null,
      proved_by: 'anonymous_ref',
      seq: 1,
      written_under: null,
    },
  ],
  next_cursor: null,
}
