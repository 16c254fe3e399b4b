import { stateLaw } from './state-law.ts'

export const alabama = stateLaw({
  key: 'us_al_apdpa',
  region: 'AL',
  name: 'Alabama Personal Data Protection Act',
  code: 'Ala. Act 2026-552',
  url: 'https://alison.legislature.state.al.us/files/pdf/SearchableInstruments/2026RS/HB351-enr.pdf',
  // HB 351, signed April 2026.
  effectiveFrom: '2027-05-01',
  clauses: {
    optOut: '§ 5(a)(5)',
    notice: '§ 7',
    sensitive: '§ 7',
    requests: '§ 5(d)',
  },
  notes: ['Confirm: the act mentions signals and agents in passing and sets no duty to honour them.'],
})
