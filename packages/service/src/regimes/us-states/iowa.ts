import { stateLaw } from './state-law.ts'

export const iowa = stateLaw({
  key: 'us_ia_icdpa',
  region: 'IA',
  name: 'Iowa Consumer Data Protection Act',
  code: 'Iowa Code',
  url: 'https://www.legis.iowa.gov/docs/code/715D.pdf',
  gppSection: 18,
  effectiveFrom: '2025-01-01',
  deadline: 'P90D',
  // Sensitive data: notice and a way out, no consent; and no word on profiling.
  models: { sensitive: 'opt_out', profiling: 'notice' },
  clauses: {
    optOut: '§ 715D.3(1)(d)',
    advertising: '§ 715D.4(6)',
    notice: '§ 715D.4(5)',
    sensitive: '§ 715D.4(2)',
    requests: '§ 715D.3(2)',
  },
  rights: ['access', 'erasure', 'portability', 'objection', 'opt_out_sale'],
  notes: ['No right to correct.'],
})
