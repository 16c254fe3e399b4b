import type { Clock } from '../kernel/clock.ts'
import type { Pool } from '../store/db.ts'
import { acquireLease, extendLease, type Lease } from '../store/leases.ts'

/** Of all servers one leads at a time, by a lease; when it dies another takes over as soon as the lease has run out. */
export interface Leadership {
  /** The lease, if it is ours at this moment. `patienceMs`: how much longer to leave it to others. */
  claim(patienceMs: number): Promise<Lease | undefined>
  release(): Promise<void>
}

const leaseMs = 5000
const renewAfterMs = 1000

export function leadership(options: {
  readonly pool: Pool
  readonly clock: Clock
  readonly name: string
  readonly holder: string
}): Leadership {
  const { pool, clock, name, holder } = options
  let lease: Lease | undefined
  let renewedAt = 0

  async function renew(now: number): Promise<void> {
    if (lease === undefined || Math.abs(now - renewedAt) < renewAfterMs) return
    if (await extendLease(pool, lease, now + leaseMs)) renewedAt = now
    else lease = undefined
  }

  return {
    async claim(patienceMs) {
      const now = clock.now()
      await renew(now)
      if (lease !== undefined) return lease
      lease = await acquireLease(pool, name, {
        holder,
        expiresAt: now + leaseMs,
        freeBefore: now - patienceMs,
      })
      renewedAt = now
      return lease
    },
    async release() {
      if (lease !== undefined) await extendLease(pool, lease, clock.now() - 1)
      lease = undefined
    },
  }
}
