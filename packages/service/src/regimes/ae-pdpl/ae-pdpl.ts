import { type LawSource, law, type Regime } from '../regime.ts'

function pdpl(clause: string): LawSource {
  return law(
    'Federal Decree-Law No. 45 of 2021',
    clause,
    'https://uaelegislation.gov.ae/en/legislations/1972',
  )
}

export const aePdpl: Regime = {
  key: 'ae_pdpl',
  name: 'Federal Decree-Law on the Protection of Personal Data',
  authority: 'UAE Data Office',
  law: pdpl('as a whole'),
  places: [{ country: 'AE' }],
  editions: [
    {
      version: 1,
      effectiveFrom: '2022-01-02',
      models: {
        strictly_necessary: 'none',
        // Art. 4: consent, and among the exceptions no legitimate interest.
        functional: 'opt_in',
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
        extension: null,
        rights: [
          'access',
          'erasure',
          'rectification',
          'portability',
          'restriction',
          'objection',
          'withdraw_consent',
          'complaint',
        ],
      },
      requestTiming: { clock: 'receipt', movesOffHolidays: false },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: pdpl('Art. 4 and 6'),
        profiling: pdpl('Art. 18'),
        email_marketing: pdpl('Art. 4 and 17'),
        ageOfConsent: law(
          'Federal Law No. 3 of 2016 on child rights (Wadeema)',
          'Art. 1',
          'https://uaelegislation.gov.ae/en/legislations/1162',
        ),
        dataRequest: pdpl('Art. 13-19'),
      },
      notes: [
        'Confirm: whether the executive regulations are out; duties begin six months after them, and they set the terms. Thirty days are ours.',
        'Confirm: DIFC (Law No. 5 of 2020) and ADGM (Regulations 2021) have laws of their own that no country code tells apart.',
        'Confirm: Federal Decree-Law No. 26 of 2025 on child digital safety (a parent’s consent under 13).',
      ],
    },
  ],
}
