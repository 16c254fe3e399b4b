import { stateLaw } from './state-law.ts'

export const indiana = stateLaw({
  key: 'us_in_icdpa',
  region: 'IN',
  name: 'Indiana Consumer Data Protection Act',
  code: 'Ind. Code',
  url: 'https://iga.in.gov/laws/2025/ic/titles/24',
  gppSection: 25,
  effectiveFrom: '2026-01-01',
  clauses: {
    optOut: '24-15-3-1(b)(5)',
    notice: '24-15-4-3',
    sensitive: '24-15-4-1(5)',
    requests: '24-15-3-1(c)',
  },
  notes: ['Confirm: no duty to honour a signal was found in the act.'],
})
