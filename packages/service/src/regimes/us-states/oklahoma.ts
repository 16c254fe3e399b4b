import { stateLaw } from './state-law.ts'

export const oklahoma = stateLaw({
  key: 'us_ok_ocdpa',
  region: 'OK',
  name: 'Oklahoma Consumer Data Privacy Act',
  code: 'Okla. Stat. tit. 75A',
  url: 'https://www.oklegislature.gov/cf_pdf/2025-26%20ENR/SB/SB546%20ENR.PDF',
  // SB 546, signed 20 March 2026.
  effectiveFrom: '2027-01-01',
  clauses: {
    optOut: '§ 300 et seq., consumer rights',
    notice: '§ 300 et seq., privacy notice',
    sensitive: '§ 300 et seq., controller duties',
    requests: '§ 300 et seq., response to requests',
  },
  notes: ['Confirm: section numbers (enrolled §§ 300-315) and that no signal binds.'],
})
