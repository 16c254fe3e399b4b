import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { Log } from './kernel/log.ts'
import type { MasterKey } from './kernel/master-key.ts'
import { openPool, type Pool } from './store/db.ts'
import { requireDurability } from './store/durability.ts'
import { openEmbeddedPostgres } from './store/embedded/open-embedded-postgres.ts'
import { checkMasterKey } from './store/environments.ts'
import { migrate } from './store/migrate.ts'
import { ensurePartitions } from './store/partitions.ts'

/** A database that can be relied on: reached, durable, migrated, with room for the months ahead. */
export interface Database {
  readonly url: string
  readonly pool: Pool
  close(): Promise<void>
}

const poolSize = 8

export async function openDatabase(
  {
    config,
    clock,
    log,
    masterKey,
  }: { readonly config: Config; readonly clock: Clock; readonly log: Log; readonly masterKey: MasterKey },
  purpose: 'serve' | 'command',
): Promise<Database> {
  const { url, stop } = await reach(config, log, purpose)
  const pool = openPool(url, poolSize)
  try {
    await requireDurability(pool, { allowUnsafe: config.allowUnsafeDatabase })
    const applied = await migrate({ url })
    if (applied.length > 0) log.info('migrated the database', { count: applied.length })
    await checkMasterKey(pool, masterKey)
    await preparePartitions(pool, clock, log)
  } catch (error) {
    await pool.end()
    await stop()
    throw error
  }
  return {
    url,
    pool,
    async close() {
      await pool.end()
      await stop()
    },
  }
}

/** The operator's server, or the one that comes along. */
async function reach(
  config: Config,
  log: Log,
  purpose: 'serve' | 'command',
): Promise<{ url: string; stop: () => Promise<void> }> {
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, stop: async () => undefined }
  const embedded = await openEmbeddedPostgres({
    dataDir: config.dataDir,
    purpose,
    note: (message, fields) => log.info(message, fields),
  })
  return { url: embedded.url, stop: () => embedded.stop() }
}

export async function preparePartitions(pool: Pool, clock: Clock, log: Log): Promise<void> {
  const { created, strayed } = await ensurePartitions(pool, clock.now())
  if (created.length > 0) log.info('made partitions of the ledger', { count: created.length })
  for (const table of strayed)
    log.error('rows lie in a default partition; move them before the next quarter', { table })
}
