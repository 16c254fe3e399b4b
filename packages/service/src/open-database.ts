import { CannotStart } from './kernel/cannot-start.ts'
import type { Clock } from './kernel/clock.ts'
import type { Config } from './kernel/config.ts'
import type { Log } from './kernel/log.ts'
import type { MasterKey } from './kernel/master-key.ts'
import { openPool, type Pool } from './store/db.ts'
import { requireDurability } from './store/durability.ts'
import { openEmbeddedPostgres } from './store/embedded/open-embedded-postgres.ts'
import { checkMasterKey } from './store/environments.ts'
import { migrateJobs } from './store/job-queue.ts'
import { migrate } from './store/migrate.ts'
import { ensurePartitions } from './store/partitions.ts'
import type { Role } from './store/rights.ts'
import { actingAs, mayActAs } from './store/roles.ts'

/** A database that can be relied on: reached, durable, migrated, with room for the months ahead. */
export interface Database {
  /** Acts as the application's role, which can only add to the ledger; so does `pool`. */
  readonly url: string
  readonly pool: Pool
  /** Acts as the eraser's role, which may also blank payloads. */
  readonly eraser: Pool
  /** Makes the partitions of the quarters ahead, as the owner of the tables. */
  preparePartitions(): Promise<void>
  close(): Promise<void>
}

const poolSize = 8
/** Erasures and partitions are rare, and none waits for another for long. */
const smallPoolSize = 2

interface Parts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
  readonly masterKey: MasterKey
}

export async function openDatabase(parts: Parts, purpose: 'serve' | 'command'): Promise<Database> {
  const { config, clock, log, masterKey } = parts
  // What is opened is closed in reverse, also when a later step fails.
  await using opened = new AsyncDisposableStack()
  const { url: given, stop } = await reach(config, log, purpose)
  opened.defer(stop)
  const open = (url: string, size: number) => {
    const pool = openPool(url, size)
    opened.defer(() => pool.end())
    return pool
  }

  const ownerUrl = config.databaseOwnerUrl ?? given
  const owner = open(ownerUrl, smallPoolSize)
  const durability = { allowUnsafe: config.allowUnsafeDatabase }
  await requireDurability(owner, durability)
  const applied = await migrate({ url: ownerUrl })
  if (applied.length > 0) log.info('migrated the database', { count: applied.length })
  const url = await inRole(given, 'assent_app', parts)
  // Its own tables belong to whoever uses them, since they are under row level security.
  await migrateJobs(url)
  const pool = open(url, poolSize)
  await requireDurability(pool, durability)
  const eraser = open(
    await inRole(config.databaseEraserUrl ?? ownerUrl, 'assent_eraser', parts),
    smallPoolSize,
  )
  await checkMasterKey(pool, masterKey)
  const prepare = () => preparePartitions(owner, clock, log)
  await prepare()

  const all = opened.move()
  return { url, pool, eraser, preparePartitions: prepare, close: () => all.disposeAsync() }
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

/**
 * The address with the role it acts in. Whoever has set roles apart is not served without them; whoever has one role,
 * that may make no others, is served as before and told what is missing.
 */
async function inRole(url: string, role: Role, { config, log }: Parts): Promise<string> {
  const login = openPool(url, 1)
  const mayAct = await mayActAs(login, role).finally(() => login.end())
  if (mayAct) return actingAs(url, role)
  const missing = `A login of the database may not act as ${role} (docs/operations.md says how it may)`
  if (config.databaseOwnerUrl !== undefined || config.databaseEraserUrl !== undefined)
    throw new CannotStart(`${missing}.`)
  log.warn(`${missing}: nothing but this program keeps the ledger append-only`)
  return url
}

async function preparePartitions(owner: Pool, clock: Clock, log: Log): Promise<void> {
  const { created, strayed } = await ensurePartitions(owner, clock.now())
  if (created.length > 0) log.info('made partitions of the ledger', { count: created.length })
  for (const table of strayed)
    log.error('rows lie in a default partition; move them before the next quarter', { table })
}
