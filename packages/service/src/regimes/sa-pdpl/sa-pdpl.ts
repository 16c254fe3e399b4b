import { type LawSource, law, type Regime } from '../regime.ts'

function pdpl(clause: string): LawSource {
  return law(
    'Personal Data Protection Law (Royal Decree M/19, as amended by M/148)',
    clause,
    'https://sdaia.gov.sa/en/SDAIA/about/Documents/Personal%20Data%20English%20V2-23April2023-%20Reviewed-.pdf',
  )
}

function regulation(clause: string): LawSource {
  return law(
    'Implementing Regulation of the Personal Data Protection Law',
    clause,
    'https://sdaia.gov.sa/en/Research/Pages/DataProtection.aspx',
  )
}

export const saPdpl: Regime = {
  key: 'sa_pdpl',
  name: 'Personal Data Protection Law',
  authority: 'Saudi Data and Artificial Intelligence Authority (SDAIA)',
  law: pdpl('as a whole'),
  places: [{ country: 'SA' }],
  editions: [
    {
      version: 1,
      // Controllers had a year from this day to comply.
      effectiveFrom: '2023-09-14',
      models: {
        strictly_necessary: 'none',
        // Art. 6(4): legitimate interest, not for sensitive data; an assessment must be kept.
        functional: 'opt_out',
        // Art. 5: consent is the rule.
        analytics: 'opt_in',
        advertising: 'opt_in',
        sale_or_sharing: 'opt_in',
        sensitive: 'opt_in',
        profiling: 'opt_in',
        email_marketing: 'opt_in',
      },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 18,
      dataRequest: {
        deadline: 'P30D',
        extension: 'P30D',
        rights: ['access', 'erasure', 'rectification', 'portability', 'withdraw_consent', 'complaint'],
      },
      requestTiming: { clock: 'receipt', movesOffHolidays: false },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: pdpl('Art. 5'),
        functional: pdpl('Art. 6(4)'),
        sale_or_sharing: pdpl('Art. 15'),
        sensitive: regulation('Art. 11 (explicit consent)'),
        profiling: regulation('Art. 11 (explicit consent)'),
        email_marketing: pdpl('Art. 25; Implementing Regulation Art. 28-29'),
        ageOfConsent: regulation('Art. 13 (guardian of one lacking full capacity)'),
        dataRequest: regulation('Art. 3'),
      },
      notes: ['Confirm: the articles of the regulation after the amendments consulted on in 2025.'],
    },
  ],
}
