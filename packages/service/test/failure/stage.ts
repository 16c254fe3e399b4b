import { randomBytes } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { connectionUrl } from '../../src/store/embedded/listen-address.ts'
import type { PostgresSettings } from '../../src/store/embedded/postgres-settings.ts'
import { readPostmasterFile } from '../../src/store/embedded/postmaster-file.ts'
import { type DatabaseProcess, startDatabase } from './database-process.ts'
import { killPostgres } from './postgres-processes.ts'
import { aPowerDisk } from './power-disk.ts'
import { findServerPort, type ServerProcess, startServer } from './server-process.ts'

export const setups = ['embedded', 'separate'] as const
/** One server that owns its PostgreSQL, as `npm start` gives it; or two servers on a PostgreSQL beside them. */
export type Setup = (typeof setups)[number]

export interface StageOptions {
  readonly setup: Setup
  /** On a disk of its own, whose power can be cut. */
  readonly onDisk: boolean
  /** Over the safe ones, to show what would then be lost; only for `separate`. */
  readonly settings?: PostgresSettings
}

/** A running system that may be broken in every way, and brought back. */
export interface Stage extends AsyncDisposable {
  /** They stay the same over every restart. */
  readonly urls: readonly string[]
  readonly secret: string
  /** For what is the harness's own. */
  readonly folder: string
  /** Where PostgreSQL's data is. */
  readonly databaseDir: string
  /** Whether it has a disk whose power can be cut. */
  readonly hasPowerDisk: boolean
  /** Undefined where it has been killed. */
  readonly servers: readonly (ServerProcess | undefined)[]
  databaseUrl(): Promise<string>
  killServer(index: number): Promise<void>
  /** Of a separate database: the process that keeps PostgreSQL running. */
  killHost(): Promise<void>
  /** From now on nothing reaches the disk; what runs is to be killed. */
  cutPower(): Promise<void>
  /** The disk is back; nothing runs yet. */
  returnPower(): Promise<void>
  /** Copies acknowledgements and logs to where nothing removes them; gives the folder. */
  keepEvidence(): Promise<string>
  /** Starts what is dead and waits until every server is ready. */
  restore(): Promise<void>
}

const readyMaxMs = 90_000
const restartMaxMs = 10_000
const restartPauseMs = 250
const pollMs = 25

export async function openStage({ setup, onDisk, settings = {} }: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-crash-'))
  const disk = onDisk ? await aPowerDisk(folder) : undefined
  const home = disk?.folder ?? folder
  const isSeparate = setup === 'separate'
  const serverDirs = isSeparate ? [join(home, 'server-0'), join(home, 'server-1')] : [join(home, 'server-0')]
  const databaseDir = isSeparate ? join(home, 'database') : join(home, 'server-0')
  const ports = await Promise.all(serverDirs.map(findServerPort))
  const isSafe = Object.keys(settings).length === 0
  const masterKey = randomBytes(32).toString('base64url')
  const servers: (ServerProcess | undefined)[] = serverDirs.map(() => undefined)
  let host: DatabaseProcess | undefined
  let isDark = false

  async function startMissing(): Promise<void> {
    requirePower()
    if (isSeparate)
      host ??= startDatabase({ dataDir: databaseDir, settings, logPath: join(folder, 'host.log') })
    const databaseUrl = await host?.url
    await Promise.all(serverDirs.map((dataDir, index) => startMissingServer(dataDir, index, databaseUrl)))
  }

  /** A restart that was under way when the power went must not go on beside the disk. */
  function requirePower(): void {
    if (isDark) throw new Error('the power is cut')
  }

  /** Again and again, as the operator's machine would: a server gives up when its database is not there yet. */
  async function startMissingServer(
    dataDir: string,
    index: number,
    databaseUrl: string | undefined,
  ): Promise<void> {
    for (let waitedMs = 0; ; waitedMs += restartPauseMs) {
      requirePower()
      servers[index] ??= startServer({
        dataDir,
        port: ports[index] ?? 0,
        logPath: join(folder, `server-${index}.log`),
        settings: {
          ASSENT_LOG_LEVEL: 'warn',
          ...(databaseUrl === undefined
            ? {}
            : {
                ASSENT_DATABASE_URL: databaseUrl,
                ASSENT_MASTER_KEY: masterKey,
                // Servers of one database share the guard of its log.
                ASSENT_LOG_GUARD_DIR: join(home, 'log-guard'),
              }),
          ...(isSafe ? {} : { ASSENT_UNSAFE_DATABASE: 'true' }),
        },
      })
      try {
        await servers[index].url
        return
      } catch (error) {
        servers[index] = undefined
        if (waitedMs >= restartMaxMs) throw error
        await delay(restartPauseMs)
      }
    }
  }

  const urls = ports.map((port) => `http://127.0.0.1:${port}`)
  await Promise.all(serverDirs.map((dataDir) => mkdir(dataDir, { mode: 0o700 })))
  async function restore(): Promise<void> {
    await startMissing()
    await Promise.all(urls.map((url, index) => waitUntilReady(url, () => servers[index] !== undefined)))
  }

  await restore()
  const secret = await readSecret(serverDirs)
  await disk?.sync()

  return {
    urls,
    secret,
    folder,
    databaseDir,
    hasPowerDisk: disk !== undefined,
    servers,
    async databaseUrl() {
      if (host !== undefined) return await host.url
      const address = await readPostmasterFile(join(databaseDir, 'postgres'))
      if (address === undefined) throw new Error('no PostgreSQL runs')
      return await connectionUrl(databaseDir, address)
    },
    async killServer(index) {
      const server = servers[index]
      servers[index] = undefined
      await server?.kill()
    },
    async killHost() {
      const killed = host
      host = undefined
      await killed?.kill()
    },
    async cutPower() {
      isDark = true
      await disk?.cut()
    },
    async returnPower() {
      await disk?.restore()
      isDark = false
    },
    async keepEvidence() {
      const kept = await mkdtemp(join(tmpdir(), 'assent-crash-evidence-'))
      const names = (await readdir(folder)).filter((name) => /\.(log|jsonl)$/.test(name))
      await Promise.all(names.map((name) => copyFile(join(folder, name), join(kept, name))))
      await copyFile(join(databaseDir, 'postgres.log'), join(kept, 'postgres.log')).catch(() => undefined)
      return kept
    },
    restore,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server?.kill()))
      // First, because a death signal would have it shut down in peace, which on a damaged disk can take long.
      await killPostgres(databaseDir)
      await host?.kill()
      await killPostgres(databaseDir)
      await disk?.remove()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Only the server that made the project has written its keys. */
async function readSecret(serverDirs: readonly string[]): Promise<string> {
  for (const dataDir of serverDirs) {
    const text = await readFile(join(dataDir, 'keys.json'), 'utf8').catch(() => undefined)
    if (text !== undefined) return (JSON.parse(text) as { test: { secret: string } }).test.secret
  }
  throw new Error('no server has written its keys')
}

async function waitUntilReady(url: string, isAlive: () => boolean): Promise<void> {
  for (let waitedMs = 0; ; waitedMs += pollMs) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined)
    await answer?.arrayBuffer().catch(() => undefined)
    if (answer?.status === 200) return
    if (!isAlive()) throw new Error(`${url} was killed meanwhile`)
    if (waitedMs >= readyMaxMs) throw new Error(`${url} was not ready again in ${readyMaxMs / 1000} s`)
    await delay(pollMs)
  }
}
