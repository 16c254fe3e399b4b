import { sweepDeliveries, sweepIdempotencyKeys, sweepMails, sweptAtOnce } from '../store/retention.ts'
import type { JobContext } from './job-context.ts'

const dayMs = 86_400_000

/** What is kept for a while and then forgotten. Keys are promised for 7 days (contract section 4) and go a day later. */
const kept = [
  { days: 8, sweep: sweepIdempotencyKeys },
  { days: 30, sweep: sweepDeliveries },
  // Mails of a month are counted, and a sign-up that nobody confirmed is nobody's business any more.
  { days: 31, sweep: sweepMails },
] as const

/** In small batches until nothing is left, so that requests between two of them hardly notice. */
export async function forgetOldRows({ service: { pool, clock, log }, signal }: JobContext): Promise<void> {
  for (const { days, sweep } of kept) {
    let count = 0
    for (let swept = sweptAtOnce; swept === sweptAtOnce && !signal.aborted; count += swept)
      swept = await sweep(pool, clock.now() - days * dayMs)
    if (count > 0) log.info('forgot rows whose time was over', { count })
  }
}
