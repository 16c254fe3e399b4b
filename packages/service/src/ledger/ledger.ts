import type { Scope } from '../domain/scope.ts'
import type { Clock } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { Log } from '../kernel/log.ts'
import { Refusal } from '../kernel/refusal.ts'
import {
  isConnectionLost,
  isPassing,
  isRetryable,
  lockTimeout,
  type Pipeline,
  type Pool,
  sqlState,
} from '../store/db.ts'
import type { Span, Tracer } from '../tracing/tracer.ts'
import { claimsInFlight } from './claims-in-flight.ts'
import { type Answered, commitBatch, type Obstacle } from './commit-batch.ts'
import {
  type Claim,
  type Entry,
  leaveOut,
  type Outcome,
  type Posting,
  postingOf,
  type SingleDraft,
} from './draft.ts'
import { findPoisoned } from './find-poisoned.ts'
import { redirect } from './redirect.ts'
import { ErasedSubjects } from './return-subject.ts'
import { findKeptAnswer, settleClaim } from './settle-claim.ts'
import { unavailable } from './unavailable.ts'

/** The one write path. What `append` resolves to is committed and fsynced. */
export interface Ledger {
  append(draft: SingleDraft): Promise<Outcome>
  /** Many records of one call: all of them, their claim and the answer, or nothing of it. */
  appendAll(posting: Posting): Promise<Outcome>
  /** What an equal request was answered under this key, if it was and is still remembered at that time. */
  findKept(scope: Scope, claim: Claim, now: number): Promise<Outcome | undefined>
  /** Records that wait for a commit. */
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
  /** Past this many waiting records the answer is 503: memory is never the queue. */
  readonly queueMax: number
  /** Commits under way at once; each has a connection of its own. */
  readonly lanes: number
  /** Records of one commit; a posting with more of them has a commit of its own. */
  readonly batchMax: number
  /** Told of each commit: how many records, and how long it took. */
  readonly onCommit?: ((records: number, ms: number) => void) | undefined
  readonly tracer?: Tracer | undefined
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
  let depth = 0
  let closing = false
  // By the real time, whatever time its records bear: how long it has waited is read off it.
  const batchId = () => options.newUuid(options.clock.now())

