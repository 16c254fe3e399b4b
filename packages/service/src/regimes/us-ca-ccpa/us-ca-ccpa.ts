import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'
import { canSpam } from '../us-federal/federal-statutes.ts'

function civil(section: string, clause = ''): LawSource {
  return law(
    'California Consumer Privacy Act of 2018',
    `Cal. Civ. Code § ${section}${clause}`,
    `https://leginfo.legislature.ca.gov/faces/codes_displaySection.xhtml?lawCode=CIV&sectionNum=${section}.`,
  )
}

function regulation(section: string, clause = ''): LawSource {
  return law(
    'CCPA Regulations',
    `11 CCR § ${section}${clause}`,
    'https://cppa.ca.gov/regulations/pdf/cppa_regs.pdf',
  )
}

const minors =
  'Under 16 a sale or sharing needs an opt-in: the person’s own from 13, a parent’s below (§ 1798.120(c)).'

const ccpa = {
  version: 1,
  effectiveFrom: '2020-01-01',
  models: {
    strictly_necessary: 'none',
    // § 1798.100: notice at or before the point of collection, no choice.
    functional: 'notice',
    analytics: 'notice',
    // Disclosure to ad tech for any valuable consideration is a sale (People v. Sephora USA, 24 August 2022).
    advertising: 'opt_out',
    sale_or_sharing: 'opt_out',
    sensitive: 'notice',
    profiling: 'notice',
    email_marketing: 'opt_out',
  },
  gpcCategories: [],
  renewAfter: null,
  askAgainAfter: 'P12M',
  ageOfConsent: 13,
  dataRequest: {
    deadline: 'P45D',
    extension: 'P45D',
    rights: ['access', 'erasure', 'portability', 'opt_out_sale'],
  },
  // From receipt "regardless of time required to verify the request".
  requestTiming: {
    clock: 'receipt',
    movesOffHolidays: false,
    acknowledgeBusinessDays: 10,
    optOutBusinessDays: 15,
  },
  tcfApplies: false,
  gppSections: [7, 8],
  sources: {
    models: civil('1798.120'),
    functional: civil('1798.100'),
    email_marketing: canSpam,
    askAgainAfter: civil('1798.135', '(a)(5) as of 2020'),
    ageOfConsent: civil('1798.120', '(c)'),
    dataRequest: civil('1798.130', '(a)(2)'),
    requestTiming: regulation('7021'),
    optOut: regulation('7026', '(f)'),
  },
  notes: [minors],
} as const satisfies RegimeEdition

/** The first regulations took effect: user-enabled global privacy controls bind (then § 999.315(c)). */
const regulations = {
  ...ccpa,
  version: 2,
  effectiveFrom: '2020-08-14',
  gpcCategories: ['advertising', 'sale_or_sharing'],
  sources: {
    ...ccpa.sources,
    gpc: law(
      'CCPA Regulations of 2020',
      '11 CCR § 999.315(c), now § 7025',
      'https://oag.ca.gov/privacy/ccpa/gpc',
    ),
  },
} as const satisfies RegimeEdition

/** Proposition 24 (CPRA): sharing, the right to correct, the right to limit sensitive personal information. */
const cpra = {
  ...regulations,
  version: 3,
  effectiveFrom: '2023-01-01',
  models: { ...regulations.models, sensitive: 'opt_out' },
  dataRequest: {
    ...regulations.dataRequest,
    rights: ['access', 'erasure', 'rectification', 'portability', 'opt_out_sale', 'limit_sensitive'],
  },
  sources: {
    ...regulations.sources,
    models: civil('1798.120'),
    sensitive: civil('1798.121'),
    gpc: regulation('7025'),
    askAgainAfter: civil('1798.135', '(c)(4)'),
    dataRequest: civil('1798.130', '(a)(2)(A)'),
  },
  notes: [
    minors,
    'A signal binds the browser or device, every pseudonymous profile tied to it and, where the person is known, that person (11 CCR § 7025(c)(1)).',
    'A cookie banner alone is no acceptable way to opt out of sale and sharing (11 CCR § 7026(a)(4)): offer endpoint 25 and the link of § 1798.135(a) too.',
  ],
} as const satisfies RegimeEdition

/** The regulations approved in September 2025: whether a signal was honoured must be shown. */
const display = {
  ...cpra,
  version: 4,
  effectiveFrom: '2026-01-01',
  sources: { ...cpra.sources, gpc: regulation('7025', '(c)(1), (c)(6)') },
  notes: [
    ...cpra.notes,
    'The site must show that an opt-out preference signal was honoured (11 CCR § 7025(c)(6)).',
  ],
} as const satisfies RegimeEdition

/** Automated decisionmaking technology for significant decisions: notice before use and a way out. */
const automatedDecisions = {
  ...display,
  version: 5,
  effectiveFrom: '2027-01-01',
  models: { ...display.models, profiling: 'opt_out' },
  dataRequest: { ...display.dataRequest, rights: [...display.dataRequest.rights, 'objection'] },
  sources: { ...display.sources, profiling: regulation('7221') },
  notes: [
    ...display.notes,
    'Browsers sold in California must offer the signal from this day (AB 566, Cal. Civ. Code § 1798.136): expect more of them.',
  ],
} as const satisfies RegimeEdition

export const usCaCcpa: Regime = {
  key: 'us_ca_ccpa',
  name: 'California Consumer Privacy Act, as amended by the CPRA',
  authority: 'California Privacy Protection Agency; Attorney General of California',
  law: law(
    'California Consumer Privacy Act of 2018',
    'Cal. Civ. Code § 1798.100 et seq.',
    'https://leginfo.legislature.ca.gov/faces/codes_displayText.xhtml?lawCode=CIV&division=3.&title=1.81.5.&part=4.&chapter=&article=',
  ),
  places: [{ country: 'US', region: 'CA' }],
  editions: [ccpa, regulations, cpra, display, automatedDecisions],
}
