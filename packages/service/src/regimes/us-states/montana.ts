import { rightsWithRevocation, stateLaw } from './state-law.ts'

export const montana = stateLaw({
  key: 'us_mt_mcdpa',
  region: 'MT',
  name: 'Montana Consumer Data Privacy Act',
  code: 'Mont. Code Ann.',
  url: 'https://mca.legmt.gov/bills/mca/title_0300/chapter_0140/part_0280/sections_index.html',
  gppSection: 14,
  effectiveFrom: '2024-10-01',
  clauses: {
    optOut: '§ 30-14-2808(1)(e)',
    notice: '§ 30-14-2812(5)',
    sensitive: '§ 30-14-2812(2)(b)',
    requests: '§ 30-14-2808(4)',
  },
  rights: rightsWithRevocation,
  notes: ['Ages 13 to 15: consent for targeted advertising and sale (§ 30-14-2812).'],
  changes: [
    { effectiveFrom: '2025-01-01', gpc: '§ 30-14-2809(3)(b)' },
    {
      // SB 297 of 2025.
      effectiveFrom: '2025-10-01',
      notes: [
        'Under 18: a duty of care and consent for targeted advertising and sale, whatever the size (SB 297).',
      ],
    },
  ],
})
