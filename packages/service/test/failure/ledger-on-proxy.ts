import { systemClock } from '../../src/kernel/clock.ts'
import type { Log } from '../../src/kernel/log.ts'
import { type Ledger, openLedger } from '../../src/ledger/ledger.ts'
import { openPipeline, openPool } from '../../src/store/db.ts'
import { cloneDatabase } from '../test-database.ts'
import { newUuid } from './a-draft.ts'
import { aDatabaseProxy, type DatabaseProxy } from './database-proxy.ts'
import { postgresForTests } from './postgres-for-tests.ts'
import { ask } from './server-pair.ts'

/** The one write path on a real PostgreSQL, and what lies between them in the test's hands. */
export interface LedgerOnProxy extends AsyncDisposable {
  readonly ledger: Ledger
  /** On the way of the commits. */
  readonly proxy: DatabaseProxy
  /** On the way of what is looked up beside them. */
  readonly poolProxy: DatabaseProxy
  /** Straight to PostgreSQL, past the proxy. */
  readonly databaseUrl: string
  readonly logged: string[]
  countRecords(): Promise<number>
}

export async function aLedgerOnProxy(options: { readonly queueMax?: number } = {}): Promise<LedgerOnProxy> {
  const database = await cloneDatabase(await postgresForTests())
  const proxy = await aDatabaseProxy(database.url)
  const poolProxy = await aDatabaseProxy(database.url)
  const pool = openPool(poolProxy.url, 4)
  const logged: string[] = []
  const note = (message: string) => void logged.push(message)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const ledger = openLedger({
    connect: () => openPipeline(proxy.url),
    pool,
    clock: systemClock,
    log,
    newUuid,
    queueMax: options.queueMax ?? 10_000,
    lanes: 1,
    batchMax: 256,
  })
  return {
    ledger,
    proxy,
    poolProxy,
    databaseUrl: database.url,
    logged,
    async countRecords() {
      const [row] = await ask<{ n: number }>(database.url, 'SELECT count(*)::int AS n FROM consent_records')
      return row?.n ?? 0
    },
    async [Symbol.asyncDispose]() {
      // Whatever still waits for an answer that was swallowed is told that there will be none.
      await proxy[Symbol.asyncDispose]()
      await ledger.close()
      await poolProxy[Symbol.asyncDispose]()
      await pool.end()
      await database.drop()
    },
  }
}
