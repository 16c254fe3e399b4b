import { law, type Regime, type RegimeEdition } from '../regime.ts'
import { casl } from './casl.ts'

const pipeda = 'https://laws-lois.justice.gc.ca/eng/acts/P-8.6/'
const behavioural =
  'https://www.priv.gc.ca/en/privacy-topics/technology/online-privacy-tracking-cookies/tracking-and-ads/gl_ba_1112/'

const first = {
  version: 1,
  effectiveFrom: '2004-01-01',
  models: {
    strictly_necessary: 'none',
    functional: 'notice',
    // Principle 4.3.6: implied consent where data are not sensitive, with information and a way out.
    analytics: 'opt_out',
    advertising: 'opt_out',
    // Outside what a person would reasonably expect: express consent (principle 4.3.5; OPC, meaningful consent).
    sale_or_sharing: 'opt_in',
    sensitive: 'opt_in',
    profiling: 'opt_out',
    email_marketing: 'opt_out',
  },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 13,
  dataRequest: {
    deadline: 'P30D',
    extension: 'P30D',
    rights: ['access', 'rectification', 'withdraw_consent', 'complaint'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: true },
  tcfApplies: false,
  gppSections: [5],
  sources: {
    models: law('PIPEDA', 'Schedule 1, principle 4.3', `${pipeda}page-7.html`),
    advertising: law(
      'OPC, Guidelines on privacy and online behavioural advertising',
      'opt-out consent',
      behavioural,
    ),
    sensitive: law('PIPEDA', 'Schedule 1, principle 4.3.6', `${pipeda}page-7.html`),
    ageOfConsent: law(
      'OPC, Guidelines for obtaining meaningful consent',
      'consent and children',
      'https://www.priv.gc.ca/en/privacy-topics/collecting-personal-information/consent/gl_omc_201805/',
    ),
    dataRequest: law('PIPEDA', 's. 8(3)-(4)', `${pipeda}page-2.html`),
  },
  notes: [
    'Opt-out holds for behavioural advertising only where the person is told at or before collection, the opt-out is easy, immediate and lasting, and nothing sensitive is used (OPC).',
    'Confirm: Alberta and British Columbia have acts of their own (PIPA), substantially similar; their terms (45 days, 30 business days) are not modelled.',
    'Confirm: Bill C-36 of 15 June 2026 (Protecting Privacy and Consumer Data Act) would replace PIPEDA; not law when this was written.',
  ],
} as const satisfies RegimeEdition

/** Canada’s anti-spam law: express or implied consent before a commercial electronic message. */
const antiSpam = {
  ...first,
  version: 2,
  effectiveFrom: '2014-07-01',
  models: { ...first.models, email_marketing: 'opt_in' },
  sources: { ...first.sources, email_marketing: casl },
  notes: [
    ...first.notes,
    'An existing customer is implied consent for two years after the purchase (CASL s. 10(10)).',
  ],
} as const satisfies RegimeEdition

export const caPipeda: Regime = {
  key: 'ca_pipeda',
  name: 'Personal Information Protection and Electronic Documents Act, with CASL',
  authority: 'Office of the Privacy Commissioner of Canada',
  law: law('PIPEDA, S.C. 2000, c. 5', 'as a whole', pipeda),
  places: [{ country: 'CA' }],
  editions: [first, antiSpam],
}
