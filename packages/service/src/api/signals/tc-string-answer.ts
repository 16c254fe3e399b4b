import { z } from 'zod'

const time = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

export const tcStringSchema = z.strictObject({
  subject: z.string().describe('The ref that was asked about.'),
  tc_string: z.string().nullable().describe('Null where there is none, and for an expired one.'),
  status: z
    .enum(['valid', 'none', 'expired', 'renewal_required'])
    .describe(
      'none: no notice with vendors was answered. renewal_required: the string is given, but ask again.',
    ),
  gdpr_applies: z.boolean().nullable(),
  tcf_version: z.literal('2.3'),
  tcf_policy_version: z.int().nullable(),
  vendor_list_version: z.int().nullable(),
  cmp_id: z.int().nullable(),
  cmp_version: z.int().nullable(),
  consent_screen: z.int().nullable(),
  consent_language: z.string().nullable(),
  publisher_cc: z.string().nullable(),
  created: time.nullable(),
  last_updated: time.nullable(),
  expires_at: time
    .nullable()
    .describe('When the string, or the first of the grants in it, runs out: 13 months at most.'),
  renewal: z.strictObject({
    required: z.boolean(),
    reason: z.enum(['policy_version', 'age', 'vendors_changed', 'new_version']).nullable(),
  }),
  addtl_consent: z.string().nullable().describe("Google's additional consent, where it is set up."),
  receipt_id: z.string().nullable().describe('Of the record whose vendors these are; null for a public key.'),
  tcdata: z
    .looseObject({})
    .nullish()
    .describe("With include=tcdata: the CMP API's TCData, as far as it is known without a page."),
  inapp: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .nullish()
    .describe('With include=inapp: what an app keeps.'),
})

export const tcStringExample: z.output<typeof tcStringSchema> = {
  subject: 'anon_7f3kQ9xZpL2mW8vR4tY6bN',
  tc_string: 'CQt-4cAQt-4cAEsAHBENCSFgAP_gAEPgAAAAAAAA.IFtQAYAAA',
  status: 'valid',
  gdpr_applies: true,
  tcf_version: '2.3',
  tcf_policy_version: 5,
  vendor_list_version: 178,
  cmp_id: 300,
  cmp_version: 7,
  consent_screen: 1,
  consent_language: 'DE',
  publisher_cc: 'DE',
  created: '2026-11-21T00:00:00.000Z',
  last_updated: '2026-11-21T00:00:00.000Z',
  expires_at: '2027-05-21T09:00:00.000Z',
  renewal: { required: false, reason: null },
  addtl_consent: '2~43~dv.20',
  receipt_id: 'rcp_00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7',
}
