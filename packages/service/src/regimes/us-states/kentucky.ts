import { stateLaw } from './state-law.ts'

export const kentucky = stateLaw({
  key: 'us_ky_kcdpa',
  region: 'KY',
  name: 'Kentucky Consumer Data Protection Act',
  code: 'KRS',
  url: 'https://apps.legislature.ky.gov/recorddocuments/bill/24RS/hb15/bill.pdf',
  gppSection: 26,
  effectiveFrom: '2026-01-01',
  clauses: {
    optOut: '367.3615(2)(e)',
    notice: '367.3617(3)',
    sensitive: '367.3617(1)(e)',
    requests: '367.3615(3)',
  },
  notes: ['No duty to honour a signal: the act has no word of one.'],
})
