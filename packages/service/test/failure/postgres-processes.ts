import { readdir, readFile, readlink } from 'node:fs/promises'
import { join } from 'node:path'

/** The living processes of PostgreSQL on one data directory. */
export interface PostgresProcesses {
  readonly all: readonly number[]
  /** More than one would be the end of the data. */
  readonly postmasters: readonly number[]
  /** Writes out in the background what backends have left in memory. */
  readonly walWriters: readonly number[]
}

/** Known by where they work: that needs no file of a disk that may just have died, and finds orphans too. */
export async function findPostgres(dataDir: string): Promise<PostgresProcesses> {
  const data = join(dataDir, 'postgres')
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      const folder = await readlink(`/proc/${name}/cwd`).catch(() => undefined)
      if (folder !== data) return []
      const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '')
      return [{ pid: Number(name), command }]
    }),
  )
  const running = found.flat()
  return {
    all: running.map(({ pid }) => pid),
    postmasters: running.filter(({ command }) => command.includes('\0-D\0')).map(({ pid }) => pid),
    walWriters: running.filter(({ command }) => command.includes('walwriter')).map(({ pid }) => pid),
  }
}

/** Every process of it in one moment: the postmaster stands still first, so that it cannot answer a child's death. */
export async function killPostgres(dataDir: string): Promise<void> {
  for (const pid of (await findPostgres(dataDir)).postmasters) signal(pid, 'SIGSTOP')
  for (const pid of (await findPostgres(dataDir)).all) signal(pid, 'SIGKILL')
}

export async function killPostmaster(dataDir: string): Promise<void> {
  for (const pid of (await findPostgres(dataDir)).postmasters) signal(pid, 'SIGKILL')
}

export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
