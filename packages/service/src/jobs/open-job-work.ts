import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import { Logger, parseCronItems, run, type Task, type WorkerEvents } from 'graphile-worker'
import { type Mailers, openMailers } from '../delivery/mailer.ts'
import type { JobName, JobPayloads } from '../domain/job.ts'
import type { Log } from '../kernel/log.ts'
import type { Service } from '../service.ts'
import { sqlState } from '../store/db.ts'
import { jobSchema, openJobPool } from '../store/job-queue.ts'
import type { JobContext } from './job-context.ts'
import { type Job, jobs } from './jobs.ts'
import { holdWorkerLease } from './worker-lease.ts'

/** The background jobs, as far as this process does them. */
export interface JobWork {
  /** Takes no more jobs, and waits for those that are under way. */
  close(): Promise<void>
}

const concurrency = 6
/** A notification wakes it at once; looking is for what was due later, and for a notification that was lost. */
const lookEveryMs = 2000
/** What is under way at a stop has this long, and is then asked to break off. */
const patienceMs = 10_000
const restartAfterMs = 5000
/** So many looks for a job in a row that failed: each worker's twice. */
const failuresMax = 2 * concurrency

const names = Object.keys(jobs) as JobName[]

/** Does background jobs until it is closed; whatever ends it before that, it begins again. */
export async function openJobWork(
  service: Service,
  databaseUrl: string,
  say: (line: string) => void,
): Promise<JobWork> {
  const mailers = openMailers({ config: service.config, say })
  let closing = false
  const stopped = new AbortController()
  let current = await startWorkers(service, mailers, databaseUrl)

  const watch = async () => {
    while (!closing) {
      await current.ended
      if (closing) return
      service.log.error('the background jobs stopped; they begin again')
      await pause(restartAfterMs, undefined, { signal: stopped.signal }).catch(() => undefined)
      if (!closing) current = await startWorkers(service, mailers, databaseUrl).catch(() => nothing)
    }
  }
  const watching = watch()

  return {
    async close() {
      closing = true
      stopped.abort()
      await current.stop()
      await watching
      for (const mailer of Object.values(mailers)) mailer.close()
    },
  }
}

interface Workers {
  /** Resolves however it ended. */
  readonly ended: Promise<void>
  stop(): Promise<void>
}

const nothing: Workers = { ended: Promise.resolve(), stop: () => Promise.resolve() }

async function startWorkers(service: Service, mailers: Mailers, databaseUrl: string): Promise<Workers> {
  const events: WorkerEvents = new EventEmitter()
  const poolId = new Promise<string>((resolve) => {
    events.once('pool:create', ({ workerPool }) => resolve(workerPool.id))
  })
  // One for each job, one that listens, and one over, so that noting the end of a job never waits for a connection.
  const pool = openJobPool(databaseUrl, concurrency + 2)
  const runner = await run({
    pgPool: pool,
    schema: jobSchema,
    concurrency,
    pollInterval: lookEveryMs,
    gracefulShutdownAbortTimeout: patienceMs,
    noHandleSignals: true,
    events,
    logger: new Logger(() => libraryLog(service.log)),
    taskList: Object.fromEntries(names.map((name) => [name, taskOf(name, service, mailers)])),
    parsedCronItems: parseCronItems(
      names.flatMap((task) => {
        const { every }: { readonly every?: string } = jobs[task]
        // Done again in a while anyway, so a failure is not worth a second try.
        const options = { backfillPeriod: 0, maxAttempts: 1, jobKey: task }
        return every === undefined ? [] : [{ task, match: every, identifier: task, options }]
      }),
    ),
  })
  // It refuses when it has stopped by itself.
  const stop = () => runner.stop().catch(() => undefined)
  onFailingLooks(events, () => void stop())
  const over = runner.promise
    .catch((error: unknown) => service.log.error('the job library gave up', { error }))
    // The library does not wait until it has noted what was done. Ending the pool does, for statements that were given
    // a connection, which takes a turn of the event loop.
    .then(() => nextTurn())
    .then(() => pool.end())
  const lease = await holdWorkerLease(service, await poolId).catch(async (error: unknown) => {
    await stop()
    await over
    throw error
  })
  const ended = over.then(() => lease.release())
  return {
    ended,
    async stop() {
      await stop()
      await ended
    },
  }
}

/**
 * The library keeps the failure of its first look at its tables and gives it to every later look: a database that goes
 * away in that moment would leave all workers looking in vain for ever. Those that begin again look anew.
 */
function onFailingLooks(events: WorkerEvents, act: () => void): void {
  let failures = 0
  const succeed = () => {
    failures = 0
  }
  events.on('worker:getJob:empty', succeed)
  events.on('job:start', succeed)
  events.on('worker:getJob:error', () => {
    failures += 1
    if (failures === failuresMax) act()
  })
}

/** The library would log the payload, and keep the whole message beside the job. */
function taskOf<Name extends JobName>(name: Name, service: Service, mailers: Mailers): Task {
  const job: Job<Name> = jobs[name]
  return async (payload, { abortSignal }) => {
    const context: JobContext = { service, mailers, signal: abortSignal ?? new AbortController().signal }
    const work = () => job.run(context, payload as JobPayloads[Name])
    const span = service.tracer?.begin(`job ${name}`, { kind: 'internal', facts: { 'assent.job': name } })
    try {
      await (span === undefined ? work() : span.run(work))
      span?.end({}, false)
    } catch (error) {
      span?.end({}, true)
      service.log.error('a job failed', { job: name, error })
      throw new Error(sqlState(error) ?? (error instanceof Error ? error.name : 'a job failed'))
    }
  }
}

/** What the library says of itself, without what it says of a job: that is logged where the job is done. */
function libraryLog(log: Log): (level: string, message: string, meta?: Record<string, unknown>) => void {
  return (level, _message, meta = {}) => {
    if ((level !== 'error' && level !== 'warning') || meta['failure'] === true) return
    log.warn('the job library reports a fault', { error: meta['error'] })
  }
}
