import { type LawSource, law, type Regime } from '../regime.ts'

function pdpa(clause: string): LawSource {
  return law('Personal Data Protection Act B.E. 2562 (2019)', clause, 'https://www.pdpc.or.th/en/law/')
}

export const thPdpa: Regime = {
  key: 'th_pdpa',
  name: 'Personal Data Protection Act',
  authority: 'Personal Data Protection Committee',
  law: pdpa('as a whole'),
  places: [{ country: 'TH' }],
  editions: [
    {
      version: 1,
      effectiveFrom: '2022-06-01',
      models: {
        strictly_necessary: 'none',
        // s. 24(5) and 32: legitimate interest, open to objection.
        functional: 'opt_out',
        // s. 19: consent is the rule.
        analytics: 'opt_in',
        advertising: 'opt_in',
        sale_or_sharing: 'opt_in',
        sensitive: 'opt_in',
        profiling: 'opt_in',
        email_marketing: 'opt_in',
      },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 20,
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
        models: pdpa('s. 19'),
        functional: pdpa('s. 24(5), 32'),
        sale_or_sharing: pdpa('s. 27'),
        sensitive: pdpa('s. 26'),
        ageOfConsent: pdpa('s. 20'),
        dataRequest: pdpa('s. 30'),
      },
      notes: [
        'Under 10 the parent consents; from 10 to 20 the parent too, unless the minor may act alone (Civil and Commercial Code s. 22-24). The cautious age is full age.',
        'Confirm: whether first-party statistics may rest on legitimate interest; the authority has published no guide on cookies.',
      ],
    },
  ],
}
