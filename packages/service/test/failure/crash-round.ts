import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readPromises } from './acknowledgements.ts'
import { auditAnswers } from './audit-answers.ts'
import { auditDatabase, type Findings, type RoundTraces } from './audit-database.ts'
import { type LoadReport, startClients } from './clients.ts'
import { type Fault, faults } from './faults.ts'
import { findPostgres } from './postgres-processes.ts'
import type { SeededRandom } from './seeded-random.ts'
import type { Stage } from './stage.ts'

export interface RoundOrder {
  readonly number: number
  /** How long the clients write, restarts not counted. */
  readonly seconds: number
  /** What is broken, one after the other: a second one strikes while the first is being mended. */
  readonly faults: readonly Fault[]
  readonly clients: number
}

export interface RoundResult extends Findings {
  readonly order: RoundOrder
  readonly load: LoadReport
  readonly acknowledged: number
  /** Asked again under their idempotency keys after the crash. */
  readonly replays: number
  readonly receipts: number
  /** How long the system was not whole, from the first fault to readiness. */
  readonly outageMs: number
  /** To audit it again when later rounds are over. */
  readonly traces: Omit<RoundTraces, 'promises'> & { readonly path: string }
}

const secondFaultMaxMs = 1200
const restMs = 150
const subjects = 120
const pauseMs = 24
const requestsEach = 4
const settleMs = 20
const namingMaxMs = 10_000

/** Where the clients of a round put down what they were promised. */
export function promisesPath(stage: Stage, { number }: RoundOrder): string {
  return join(stage.folder, `acknowledged-${number}.jsonl`)
}

/** Load, something is killed, it is brought back under load, and everything that was promised is looked for. */
export async function runRound(stage: Stage, order: RoundOrder, random: SeededRandom): Promise<RoundResult> {
  const path = promisesPath(stage, order)
  // Times tell the rows of one round from those of another.
  await delay(settleMs)
  const from = Date.now()
  const series = `r${order.number}-`
  const { urls, secret } = stage
  const seed = random.whole(0, 2 ** 31)
  const clients = startClients({
    urls,
    secret,
    series,
    subjects,
    clients: order.clients,
    pauseMs,
    seed,
    path,
  })
  let outageMs = 0
  try {
    await clients.reached(1)
    const before = random.between(0.1, 0.8) * order.seconds * 1000
    await delay(before)
    outageMs = await breakAndMend(stage, order, random)
    await delay(Math.max(0, order.seconds * 1000 - before))
    // On a slow machine the seconds alone may be too few to say anything.
    await clients.reached(order.clients * requestsEach)
  } catch (error) {
    await clients.kill()
    throw error
  }
  const load = await clients.finish()
  const traces = { series, from, to: Date.now() + 1, path }

  const promises = await readPromises(path)
  const rows = await auditDatabase(await stage.databaseUrl(), { ...traces, promises })
  const answers = await auditAnswers(stage, promises)
  return {
    order,
    load,
    acknowledged: promises.records.length,
    replays: answers.replays,
    receipts: promises.receipts.length,
    outageMs,
    lost: [...new Set([...rows.lost, ...answers.lost])],
    doubled: rows.doubled,
    broken: [...rows.broken, ...answers.broken, ...load.unexpected, ...(await extraPostmasters(stage))],
    traces,
  }
}

async function breakAndMend(stage: Stage, order: RoundOrder, random: SeededRandom): Promise<number> {
  const [first, ...others] = order.faults
  const began = performance.now()
  if (first !== undefined) await faults[first](stage, random)
  await delay(random.between(0, restMs))
  let mending = stage.restore()
  // Told to whoever waits for it below.
  mending.catch(() => undefined)
  for (const fault of others) {
    await delay(random.between(0, secondFaultMaxMs))
    await faults[fault](stage, random)
    // What was being started may be what has just been killed.
    mending = mending.catch(() => undefined).then(() => stage.restore())
    mending.catch(() => undefined)
  }
  await mending
  return Math.round(performance.now() - began)
}

async function extraPostmasters(stage: Stage): Promise<string[]> {
  // A backend bears its parent's command line until it has named itself: only those who stay are counted.
  let { postmasters } = await findPostgres(stage.databaseDir)
  for (let waitedMs = 0; postmasters.length > 1 && waitedMs < namingMaxMs; waitedMs += settleMs) {
    await delay(settleMs)
    const now = await findPostgres(stage.databaseDir)
    postmasters = postmasters.filter((pid) => now.postmasters.includes(pid))
  }
  return postmasters.length === 1
    ? []
    : [`${postmasters.length} PostgreSQL servers run on one data directory`]
}

/** The rows of a round once more, after all that happened since. */
export async function auditAgain(stage: Stage, { traces }: RoundResult): Promise<Findings> {
  const promises = await readPromises(traces.path)
  return await auditDatabase(await stage.databaseUrl(), { ...traces, promises })
}
