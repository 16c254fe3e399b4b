import { stateLaw } from './state-law.ts'

export const tennessee = stateLaw({
  key: 'us_tn_tipa',
  region: 'TN',
  name: 'Tennessee Information Protection Act',
  code: 'Tenn. Code Ann.',
  url: 'https://publications.tnsosfiles.com/acts/113/pub/pc0408.pdf',
  gppSection: 22,
  effectiveFrom: '2025-07-01',
  clauses: {
    optOut: '§ 47-18-3203(a)(2)(E)',
    notice: '§ 47-18-3204(c)',
    sensitive: '§ 47-18-3204(a)(6)',
    requests: '§ 47-18-3203(b)',
  },
  notes: [
    'Confirm: the section numbers are those of Public Chapter 408; the code commission may have moved them.',
  ],
})
