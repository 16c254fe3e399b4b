import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const rhodeIsland = stateLaw({
  key: 'us_ri_dtppa',
  region: 'RI',
  name: 'Rhode Island Data Transparency and Privacy Protection Act',
  code: 'R.I. Gen. Laws',
  url: 'https://webserver.rilegislature.gov/Statutes/TITLE6/6-48.1/INDEX.HTM',
  gppSection: 27,
  effectiveFrom: '2026-01-01',
  clauses: {
    optOut: '§ 6-48.1-5(e)',
    notice: '§ 6-48.1-3',
    sensitive: '§ 6-48.1-4',
    requests: '§ 6-48.1-6',
  },
  rights: rightsWithRevocation,
  notes: [
    'No duty to honour a signal: the act has no word of one.',
    'A revoked consent must be followed within 15 days (§ 6-48.1-4).',
  ],
})
