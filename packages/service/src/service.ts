import { tcfLanguage } from '@assent/signals'
import { aheadOf, type Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { RandomSource, Uuid } from './kernel/id.ts'
import { uuidSource } from './kernel/id.ts'
import type { Log } from './kernel/log.ts'
import type { MasterKey } from './kernel/master-key.ts'
import type { Ledger } from './ledger/ledger.ts'
import { openLedger } from './ledger/ledger.ts'
import type { MergeDelay } from './log/merge-delay.ts'
import { type LogWork, openLogWork } from './log/open-log-work.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Database } from './open-database.ts'
import { type Lists, openLists } from './signals/lists.ts'
import type { Fetch } from './signals/take-list.ts'
import { openTcStrings, type TcStrings } from './signals/tc-strings.ts'
import { openBatchedReads } from './store/batched-reads.ts'
import { openPipeline, type Pool } from './store/db.ts'
import { type EnvironmentSettings, openSettingsFeed, type SettingsFeed } from './store/settings.ts'
import type { SubjectReads } from './store/subjects.ts'
import type { Tracer } from './tracing/tracer.ts'

/** What a running service is: a plain record, opened and closed here, handed on as an argument. */
export interface Service {
  readonly config: Config
  /** The time in which something happens: of one environment, behind `inTimeOf`. */
  readonly clock: Clock
  /** The time outside, which nobody moves: for tokens, signatures and leases. */
  readonly realClock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly newUuid: (now: number) => Uuid
  readonly masterKey: MasterKey
  readonly pool: Pool
  /** May blank payloads, which `pool` may not. */
  readonly eraser: Pool
  readonly settings: SettingsFeed
  readonly ledger: Ledger
  readonly subjectReads: SubjectReads
  readonly lists: Lists
  readonly tcStrings: TcStrings
  /** Undefined in a process that leaves the log to others. */
  readonly logWork: LogWork | undefined
  /** Undefined unless somebody asked for them. */
  readonly metrics: Metrics | undefined
  /** Undefined unless an exporter is configured. Whoever opened it closes it. */
  readonly tracer: Tracer | undefined
  /** The name receipts are issued under: the public URL, without a trailing slash. */
  issuer(): string
  close(): Promise<void>
}

/** One commit at a time gathers the largest batches. */
const gathered = { lanes: 1, batchMax: 256 }

/** Opens on a database that is migrated and has its project. */
export async function openService(parts: {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly random: RandomSource
  readonly masterKey: MasterKey
  readonly database: Pick<Database, 'url' | 'pool' | 'eraser'>
  readonly issuer: () => string
  /** How commits are gathered; only the benchmark has another way. */
  readonly ledger?: { readonly lanes: number; readonly batchMax: number }
  /** Whether this process may sequence and sign the log; of all that may, one does. */
  readonly keepsLog?: boolean
  readonly metrics?: Metrics | undefined
  readonly tracer?: Tracer | undefined
  /** How published lists are fetched; only tests have another way. */
  readonly fetch?: Fetch
}): Promise<Service> {
  const { config, clock, log } = parts
  const { url, pool, eraser } = parts.database
  const connect = () => openPipeline(url)
  const newUuid = uuidSource(parts.random)
  const settings = await openSettingsFeed({ pool, masterKey: parts.masterKey, clock, log })
  const subjectReads = openBatchedReads({ connect, queueMax: config.limits.queue })
  const lists = await openLists({
    pool,
    clock,
    log,
    locations: config.lists,
    languages: () => languagesOf(settings),
    fetch: parts.fetch ?? fetch,
  })
  const ledger = openLedger({
    connect,
    pool,
    clock,
    log,
    newUuid,
    queueMax: config.limits.queue,
    onCommit: parts.metrics?.observeBatch,
    tracer: parts.tracer,
    ...(parts.ledger ?? gathered),
  })
  const logWork =
    parts.keepsLog === true ? await openLogWork({ ...parts, pool, connect, newUuid, settings }) : undefined
  if (parts.metrics !== undefined) {
    gaugeLedger(parts.metrics, ledger)
    gaugeLog(parts.metrics, logWork)
  }
  return {
    ...parts,
    realClock: clock,
    metrics: parts.metrics,
    tracer: parts.tracer,
    pool,
    eraser,
    newUuid,
    settings,
    subjectReads,
    lists,
    tcStrings: openTcStrings({ pool, lists }),
    ledger,
    logWork,
    async close() {
      settings.close()
      lists.close()
      await ledger.close()
      await logWork?.close()
      await subjectReads.close()
    },
  }
}

/**
 * The service in the time of one environment: that of `live`, and of a test clock that nobody moved, is the service
 * itself. Ids bear the real time, since one source of them serves all environments, and their time says in which
 * partition a record lies.
 */
export function inTimeOf(
  service: Service,
  { clockAheadMs }: Pick<EnvironmentSettings, 'clockAheadMs'>,
): Service {
  if (clockAheadMs === 0) return service
  const { realClock, newUuid } = service
  return {
    ...service,
    clock: aheadOf(realClock, () => clockAheadMs),
    newUuid: () => newUuid(realClock.now()),
  }
}

/** Read at each scrape: keeping them costs nothing in between. */
function gaugeLedger(metrics: Metrics, ledger: Ledger): void {
  metrics.gauge('assent_ledger_queue_records', 'Records that wait for a commit.', () => ({
    '': ledger.depth,
  }))
}

export function gaugeLog(metrics: Metrics, logWork: LogWork | undefined): void {
  if (logWork === undefined) return
  const delays = (read: (delay: MergeDelay) => number) => () =>
    Object.fromEntries(
      [...logWork.sequencers].map(([environment, { mergeDelay }]) => [environment, read(mergeDelay)]),
    )
  metrics.gauge(
    'assent_log_merge_delay_seconds',
    'How long the oldest record of the last round waited for its place in the signed log.',
    delays(({ lastMs }) => lastMs / 1000),
  )
  metrics.gauge(
    'assent_log_merge_delay_max_seconds',
    'The longest such wait since the start.',
    delays(({ maxMs }) => maxMs / 1000),
  )
}

/** Those that people can read the notice in, as translations of the vendor list are named. */
function languagesOf({ current }: SettingsFeed): ReadonlySet<string> {
  const catalogues = [...current.environments.values()].map(({ catalogue }) => catalogue)
  const codes = catalogues.flatMap(({ languages }) => languages).map((tag) => tcfLanguage(tag)?.toLowerCase())
  // The list itself is English.
  return new Set(codes.flatMap((code) => (code === undefined || code === 'en' ? [] : [code])))
}
