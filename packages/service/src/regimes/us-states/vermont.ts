import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const vermont = stateLaw({
  key: 'us_vt_dposa',
  region: 'VT',
  name: 'Vermont Data Privacy and Online Surveillance Act',
  code: '9 V.S.A.',
  url: 'https://legislature.vermont.gov/Documents/2026/Docs/ACTS/ACT145/ACT145%20As%20Enacted.pdf',
  // S.71, Act 145 of 2026, signed 16 June 2026.
  effectiveFrom: '2028-01-01',
  gpc: '§ 2415a et seq., opt-out preference signal',
  clauses: {
    optOut: '§ 2415d(a)',
    notice: '§ 2415a et seq., privacy notice',
    sensitive: '§ 2415a et seq., controller duties',
    requests: '§ 2415d(c)(1)',
  },
  rights: rightsWithRevocation,
  notes: [
    'Confirm: the sections of the signal, the notice and sensitive data, and whether the signal binds from the first day.',
  ],
})
