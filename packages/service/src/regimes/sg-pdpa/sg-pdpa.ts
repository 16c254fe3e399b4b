import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const url = 'https://sso.agc.gov.sg/Act/PDPA2012'

function pdpa(clause: string): LawSource {
  return law('Personal Data Protection Act 2012', clause, url)
}

const first = {
  version: 1,
  effectiveFrom: '2014-07-02',
  models: {
    strictly_necessary: 'none',
    // s. 15: deemed consent, where the person hands over data for a service asked for.
    functional: 'notice',
    analytics: 'opt_in',
    // PDPC: behavioural targeting with personal data needs consent.
    advertising: 'opt_in',
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'opt_in',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 13,
  dataRequest: { deadline: 'P30D', extension: null, rights: ['access', 'rectification', 'withdraw_consent'] },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: pdpa('s. 13-14'),
    functional: pdpa('s. 15'),
    advertising: law(
      'PDPC, Advisory guidelines on the PDPA for selected topics',
      'online activities: cookies',
      'https://www.pdpc.gov.sg/guidelines-and-consultation/2020/02/advisory-guidelines-on-the-personal-data-protection-act-for-selected-topics',
    ),
    ageOfConsent: law(
      'PDPC, Advisory guidelines on children’s personal data in the digital environment (2024)',
      'consent: 13 to 17',
      'https://www.pdpc.gov.sg/guidelines-and-consultation/2024/03/advisory-guidelines-on-the-pdpa-for-childrens-personal-data-in-the-digital-environment',
    ),
    dataRequest: law(
      'Personal Data Protection Regulations 2021',
      'reg. 5',
      'https://sso.agc.gov.sg/SL/PDPA2012-S63-2021',
    ),
  },
  notes: [
    'The act knows no class of sensitive data; PDPC weighs harm, so consent is asked for.',
    'Later than 30 days: the person must be told the day (reg. 5(2)).',
    'The Spam Control Act asks for an unsubscribe in bulk mail; the consent comes from the PDPA.',
  ],
} as const satisfies RegimeEdition

/** The 2020 amendments: deemed consent by notification with a time to opt out, and legitimate interests. */
const deemedConsent = {
  ...first,
  version: 2,
  effectiveFrom: '2021-02-01',
  models: { ...first.models, analytics: 'opt_out' },
  sources: { ...first.sources, analytics: pdpa('s. 15A; First Schedule, Part 3') },
  notes: [
    ...first.notes,
    'Deemed consent by notification cannot carry direct marketing (s. 15A(3); Regulations 2021 reg. 14).',
  ],
} as const satisfies RegimeEdition

export const sgPdpa: Regime = {
  key: 'sg_pdpa',
  name: 'Personal Data Protection Act',
  authority: 'Personal Data Protection Commission',
  law: pdpa('as a whole'),
  places: [{ country: 'SG' }],
  editions: [first, deemedConsent],
}
