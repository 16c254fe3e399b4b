import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const newJersey = stateLaw({
  key: 'us_nj_njdpa',
  region: 'NJ',
  name: 'New Jersey Data Privacy Act',
  code: 'N.J.S.A.',
  url: 'https://pub.njleg.state.nj.us/Bills/2022/PL23/266_.PDF',
  authority: 'Attorney General of New Jersey; Division of Consumer Affairs',
  gppSection: 21,
  effectiveFrom: '2025-01-15',
  clauses: {
    optOut: '56:8-166.8',
    notice: '56:8-166.6',
    sensitive: '56:8-166.12(a)(4)',
    requests: '56:8-166.7',
  },
  rights: rightsWithRevocation,
  notes: [
    'Ages 13 to 16: consent for targeted advertising, sale and profiling (56:8-166.12(a)(7)).',
    'An opt-out must be followed within 15 days of receipt.',
  ],
  changes: [
    {
      // "Not later than six months following the effective date".
      effectiveFrom: '2025-07-15',
      gpc: '56:8-166.11(b)',
      notes: [
        'Confirm: P.L. 2026, c. 25 forbids the sale of sensitive data outright (56:8-166.12(a)(6)); its first day was not found.',
        'Confirm: whether the signal also opts out of profiling; the proposed rules N.J.A.C. 13:45L would say so.',
      ],
    },
  ],
})
