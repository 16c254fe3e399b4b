import type { Service } from '../service.ts'
import { sweepFailedJobs } from '../store/job-queue.ts'
import {
  sweepDeliveries,
  sweepIdempotencyKeys,
  sweepMailboxes,
  sweepMails,
  sweepRequesters,
  sweepSecrets,
  sweptAtOnce,
} from '../store/retention.ts'
import { sweepCaptures } from '../store/test-mails.ts'
import { environmentsInTime } from './environments-in-time.ts'
import type { JobContext } from './job-context.ts'

const dayMs = 86_400_000

/**
 * What is kept for a while and then forgotten; all other rows are evidence, or are few (docs/operations.md, "What is
 * kept how long"). Keys are promised for 7 days (contract section 4) and go a day later.
 */
const kept = [
  { days: 8, sweep: sweepIdempotencyKeys },
  // What mails of a test environment said.
  { days: 7, sweep: sweepCaptures },
  { days: 30, sweep: sweepDeliveries },
  // Mails of a month are counted, and a sign-up that nobody confirmed is nobody's business any more.
  { days: 31, sweep: sweepMails },
  // Of its mails, which were counted by it, none is left.
  { days: 31, sweep: sweepMailboxes },
  // Nobody proved to be the one who asked: as with a sign-up.
  { days: 31, sweep: sweepRequesters(['expired']) },
  // 24 months of records of requests and their answers (California Code of Regulations, title 11, § 7101(a)).
  { days: 731, sweep: sweepRequesters(['fulfilled', 'denied', 'withdrawn']) },
] as const

/** The same of what belongs to no environment, or ends in the real time. */
const keptForAll = [
  // An operator had a month to look at what failed.
  { days: 31, sweep: sweepFailedJobs },
  { days: 1, sweep: sweepSecrets },
] as const

export async function forgetOldRows({ service: everywhere, signal }: JobContext): Promise<void> {
  for (const { environment, service } of await environmentsInTime(everywhere))
    for (const { days, sweep } of kept) {
      const before = service.clock.now() - days * dayMs
      await sweepAll(everywhere, signal, () => sweep(service.pool, environment.scope, before))
    }
  for (const { days, sweep } of keptForAll) {
    const before = everywhere.realClock.now() - days * dayMs
    await sweepAll(everywhere, signal, () => sweep(everywhere.pool, before))
  }
}

/** In small batches until nothing is left, so that requests between two of them hardly notice. */
async function sweepAll(
  { log }: Service,
  signal: AbortSignal,
  sweepSome: () => Promise<number>,
): Promise<void> {
  let count = 0
  for (let swept = sweptAtOnce; swept === sweptAtOnce && !signal.aborted; count += swept)
    swept = await sweepSome()
  if (count > 0) log.info('forgot rows whose time was over', { count })
}
