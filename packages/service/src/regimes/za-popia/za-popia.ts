import { type LawSource, law, type Regime } from '../regime.ts'

function popia(clause: string): LawSource {
  return law(
    'Protection of Personal Information Act 4 of 2013',
    clause,
    'https://www.gov.za/documents/protection-personal-information-act',
  )
}

export const zaPopia: Regime = {
  key: 'za_popia',
  name: 'Protection of Personal Information Act',
  authority: 'Information Regulator',
  law: popia('as a whole'),
  places: [{ country: 'ZA' }],
  editions: [
    {
      version: 1,
      // s. 114(1): a year of grace after 1 July 2020.
      effectiveFrom: '2021-07-01',
      models: {
        strictly_necessary: 'none',
        functional: 'notice',
        // s. 11(1)(f) and 11(3)(a): legitimate interest, open to objection.
        analytics: 'opt_out',
        // s. 11(3)(b): objection to direct marketing at any time.
        advertising: 'opt_out',
        sale_or_sharing: 'opt_out',
        sensitive: 'opt_in',
        // s. 71: no decision on a profile alone without a chance to be heard.
        profiling: 'opt_out',
        email_marketing: 'opt_in',
      },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 18,
      dataRequest: {
        deadline: 'P30D',
        extension: 'P30D',
        rights: ['access', 'erasure', 'rectification', 'objection', 'withdraw_consent', 'complaint'],
      },
      requestTiming: { clock: 'receipt', movesOffHolidays: false },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: popia('s. 11'),
        functional: popia('s. 18'),
        sensitive: popia('s. 26-27'),
        profiling: popia('s. 71'),
        email_marketing: popia('s. 69'),
        ageOfConsent: popia('s. 1 ("child"), 34-35'),
        dataRequest: law(
          'Promotion of Access to Information Act 2 of 2000',
          's. 56-57',
          'https://www.gov.za/documents/promotion-access-information-act',
        ),
      },
      notes: [
        'A person may be asked once for consent to electronic marketing (s. 69(2)); a refusal is final.',
        'Correction and erasure: 30 days, without extension (regulations as amended 17 April 2025).',
        'Confirm: behavioural advertising read as direct marketing under s. 11(3)(b), not as an electronic communication under s. 69.',
      ],
    },
  ],
}
