import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '../kernel/clock.ts'
import type { RandomSource } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { Pool } from '../store/db.ts'
import { findLastAttestation, keepAttestation } from '../store/log-attestations.ts'
import { findLatestCheckpoint } from '../store/log-checkpoints.ts'
import { readLogs } from '../store/logs.ts'
import type { LogScope } from './announce.ts'
import type { Attestor } from './attestor.ts'
import { leadership } from './leadership.ts'

/** Takes the checkpoints of an environment's log out of the house. The log never waits for it. */
export interface Attesting {
  /** Asks whoever is due now; for whoever cannot wait for the next turn. */
  flush(): Promise<void>
  close(): Promise<void>
}

const pollMs = 2000
const retryFirstMs = 60_000
const retryMaxMs = 3_600_000

interface Failures {
  readonly count: number
  readonly retryAt: number
}

export function openAttesting(parts: {
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly scope: LogScope
  readonly attestors: readonly Attestor[]
}): Attesting {
  const { pool, clock, log, scope, attestors } = parts
  const holder = parts.random.bytes(12).toString('hex')
  const leads = leadership({ pool, clock, name: `attest/${scope.environmentId}`, holder })
  const failures = new Map<string, Failures>()
  const stop = new AbortController()

  async function turn(): Promise<void> {
    if ((await leads.claim(0)) === undefined) return
    const newest = (await readLogs(pool, scope)).at(-1)
    if (newest === undefined) return
    const place = { ...scope, generation: newest.generation }
    const latest = await findLatestCheckpoint(pool, place)
    if (latest === undefined) return
    await Promise.all(attestors.map((attestor) => ask(attestor, latest, place)))
  }

  async function ask(
    attestor: Attestor,
    { size, note }: { readonly size: number; readonly note: string },
    place: Parameters<Attestor['attest']>[0]['place'],
  ): Promise<void> {
    const { source, everyMs } = attestor
    const failed = failures.get(source)
    if (failed !== undefined && clock.now() < failed.retryAt) return
    const last = await findLastAttestation(pool, place, source)
    if (last !== undefined && (last.size >= size || clock.now() < last.attestedAt + everyMs)) return
    try {
      const proof = await attestor.attest({ place, size, note, knownSize: last?.size ?? 0 })
      await keepAttestation(pool, place, { source, size, note, proof, attestedAt: clock.now() })
      if (failed !== undefined) log.info(`attested again: ${source}`, { environment: scope.environment })
      failures.delete(source)
    } catch (error) {
      const count = (failed?.count ?? 0) + 1
      const waitMs = Math.min(retryFirstMs * 2 ** (count - 1), retryMaxMs)
      failures.set(source, { count, retryAt: clock.now() + waitMs })
      const fields = { environment: scope.environment, count, error }
      log.warn(`the checkpoint has not left the house: ${source}`, fields)
    }
  }

  let turning: Promise<void> = Promise.resolve()
  function nextTurn(): Promise<void> {
    turning = turning
      .then(turn)
      .catch((error: unknown) => log.warn('checkpoints cannot leave the house', { error }))
    return turning
  }

  async function run(): Promise<void> {
    while (!stop.signal.aborted) {
      await nextTurn()
      await delay(pollMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
    }
  }

  const running = attestors.length === 0 ? Promise.resolve() : run()

  return {
    flush: nextTurn,
    async close() {
      stop.abort()
      await running
      await leads.release().catch(() => undefined)
    },
  }
}
