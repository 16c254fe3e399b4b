import { z } from 'zod'
import { readRecordAddress, subjectId } from '../../domain/public-id.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { undoMerge } from '../../ledger/undo-merge.ts'
import { undoAnswer, undoExample } from './merge-answer.ts'

const params = z.strictObject({ id: z.string().max(64) })

export const unmergeSubjects: Recipe<z.output<typeof params>, undefined, undefined> = {
  operationId: 'undoMerge',
  tag: 'Subjects',
  summary: 'Undo a merge',
  description:
    'The source is the subject it was at the merge. What was recorded since stays with the target, under whose id it was written, and where the target stands is computed anew from the ledger. Merges of merges are undone in the reverse order. A repeat changes nothing.',
  params,
  answers: { 200: { description: 'Undone.', schema: undoAnswer, example: undoExample } },
  refuses: ['merge_not_found', 'merge_conflict', 'subject_erased'],
  async run(service, { environment, params }) {
    const address = readRecordAddress('mrg', params.id)
    if (address === undefined)
      throw new Refusal('merge_not_found', 'There is no merge with this id in this environment.')
    const merge = await undoMerge(service, environment, address)
    const answer: z.output<typeof undoAnswer> = {
      id: params.id,
      source: { id: subjectId(merge.sourceKey) },
      target: { id: subjectId(merge.targetKey) },
      strategy: merge.strategy,
      merged_at: toTimestamp(merge.mergedAt),
      undone_at: toTimestamp(merge.undoneAt),
    }
    return { status: 200, body: JSON.stringify(answer) }
  },
}
