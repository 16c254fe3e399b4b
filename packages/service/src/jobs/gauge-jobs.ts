import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Pool } from '../store/db.ts'
import { readOldestDueJob } from '../store/job-queue.ts'

/** How long the oldest job that is due has waited, asked of the database when somebody scrapes. */
export function gaugeJobs(
  metrics: Metrics,
  { pool, clock }: { readonly pool: Pool; readonly clock: Clock },
): void {
  metrics.gauge(
    'assent_jobs_lag_seconds',
    'How long the oldest due job has been waiting; 0: none waits.',
    async () => {
      const now = clock.now()
      const dueAt = await readOldestDueJob(pool, now)
      return { '': dueAt === undefined ? 0 : Math.max(0, now - dueAt) / 1000 }
    },
  )
}
