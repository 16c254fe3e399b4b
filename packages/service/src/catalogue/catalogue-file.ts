import { z } from 'zod'
import type { Model } from '../domain/policy.ts'
import { purposeCategories } from '../domain/purpose.ts'
import { parsePlace } from '../regimes/place.ts'
import { bannerEntry } from './banner-entry.ts'
import { checkBannerAndCookies } from './check-banner-and-cookies.ts'
import { checkCatalogueFile } from './check-catalogue-file.ts'
import { checkPreferenceTemplate } from './check-preference-template.ts'
import { checkSignals } from './check-signals.ts'
import { cookieEntries } from './cookie-entry.ts'
import { isoDuration } from './iso-duration.ts'
import { preferenceTemplateEntry } from './preference-template-entry.ts'
import { languageTag, purposeEntry, purposeKey } from './purpose-entry.ts'
import { shownText } from './shown-text.ts'
import { signalsEntry } from './signals-entry.ts'
import { uniqueList } from './unique-list.ts'
import { webAddress, webOrigin } from './web-address.ts'
import { webhookEntries } from './webhook-entry.ts'

const models = ['opt_in', 'opt_out', 'notice', 'none'] as const satisfies readonly Model[]

const controller = z.strictObject({
  id: z
    .string()
    .regex(
      /^[a-z][a-z0-9_-]{0,63}$/,
      'must be lower-case letters, digits, _ and -, from a letter on, at most 64',
    )
    .describe('A short name that never changes; receipts carry it.'),
  name: shownText(200).describe('The legal name: people must know who asks (GDPR Art. 13(1)(a)).'),
  address: shownText(500).describe('The postal address.'),
  contact: shownText(500).describe('Where to write or call about data, such as privacy@shop.example.'),
  privacy_policy_url: webAddress.nullable().default(null).describe('Where the privacy policy stands.'),
})

const languages = z.strictObject({
  default: languageTag.describe('Shown to whoever asks for a language that is not here.'),
  available: uniqueList(languageTag)
    .min(1, 'must name a language')
    .describe('All languages, in the order of a menu.'),
})

const policyOverride = z
  .strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'is not a two-letter country code (ISO 3166-1)')
      .describe('ISO 3166-1, two letters.'),
    region: z
      .string()
      .regex(/^[A-Z0-9]{1,3}$/, 'is not the second part of an ISO 3166-2 code, such as CA of US-CA')
      .nullable()
      .default(null)
      .describe('The second part of an ISO 3166-2 code; left out: the whole country.'),
    models: z
      .partialRecord(z.enum(purposeCategories), z.enum(models))
      .default({})
      .describe(
        'What to ask there, by category, where it differs from the law: the project answers for a looser one.',
      ),
    renew_after: isoDuration
      .nullable()
      .optional()
      .describe('When to ask again there, as an ISO 8601 duration; null: never; left out: as the law says.'),
  })
  .refine(({ models, renew_after }) => Object.keys(models).length > 0 || renew_after !== undefined, {
    error: 'overrides nothing',
    when: ({ issues }) => issues.length === 0,
    params: { hint: 'Give models, renew_after, or both.' },
  })
  .superRefine(({ country, region }, context) => {
    const read = parsePlace(country, region)
    if (!('issues' in read)) return
    // An override for a place that is none would silently hold nowhere.
    for (const { path, message } of read.issues) context.addIssue({ code: 'custom', path: [path], message })
  })

/**
 * The whole of what a project publishes, as one file. Unknown members are refused, so that a typing error never
 * passes for a setting. A file says how things are now; `catalogue plan` works out what that changes.
 */
export const catalogueFile = z
  .strictObject({
    $schema: z.string().optional().describe('For editors; not read.'),
    assent: z.literal(1).describe('The format of this file.'),
    languages: languages.describe('Which languages people can read all this in.'),
    controller: controller.describe('Who answers for what is done under this catalogue (GDPR Art. 4(7)).'),
    purposes: z
      .record(purposeKey, purposeEntry)
      .describe(
        'Why data is used, by key, in the order in which people see it. A key is never used for something else.',
      ),
    policies: z
      .strictObject({
        overrides: z
          .array(policyOverride)
          .default([])
          .describe('Where this project departs from the law of a place.'),
      })
      .prefault({})
      .describe('What is asked where; nothing said here: what the law of each place asks.'),
    banner: bannerEntry.optional().describe('How people are asked on a page; left out: the built-in banner.'),
    cookies: cookieEntries
      .default([])
      .describe(
        'Everything that is stored on a device or read from it, and the requests that tell on people.',
      ),
    signals: signalsEntry
      .prefault({})
      .describe(
        'What is said to outside frameworks, beside the mappings of the purposes; left out: nothing.',
      ),
    preference_template: preferenceTemplateEntry
      .optional()
      .describe('What people can set beyond consent; left out: nothing.'),
    identifier_types: uniqueList(
      z
        .string()
        .regex(
          /^[a-z][a-z0-9_]{0,31}$/,
          'must be lower-case letters, digits and _, from a letter on, at most 32',
        ),
    )
      .default(['email', 'phone', 'external_id'])
      .describe('What may stand before the colon of a reference such as email:ada@example.org.'),
    allowed_origins: uniqueList(webOrigin)
      .default([])
      .describe(
        'Where public keys without a list of their own may be used: https://shop.example, or https://*.shop.example for any one label in its place. Empty: anywhere with a test key, nowhere with a live one.',
      ),
    redirect_urls: uniqueList(webAddress)
      .default([])
      .describe('Where a confirmation may lead back to, letter by letter.'),
    webhooks: webhookEntries
      .default({})
      .describe(
        'Where events are sent to, by key: under its key an endpoint keeps its id and its secrets. Those made over the API are not told here.',
      ),
    time_zone: z
      .string()
      .refine(isTimeZone, 'is not a time zone of the IANA list, such as Europe/Berlin')
      .default('UTC')
      .describe('Where the controller is: a term for a data request ends with the day there.'),
    keep: z
      .strictObject({
        network_prefix: z
          .boolean()
          .default(false)
          .describe('A shortened network address, never a whole one.'),
        agent_family: z.boolean().default(false).describe('Browser and system without versions.'),
      })
      .prefault({})
      .describe('Circumstances kept with each record; nothing unless said here (GDPR Art. 5(1)(c)).'),
  })
  .superRefine(checkCatalogueFile, { when: () => true })
  .superRefine(checkBannerAndCookies, { when: () => true })
  .superRefine(checkSignals, { when: () => true })
  .superRefine(checkPreferenceTemplate, { when: () => true })
  .meta({ title: 'Assent catalogue' })

function isTimeZone(name: string): boolean {
  try {
    // An offset such as +01:00 is taken too, and knows no summer time.
    return /^[A-Za-z]/.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).format(0) !== ''
  } catch {
    return false
  }
}

export type CatalogueFile = z.output<typeof catalogueFile>
