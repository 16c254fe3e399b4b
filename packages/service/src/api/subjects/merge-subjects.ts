import { z } from 'zod'
import { mergeStrategies } from '../../domain/merge.ts'
import { recordPublicId, subjectId } from '../../domain/public-id.ts'
import type { Recipe } from '../../http/endpoint.ts'
import { readRefName } from '../../http/read-names.ts'
import { Validation } from '../../http/validate.ts'
import { toTimestamp } from '../../kernel/clock.ts'
import { commitMerge } from '../../ledger/commit-merge.ts'
import { mergeAnswer, mergeExample } from './merge-answer.ts'

const ref = (description: string) => z.string().min(1).max(200).describe(description)

const body = z.strictObject({
  source: ref('Who is found to be somebody else: any ref or id of theirs.'),
  target: ref('Who they are; this subject stays.'),
  strategy: z
    .enum(mergeStrategies)
    .default('most_recent')
    .describe(
      'Which decision stands where both had decided: the later one (at the same time the refusal), the refusal, or the target’s.',
    ),
  dry_run: z.boolean().default(false).describe('Only say what would come of it.'),
})

type Body = z.output<typeof body>

export const mergeSubjects: Recipe<undefined, undefined, Body> = {
  operationId: 'mergeSubjects',
  tag: 'Subjects',
  summary: 'Merge two subjects',
  description:
    'Two subjects turned out to be one person. Nothing is deleted: the records of the source stay as they were written and appear in the history of the target, and the id and refs of the source lead to the target from now on. The merge is an entry of the ledger, and can be undone.',
  body,
  answers: { 200: { description: 'Merged.', schema: mergeAnswer, example: mergeExample } },
  refuses: ['subject_not_found', 'merge_conflict', 'subject_erased'],
  async run(service, { environment, body }) {
    const types = environment.catalogue.identifierTypes
    const validation = new Validation()
    const [source, target] = (['source', 'target'] as const).map((path) =>
      validation.attempt(() => environment.routing.subject(readRefName(body[path], types, path).ref)),
    )
    validation.finish()
    if (source === undefined || target === undefined) throw new Error('a fault that was not gathered')
    const { strategy, dry_run } = body
    const wish = { sourceKey: source, targetKey: target, strategy, isTrial: dry_run }
    const { targetKey, done, conflicts } = await commitMerge(service, environment, wish)
    const answer: z.output<typeof mergeAnswer> = {
      id: done === undefined ? null : recordPublicId('mrg', { routeKey: targetKey, recordId: done.mergeId }),
      source: body.source,
      target: body.target,
      subject: { id: subjectId(targetKey), ref: body.target },
      strategy,
      dry_run,
      conflicts: [...conflicts],
      merged_at: done === undefined ? null : toTimestamp(done.mergedAt),
    }
    return { status: 200, body: JSON.stringify(answer) }
  },
}