  function enqueue(posting: Posting, span = options.tracer?.current()): Promise<Outcome> {
    if (closing) return Promise.reject(unavailable('The service is shutting down.'))
    if (depth > 0 && depth + posting.drafts.length > options.queueMax)
      return Promise.reject(unavailable('More is arriving than can be written right now.'))
    return new Promise<Outcome>((resolve, reject) => {
      queue.push({ posting, resolve, reject, span })
      depth += posting.drafts.length
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
      const batch = takeBatch(queue, options.batchMax)
      queue = queue.slice(batch.length)
      depth -= countDrafts(batch)
      await commit(lane, batch)
    }
    lane.busy = false
  }

  /** Never throws: each entry is told what became of it. */
  async function commit(lane: Lane, batch: readonly Entry[], tries = 1, hasWaited = false): Promise<void> {
    if (batch.length === 0) return
    let obstacle: Obstacle | undefined
    let answered: readonly Answered[]
    const began = performance.now()
    const span = options.tracer && beginCommit(options.tracer, batch)
    try {
      lane.client ??= await options.connect()
      answered = batch.map(({ posting }) => ({ posting, answer: answerOf(posting) }))
      obstacle = await commitBatch(lane.client, answered, { batchId, hasWaited })
    } catch (error) {
      span?.end({}, true)
      return await recover(lane, batch, { tries, hasWaited }, error)
    }
    span?.end({ 'assent.batch.obstacle': obstacle?.kind }, false)
    if (obstacle === undefined) {
      options.onCommit?.(countDrafts(batch), performance.now() - began)
      return acknowledge(batch, answered)
    }
    if (obstacle.kind === 'merged') {
      const { into } = obstacle
      return await commit(
        lane,
        batch.map((entry) => ({ ...entry, posting: redirect(entry.posting, into) })),
        tries,
        hasWaited,
      )
    }
    const { keys } = obstacle
    if (obstacle.kind === 'erased') return await commit(lane, refuseErased(batch, keys), tries, hasWaited)
    const isLoser = ({ posting: { claim } }: Entry) => claim !== undefined && keys.has(claim.routeKey)
    for (const entry of batch.filter(isLoser))
      void settleClaim(options.pool, entry, (posting) => enqueue(posting, entry.span))
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
    const [entry] = batch
    if (entry === undefined) return
    const reason = explain(error, entry.posting)
    if (entry.posting.standAlone && !(reason instanceof Refusal))
      return await commitSound(lane, entry, reason)
    refuseAll(batch, reason)
  }

  /** A call of records that stand on their own: those that cannot be written are told apart, the others are written. */
  async function commitSound(lane: Lane, entry: Entry, reason: unknown): Promise<void> {
    let poisoned: ReadonlySet<number> | undefined
    try {
      if (lane.client === undefined) throw reason
      poisoned = await findPoisoned(lane.client, entry.posting, batchId)
    } catch (error) {
      const whole = { ...entry, posting: { ...entry.posting, standAlone: false } }
      return await recover(lane, [whole], { tries: triesMax, hasWaited: false }, error)
    }
    if (poisoned === undefined) return entry.reject(reason)
    options.log.error('records that cannot be written were left out', { count: poisoned.size, error: reason })
    await commit(lane, [{ ...entry, posting: leaveOut(entry.posting, poisoned) }])
  }

  function appendAll(posting: Posting): Promise<Outcome> {
    return posting.claim === undefined ? enqueue(posting) : inFlight.append(posting, posting.claim)
  }

  return {
    append: (draft) => appendAll(postingOf(draft)),
    appendAll,
    findKept: (scope, claim, now) => findKeptAnswer(options.pool, scope, { claim, now }),
    get depth() {
      return depth
    },
    async close() {
      closing = true
      while (queue.length > 0 || lanes.some((lane) => lane.busy))
        await new Promise((done) => setTimeout(done, 5))
      await Promise.all(lanes.map((lane) => lane.client?.end()))
    },
  }
}

/** One commit is done for many requests, so it belongs to none of their traces and is linked with each of them. */
function beginCommit(tracer: Tracer, batch: readonly Entry[]): Span {
  return tracer.begin('ledger commit', {
    kind: 'internal',
    links: batch.flatMap(({ span }) => span ?? []),
    facts: { 'assent.batch.records': countDrafts(batch), 'assent.batch.calls': batch.length },
  })
}

async function rollBack(lane: Lane): Promise<boolean> {
  try {
    await lane.client?.query('ROLLBACK')
    return lane.client !== undefined
  } catch {
    return false
  }
}

/** As many of the first as may go into one commit; the first in any case. */
function takeBatch(queue: readonly Entry[], batchMax: number): Entry[] {
  let records = 0
  const end = queue.findIndex(({ posting }, index) => {
    records += posting.drafts.length
    return index > 0 && records > batchMax
  })
  return queue.slice(0, end < 0 ? queue.length : end)
}

function countDrafts(batch: readonly Entry[]): number {
  return batch.reduce((count, { posting }) => count + posting.drafts.length, 0)
}

function answerOf({ drafts, answer }: Posting): string {
  return answer(drafts.map((draft) => draft.subjectKey))
}

function acknowledge(batch: readonly Entry[], answered: readonly Answered[]): void {
  batch.forEach(({ posting, resolve }, index) => {
    resolve({ kind: 'recorded', status: posting.status, answer: answered[index]?.answer ?? '' })
  })
}

/** Each is told of its own people alone; gives back the others. */
function refuseErased(batch: readonly Entry[], keys: ReadonlySet<RouteKey>): Entry[] {
  return batch.filter(({ posting: { drafts }, reject }) => {
    const own = drafts.map(({ subjectKey }) => subjectKey).filter((key) => keys.has(key))
    if (own.length > 0) reject(new ErasedSubjects(new Set(own)))
    return own.length === 0
  })
}

function refuseAll(batch: readonly Entry[], reason: unknown): void {
  for (const entry of batch) entry.reject(reason)
}

/** Disk full (53…), shutting down (57P…), still conflicting after all tries: not the caller's fault, and it passes. */
function explain(error: unknown, { claim }: Posting): unknown {
  // Who brought no key cannot have waited for somebody's.
  if (sqlState(error) === lockTimeout && claim !== undefined)
    return new Refusal('idempotency_in_progress', 'A request with this Idempotency-Key is still running.', {
      headers: { 'Retry-After': '1' },
      cause: error,
    })
  if (isPassing(error)) return unavailable('The database cannot take this right now.', error)
  return error
}
