import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { embeddedError } from './embedded-error.ts'
import type { Launcher } from './launcher.ts'
import { ensurePassword, passwordPath } from './listen-address.ts'
import type { Note } from './note.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { runCommand } from './run-command.ts'

interface ClusterOptions {
  readonly dataDir: string
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  /** Of the owner's lock: makes the name of a half-made cluster one that no process of the past writes to. */
  readonly generation: number
  readonly note: Note
}

/** The folder of PostgreSQL's data, made at the first start. */
export async function openCluster(options: ClusterOptions): Promise<string> {
  const data = join(options.dataDir, 'postgres')
  await removeHalfMade(data)
  const version = (await findVersion(data)) ?? (await makeCluster(data, options))
  if (version !== options.binaries.major) {
    throw embeddedError(
      `${data} was written by PostgreSQL ${version}, and the built-in one is ${options.binaries.major}: it cannot ` +
        'read it. Copy the data over with pg_dump of the old version.',
    )
  }
  await options.launcher.handOver(data)
  return data
}

async function findVersion(data: string): Promise<string | undefined> {
  const text = await readFile(join(data, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text?.trim()
}

async function removeHalfMade(data: string): Promise<void> {
  const folder = join(data, '..')
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(data)}.new-`))
  for (const name of names) {
    // A process of the killed initdb may write there for a moment yet. Nobody reads it: what stays goes next time.
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 5 }).catch(() => undefined)
  }
}

/** Made under another name and then renamed: what bears the name is whole, wherever this was cut short. */
async function makeCluster(data: string, options: ClusterOptions): Promise<string> {
  const { dataDir, binaries, launcher, note } = options
  const started = performance.now()
  const fresh = `${data}.new-${options.generation}`
  await mkdir(fresh, { mode: 0o700 })
  await launcher.handOver(fresh)
  const result = await runCommand(launcher.wrap(binaries.initdb, await initdbArguments(fresh, dataDir)))
  if (!result.ok) throw embeddedError(`The database could not be made in ${data}:\n${result.output.trim()}`)
  await rename(fresh, data).catch((cause) => {
    throw embeddedError(`${data} holds files that are no database of ours: move them away.`, cause)
  })
  // Otherwise a power failure could bring the old name back, which the next start would take for half-made.
  if (process.platform !== 'win32') await syncFolder(dataDir)
  note('made a new database', { path: data, durationMs: Math.round(performance.now() - started) })
  return binaries.major
}

async function initdbArguments(fresh: string, dataDir: string): Promise<string[]> {
  const shape = [
    `--pgdata=${fresh}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--no-locale',
    // Sorts the same on every system and every version of it; the libc and ICU ones do not.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  if (process.platform === 'win32') {
    await ensurePassword(dataDir)
    return [...shape, '--auth=scram-sha-256', `--pwfile=${passwordPath(dataDir)}`]
  }
  // Who reaches the socket is trusted: it lies in a folder that only the owner may enter.
  return [...shape, '--auth-local=trust', '--auth-host=reject']
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
