import { z } from 'zod'
import { timestamp } from '../../domain/consent-schema.ts'
import { decisionValues } from '../../domain/decision.ts'
import { mergeStrategies } from '../../domain/merge.ts'

const decision = z.enum(decisionValues)

export const mergeId = z.string().regex(/^mrg_[0-9A-Za-z]{43}$/)

export const mergeAnswer = z.strictObject({
  id: mergeId.nullable().describe('null for a dry run.'),
  source: z.string(),
  target: z.string(),
  subject: z
    .strictObject({ id: z.string().regex(/^sub_[0-9A-Za-z]{22}$/), ref: z.string() })
    .describe('The subject that stays: the id and all refs of both lead to it.'),
  strategy: z.enum(mergeStrategies),
  dry_run: z.boolean(),
  conflicts: z
    .array(z.strictObject({ purpose: z.string(), source: decision, target: decision, resolution: decision }))
    .describe('What the two had decided differently, and which decision stands.'),
  merged_at: timestamp.nullable(),
})

export const mergeExample: z.output<typeof mergeAnswer> = {
  id: 'mrg_00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7',
  source: 'anon_7f3kQ9xZpL2mW8vR4tY6bN',
  target: 'customer_7',
  subject: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk', ref: 'customer_7' },
  strategy: 'most_recent',
  dry_run: false,
  conflicts: [{ purpose: 'analytics', source: 'denied', target: 'granted', resolution: 'denied' }],
  merged_at: '2026-11-21T09:00:00.123Z',
}

export const undoAnswer = z.strictObject({
  id: mergeId,
  source: z.strictObject({ id: z.string() }).describe('The subject that is one of its own again.'),
  target: z.strictObject({ id: z.string() }),
  strategy: z.enum(mergeStrategies),
  merged_at: timestamp,
  undone_at: timestamp,
})

export const undoExample: z.output<typeof undoAnswer> = {
  id: 'mrg_00rPqXCN2ArqP3VVKfV4Mz0i6TBVSF8ZKq8nMrgPvC7',
  source: { id: 'sub_3F0kTuG6JLOPU2W0SBd0Aa' },
  target: { id: 'sub_1B9iIuG6JLOPU2W0SBd0Lk' },
  strategy: 'most_recent',
  merged_at: '2026-11-21T09:00:00.123Z',
  undone_at: '2026-11-21T09:05:00.456Z',
}
