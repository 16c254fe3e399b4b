import { commonRights, stateLaw } from './state-law.ts'

export const utah = stateLaw({
  key: 'us_ut_ucpa',
  region: 'UT',
  name: 'Utah Consumer Privacy Act',
  code: 'Utah Code',
  url: 'https://le.utah.gov/xcode/Title13/Chapter61/13-61.html',
  authority: 'Division of Consumer Protection; Attorney General of Utah',
  gppSection: 11,
  effectiveFrom: '2023-12-31',
  // Sensitive data: notice and a way out, no consent; and no word on profiling.
  models: { sensitive: 'opt_out', profiling: 'notice' },
  clauses: {
    optOut: '§ 13-61-201',
    notice: '§ 13-61-302(1)',
    sensitive: '§ 13-61-302(3)',
    requests: '§ 13-61-203',
  },
  rights: ['access', 'erasure', 'portability', 'objection', 'opt_out_sale'],
  changes: [
    {
      // HB 418 of 2025.
      effectiveFrom: '2026-07-01',
      rights: commonRights,
      clauses: { rectification: '§ 13-61-201(4)' },
    },
  ],
})
