import { z } from 'zod'
import { decisionValues, sources } from '../../domain/decision.ts'
import { vendorAnswers } from '../../domain/vendor-choice.ts'
import { metadataBody } from '../../http/metadata-body.ts'
import { identifierBody } from '../../http/read-names.ts'
import { languageValue, placeMembers, purposeKey, refValue, timeValue } from '../../http/request-values.ts'

const vendorsMax = 4000

const vendorDecisions = z
  .record(
    z
      .string()
      .regex(/^(\*|[0-9]{1,6})$/, 'A vendor is named by its number, all others that were shown by *.'),
    z.enum(vendorAnswers),
  )
  .refine((vendors) => Object.keys(vendors).length <= vendorsMax, `At most ${vendorsMax} vendors.`)

/** The body of endpoint 1, and each record of endpoint 2. */
export const recordConsentBody = z.strictObject({
  subject: z.strictObject({
    ref: refValue,
    identifiers: z
      .array(identifierBody)
      .max(20)
      .optional()
      .describe('What names them beside the ref; only with a secret key.'),
  }),
  purposes: z
    .record(purposeKey, z.enum(decisionValues))
    .refine((purposes) => Object.keys(purposes).length >= 1, 'At least one purpose.')
    .refine((purposes) => Object.keys(purposes).length <= 50, 'At most 50 purposes in a record.')
    .describe('A decision for each purpose that was asked about.'),
  ...placeMembers,
  language: languageValue.nullish().describe('BCP 47 language in which the person was asked.'),
  source: z.enum(sources).default('api').describe('Where the decision was made.'),
  action: z
    .string()
    .regex(/^[a-z][a-z0-9_]{0,39}$/, 'An action is a short word in lower case, such as accept_all.')
    .nullish()
    .describe('What the person pressed: accept_all, reject_all, custom, …'),
  notice: z
    .string()
    .regex(/^[\x21-\x7e]{1,100}$/, 'A notice is named by 1 to 100 visible ASCII characters.')
    .nullish()
    .describe('What the person saw, by your or our id (bnr_3:de).'),
  vendors: z
    .strictObject({ tcf: vendorDecisions.optional(), google_atp: vendorDecisions.optional() })
    .nullish()
    .describe(
      'Decisions on vendors by their number on the list: exactly those that the notice showed, or * for all others that the catalogue shows.',
    ),
  tcf_notice: z
    .strictObject({
      vendor_list_version: z
        .int()
        .min(1)
        .max(4095)
        .optional()
        .describe('Of the list that the notice was made with; left out: the newest one held.'),
      screen: z.int().min(0).max(63).optional().describe('Number of the screen that was answered; 1.'),
    })
    .nullish()
    .describe('What a notice of the TCF was made with, beside vendors.tcf.'),
  tc_string: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,8000}$/, 'A TC string has only letters, digits, _, - and dots.')
    .nullish()
    .describe('A TC string made elsewhere, kept as evidence.'),
  gpc: z.boolean().default(false).describe('Whether the browser sent Global Privacy Control.'),
  occurred_at: timeValue.nullish().describe('When it happened, if that was not just now.'),
  metadata: metadataBody.optional().describe('Up to 20 strings of your own, 4 kB together.'),
})

export type RecordConsentBody = z.output<typeof recordConsentBody>
