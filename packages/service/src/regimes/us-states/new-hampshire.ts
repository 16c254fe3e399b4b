import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const newHampshire = stateLaw({
  key: 'us_nh_nhpa',
  region: 'NH',
  name: 'New Hampshire Privacy Act',
  code: 'N.H. RSA',
  url: 'https://gc.nh.gov/rsa/html/LII/507-H/507-H-mrg.htm',
  gppSection: 20,
  effectiveFrom: '2025-01-01',
  // "Not later than January 1, 2025": from the first day of the act.
  gpc: '507-H:6, V(a)(1)(B)',
  clauses: {
    optOut: '507-H:4, I(e)',
    notice: '507-H:6, III',
    sensitive: '507-H:6, I(d)',
    requests: '507-H:4, III',
  },
  rights: rightsWithRevocation,
  notes: ['Ages 13 to 15: consent for targeted advertising and sale (507-H:6, I(g)).'],
})
