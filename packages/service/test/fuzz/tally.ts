import type { Exchange } from './exchange.ts'

export interface Slow {
  readonly ms: number
  readonly request: string
}

/** What a campaign has seen, faults aside. */
export interface Tally {
  readonly requests: number
  /** By status: how many; `none` where there was no answer. */
  readonly statuses: Readonly<Record<string, number>>
  readonly medianMs: number
  readonly p99Ms: number
  readonly slowest: readonly Slow[]
}

const slowestMax = 5

export function openTally(): { count(exchange: Exchange): void; read(): Tally } {
  const times: number[] = []
  const statuses: Record<string, number> = {}
  let slowest: Slow[] = []
  let requests = 0
  return {
    count({ request, target, reply, isSound }) {
      requests += 1
      const status = String(reply.answers[0]?.status ?? 'none')
      statuses[status] = (statuses[status] ?? 0) + 1
      // For what is no request our own patience was measured.
      if (!isSound) return
      times.push(reply.ms)
      if (reply.ms <= (slowest.at(-1)?.ms ?? 0) && slowest.length === slowestMax) return
      const bytes = request.body === undefined ? '' : `, ${request.body.length} bytes`
      const named = `${request.method} ${target.slice(0, 80)}${bytes} → ${status}`
      slowest = [...slowest, { ms: reply.ms, request: named }]
        .sort((a, b) => b.ms - a.ms)
        .slice(0, slowestMax)
    },
    read() {
      const sorted = times.toSorted((a, b) => a - b)
      const share = (of: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * of))] ?? 0
      return { requests, statuses, medianMs: share(0.5), p99Ms: share(0.99), slowest }
    },
  }
}
