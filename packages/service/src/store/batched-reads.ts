import type { RouteKey } from '../kernel/id.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isConnectionLost, isPassing, type Pipeline, send } from './db.ts'
import { readSubjectStates, type SubjectReads, type SubjectStateRow } from './subjects.ts'

interface Waiting {
  readonly resolve: (row: SubjectStateRow | undefined) => void
  readonly reject: (reason: unknown) => void
}

const batchMax = 128
const batchesInFlightMax = 2

/**
 * Reads of persons' rows that arrive together are one statement: the cost of a round trip is shared by all who asked.
 * A read never sees less than what was committed before it was asked for, since its statement starts after that.
 */
export function openBatchedReads(options: {
  readonly connect: () => Promise<Pipeline>
  /** Past this many waiting reads the answer is 503. */
  readonly queueMax: number
}): SubjectReads & { close(): Promise<void> } {
  let waiting = new Map<RouteKey, Waiting[]>()
  let client: Promise<Pipeline> | undefined
  let inFlight = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || inFlight >= batchesInFlightMax || waiting.size === 0) return
    scheduled = true
    setImmediate(() => {
      scheduled = false
      void run()
    })
  }

  async function run(): Promise<void> {
    const batch = new Map([...waiting].slice(0, batchMax))
    for (const key of batch.keys()) waiting.delete(key)
    inFlight += 1
    try {
      client ??= options.connect()
      const rows = await send<SubjectStateRow>(await client, readSubjectStates, [[...batch.keys()]])
      const byKey = new Map(rows.map((row) => [row.route_key, row]))
      for (const [key, askers] of batch) for (const asker of askers) asker.resolve(byKey.get(key))
    } catch (error) {
      if (isConnectionLost(error)) forgetClient()
      const reason = explain(error)
      for (const askers of batch.values()) for (const asker of askers) asker.reject(reason)
    } finally {
      inFlight -= 1
      schedule()
    }
  }

  function forgetClient(): void {
    void client?.then((lost) => lost.end()).catch(() => undefined)
    client = undefined
  }

  return {
    read(key) {
      if (waiting.size >= options.queueMax)
        return Promise.reject(unavailable('More is being read than can be answered right now.'))
      return new Promise((resolve, reject) => {
        const askers = waiting.get(key)
        if (askers === undefined) waiting.set(key, [{ resolve, reject }])
        else askers.push({ resolve, reject })
        schedule()
      })
    },
    async close() {
      waiting = new Map()
      await client?.then((open) => open.end()).catch(() => undefined)
    },
  }
}

function explain(error: unknown): unknown {
  if (isConnectionLost(error)) return unavailable('The database is not reachable right now.', error)
  return isPassing(error) ? unavailable('The database cannot answer this right now.', error) : error
}

function unavailable(message: string, cause?: unknown): Refusal {
  return new Refusal('unavailable', message, { headers: { 'Retry-After': '1' }, cause })
}
