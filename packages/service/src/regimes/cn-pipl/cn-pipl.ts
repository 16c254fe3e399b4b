import { type LawSource, law, type Regime } from '../regime.ts'

function pipl(clause: string): LawSource {
  return law(
    'Personal Information Protection Law of the People’s Republic of China',
    clause,
    'http://www.npc.gov.cn/npc/c2/c30834/202108/t20210820_313088.html',
  )
}

export const cnPipl: Regime = {
  key: 'cn_pipl',
  name: 'Personal Information Protection Law',
  authority: 'Cyberspace Administration of China',
  law: pipl('as a whole'),
  // Hong Kong, Macao and Taiwan have laws (and ISO codes) of their own.
  places: [{ country: 'CN' }],
  editions: [
    {
      version: 1,
      effectiveFrom: '2021-11-01',
      models: {
        strictly_necessary: 'none',
        // Art. 13: consent unless contract, duty or the like; there is no legitimate interest.
        functional: 'opt_in',
        analytics: 'opt_in',
        advertising: 'opt_in',
        // Art. 23: separate consent before another handler receives the data.
        sale_or_sharing: 'opt_in',
        // Art. 29: separate consent.
        sensitive: 'opt_in',
        // Art. 13 to collect; Art. 24(2) adds a version without personal traits, or a way out.
        profiling: 'opt_in',
        email_marketing: 'opt_in',
      },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 14,
      dataRequest: {
        deadline: 'P15D',
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
      requestTiming: { clock: 'receipt', movesOffHolidays: false, businessDays: 15 },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: pipl('Art. 13-14'),
        sale_or_sharing: pipl('Art. 23'),
        sensitive: pipl('Art. 28-29'),
        profiling: pipl('Art. 24'),
        email_marketing: law(
          'Advertising Law of the People’s Republic of China',
          'Art. 43',
          'http://www.npc.gov.cn/npc/c2/c30834/202104/t20210430_311399.html',
        ),
        ageOfConsent: pipl('Art. 31'),
        dataRequest: pipl('Art. 44-50'),
      },
      notes: [
        'Confirm: the law says "timely" (Art. 50); fifteen working days come from the 2019 method for finding apps’ violations (CAC and others).',
        'Consents are separate per purpose: do not offer one button for several of sharing, sensitive data and transfer abroad (Art. 23, 29, 39).',
      ],
    },
  ],
}
