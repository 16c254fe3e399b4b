import { z } from 'zod'
import { googleSignals } from '../../domain/google-default.ts'

const signals = z.record(z.enum(googleSignals), z.enum(['granted', 'denied']))
const values = z.enum(['granted', 'denied'])
const block = z.strictObject({
  ad_storage: values,
  ad_user_data: values,
  ad_personalization: values,
  analytics_storage: values,
  functionality_storage: values,
  personalization_storage: values,
  security_storage: values,
  region: z.array(z.string()).optional().describe('ISO 3166 codes; left out: everywhere else.'),
  wait_for_update: z.int().describe('Milliseconds.'),
})

export const googleConsentModeSchema = z.strictObject({
  subject: z.string().nullable(),
  decided: z.boolean().describe('Whether any answer of the person holds.'),
  source: z
    .enum(['purposes', 'tcf'])
    .describe('tcf: the three signals of advertising are those of the TC string.'),
  regime: z.enum(['opt-in', 'opt-out']),
  signals: signals.describe('What holds for this person now.'),
  default: z.array(block).describe("For gtag('consent', 'default', …); what is specific stands first."),
  update: signals.nullable().describe('Null before a choice: an update would end the waiting of the tags.'),
  settings: z.strictObject({ url_passthrough: z.boolean(), ads_data_redaction: z.boolean() }),
  commands: z
    .array(z.array(z.union([z.string(), z.boolean(), z.looseObject({})])))
    .describe('Arguments of gtag, call by call.'),
  gcs: z.string().describe("What Google's tags send along: G1, then ad_storage and analytics_storage."),
  enable_advertiser_consent_mode: z.boolean(),
  updated_at: z.string().nullable(),
})

const denied = {
  ad_storage: 'denied',
  ad_user_data: 'denied',
  ad_personalization: 'denied',
  analytics_storage: 'denied',
  functionality_storage: 'denied',
  personalization_storage: 'denied',
  security_storage: 'granted',
} as const
const chosen = { ...denied, analytics_storage: 'granted' } as const

export const googleConsentModeExample: z.output<typeof googleConsentModeSchema> = {
  subject: 'anon_7f3kQ9xZpL2mW8vR4tY6bN',
  decided: true,
  source: 'purposes',
  regime: 'opt-in',
  signals: chosen,
  default: [{ ...denied, wait_for_update: 500 }],
  update: chosen,
  settings: { url_passthrough: false, ads_data_redaction: true },
  commands: [
    ['consent', 'default', { ...denied, wait_for_update: 500 }],
    ['set', 'ads_data_redaction', true],
    ['consent', 'update', chosen],
  ],
  gcs: 'G101',
  enable_advertiser_consent_mode: false,
  updated_at: '2026-11-21T09:00:00.000Z',
}
