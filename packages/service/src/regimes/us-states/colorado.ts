import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const colorado = stateLaw({
  key: 'us_co_cpa',
  region: 'CO',
  name: 'Colorado Privacy Act',
  code: 'C.R.S.',
  url: 'https://coag.gov/resources/colorado-privacy-act/',
  authority: 'Attorney General of Colorado and district attorneys',
  gppSection: 10,
  effectiveFrom: '2023-07-01',
  clauses: {
    optOut: '§ 6-1-1306(1)(a)',
    notice: '§ 6-1-1308(1)',
    sensitive: '§ 6-1-1308(7)',
    requests: '§ 6-1-1306(2)',
  },
  rights: rightsWithRevocation,
  notes: [
    'Consent for sensitive data must be asked for anew after 24 months without contact (4 CCR 904-3, Rule 7.08): counted from the last contact, not from the consent, so it is no renewAfter.',
  ],
  changes: [
    {
      // The Department’s public list holds one mechanism: Global Privacy Control (Rule 5.07, https://coag.gov/opt-out/).
      effectiveFrom: '2024-07-01',
      gpc: '§ 6-1-1306(1)(a)(IV)(B); 4 CCR 904-3, Rule 5.08',
    },
    {
      // SB 24-041; SB 25-276 made precise geolocation sensitive.
      effectiveFrom: '2025-10-01',
      notes: ['Under 18: no targeted advertising, sale or profiling without consent (§ 6-1-1308.5).'],
    },
  ],
})
