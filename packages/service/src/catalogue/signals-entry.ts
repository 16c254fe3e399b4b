import { z } from 'zod'
import { uniqueList } from './unique-list.ts'

const listedMax = 5000
const vendorIds = uniqueList(z.int().min(1).max(65_535), listedMax)
const providerIds = uniqueList(z.int().min(1).max(999_999_999), listedMax)

const tcf = z.strictObject({
  cmp_id: z
    .int()
    .min(2, 'is no id that IAB Europe gives out: they begin at 2')
    .max(4095)
    .describe('The id that IAB Europe gave to your CMP. Only a registered CMP may write TC strings.'),
  cmp_version: z.int().min(0).max(4095).default(0).describe('Version of the CMP, raised with each change.'),
  publisher_country: z
    .string()
    .regex(/^([A-Z]{2})?$/, 'is not a two-letter country code (ISO 3166-1)')
    .default('')
    .describe('ISO 3166-1 code of the country whose law governs; left out: unknown.'),
  purpose_one_treatment: z
    .boolean()
    .default(false)
    .describe('Whether purpose 1 was not disclosed at all, because that country asks for no consent to it.'),
  use_non_standard_texts: z
    .boolean()
    .default(false)
    .describe('Whether stacks or illustrations of the framework were reworded in the notice.'),
  vendors: z
    .union([z.literal('all'), vendorIds])
    .default('all')
    .describe('Whom the notice shows: all of the vendor list, or these ids of it.'),
  valid_for_months: z
    .int()
    .min(1)
    .max(13, 'is longer than the framework lets a string hold: 13 months')
    .default(13)
    .describe('Calendar months after which a string has expired.'),
  ask_again_for_new_vendors: z
    .boolean()
    .default(false)
    .describe(
      'Whether people are asked again when the notice has come to show vendors it did not show them.',
    ),
  restrictions: z
    .array(
      z.strictObject({
        purpose: z.int().min(1).max(11).describe('Purpose of the framework.'),
        type: z.enum(['not_allowed', 'require_consent', 'require_legitimate_interest']),
        vendors: z.union([z.literal('all'), vendorIds]).describe('All whom it can apply to, or these.'),
      }),
    )
    .max(100)
    .default([])
    .describe("What you impose on vendors beyond people's choices."),
})

const googleConsentMode = z.strictObject({
  source: z
    .enum(['purposes', 'tcf'])
    .default('purposes')
    .describe('tcf: the three signals of advertising come from the TC string where there is one.'),
  wait_for_update: z
    .int()
    .min(0)
    .max(60_000)
    .default(500)
    .describe('How long tags wait for the choice, in milliseconds.'),
  url_passthrough: z.boolean().default(false),
  ads_data_redaction: z.boolean().default(true).describe('Acts only while ad_storage is denied.'),
  defaults: z
    .array(
      z.strictObject({
        regions: uniqueList(z.string(), 400).nullable().describe('ISO 3166 codes; null: everywhere else.'),
        regime: z.enum(['opt-in', 'opt-out']),
      }),
    )
    .max(50)
    .nullable()
    .default(null)
    .describe('What holds before anything is known of a visitor; left out: what the law of each place says.'),
})

const gpp = z.strictObject({
  sections: uniqueList(z.string())
    .min(1, 'names no section')
    .describe('The sections you write, by API prefix: usnat, usca, tcfeuv2, …'),
  notice_given: z
    .boolean()
    .describe('Whether your pages tell of the processing and of the rights to opt out; a link counts.'),
  mspa: z
    .strictObject({ opt_out_option: z.boolean(), service_provider: z.boolean() })
    .nullable()
    .default(null)
    .describe('Modes of the Multi-State Privacy Agreement; for its signatories only.'),
  usnat_version: z
    .union([z.literal(1), z.literal(2)])
    .default(2)
    .describe('1 for readers that stopped in 2023.'),
})

/** What a project says to outside frameworks, beside the mappings of its purposes. */
export const signalsEntry = z.strictObject({
  lists: z
    .enum(['configured', 'sample'])
    .default('configured')
    .describe(
      'Which vendor and provider lists: those of ASSENT_VENDOR_LIST and ASSENT_PROVIDER_LIST, or the invented ones of the sample shop, which name nobody.',
    ),
  tcf: tcf.nullable().default(null).describe("IAB Europe's Transparency and Consent Framework."),
  google_consent_mode: googleConsentMode.nullable().default(null).describe('Google consent mode v2.'),
  google_additional_consent: z
    .strictObject({
      providers: z
        .union([z.literal('all'), providerIds])
        .default('all')
        .describe("Which of Google's providers the notice shows."),
    })
    .nullable()
    .default(null)
    .describe('Google additional consent, beside the TCF.'),
  gpp: gpp.nullable().default(null).describe("IAB Tech Lab's Global Privacy Platform."),
})
