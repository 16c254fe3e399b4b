import fc from 'fast-check'
import { canariesOf } from './canaries.ts'
import { anonymousRefs, knownRefs, receiptCount } from './known-subjects.ts'
import type { Likely } from './schema-values.ts'
import { dateTimes } from './schema-values.ts'

/** What is taken comes first and often: behind a refusal lies nothing to be tried. */
function mostly(taken: readonly string[], refused: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constantFrom(...taken), weight: 12 },
    { arbitrary: fc.constantFrom(...refused), weight: 1 },
  )
}

const places = mostly(['DE', 'US', 'GB', 'US-CA', 'CA-QC', 'FR', 'BR'], ['XX', 'de', 'UK', 'ZZ', 'DE-XX', ''])
const regions = mostly(['US-CA', 'DE-BY'], ['CA', 'BY', 'US-', '-'])
const languages = mostly(['de', 'en', 'de-AT', 'pt-BR', 'zh-Hant-TW'], ['*', 'de,en;q=0.5', 'x'])
const canaryRefs = canariesOf('email').map((address) => `email:${address}`)

const refs = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: fc.constantFrom(...knownRefs), weight: 6 },
  // A public key may touch these alone.
  { arbitrary: fc.constantFrom(...anonymousRefs, ...canariesOf('anonymous ref')), weight: 5 },
  { arbitrary: fc.constantFrom(...canariesOf('plain ref'), ...canaryRefs), weight: 3 },
  {
    arbitrary: fc.constantFrom('@@subject0@@', '@@subject1@@', '@@subject.live@@', 'phone:+4915112345678'),
    weight: 2,
  },
)

/** As the sample shop has them: what rests on consent, and one of each that takes no such answer. */
const purposes = mostly(
  ['analytics', 'marketing', 'recommendations', 'newsletter', 'route_maps'],
  ['fraud_prevention', 'essential', 'no_such_purpose', 'constructor'],
)

export const receipts: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.nat(receiptCount - 1).map((index) => `@@receipt${index}@@`), weight: 5 },
  {
    arbitrary: fc.constantFrom(
      '@@receipt.live@@',
      '@@record0@@',
      'rcp_',
      `rcp_${'0'.repeat(43)}`,
      `rcp_${'z'.repeat(43)}`,
    ),
    weight: 2,
  },
)

export const likelyValues: Likely = {
  ref: refs,
  purpose: purposes,
  key: purposes,
  id: receipts,
  country: places,
  region: regions,
  language: languages,
  cursor: fc.constantFrom('@@cursor@@', 'AAAAAAAAAAAAAAAAAAAAAA', '', 'A'),
  limit: fc.constantFrom('1', '50', '200', '0', '201', '999', '01', '1e2'),
  at: dateTimes,
  from: dateTimes,
  to: dateTimes,
  occurred_at: dateTimes,
  notice: fc.constantFrom('bnr_3:de', ...canariesOf('word')),
  action: fc.constantFrom('accept_all', 'custom', ...canariesOf('word')),
  // `objected` is for another legal basis than consent.
  purposeValue: mostly(['granted', 'denied', 'withdrawn'], ['objected']),
  tc_string: fc.constantFrom('CPXxRfAPXxRfAAfKABENB-CgAAAAAAAAAAYgAAAAAAAA', ...canariesOf('word')),
  vendor: fc.constantFrom('755', '1', '*', '0', '000001', '999999'),
  sections: fc.constantFrom('usnat', '2,7', '8,usca,8', 'usmd', ''),
  include: fc.constantFrom('tcdata', 'tcdata,inapp', 'all', ''),
  usnat_version: fc.constantFrom('1', '2', '3'),
  metadata: fc.constantFrom('page', 'campaign', ...canariesOf('metadata')),
  metadataValue: fc.oneof(
    fc.constantFrom(...canariesOf('metadata', 'email', 'token')),
    fc.string({ maxLength: 30 }),
  ),
}
