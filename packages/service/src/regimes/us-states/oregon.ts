import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const oregon = stateLaw({
  key: 'us_or_ocpa',
  region: 'OR',
  name: 'Oregon Consumer Privacy Act',
  code: 'ORS',
  url: 'https://www.oregonlegislature.gov/bills_laws/ors/ors646A.html',
  gppSection: 15,
  effectiveFrom: '2024-07-01',
  clauses: {
    optOut: '646A.574(1)(d)',
    notice: '646A.578(4)',
    sensitive: '646A.578(2)(b)',
    requests: '646A.576',
  },
  rights: rightsWithRevocation,
  notes: ['Ages 13 to 15: consent for targeted advertising, sale and profiling (646A.578(2)(c)).'],
  changes: [
    {
      effectiveFrom: '2026-01-01',
      gpc: '646A.578(5)(c)',
      // HB 2008 (2025 c. 251).
      notes: [
        'Under 16: no targeted advertising, sale or profiling, consent or not; and precise geolocation may not be sold (646A.578).',
      ],
    },
  ],
})
