import { stateLaw } from './state-law.ts'

export const virginia = stateLaw({
  key: 'us_va_vcdpa',
  region: 'VA',
  name: 'Virginia Consumer Data Protection Act',
  code: 'Va. Code',
  url: 'https://law.lis.virginia.gov/vacodefull/title59.1/chapter53/',
  gppSection: 9,
  effectiveFrom: '2023-01-01',
  clauses: {
    optOut: '§ 59.1-577(A)(5)',
    notice: '§ 59.1-578(C)',
    sensitive: '§ 59.1-578(A)(5)',
    requests: '§ 59.1-577(B)',
  },
  notes: ['No duty to honour a signal: the act has no word of one.'],
  changes: [
    {
      // 2026 Acts ch. 820 (SB 338).
      effectiveFrom: '2026-07-01',
      notes: ['Precise geolocation may not be sold, not even with consent (§ 59.1-578(A)(6)).'],
    },
  ],
})
