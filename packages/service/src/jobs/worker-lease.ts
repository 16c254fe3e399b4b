import type { Clock } from '../kernel/clock.ts'
import type { Log } from '../kernel/log.ts'
import type { Pool } from '../store/db.ts'
import { acquireLease, deleteLease, extendLease } from '../store/leases.ts'

const leaseMs = 30_000
const renewEveryMs = 5000

/** The lease by which others see that a pool of workers is alive. */
export function workerLease(poolId: string): string {
  return `jobs ${poolId}`
}

/** Holds the lease of a pool of workers until it is let go. */
export async function holdWorkerLease(
  { pool, clock, log }: { readonly pool: Pool; readonly clock: Clock; readonly log: Log },
  poolId: string,
): Promise<{ release(): Promise<void> }> {
  const name = workerLease(poolId)
  const take = (now: number) =>
    acquireLease(pool, name, { holder: poolId, expiresAt: now + leaseMs, freeBefore: now })
  let lease = await take(clock.now())
  const timer = setInterval(() => {
    renew().catch((error: unknown) => log.warn('the lease of the jobs could not be renewed', { error }))
  }, renewEveryMs)

  /** A pause of the process may have cost it: the jobs were done elsewhere then, and it goes on under a new one. */
  async function renew(): Promise<void> {
    const now = clock.now()
    if (lease === undefined || !(await extendLease(pool, lease, now + leaseMs))) lease = await take(now)
  }

  return {
    async release() {
      clearInterval(timer)
      await deleteLease(pool, name).catch((error: unknown) =>
        log.warn('the lease of the jobs ends by itself', { error }),
      )
    },
  }
}
