import cluster from 'node:cluster'
import {
  RateLimiterCluster,
  RateLimiterClusterMaster,
  RateLimiterMemory,
  type RateLimiterRes,
} from 'rate-limiter-flexible'

/** Where an owner stands in its minute. */
export interface Counted {
  readonly isOver: boolean
  readonly remaining: number
  readonly msBeforeNext: number
}

/** Counts what somebody does in a window of time, for all workers of this server together. */
export interface RequestCounter {
  count(owner: string): Promise<Counted>
}

/** In the process that starts workers: keeps what they count. */
export function keepCounts(): void {
  new RateLimiterClusterMaster()
}

export function openCounter(name: string, points: number, seconds: number): RequestCounter {
  const options = { keyPrefix: name, points, duration: seconds }
  if (cluster.isWorker) return countInLots(new RateLimiterCluster(options), points)
  const limiter = new RateLimiterMemory(options)
  return { count: (owner) => draw(limiter, owner, 1) }
}

async function draw(
  limiter: RateLimiterMemory | RateLimiterCluster,
  owner: string,
  points: number,
): Promise<Counted> {
  const stand = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isOver: boolean) => ({
    isOver,
    remaining: remainingPoints,
    msBeforeNext,
  })
  try {
    return stand(await limiter.consume(owner, points), false)
  } catch (result) {
    if (result instanceof Error) throw result
    return stand(result as RateLimiterRes, true)
  }
}

/** What a worker may still give out without asking, or that nothing is left for anybody. */
interface Lot {
  left: number
  readonly stand: Counted
  readonly endsAt: number
}

const lotsMax = 10_000

/**
 * Asking the primary costs a message each way, which a limit of thousands a second cannot afford: so a worker draws a
 * hundredth of the limit at once. Never more than the limit is given out; at most a hundredth a worker is left over.
 */
function countInLots(limiter: RateLimiterCluster, points: number): RequestCounter {
  const size = Math.max(1, Math.floor(points / 100))
  const lots = new Map<string, Lot>()
  const draws = new Map<string, Promise<void>>()

  async function drawLot(owner: string): Promise<void> {
    const stand = await draw(limiter, owner, size)
    if (lots.size >= lotsMax) forgetEnded(lots)
    const endsAt = performance.now() + stand.msBeforeNext
    lots.set(owner, { left: stand.isOver ? 0 : size, stand, endsAt })
  }

  return {
    async count(owner) {
      for (;;) {
        const now = performance.now()
        const lot = lots.get(owner)
        if (lot !== undefined && lot.endsAt > now && (lot.left > 0 || lot.stand.isOver)) {
          if (lot.left > 0) lot.left -= 1
          return {
            isOver: lot.stand.isOver,
            remaining: lot.stand.isOver ? 0 : lot.stand.remaining + lot.left,
            msBeforeNext: lot.endsAt - now,
          }
        }
        const drawing = draws.get(owner) ?? drawLot(owner).finally(() => draws.delete(owner))
        draws.set(owner, drawing)
        await drawing
      }
    },
  }
}

function forgetEnded(lots: Map<string, Lot>): void {
  const now = performance.now()
  for (const [owner, { endsAt }] of lots) if (endsAt <= now) lots.delete(owner)
}
