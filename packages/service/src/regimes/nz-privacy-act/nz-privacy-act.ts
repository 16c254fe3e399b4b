import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const url = 'https://www.legislation.govt.nz/act/public/2020/0031/latest/whole.html'

function act(clause: string): LawSource {
  return law('Privacy Act 2020', clause, url)
}

const first = {
  version: 1,
  effectiveFrom: '2020-12-01',
  models: {
    strictly_necessary: 'none',
    // IPP 3: people are told at collection; consent is no general condition.
    functional: 'notice',
    analytics: 'notice',
    advertising: 'notice',
    // IPP 11(1)(c): disclosure beyond the purpose needs the person’s authorisation.
    sale_or_sharing: 'opt_in',
    // No class of sensitive information; IPP 4 asks for fairness.
    sensitive: 'notice',
    profiling: 'notice',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 16,
  dataRequest: { deadline: 'P20D', extension: null, rights: ['access', 'rectification', 'complaint'] },
  requestTiming: { clock: 'receipt', movesOffHolidays: true, businessDays: 20 },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: act('s. 22, IPP 3'),
    sale_or_sharing: act('s. 22, IPP 11'),
    sensitive: act('s. 22, IPP 4'),
    email_marketing: law(
      'Unsolicited Electronic Messages Act 2007',
      's. 9',
      'https://www.legislation.govt.nz/act/public/2007/0007/latest/whole.html',
    ),
    ageOfConsent: act('no rule'),
    dataRequest: act('s. 44 and 48'),
  },
  notes: [
    'Confirm: no age in law; 16 is ours. An agency must take particular care with the young (IPP 4(b)).',
    'An extension is possible for what is reasonable (s. 48), without a maximum.',
  ],
} as const satisfies RegimeEdition

/** Privacy Amendment Act 2025: people are told of indirect collection too. */
const indirectCollection = {
  ...first,
  version: 2,
  effectiveFrom: '2026-05-01',
  sources: { ...first.sources, models: act('s. 22, IPP 3 and 3A') },
  notes: [
    ...first.notes,
    'Biometric processing follows the Biometric Processing Privacy Code 2025 (in force 3 November 2025): proportionality and notice.',
  ],
} as const satisfies RegimeEdition

export const nzPrivacyAct: Regime = {
  key: 'nz_privacy_act',
  name: 'Privacy Act 2020',
  authority: 'Office of the Privacy Commissioner',
  law: act('as a whole'),
  // The Cook Islands, Niue and Tokelau have laws of their own.
  places: [{ country: 'NZ' }],
  editions: [first, indirectCollection],
}
