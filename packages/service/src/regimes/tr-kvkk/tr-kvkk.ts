import { type LawSource, law, type Regime } from '../regime.ts'

function kvkk(clause: string): LawSource {
  return law(
    'Kişisel Verilerin Korunması Kanunu (Law No. 6698)',
    clause,
    'https://www.mevzuat.gov.tr/mevzuat?MevzuatNo=6698&MevzuatTur=1&MevzuatTertip=5',
  )
}

export const trKvkk: Regime = {
  key: 'tr_kvkk',
  name: 'Law on the Protection of Personal Data',
  authority: 'Kişisel Verileri Koruma Kurumu (KVKK)',
  law: kvkk('as a whole'),
  places: [{ country: 'TR' }],
  editions: [
    {
      version: 1,
      // Art. 32: six months after 7 April 2016 for the data subject’s rights.
      effectiveFrom: '2016-10-07',
      models: {
        strictly_necessary: 'none',
        // The authority’s guide takes over the two exemptions of ePrivacy Art. 5(3), and no third.
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
        rights: ['access', 'erasure', 'rectification', 'objection', 'withdraw_consent', 'complaint'],
      },
      requestTiming: { clock: 'receipt', movesOffHolidays: false },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: law(
          'KVKK, Çerez Uygulamaları Hakkında Rehber (June 2022)',
          'criteria A and B',
          'https://www.kvkk.gov.tr/Icerik/7353/Cerez-Uygulamalari-Hakkinda-Rehber',
        ),
        sale_or_sharing: kvkk('Art. 8'),
        sensitive: kvkk('Art. 6'),
        email_marketing: law(
          'Elektronik Ticaretin Düzenlenmesi Hakkında Kanun (Law No. 6563)',
          'Art. 6',
          'https://www.mevzuat.gov.tr/mevzuat?MevzuatNo=6563&MevzuatTur=1&MevzuatTertip=5',
        ),
        ageOfConsent: law(
          'Türk Medeni Kanunu (Law No. 4721)',
          'Art. 11, 16',
          'https://www.mevzuat.gov.tr/mevzuat?MevzuatNo=4721&MevzuatTur=1&MevzuatTertip=5',
        ),
        dataRequest: kvkk('Art. 11 and 13(2)'),
      },
      notes: [
        'Consents to marketing messages are kept in the national register IYS as well (Law No. 6563).',
        'Confirm: no age in the act; full age under the Civil Code is the cautious reading.',
      ],
    },
  ],
}
