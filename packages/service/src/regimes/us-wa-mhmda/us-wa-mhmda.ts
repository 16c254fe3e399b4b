import { type LawSource, law, type Regime } from '../regime.ts'
import { canSpam, coppa, ftcAct } from '../us-federal/federal-statutes.ts'
import { federalModels } from '../us-federal/us-federal.ts'

const url = 'https://app.leg.wa.gov/RCW/default.aspx?cite=19.373'

function rcw(section: string): LawSource {
  return law('Washington My Health My Data Act', `RCW ${section}`, url)
}

/** Consumer health data only; all else in Washington stands under the federal baseline. */
export const usWaMhmda: Regime = {
  key: 'us_wa_mhmda',
  name: 'Washington My Health My Data Act, on the federal baseline',
  authority: 'Attorney General of Washington; private right of action',
  law: law('Washington My Health My Data Act', 'chapter 19.373 RCW', url),
  places: [{ country: 'US', region: 'WA' }],
  editions: [
    {
      version: 1,
      effectiveFrom: '2024-03-31',
      // One consent to collect, another to share; a signed authorization to sell.
      models: { ...federalModels, sensitive: 'opt_in' },
      gpcCategories: [],
      renewAfter: null,
      ageOfConsent: 13,
      dataRequest: {
        deadline: 'P45D',
        extension: 'P45D',
        rights: ['access', 'erasure', 'withdraw_consent'],
      },
      requestTiming: { clock: 'receipt', movesOffHolidays: false },
      tcfApplies: false,
      gppSections: [],
      sources: {
        models: ftcAct,
        sensitive: rcw('19.373.030'),
        sale_or_sharing: rcw('19.373.070'),
        email_marketing: canSpam,
        ageOfConsent: coppa,
        dataRequest: rcw('19.373.040'),
      },
      notes: [
        'Health data may be inferred from purchases and pages seen: a purpose that does so is sensitive.',
        'Collecting and sharing need separate consents (RCW 19.373.030(1)): two purposes, not one.',
        'An authorization to sell lapses after one year (RCW 19.373.070): give such a purpose valid_for P1Y.',
        'Small businesses were bound from 30 June 2024.',
      ],
    },
  ],
}
