import { type LawSource, law, type Regime, type RegimeEdition } from '../regime.ts'
import { canSpam, coppa } from '../us-federal/federal-statutes.ts'
import { federalModels } from '../us-federal/us-federal.ts'

const url = 'https://www.leg.state.nv.us/NRS/NRS-603A.html'

function nrs(section: string): LawSource {
  return law('Nevada Revised Statutes, chapter 603A', `NRS ${section}`, url)
}

/** SB 220 of 2019: a way out of sale for money, and nothing on advertising that is not one. */
const saleOptOut = {
  version: 1,
  effectiveFrom: '2019-10-01',
  models: { ...federalModels, sale_or_sharing: 'opt_out' },
  gpcCategories: [],
  renewAfter: null,
  ageOfConsent: 13,
  dataRequest: { deadline: 'P60D', extension: 'P30D', rights: ['opt_out_sale'] },
  requestTiming: { clock: 'verified', movesOffHolidays: false },
  tcfApplies: false,
  gppSections: [7],
  sources: {
    models: nrs('603A.340'),
    sale_or_sharing: nrs('603A.345'),
    email_marketing: canSpam,
    ageOfConsent: coppa,
    dataRequest: nrs('603A.345(4)'),
  },
  notes: ['A sale is an exchange for money (NRS 603A.333), narrower than California’s.'],
} as const satisfies RegimeEdition

/** SB 370 of 2023: consumer health data. */
const healthData = {
  ...saleOptOut,
  version: 2,
  effectiveFrom: '2024-03-31',
  models: { ...saleOptOut.models, sensitive: 'opt_in' },
  dataRequest: {
    deadline: 'P45D',
    extension: 'P30D',
    rights: ['access', 'erasure', 'opt_out_sale', 'withdraw_consent'],
  },
  sources: {
    ...saleOptOut.sources,
    sensitive: nrs('603A.495-603A.500'),
    dataRequest: nrs('603A.505-603A.510'),
  },
  notes: [
    ...saleOptOut.notes,
    'Consumer health data may be sold only under a written authorization, valid for one year (NRS 603A.520).',
    'Confirm: 45 days answer requests on health data; an opt-out of sale has 60 and 30 (NRS 603A.345). The shorter stands here for both.',
  ],
} as const satisfies RegimeEdition

export const usNvNrs603a: Regime = {
  key: 'us_nv_nrs603a',
  name: 'Nevada online privacy and consumer health data law',
  authority: 'Attorney General of Nevada',
  law: law('Nevada Revised Statutes, chapter 603A', 'NRS 603A.300-603A.550', url),
  places: [{ country: 'US', region: 'NV' }],
  editions: [saleOptOut, healthData],
}
