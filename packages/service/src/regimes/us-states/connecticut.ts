import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const connecticut = stateLaw({
  key: 'us_ct_ctdpa',
  region: 'CT',
  name: 'Connecticut Data Privacy Act',
  code: 'Conn. Gen. Stat.',
  url: 'https://www.cga.ct.gov/current/pub/chap_743jj.htm',
  gppSection: 12,
  effectiveFrom: '2023-07-01',
  clauses: {
    optOut: '§ 42-518(a)(5)',
    notice: '§ 42-520(c)',
    sensitive: '§ 42-520(a)(4)',
    requests: '§ 42-518(c)',
  },
  rights: rightsWithRevocation,
  notes: ['Ages 13 to 15: consent for targeted advertising and sale (§ 42-520(a)(7)).'],
  changes: [
    { effectiveFrom: '2025-01-01', gpc: '§ 42-520(e)(1)(A)(ii)' },
    {
      // P.A. 25-113: the act renumbers the signal’s clause and drops its condition.
      effectiveFrom: '2026-07-01',
      gpc: '§ 42-520(c)(1)(A)(ii)',
      notes: [
        'Ages 13 to 17: no targeted advertising and no sale, consent or not (P.A. 25-113 § 9).',
        'The way out of profiling covers every automated decision of weight, not the solely automated alone (P.A. 25-113 § 8).',
      ],
    },
  ],
})
