import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const delaware = stateLaw({
  key: 'us_de_dpdpa',
  region: 'DE',
  name: 'Delaware Personal Data Privacy Act',
  code: '6 Del. C.',
  url: 'https://delcode.delaware.gov/title6/c012d/index.html',
  authority: 'Department of Justice of Delaware',
  gppSection: 17,
  effectiveFrom: '2025-01-01',
  clauses: {
    optOut: '§ 12D-104(a)(6)',
    notice: '§ 12D-106(c)',
    sensitive: '§ 12D-106(a)(4)',
    requests: '§ 12D-104(c)',
  },
  rights: rightsWithRevocation,
  notes: ['Ages 13 to 17: consent for targeted advertising and sale (§ 12D-106(a)(7)).'],
  changes: [
    { effectiveFrom: '2026-01-01', gpc: '§ 12D-106(e)(1)a.2' },
    {
      // 85 Del. Laws c. 463 (HB 380 of 2026) replaces §§ 12D-102 to 12D-111.
      effectiveFrom: '2027-01-01',
      notes: [
        'Confirm: sensitive data may be sold only after a notice and consent of its own, kept for five years (HB 380 of 2026).',
      ],
    },
  ],
})
