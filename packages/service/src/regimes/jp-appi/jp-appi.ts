import { law, type Regime, type RegimeEdition } from '../regime.ts'

const appi = 'https://www.japaneselawtranslation.go.jp/en/laws/view/4241'
const telecoms = 'https://www.japaneselawtranslation.go.jp/en/laws/view/4437'
const guidance = 'https://www.ppc.go.jp/personalinfo/faq/APPI_QA/'

/** As amended in 2020 and 2021. */
const amended = {
  version: 1,
  effectiveFrom: '2022-04-01',
  models: {
    strictly_necessary: 'none',
    // Art. 21: the purpose of use is notified or published.
    functional: 'notice',
    analytics: 'notice',
    advertising: 'notice',
    // Art. 27(1); Art. 31 for browsing histories that the recipient will tie to a person.
    sale_or_sharing: 'opt_in',
    // Art. 20(2): special care-required personal information.
    sensitive: 'opt_in',
    profiling: 'notice',
    email_marketing: 'opt_in',
  },
  gpcCategories: [],
  renewAfter: null,
  // PPC Q&A: for children of about 12 to 15 and below, a statutory representative.
  ageOfConsent: 16,
  dataRequest: {
    deadline: 'P14D',
    extension: null,
    rights: ['access', 'erasure', 'rectification', 'restriction', 'portability', 'objection'],
  },
  requestTiming: { clock: 'receipt', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [],
  sources: {
    models: law('Act on the Protection of Personal Information (Act No. 57 of 2003)', 'Art. 21', appi),
    sale_or_sharing: law('Act on the Protection of Personal Information', 'Art. 27(1), 31(1)', appi),
    sensitive: law('Act on the Protection of Personal Information', 'Art. 20(2)', appi),
    email_marketing: law(
      'Act on Regulation of Transmission of Specified Electronic Mail (Act No. 26 of 2002)',
      'Art. 3',
      'https://www.japaneselawtranslation.go.jp/en/laws/view/3767',
    ),
    ageOfConsent: law('PPC, Q&A on the guidelines', 'Q 1-62', guidance),
    dataRequest: law('Act on the Protection of Personal Information', 'Art. 33-35', appi),
  },
  notes: [
    'Confirm: requests are answered "without delay"; fourteen days are ours.',
    'Confirm: the amending bill of April 2026 (consent of a representative under 16, an exemption for statistics) would take effect within two years of its promulgation; not modelled.',
  ],
} as const satisfies RegimeEdition

/** Telecommunications Business Act: what is sent from the device to others must be told or made known. */
const externalTransmission = {
  ...amended,
  version: 2,
  effectiveFrom: '2023-06-16',
  sources: {
    ...amended.sources,
    models: law('Telecommunications Business Act (Act No. 86 of 1984)', 'Art. 27-12', telecoms),
  },
  notes: [
    ...amended.notes,
    'Art. 27-12 binds messengers, social networks, search and information services, not a firm’s own shop or home page; for those APPI Art. 21 stands alone.',
  ],
} as const satisfies RegimeEdition

export const jpAppi: Regime = {
  key: 'jp_appi',
  name: 'Act on the Protection of Personal Information',
  authority: 'Personal Information Protection Commission',
  law: law('Act on the Protection of Personal Information (Act No. 57 of 2003)', 'as a whole', appi),
  places: [{ country: 'JP' }],
  editions: [amended, externalTransmission],
}
