import fc, { type Arbitrary } from 'fast-check'
import type {
  Choices,
  GppActivity,
  PublisherChoices,
  PublisherRestriction,
  PurposeChoice,
  TcfSettings,
  VendorList,
} from '../src/index.ts'
import { GOOGLE_SIGNALS } from '../src/index.ts'

const LANGUAGES = ['en', 'de', 'pt-BR', 'zh-Hant', 'sr-Latn', 'nb', 'nn-NO', 'en-GB', 'FR', 'xx']
const COUNTRIES = ['DE', 'gb', 'UK', 'AA', '', 'CH']
const ACTIVITIES: readonly GppActivity[] = [
  'sale',
  'sharing',
  'targeted_advertising',
  'additional_processing',
  ...Array.from({ length: 16 }, (_, index): GppActivity => `sensitive:${index + 1}`),
]
const CONSENT_ONLY = [1, 3, 4, 5, 6]

const someIds = (max: number): Arbitrary<number[]> =>
  fc.uniqueArray(fc.integer({ min: 1, max }), { maxLength: 4 })

/** Purposes on any basis and of any status; some map to ids no list has. */
const purpose: Arbitrary<PurposeChoice> = fc.record({
  key: fc.constantFrom('ads', 'reach', 'content', 'research'),
  basis: fc.constantFrom('consent', 'consent', 'legitimate_interest', 'legitimate_interest', 'contract'),
  status: fc.constantFrom(
    'granted',
    'granted',
    'denied',
    'withdrawn',
    'objected',
    'not_asked',
    'expired',
    'superseded',
  ),
  shown: fc.boolean(),
  allowed: fc.boolean(),
  mappings: fc.record({
    tcfPurposes: fc.oneof(someIds(11), someIds(24)),
    tcfSpecialFeatures: someIds(3),
    googleConsentMode: fc.subarray([...GOOGLE_SIGNALS]),
    gpp: fc.subarray([...ACTIVITIES], { maxLength: 4 }),
  }),
})

const publisher: Arbitrary<PublisherChoices> = fc.record({
  granted: someIds(24),
  interests: someIds(24),
  customPurposes: fc.constantFrom(0, 1, 3, 63),
  customGranted: someIds(70),
  customInterests: someIds(70),
})

/** All, none, a run, or any part of the ids, with some that are on no list. */
function vendorIds(listed: readonly number[]): Arbitrary<number[]> {
  const run = fc
    .tuple(fc.nat(listed.length), fc.nat(listed.length))
    .map(([a, b]) => listed.slice(Math.min(a, b), Math.max(a, b)))
  const part = fc.oneof(
    fc.constant([...listed]),
    fc.constant([]),
    run,
    fc.subarray([...listed]),
    fc.subarray([...listed]),
  )
  const stray = fc.array(fc.integer({ min: 1, max: 70_000 }), { maxLength: 3 })
  return fc.tuple(part, stray).map(([ids, strays]) => [...ids, ...strays])
}

/** Instants around midnights, leap days, year ends and the deletions of the list, and any other. */
function instants(list: VendorList): Arbitrary<number> {
  const edges = [
    Date.UTC(2026, 10, 20, 23, 59, 59, 950),
    Date.UTC(2026, 10, 20, 23, 59, 59, 999),
    Date.UTC(2028, 1, 29),
    Date.UTC(2026, 11, 31, 23, 59, 59, 999),
    ...list.vendors.flatMap(({ deletedAtMs }) =>
      deletedAtMs === null ? [] : [deletedAtMs - 1, deletedAtMs],
    ),
  ]
  const any = fc.integer({ min: Date.UTC(2023, 0, 1), max: Date.UTC(2030, 0, 1) })
  return fc.oneof(fc.constantFrom(...edges), any)
}

export function randomChoices(list: VendorList): Arbitrary<Choices> {
  const ids = list.vendors.map(({ id }) => id)
  return fc.record({
    changedAtMs: instants(list),
    decided: fc.boolean(),
    regime: fc.constantFrom('opt-in', 'opt-out'),
    language: fc.constantFrom(...LANGUAGES),
    screen: fc.integer({ min: 0, max: 63 }),
    vendorListVersion: fc.constant(list.vendorListVersion),
    purposes: fc.array(purpose, { maxLength: 12 }),
    vendors: fc.record({ shown: vendorIds(ids), granted: vendorIds(ids), objected: vendorIds(ids) }),
    providers: fc.record({ shown: someIds(50), granted: someIds(50) }),
    publisher: fc.option(publisher),
    gpc: fc.constantFrom(true, false, null),
  })
}

export function randomSettings(list: VendorList): Arbitrary<TcfSettings> {
  const ids = list.vendors.map(({ id }) => id)
  const restriction: Arbitrary<PublisherRestriction> = fc
    .record({
      purposeId: fc.integer({ min: 1, max: 11 }),
      type: fc.constantFrom(0 as const, 1 as const, 2 as const),
      vendors: fc.oneof(fc.constant('all' as const), vendorIds(ids)),
    })
    .filter(({ purposeId, type }) => !(type === 2 && CONSENT_ONLY.includes(purposeId)))
  return fc.record({
    cmpId: fc.integer({ min: 2, max: 4095 }),
    cmpVersion: fc.integer({ min: 0, max: 4095 }),
    publisherCountry: fc.constantFrom(...COUNTRIES),
    purposeOneTreatment: fc.boolean(),
    useNonStandardTexts: fc.boolean(),
    restrictions: fc.oneof(fc.constant([]), fc.array(restriction, { maxLength: 5 })),
  })
}
