import { z } from 'zod'
import { legalBases, purposeCategories } from '../domain/purpose.ts'
import { isoDuration } from './iso-duration.ts'
import { checkPurposeRules } from './purpose-rules.ts'
import { shownText } from './shown-text.ts'
import { uniqueList } from './unique-list.ts'

/** Language, script and region of BCP 47; no variants, which no browser asks for. */
export const languageTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?$/, 'is not a language tag such as de or pt-BR')

export const purposeKey = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and _, from a letter on, at most 64')

const purposeText = z.strictObject({
  name: shownText(100).describe('What the purpose is called beside its switch.'),
  description: shownText(2000).describe(
    'What is done with which data and why, in plain words (GDPR Art. 7(2)). People agree to this very text.',
  ),
})

const mappings = z.strictObject({
  tcf_purposes: uniqueList(z.int().min(1).max(11))
    .default([])
    .describe('Purposes 1 to 11 of the IAB Transparency and Consent Framework that this purpose switches.'),
  tcf_special_features: uniqueList(z.int().min(1).max(2))
    .default([])
    .describe('Special features of the framework: 1 precise location, 2 scanning the device.'),
  google_consent_mode: uniqueList(
    z.enum([
      'ad_storage',
      'ad_user_data',
      'ad_personalization',
      'analytics_storage',
      'functionality_storage',
      'personalization_storage',
      'security_storage',
    ]),
  )
    .default([])
    .describe('Signals of Google consent mode that this purpose switches.'),
  gpp: uniqueList(
    z
      .string()
      .regex(
        /^(sale|sharing|targeted_advertising|additional_processing|sensitive:([1-9]|1[0-6]))$/,
        'is not one of sale, sharing, targeted_advertising, additional_processing, sensitive:1 to sensitive:16',
      ),
  )
    .default([])
    .describe('Opt-outs of the Global Privacy Platform that this purpose answers to.'),
})

const definition = {
  category: z
    .enum(purposeCategories)
    .describe('What kind of purpose it is, by the classes that laws make; where several fit, the strictest.'),
  legal_basis: z
    .enum(legalBases)
    .describe(
      'GDPR Art. 6(1)(a)-(f), or none_needed for what is strictly necessary (ePrivacy Directive Art. 5(3)). Consent and legitimate_interest are put to people, the others are only told.',
    ),
  valid_for: isoDuration
    .nullable()
    .default(null)
    .describe(
      'How long a yes holds, as an ISO 8601 duration such as P12M; left out: as long as the law lets it.',
    ),
  controllers: uniqueList(shownText(200))
    .min(1, 'must name someone')
    .optional()
    .describe(
      'Who decides why and how, by name; left out: the controller of this file. Joint ones: GDPR Art. 26.',
    ),
  recipients: uniqueList(shownText(200))
    .default([])
    .describe('Who else gets the data, by name (GDPR Art. 13(1)(e)).'),
  data_categories: uniqueList(shownText(200))
    .min(1, 'must name at least one kind of data')
    .describe(
      'Which data it takes, such as "pages visited": nobody can agree without knowing (GDPR Art. 4(11)).',
    ),
  retention: isoDuration
    .nullable()
    .default(null)
    .describe('How long the data is kept, as an ISO 8601 duration such as P14M (GDPR Art. 13(2)(a)).'),
  mappings: mappings.prefault({}).describe('What the purpose stands for in the frameworks of others.'),
  texts: z
    .record(languageTag, purposeText)
    .describe('What people read, by language. Every language of this file must be here.'),
  material_change: z
    .boolean()
    .optional()
    .describe(
      'Whether this edit asks people again, against what `assent catalogue plan` says. Take it out once it is applied: it would decide the next edit too.',
    ),
} as const

/** The part of an entry that a version is made of. */
const purposeDefinition = z.strictObject(definition)
export type PurposeDefinitionEntry = z.output<typeof purposeDefinition>

const earlierVersion = z
  .strictObject({
    effective_from: z.iso.date('is not a day written YYYY-MM-DD').describe('First day it held, 00:00 UTC.'),
    ...definition,
  })
  .superRefine(checkPurposeRules, { when: () => true })

export const purposeEntry = z
  .strictObject({
    ...definition,
    history: z
      .array(earlierVersion)
      .max(100, 'holds more than 100 versions')
      .default([])
      .superRefine(checkHistoryOrder)
      .describe(
        'Versions before this one, oldest first. Published with it where the purpose is new; where it is already published they must be what was published.',
      ),
  })
  .superRefine(checkPurposeRules, { when: () => true })
export type PurposeEntry = z.output<typeof purposeEntry>

function checkHistoryOrder(
  history: readonly { readonly effective_from: string }[],
  context: z.RefinementCtx,
): void {
  history.forEach((version, index) => {
    const before = history[index - 1]
    if (before !== undefined && version.effective_from <= before.effective_from)
      context.addIssue({
        code: 'custom',
        path: [index, 'effective_from'],
        message: 'is not after the version before it',
      })
  })
}
