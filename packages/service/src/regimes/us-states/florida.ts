import { stateLaw } from './state-law.ts'

export const florida = stateLaw({
  key: 'us_fl_fdbr',
  region: 'FL',
  name: 'Florida Digital Bill of Rights',
  code: 'Fla. Stat.',
  url: 'https://www.flsenate.gov/Laws/Statutes/2025/Chapter501/Part_V',
  authority: 'Department of Legal Affairs',
  gppSection: 13,
  effectiveFrom: '2024-07-01',
  extension: 'P15D',
  clauses: {
    optOut: '§ 501.705(2)(e)',
    notice: '§ 501.711',
    sensitive: '§ 501.71(2)(d) and 501.715',
    requests: '§ 501.706',
  },
  notes: [
    'Most duties bind controllers with more than one billion dollars of revenue a year (§ 501.702(9)); the rule on selling sensitive data binds all (§ 501.715). A smaller operator may loosen the rest in the catalogue’s overrides.',
    'Under 18: sale of sensitive data and targeted advertising only with opt-in consent (§ 501.71, 501.1735).',
  ],
})
