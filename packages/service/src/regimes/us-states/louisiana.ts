import { stateLaw } from './state-law.ts'

export const louisiana = stateLaw({
  key: 'us_la_ldpa',
  region: 'LA',
  name: 'Louisiana Data Privacy Act',
  code: 'La. R.S.',
  url: 'https://legis.la.gov/legis/ViewDocument.aspx?d=1480202',
  // SB 386, Acts 2026 No. 502, signed 29 May 2026.
  effectiveFrom: '2027-01-01',
  gpc: '51:1780.3',
  clauses: {
    optOut: '51:1780.3(A)',
    notice: '51:1780.4',
    sensitive: '51:1780.4',
    requests: '51:1780.3(B)(2)',
  },
  notes: [
    'Confirm: the signal is an authorized agent named by a browser setting or global device setting, as in Texas, and under which conditions it binds.',
    'Selling sensitive or biometric data needs a notice in set words.',
  ],
})
