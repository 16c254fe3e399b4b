import type { Scope } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import { uuidTime } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { Pool } from '../store/db.ts'
import { readPendingBatches } from '../store/pending-batches.ts'

/** How long records wait between their recording and the checkpoint that holds them. */
export interface MergeDelay {
  /** Of the last round, ms. */
  readonly lastMs: number
  /** The longest since the start, ms. */
  readonly maxMs: number
}

/** A place in the signed log is promised within a minute (docs/operations.md); somebody is told well before. */
const slowMs = 10_000
const brokenMs = 60_000
const watchEveryMs = 5000

export interface MergeDelayWatch {
  readonly delay: MergeDelay
  note(oldestRecordedAt: number): void
  /** Looks, now and then, at what is waiting: also on a server that does not lead, so that a dead leader is noticed. */
  watch(): Promise<void>
}

export function watchMergeDelay(options: {
  readonly pool: Pool
  readonly scope: Scope
  readonly clock: Clock
  readonly log: Log
}): MergeDelayWatch {
  const { pool, scope, clock, log } = options
  let delay: MergeDelay = { lastMs: 0, maxMs: 0 }
  let watchedAt = clock.now()

  function alarm(durationMs: number): void {
    const fields = { environment: scope.environment, durationMs }
    if (durationMs > brokenMs) log.error('records wait for the log longer than promised', fields)
    else if (durationMs > slowMs) log.warn('records wait long for the log', fields)
  }

  return {
    get delay() {
      return delay
    },
    note(oldestRecordedAt) {
      const lastMs = Math.max(0, clock.now() - oldestRecordedAt)
      delay = { lastMs, maxMs: Math.max(delay.maxMs, lastMs) }
      alarm(lastMs)
    },
    async watch() {
      const now = clock.now()
      if (Math.abs(now - watchedAt) < watchEveryMs) return
      watchedAt = now
      const [oldest] = await readPendingBatches(pool, scope, 1)
      if (oldest !== undefined) alarm(now - uuidTime(oldest.batchId))
    },
  }
}
