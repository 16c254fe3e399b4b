import { freeJobsOf, listJobHolders } from '../store/job-queue.ts'
import { acquireLease, deleteLease } from '../store/leases.ts'
import type { JobContext } from './job-context.ts'
import { workerLease } from './worker-lease.ts'

const claimMs = 60_000

/** A server that was killed leaves its jobs locked. Whoever can take its lease knows that it is gone. */
export async function freeAbandonedJobs({ service }: JobContext): Promise<void> {
  const { pool, clock, log } = service
  for (const holder of await listJobHolders(pool)) {
    const now = clock.now()
    const name = workerLease(holder)
    const lease = await acquireLease(pool, name, {
      holder: 'free-abandoned-jobs',
      expiresAt: now + claimMs,
      freeBefore: now,
    })
    if (lease === undefined) continue
    await freeJobsOf(pool, holder)
    await deleteLease(pool, name)
    log.warn('freed the jobs of a server that is gone')
  }
}
