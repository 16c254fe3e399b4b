import type { Scope } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Uuid } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import { isConnectionLost, isRetryable, type Pipeline, type Pool, sqlState } from '../store/db.ts'
import { claimsInFlight } from './claims-in-flight.ts'
import { commitBatch, type Obstacle } from './commit-batch.ts'
import type { Claim, Draft, Entry, Outcome } from './draft.ts'
import { findKeptAnswer, settleClaim } from './settle-claim.ts'
import { unavailable } from './unavailable.ts'

/** The one write path. What `append` resolves to is committed and fsynced. */
export interface Ledger {
  append(draft: Draft): Promise<Outcome>
  /** What an equal request was answered under this key, if it was. */
  findKept(scope: Scope, claim: Claim): Promise<Outcome | undefined>
  /** Drafts that wait for a commit. */
  readonly depth: number
  /** Commits what waits, then lets go of the database. */
  close(): Promise<void>
}

export interface LedgerOptions {
  readonly connect: () => Promise<Pipeline>
  readonly pool: Pool
  readonly clock: Clock
  readonly log: Log
  readonly newUuid: (now: number) => Uuid
  /** Past this many waiting drafts the answer is 503: memory is never the queue. */
  readonly queueMax: number
  /** Commits under way at once; each has a connection of its own. */
  readonly lanes: number
  readonly batchMax: number
}

const triesMax = 3

interface Lane {
  client: Pipeline | undefined
  busy: boolean
}

/**
 * Group commit: what arrives while a commit is in flight is gathered and written as the next batch. No timer waits
 * for company, so a lone request pays nothing for it.
 */
export function openLedger(options: LedgerOptions): Ledger {
  const lanes: Lane[] = Array.from({ length: options.lanes }, () => ({ client: undefined, busy: false }))
  const inFlight = claimsInFlight(enqueue)
  let queue: Entry[] = []
  let closing = false

  function enqueue(draft: Draft): Promise<Outcome> {
    if (closing) return Promise.reject(unavailable('The service is shutting down.'))
    if (queue.length >= options.queueMax)
      return Promise.reject(unavailable('More consent is arriving than can be written right now.'))
    return new Promise<Outcome>((resolve, reject) => {
      queue.push({ draft, resolve, reject })
      wake()
    })
  }

  function wake(): void {
    const lane = lanes.find((candidate) => !candidate.busy)
    if (lane === undefined) return
    lane.busy = true
    // Not at once: the requests that were read in this turn of the event loop belong into the same batch.
    setImmediate(() => void run(lane))
  }

  async function run(lane: Lane): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, options.batchMax)
      queue = queue.slice(batch.length)
      await commit(lane, batch)
    }
    lane.busy = false
  }

  /** Never throws: each entry is told what became of it. */
  async function commit(lane: Lane, batch: readonly Entry[], tries = 1, hasWaited = false): Promise<void> {
    if (batch.length === 0) return
    let obstacle: Obstacle | undefined
    try {
      lane.client ??= await options.connect()
      const drafts = batch.map((entry) => entry.draft)
      obstacle = await commitBatch(lane.client, drafts, options.newUuid, hasWaited)
    } catch (error) {
      return await recover(lane, batch, { tries, hasWaited }, error)
    }
    if (obstacle === undefined) return acknowledge(batch)
    if (obstacle.kind === 'merged') {
      const { into } = obstacle
      return await commit(
        lane,
        batch.map((entry) => redirect(entry, into)),
        tries,
        hasWaited,
      )
    }
    const { keys } = obstacle
    const isLoser = ({ draft }: Entry) => draft.claim !== undefined && keys.has(draft.claim.routeKey)
    for (const entry of batch.filter(isLoser)) void settleClaim(options, entry, enqueue)
    await commit(
      lane,
      batch.filter((entry) => !isLoser(entry)),
      tries,
      hasWaited,
    )
  }

  async function recover(
    lane: Lane,
    batch: readonly Entry[],
    { tries, hasWaited }: { readonly tries: number; readonly hasWaited: boolean },
    error: unknown,
  ): Promise<void> {
    if (isConnectionLost(error) || !(await rollBack(lane))) {
      // Whether the COMMIT came through is unknown: never a 201. With an Idempotency-Key a repeat is safe.
      void lane.client?.end().catch(() => undefined)
      lane.client = undefined
      options.log.warn('the ledger lost its database connection', {
        count: batch.length,
        sqlState: sqlState(error),
      })
      return refuseAll(batch, unavailable('The database is not reachable right now.', error))
    }
    if (isRetryable(error) && tries < triesMax) return await commit(lane, batch, tries + 1, hasWaited)
    if (batch.length > 1) {
      // One of them spoils it for all: halve until it stands alone.
      const middle = Math.ceil(batch.length / 2)
      const waited = hasWaited || sqlState(error) === lockTimeout
      await commit(lane, batch.slice(0, middle), 1, waited)
      return await commit(lane, batch.slice(middle), 1, waited)
    }
    refuseAll(batch, explain(error))
  }

  return {
    append: (draft) => (draft.claim === undefined ? enqueue(draft) : inFlight.append(draft, draft.claim)),
    findKept: (scope, claim) => findKeptAnswer(options, scope, claim),
    get depth() {
      return queue.length
    },
    async close() {
      closing = true
      while (queue.length > 0 || lanes.some((lane) => lane.busy))
        await new Promise((done) => setTimeout(done, 5))
      await Promise.all(lanes.map((lane) => lane.client?.end()))
    },
  }
}

async function rollBack(lane: Lane): Promise<boolean> {
  try {
    await lane.client?.query('ROLLBACK')
    return lane.client !== undefined
  } catch {
    return false
  }
}

function redirect(entry: Entry, into: ReadonlyMap<string, Draft['subjectKey']>): Entry {
  const survivor = into.get(entry.draft.subjectKey)
  return survivor === undefined
    ? entry
    : { ...entry, draft: { ...entry.draft, subjectKey: survivor, storedRef: null } }
}

function acknowledge(batch: readonly Entry[]): void {
  // They are committed: whatever goes wrong from here on, none of them may be tried again.
  for (const { draft, resolve, reject } of batch)
    try {
      resolve({ kind: 'recorded', status: 201, answer: draft.answer(draft.subjectKey) })
    } catch (error) {
      reject(error)
    }
}

function refuseAll(batch: readonly Entry[], reason: unknown): void {
  for (const entry of batch) entry.reject(reason)
}

const lockTimeout = '55P03'

/** Disk full (53…), shutting down (57P…), still conflicting after all tries: not the caller's fault, and it passes. */
function explain(error: unknown): unknown {
  const state = sqlState(error) ?? ''
  if (state === lockTimeout)
    return new Refusal('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
      headers: { 'Retry-After': '1' },
      cause: error,
    })
  if (/^(53|57|40)/.test(state)) return unavailable('The database cannot take this right now.', error)
  return error
}
