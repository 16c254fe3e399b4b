import type { Uuid } from '../kernel/id.ts'
import { isConnectionLost, isRetryable, type Pipeline } from '../store/db.ts'
import { commitBatch } from './commit-batch.ts'
import type { Posting } from './draft.ts'
import { redirect } from './redirect.ts'

/** With more than these the records are not what is wrong. */
const poisonedMax = 16

/**
 * Which drafts of a posting cannot be written, by their index: tried by halves, in transactions that are rolled back,
 * so that what is written in the end is still one transaction. Undefined when there are too many.
 */
export async function findPoisoned(
  client: Pipeline,
  posting: Posting,
  batchId: () => Uuid,
): Promise<ReadonlySet<number> | undefined> {
  const poisoned = new Set<number>()

  async function search(from: number, to: number): Promise<void> {
    if (from === to || poisoned.size > poisonedMax) return
    const part = { ...posting, claim: undefined, drafts: posting.drafts.slice(from, to) }
    if (await canBeWritten(client, part, batchId)) return
    if (to - from === 1) {
      poisoned.add(from)
      return
    }
    const middle = Math.ceil((from + to) / 2)
    await search(from, middle)
    await search(middle, to)
  }

  await search(0, posting.drafts.length)
  return poisoned.size > poisonedMax ? undefined : poisoned
}

async function canBeWritten(client: Pipeline, posting: Posting, batchId: () => Uuid): Promise<boolean> {
  try {
    const obstacle = await commitBatch(client, [{ posting, answer: '' }], { batchId, isTrial: true })
    return obstacle?.kind === 'merged'
      ? await canBeWritten(client, redirect(posting, obstacle.into), batchId)
      : true
  } catch (error) {
    if (isConnectionLost(error) || isRetryable(error)) throw error
    await client.query('ROLLBACK')
    return false
  }
}
