import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const url = 'https://elaw.klri.re.kr/eng_service/lawView.do?hseq=62389&lang=ENG'

function pipa(clause: string): LawSource {
  return law('Personal Information Protection Act', clause, url)
}

const first = {
  version: 1,
  effectiveFrom: '2011-09-30',
  models: {
    strictly_necessary: 'none',
    // Art. 30(1)7: the policy tells how devices such as cookies are installed, run and refused.
    functional: 'opt_out',
    analytics: 'opt_out',
    // PIPC fined Google and Meta (14 September 2022) for behavioural data taken for advertising without consent.
    advertising: 'opt_in',
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'notice',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 14,
  dataRequest: {
    deadline: 'P10D',
    extension: null,
    rights: ['access', 'erasure', 'rectification', 'restriction', 'withdraw_consent', 'complaint'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: pipa('Art. 15, 30(1)7'),
    advertising: pipa('Art. 15(1)1, 22'),
    sale_or_sharing: pipa('Art. 17'),
    sensitive: pipa('Art. 23'),
    email_marketing: law(
      'Act on Promotion of Information and Communications Network Utilization',
      'Art. 50',
      'https://elaw.klri.re.kr/eng_service/lawView.do?hseq=55570&lang=ENG',
    ),
    ageOfConsent: pipa('Art. 22-2'),
    dataRequest: pipa('Art. 35-38; Enforcement Decree Art. 41(4), 43(3), 44(2)'),
  },
  notes: [
    'Whoever agreed to marketing messages must be told so every two years (Network Act Art. 50(8)); telling is enough, so it is no renewAfter.',
    'Confirm: behavioural data that no one ties to a person fall outside the act; the 2017 guidelines on personalised advertising then ask for notice and a way out.',
  ],
} as const satisfies RegimeEdition

/** Fully automated decisions: to refuse them and to have them explained. */
const automatedDecisions = {
  ...first,
  version: 2,
  effectiveFrom: '2024-03-15',
  models: { ...first.models, profiling: 'opt_out' },
  dataRequest: { ...first.dataRequest, rights: [...first.dataRequest.rights, 'objection'] },
  sources: { ...first.sources, profiling: pipa('Art. 37-2') },
} as const satisfies RegimeEdition

const portability = {
  ...automatedDecisions,
  version: 3,
  effectiveFrom: '2025-03-13',
  dataRequest: {
    ...automatedDecisions.dataRequest,
    rights: [...automatedDecisions.dataRequest.rights, 'portability'],
  },
  sources: { ...automatedDecisions.sources, portability: pipa('Art. 35-2') },
} as const satisfies RegimeEdition

export const krPipa: Regime = {
  key: 'kr_pipa',
  name: 'Personal Information Protection Act',
  authority: 'Personal Information Protection Commission',
  law: pipa('as a whole'),
  places: [{ country: 'KR' }],
  editions: [first, automatedDecisions, portability],
}
