import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'

const actUrl = 'https://www.meity.gov.in/static/uploads/2024/06/2bf1f0e9f04e6fb4f8fef35e82c42aa5.pdf'
const portalUrl =
  'https://www.meity.gov.in/documents/act-and-policies/digital-personal-data-protection-rules-2025'

function act(clause: string): LawSource {
  return law('Digital Personal Data Protection Act, 2023', clause, actUrl)
}

function spdi(clause: string): LawSource {
  return law(
    'Information Technology (Reasonable Security Practices and Procedures and Sensitive Personal Data or Information) Rules, 2011',
    clause,
    'https://www.meity.gov.in/documents/act-and-policies/rules-for-information-technology-act-2000',
  )
}

/** Until the act’s duties begin: consent for sensitive data only. */
const sensitiveDataRules = {
  version: 1,
  effectiveFrom: '2011-04-11',
  models: {
    strictly_necessary: 'none',
    functional: 'notice',
    analytics: 'notice',
    advertising: 'notice',
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'notice',
    email_marketing: 'opt_out',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 18,
  dataRequest: {
    deadline: 'P1M',
    extension: null,
    rights: ['access', 'rectification', 'withdraw_consent', 'complaint'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: spdi('rule 4'),
    sale_or_sharing: spdi('rule 6(1)'),
    sensitive: spdi('rule 5(1)'),
    ageOfConsent: law(
      'Indian Contract Act, 1872',
      's. 11',
      'https://www.indiacode.nic.in/handle/123456789/2187',
    ),
    dataRequest: spdi('rule 5(6), 5(9)'),
  },
  notes: [
    'Confirm: no statute governs marketing e-mail (TRAI’s TCCCPR 2018 covers calls and texts).',
    'The parts of the DPDP Act on the Board and on definitions began on 13 November 2025, on consent managers on 13 November 2026; none changes what must be asked.',
  ],
} as const satisfies RegimeEdition

/** Sections 3 to 17, eighteen months after the notification of 13 November 2025. */
const dpdp = {
  ...sensitiveDataRules,
  version: 2,
  effectiveFrom: '2027-05-13',
  models: {
    strictly_necessary: 'none',
    // s. 4 and 7: consent or one of few legitimate uses; a legitimate interest is none of them.
    functional: 'opt_in',
    analytics: 'opt_in',
    advertising: 'opt_in',
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'opt_in',
    email_marketing: 'opt_in',
  },
  dataRequest: {
    deadline: 'P90D',
    extension: null,
    rights: ['access', 'erasure', 'rectification', 'withdraw_consent', 'complaint'],
  },
  sources: {
    models: act('s. 4, 6 and 7'),
    ageOfConsent: act('s. 2(f), 9(1)'),
    dataRequest: law('Digital Personal Data Protection Rules, 2025', 'rule 14', portalUrl),
    effectiveFrom: law('S.O. and G.S.R. notifications of 13 November 2025', 'third phase', portalUrl),
  },
  notes: [
    'Under 18: a parent’s verifiable consent, and no tracking, behavioural monitoring or targeted advertising (s. 9(1), 9(3)).',
    'Confirm: the day. The notifications bear 13 November 2025 and reached the public on the 14th; the earlier reading is taken.',
    'Confirm: 90 days are the limit for grievances (rule 14(3)); other terms are the controller’s to publish.',
  ],
} as const satisfies RegimeEdition

export const inDpdp: Regime = {
  key: 'in_dpdp',
  name: 'Digital Personal Data Protection Act, after the IT Rules of 2011',
  authority: 'Data Protection Board of India',
  law: act('as a whole'),
  places: [{ country: 'IN' }],
  editions: [sensitiveDataRules, dpdp],
}
