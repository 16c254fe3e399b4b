import { stateLaw } from './state-law.ts'

export const nebraska = stateLaw({
  key: 'us_ne_ndpa',
  region: 'NE',
  name: 'Nebraska Data Privacy Act',
  code: 'Neb. Rev. Stat.',
  url: 'https://nebraskalegislature.gov/laws/statutes.php?statute=87-1111',
  gppSection: 19,
  effectiveFrom: '2025-01-01',
  gpc: '§ 87-1111(5)-(6)',
  clauses: {
    optOut: '§ 87-1107(2)(e)',
    notice: '§ 87-1114',
    sensitive: '§ 87-1112',
    requests: '§ 87-1108',
  },
  notes: [
    'Confirm: the signal is an authorized agent under conditions, as in Texas; some count Nebraska among the states without a duty.',
  ],
})
