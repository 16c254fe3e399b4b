import { stateLaw } from './state-law.ts'

export const texas = stateLaw({
  key: 'us_tx_tdpsa',
  region: 'TX',
  name: 'Texas Data Privacy and Security Act',
  code: 'Tex. Bus. & Com. Code',
  url: 'https://statutes.capitol.texas.gov/Docs/BC/htm/BC.541.htm',
  gppSection: 16,
  effectiveFrom: '2024-07-01',
  clauses: {
    optOut: '§ 541.051(b)(5)',
    notice: '§ 541.102',
    sensitive: '§ 541.101(b)(2)',
    requests: '§ 541.052',
  },
  notes: ['Selling sensitive or biometric data needs the notice in the words of § 541.102(b)-(c).'],
  changes: [
    {
      // HB 4 (88R) section 7(b) put this subsection off.
      effectiveFrom: '2025-01-01',
      gpc: '§ 541.055(e)',
      notes: [
        'Confirm: a controller need not follow a signal that it cannot verify, or that it follows for no other state (§ 541.055(e)(1)-(4)).',
      ],
    },
  ],
})
