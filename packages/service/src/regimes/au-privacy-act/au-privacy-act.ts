import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const url = 'https://www.legislation.gov.au/C2004A03712/latest/text'

function principle(clause: string): LawSource {
  return law('Privacy Act 1988 (Cth), Schedule 1', clause, url)
}

const first = {
  version: 1,
  effectiveFrom: '2014-03-12',
  models: {
    strictly_necessary: 'none',
    functional: 'notice',
    analytics: 'notice',
    // APP 7.2-7.3: direct marketing with a simple way out.
    advertising: 'opt_out',
    // APP 6.1(a): a purpose that the person would not expect.
    sale_or_sharing: 'opt_in',
    // APP 3.3 and 7.4.
    sensitive: 'opt_in',
    profiling: 'notice',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 15,
  dataRequest: {
    deadline: 'P30D',
    extension: null,
    rights: ['access', 'rectification', 'objection', 'complaint'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: principle('APP 5'),
    advertising: principle('APP 7'),
    sale_or_sharing: principle('APP 6.1'),
    sensitive: principle('APP 3.3, 7.4'),
    email_marketing: law(
      'Spam Act 2003 (Cth)',
      's. 16',
      'https://www.legislation.gov.au/C2004A01214/latest/text',
    ),
    ageOfConsent: law(
      'OAIC, Australian Privacy Principles guidelines',
      'B.60-B.61',
      'https://www.oaic.gov.au/privacy/australian-privacy-principles/australian-privacy-principles-guidelines/chapter-b-key-concepts',
    ),
    dataRequest: principle('APP 12.4, 13.5'),
  },
  notes: [
    'An unsubscribe must be followed within 5 working days (Spam Act 2003, Schedule 2 clause 6).',
    'Confirm: 30 days bind agencies (APP 12.4(a)(i)); for organisations "a reasonable period", which OAIC reads as 30 days.',
    'Firms with a turnover of 3 million dollars or less are mostly exempt (s. 6C-6D).',
  ],
} as const satisfies RegimeEdition

/** Privacy and Other Legislation Amendment Act 2024: automated decisions must be told of. */
const automatedDecisions = {
  ...first,
  version: 2,
  effectiveFrom: '2026-12-10',
  sources: { ...first.sources, profiling: principle('APP 1.7-1.9') },
  notes: [
    ...first.notes,
    'Confirm: the Children’s Online Privacy Code is due by this day (s. 26GC); its rules are not modelled.',
  ],
} as const satisfies RegimeEdition

export const auPrivacyAct: Regime = {
  key: 'au_privacy_act',
  name: 'Privacy Act 1988 and Spam Act 2003',
  authority: 'Office of the Australian Information Commissioner',
  law: law('Privacy Act 1988 (Cth)', 'as a whole', url),
  // s. 5A: the act extends to every external territory.
  places: ['AU', 'CC', 'CX', 'HM', 'NF'].map((country) => ({ country })),
  editions: [first, automatedDecisions],
}
