import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const minnesota = stateLaw({
  key: 'us_mn_mcdpa',
  region: 'MN',
  name: 'Minnesota Consumer Data Privacy Act',
  code: 'Minn. Stat.',
  url: 'https://www.revisor.mn.gov/statutes/cite/325M/full',
  gppSection: 23,
  effectiveFrom: '2025-07-31',
  gpc: '§ 325M.14, subd. 3',
  clauses: {
    optOut: '§ 325M.14, subd. 1(f)',
    notice: '§ 325M.16, subd. 1',
    sensitive: '§ 325M.16, subd. 2(d)',
    requests: '§ 325M.14, subd. 4',
  },
  rights: rightsWithRevocation,
  notes: [
    'Ages 13 to 16: consent for targeted advertising and sale (§ 325M.16, subd. 2).',
    'A right to question the result of profiling (§ 325M.14, subd. 1(g)).',
  ],
})
