import { law, type Regime, type RegimeEdition } from '../regime.ts'

const ukGdprUrl = 'https://www.legislation.gov.uk/eur/2016/679'
const pecrUrl = 'https://www.legislation.gov.uk/uksi/2003/2426'
const duaaUrl = 'https://www.legislation.gov.uk/ukpga/2025/18'
const dpaUrl = 'https://www.legislation.gov.uk/ukpga/2018/12'

/** Before the Data (Use and Access) Act: as in the Union. */
const first = {
  version: 1,
  effectiveFrom: '2021-01-01',
  models: {
    // PECR reg. 6(4).
    strictly_necessary: 'none',
    functional: 'opt_in',
    analytics: 'opt_in',
    advertising: 'opt_in',
    sale_or_sharing: 'opt_in',
    // UK GDPR Art. 9(2)(a).
    sensitive: 'opt_in',
    // Read from the device: reg. 6(1), and no exemption reaches it.
    profiling: 'opt_in',
    // PECR reg. 22(2); reg. 22(3) is the soft opt-in for customers.
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  // No term in law; ICO asks for "appropriate intervals", and the year is ours, as under the EU's.
  renewAfter: 'P12M',
  ageOfConsent: 13,
  dataRequest: {
    deadline: 'P1M',
    extension: 'P2M',
    rights: [
      'access',
      'erasure',
      'rectification',
      'portability',
      'restriction',
      'objection',
      'withdraw_consent',
    ],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: true },
  tcfApplies: true,
  gppSections: [2],
  sources: {
    models: law(
      'Privacy and Electronic Communications (EC Directive) Regulations 2003',
      'reg. 6',
      `${pecrUrl}/regulation/6`,
    ),
    sensitive: law('UK GDPR', 'Art. 9(2)(a)', `${ukGdprUrl}/article/9`),
    email_marketing: law(
      'Privacy and Electronic Communications (EC Directive) Regulations 2003',
      'reg. 22',
      `${pecrUrl}/regulation/22`,
    ),
    renewAfter: law(
      'ICO, Guidance on the use of storage and access technologies',
      'How do we manage consent in practice?',
      'https://ico.org.uk/for-organisations/direct-marketing-and-privacy-and-electronic-communications/guidance-on-the-use-of-storage-and-access-technologies/',
    ),
    ageOfConsent: law('Data Protection Act 2018', 's. 9', `${dpaUrl}/section/9`),
    dataRequest: law('UK GDPR', 'Art. 12(3), 15-22', `${ukGdprUrl}/article/12`),
  },
} as const satisfies RegimeEdition

/** SI 2026/82 brought sections 76, 80 and 112 of the 2025 Act into force on 5 February 2026. */
const useAndAccess = {
  ...first,
  version: 2,
  effectiveFrom: '2026-02-05',
  models: {
    ...first.models,
    // Schedule A1 para. 6: appearance and function adapted to the user, with information and a free way to object.
    functional: 'opt_out',
    // Schedule A1 para. 5: statistics on how the service is used, to improve it, with the same two conditions.
    analytics: 'opt_out',
  },
  // UK GDPR Art. 12A: a month from the latest of the request, the proof of identity and the fee; it stands still while
  // the person is asked what a request is about.
  requestTiming: {
    clock: 'verified',
    movesOffHolidays: true,
    pausesFor: ['identity', 'clarification', 'fee'],
  },
  sources: {
    ...first.sources,
    models: law(
      'Privacy and Electronic Communications (EC Directive) Regulations 2003, as amended by the Data (Use and Access) Act 2025 s. 112',
      'reg. 6 and Schedule A1',
      `${duaaUrl}/section/112`,
    ),
    functional: law(
      'Data (Use and Access) Act 2025',
      'Sch. 12 (PECR Sch. A1 para. 6)',
      `${duaaUrl}/schedule/12`,
    ),
    analytics: law(
      'Data (Use and Access) Act 2025',
      'Sch. 12 (PECR Sch. A1 para. 5)',
      `${duaaUrl}/schedule/12`,
    ),
    dataRequest: law('UK GDPR', 'Art. 12A', `${duaaUrl}/section/76`),
    pause: law('UK GDPR', 'Art. 12A(4)-(6)', `${duaaUrl}/section/76`),
    effectiveFrom: law(
      'SI 2026/82',
      'reg. 2',
      'https://www.legislation.gov.uk/uksi/2026/82/regulation/2/made',
    ),
  },
  notes: [
    'The statistics exemption holds only for the service provider’s own statistics: data that go to another for that one’s use, or that follow people across sites, belong in advertising or profiling.',
    'Confirm: whether the analytics tool in use meets Schedule A1 para. 5; where it does not, set analytics to opt_in in the catalogue’s policy overrides.',
    'Solely automated decisions on special category data still need explicit consent or law (UK GDPR Art. 22B); others need safeguards, not consent (Art. 22C).',
  ],
} as const satisfies RegimeEdition

/** Section 103 of the 2025 Act: a complaint to the controller is a right with a term of its own. */
const complaints = {
  ...useAndAccess,
  version: 3,
  effectiveFrom: '2026-06-19',
  dataRequest: {
    ...useAndAccess.dataRequest,
    rights: [...useAndAccess.dataRequest.rights, 'complaint'],
  },
  requestTiming: {
    ...useAndAccess.requestTiming,
    deadlines: { complaint: null },
    acknowledge: { complaint: 'P30D' },
  },
  sources: {
    ...useAndAccess.sources,
    complaint: law('Data Protection Act 2018', 's. 164A', `${duaaUrl}/section/103`),
    effectiveFrom: law('SI 2026/82', 'reg. 3', 'https://www.legislation.gov.uk/uksi/2026/82/made'),
  },
  notes: [
    ...useAndAccess.notes,
    'A complaint must be acknowledged within 30 days and answered without undue delay (s. 164A(3)-(4)); no day is set for the outcome.',
  ],
} as const satisfies RegimeEdition

export const ukGdpr: Regime = {
  key: 'uk_gdpr',
  name: 'UK GDPR, Data Protection Act 2018 and PECR',
  authority: 'Information Commissioner’s Office',
  law: law('UK GDPR', 'as a whole', ukGdprUrl),
  // Gibraltar, Jersey, Guernsey and the Isle of Man have laws (and ISO codes) of their own.
  places: [{ country: 'GB' }],
  editions: [first, useAndAccess, complaints],
}
