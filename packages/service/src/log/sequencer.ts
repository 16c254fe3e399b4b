import { setTimeout as delay } from 'node:timers/promises'
import { tileWidth } from '@assent/evidence'
import { leafBytes } from '../domain/leaf.ts'
import { addressBytes } from '../domain/leaf-address.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RandomSource, Uuid } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import { isConnectionLost, type Pipeline, type Pool } from '../store/db.ts'
import type { Lease } from '../store/leases.ts'
import { findLogHead } from '../store/log-heads.ts'
import { type PendingBatch, readPendingBatches } from '../store/pending-batches.ts'
import type { LogScope } from './announce.ts'
import { appendLeaves, type Fault, Superseded } from './append-leaves.ts'
import type { CheckpointFile } from './checkpoint-file.ts'
import { leadership } from './leadership.ts'
import type { LogGuard } from './log-guard.ts'
import { type MergeDelay, watchMergeDelay } from './merge-delay.ts'
import { signHead } from './sign-checkpoint.ts'
import { hasGuard, type LedLog, takeLog } from './take-log.ts'

/** The one that gives records their places in the log of an environment, and signs it. */
export interface Sequencer {
  readonly mergeDelay: MergeDelay
  /** Sequences and signs what waits by now; for whoever cannot wait for the next turn. */
  flush(): Promise<void>
  close(): Promise<void>
}

export interface SequencerParts {
  readonly pool: Pool
  readonly connect: () => Promise<Pipeline>
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly newUuid: (now: number) => Uuid
  readonly guard: LogGuard
  readonly checkpoints: CheckpointFile
  readonly scope: LogScope
  /** Only tests break in. */
  readonly fault?: Fault
}

const pollMs = 200
/** After a failure, and while another server leads. */
const followMs = 1000
/** Hashing a leaf takes some microseconds in the event loop that answers requests: so many at a time. */
const leavesMax = 16 * tileWidth
const batchesMax = 1000
/** A server without the guard leaves the log to one that has it for so long, before it gives it up for lost. */
const patienceMs = 30_000
const hourMs = 3_600_000

export function openSequencer(parts: SequencerParts): Sequencer {
  const { pool, clock, log, scope, checkpoints } = parts
  const fault = parts.fault ?? (() => undefined)
  const holder = parts.random.bytes(12).toString('hex')
  const leads = leadership({ pool, clock, name: `log/${scope.environmentId}`, holder })
  const watch = watchMergeDelay({ pool, scope, clock, log })
  let client: Pipeline | undefined
  let led: (LedLog & { readonly lease: Lease }) | undefined
  let latest: { readonly name: string; readonly note: string } | undefined
  let keptAt = 0
  let closing = false
  let wakeUp = (): void => undefined

  async function lead(): Promise<(LedLog & { readonly lease: Lease }) | undefined> {
    const lease = await leads.claim(led === undefined && !(await hasGuard(parts)) ? patienceMs : 0)
    if (lease === undefined) led = undefined
    else if (led?.lease.fence !== lease.fence) {
      client ??= await parts.connect()
      led = { ...(await takeLog({ ...parts, client }, lease.fence)), lease }
      log.info('sequences the log', { environment: scope.environment })
    }
    return led
  }

  /** True when more is waiting. */
  async function turn(): Promise<boolean> {
    await watch.watch()
    const own = await lead()
    if (own === undefined) return false
    const { place, lease } = own
    client ??= await parts.connect()
    const [head, waiting] = await Promise.all([
      findLogHead(pool, place),
      readPendingBatches(pool, scope, batchesMax),
    ])
    // The database went back in time under us: the guard is to be asked again.
    if (head === undefined || head.size < own.signedSize)
      throw new Superseded('the head of the log went back')
    const { leaves, addresses, batchIds } = gather(waiting)
    const next =
      batchIds.length === 0
        ? head
        : await appendLeaves({ client, pool, fault }, place, head, lease.fence, {
            leaves,
            addresses,
            batchIds,
          })
    if (next.size > own.signedSize) {
      const note = await signHead({ ...own, pool, guard: parts.guard, fault }, place, next, clock.now())
      led = { ...own, signedSize: next.size }
      latest = { name: own.name, note }
      if (batchIds.length > 0) watch.note(oldestOf(leaves))
    }
    await keepHourly()
    return batchIds.length < waiting.length || waiting.length === batchesMax
  }

  async function keepHourly(): Promise<void> {
    if (clock.now() - keptAt < hourMs) return
    await keepLatest()
  }

  async function keepLatest(): Promise<void> {
    if (latest === undefined) return
    await checkpoints.append(latest.name, { note: latest.note, seenAt: clock.now() })
    keptAt = clock.now()
    latest = undefined
  }

  async function carefulTurn(): Promise<{ readonly more: boolean; readonly failed: boolean }> {
    try {
      return { more: await turn(), failed: false }
    } catch (error) {
      led = undefined
      // A lost connection may hide a COMMIT that came through: what is in the database says so at the next turn.
      if (client !== undefined && (isConnectionLost(error) || closing)) dropClient()
      if (error instanceof Superseded) log.info('the log was sequenced by another', { error })
      else if (isConnectionLost(error)) log.warn('the sequencer lost its database', { error })
      else log.error('the log cannot be sequenced', { environment: scope.environment, error })
      return { more: false, failed: true }
    }
  }

  function dropClient(): void {
    void client?.end().catch(() => undefined)
    client = undefined
  }

  let turning: Promise<unknown> = Promise.resolve()
  function nextTurn(): ReturnType<typeof carefulTurn> {
    const mine = turning.then(carefulTurn)
    turning = mine
    return mine
  }

  async function run(): Promise<void> {
    while (!closing) {
      const { more, failed } = await nextTurn()
      if (!more && !closing) await rest(failed || led === undefined ? followMs : pollMs)
    }
  }

  function rest(ms: number): Promise<unknown> {
    const stop = new AbortController()
    wakeUp = () => stop.abort()
    return delay(ms, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
  }

  const running = run()

  return {
    get mergeDelay() {
      return watch.delay
    },
    async flush() {
      while ((await nextTurn()).more);
    },
    async close() {
      closing = true
      wakeUp()
      await running
      // What was acknowledged last gets its place before the process ends, if that is ours to do.
      while ((await nextTurn()).more);
      await keepLatest().catch((error: unknown) => log.error('a checkpoint could not be kept', { error }))
      await leads.release().catch(() => undefined)
      dropClient()
    },
  }
}

function gather(waiting: readonly PendingBatch[]): {
  readonly leaves: Buffer
  readonly addresses: Buffer
  readonly batchIds: Uuid[]
} {
  let bytes = 0
  const taken = waiting.filter((batch, at) => {
    bytes += batch.leaves.length
    return at === 0 || bytes <= leavesMax * leafBytes
  })
  return {
    leaves: Buffer.concat(taken.map((batch) => batch.leaves)),
    addresses: Buffer.concat(
      taken.map((batch) => batch.addresses ?? Buffer.alloc((batch.leaves.length / leafBytes) * addressBytes)),
    ),
    batchIds: taken.map((batch) => batch.batchId),
  }
}

function oldestOf(leaves: Buffer): number {
  let oldest = Number.POSITIVE_INFINITY
  for (let at = 0; at < leaves.length; at += leafBytes)
    oldest = Math.min(oldest, Number(leaves.readBigUInt64BE(at + 17)))
  return oldest
}
