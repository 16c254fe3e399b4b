import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const url = 'https://www.gov.il/en/departments/legalInfo/legislation'

function ppl(clause: string): LawSource {
  return law('Protection of Privacy Law, 5741-1981', clause, url)
}

const first = {
  version: 1,
  effectiveFrom: '2008-12-01',
  models: {
    strictly_necessary: 'none',
    // s. 11: the person is told what for and to whom, when asked for data.
    functional: 'notice',
    analytics: 'notice',
    // s. 17F: direct mailing and its data, with the right to be deleted from them.
    advertising: 'opt_out',
    // s. 2(9): use or handing on for another purpose than the one given for.
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'opt_out',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 18,
  dataRequest: {
    deadline: 'P30D',
    extension: 'P15D',
    rights: ['access', 'erasure', 'rectification', 'objection'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: ppl('s. 1, 3 and 11'),
    advertising: ppl('s. 17C-17F'),
    sale_or_sharing: ppl('s. 2(9), 8(b)'),
    sensitive: ppl('s. 1, 2 and 7'),
    profiling: ppl('s. 17F'),
    email_marketing: law(
      'Communications (Telecommunications and Broadcasting) Law, 5742-1982',
      's. 30A',
      url,
    ),
    ageOfConsent: law('Legal Capacity and Guardianship Law, 5722-1962', 's. 3-6', url),
    dataRequest: law('Protection of Privacy Regulations (inspection and appeal), 5741-1981', 'reg. 2-3', url),
  },
  notes: [
    'Consent may be implied but must be informed (s. 3); the authority asks for opt-in the more a purpose surprises or weighs.',
    'Confirm: the terms of the inspection regulations (30 days and 15 more), and the age.',
  ],
} as const satisfies RegimeEdition

/** Amendment 13: wider definitions, data "of special sensitivity", a fuller notice, fines. */
const amendment13 = {
  ...first,
  version: 2,
  effectiveFrom: '2025-08-14',
  sources: { ...first.sources, models: ppl('s. 1, 3 and 11 as amended by Amendment 13, 5784-2024') },
  notes: [
    ...first.notes,
    'Confirm: the authority has announced guidance on tracking; with it analytics and advertising may come to need consent.',
  ],
} as const satisfies RegimeEdition

export const ilPpl: Regime = {
  key: 'il_ppl',
  name: 'Protection of Privacy Law',
  authority: 'Privacy Protection Authority',
  law: ppl('as a whole'),
  places: [{ country: 'IL' }],
  editions: [first, amendment13],
}
