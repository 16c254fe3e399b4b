import { access, constants, mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { CannotStart } from '../../kernel/cannot-start.ts'
import { ensureDatabase, ensureDatabaseWhenUp } from './assent-database.ts'
import { openCluster } from './cluster.ts'
import { embeddedError } from './embedded-error.ts'
import { chooseLauncher } from './launcher.ts'
import { chooseListenAddress, connectionUrl } from './listen-address.ts'
import type { Note } from './note.ts'
import { clearOldPostmaster } from './old-postmaster.ts'
import { claimDataDir, isRunning, type Owner, type OwnerLock, type Purpose } from './owner-lock.ts'
import { findPostgresBinaries } from './postgres-binaries.ts'
import { type PostgresSettings, postgresSettings } from './postgres-settings.ts'
import { type Postmaster, startPostmaster } from './postmaster.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { supervise } from './supervisor.ts'

/** Disposing of it is stopping it. */
export interface EmbeddedPostgres extends AsyncDisposable {
  readonly url: string
  /** Whether this process started it, and `stop` ends it. */
  readonly owned: boolean
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  readonly dataDir: string
  /** A server wants the database for itself; a command shares that of a running server. */
  readonly purpose: Purpose
  readonly note: Note
  /** Over our own, such as `fsync=off` to show what a test would then lose. */
  readonly settings?: PostgresSettings
}

const patienceMs = 60_000
const pollMs = 50

/**
 * The PostgreSQL that comes with the package, on the data in `<dataDir>/postgres`, with a database `assent`. Proved on
 * Linux; what is here for macOS and Windows follows their documents and has not been tried.
 */
export async function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const dataDir = await openFolder(options.dataDir)
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const claim = await claimDataDir(dataDir, options.purpose)
    if (claim.taken) return openAsOwner(dataDir, claim.lock, options)
    const { owner } = claim
    if (options.purpose === 'command' && owner.purpose === 'serve') {
      const url = await findRunningServer(dataDir, owner)
      if (url !== undefined) return asOpened(url, false, async () => {})
    } else if (owner.purpose === 'serve' || waitedMs >= patienceMs) {
      refuse(dataDir, owner)
    }
    // A command is soon done; its server must not be shared, since it ends with it.
    await delay(pollMs)
  }
}

/** Its real path: two names of one folder must be one owner's. */
async function openFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    return await realpath(path)
  } catch (cause) {
    throw embeddedError(`The data directory cannot be used (${(cause as Error).message}).`, cause)
  }
}

function refuse(dataDir: string, owner: Owner): never {
  throw new CannotStart(
    `Another Assent (process ${owner.pid}) is using ${dataDir}: stop it first, or set ASSENT_DATABASE_URL so ` +
      'that several can share one database.',
  )
}

/** Undefined: its owner has died meanwhile. */
async function findRunningServer(dataDir: string, owner: Owner): Promise<string | undefined> {
  let problem: unknown
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
    if (!(await isRunning(owner))) return undefined
    const file = await readPostmasterFile(join(dataDir, 'postgres'))
    if (file?.isReady === true) {
      try {
        const url = await connectionUrl(dataDir, file)
        await ensureDatabase(url)
        return url
      } catch (error) {
        // The file may be of a server that has just ended, or is about to.
        problem = error
      }
    }
    await delay(pollMs)
  }
  throw embeddedError(`The database of the running Assent (process ${owner.pid}) does not answer.`, problem)
}

async function openAsOwner(
  dataDir: string,
  lock: OwnerLock,
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { note } = options
  // Undone in reverse, at the end or when a step fails.
  const undo = [lock.release]
  const undoAll = async () => {
    for (let step = undo.pop(); step !== undefined; step = undo.pop()) await step()
  }
  try {
    const binaries = await findPostgresBinaries()
    const launcher = await chooseLauncher(dataDir, binaries)
    const { generation } = lock
    const data = await openCluster({ dataDir, binaries, launcher, generation, note })
    const address = await chooseListenAddress(data, launcher)
    undo.push(address.remove)
    const settings = { ...postgresSettings, ...address.settings, ...options.settings }
    const logPath = join(dataDir, 'postgres.log')
    const start = async () => {
      await clearOldPostmaster(data, address, note)
      return startPostmaster({ data, binaries, launcher, settings, logPath, note })
    }
    const server = supervise(await startFirst(start), start, note)
    undo.push(server.stop)
    const url = await connectionUrl(dataDir, address)
    await ensureDatabaseWhenUp(url)
    return asOpened(url, true, undoAll)
  } catch (error) {
    await undoAll()
    throw error
  }
}

function asOpened(url: string, owned: boolean, end: () => Promise<void>): EmbeddedPostgres {
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= end()
    return stopping
  }
  return { url, owned, stop, [Symbol.asyncDispose]: stop }
}

/** After a kill the old server, or single processes of it, may need a moment to leave. */
async function startFirst(start: () => Promise<Postmaster>): Promise<Postmaster> {
  const started = performance.now()
  for (;;) {
    const postmaster = await start()
    if (await postmaster.waitUntilReady()) return postmaster
    const log = await postmaster.readLog()
    const ending = await postmaster.exited
    const mayPass = ending === 'SIGKILL' || /is still in use|already exists/.test(log)
    if (!mayPass || performance.now() - started > patienceMs) {
      throw embeddedError(`PostgreSQL did not start (${ending}):\n${log}`)
    }
    await delay(pollMs)
  }
}
