import { readFile, readlink, rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { embeddedError } from './embedded-error.ts'
import { type Address, socketPath } from './listen-address.ts'
import type { Note } from './note.ts'
import { postmasterEndings } from './postmaster-endings.ts'
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts'
import { runCommand } from './run-command.ts'
import { findProcessStart, isPidTaken } from './running-process.ts'

/** What a process is to a data folder. */
type Kind = 'gone' | 'ours' | 'another PostgreSQL' | 'no PostgreSQL'

const pollMs = 10

/**
 * Ends the server that a dead owner left behind. With a death signal it is about to end anyway; elsewhere it would
 * stay for ever. To be called by the owner of the data only, so that nobody else's server is meant.
 */
export async function clearOldPostmaster(data: string, address: Address, note: Note): Promise<void> {
  const file = await readPostmasterFile(data)
  if (file !== undefined) await clear(data, file.pid, note)
  // It holds a pid as well, and its folder is used by no other server.
  if (address.socketFolder !== '') await rm(`${socketPath(address)}.lock`, { force: true })
}

async function clear(data: string, pid: number, note: Note): Promise<void> {
  const kind = await identify(pid, data)
  if (kind === 'ours') {
    note('stopping the PostgreSQL that a killed process left behind', { pid })
    await stop(pid, data)
  } else if (kind === 'no PostgreSQL') {
    // Another program has the pid by now, or the dead server is not yet taken note of. PostgreSQL would take the
    // number alone as proof of a living server, and refuse. Left-over processes of a server it finds without this
    // file, by the shared memory they hold.
    await rm(postmasterFilePath(data), { force: true })
  } else if (kind === 'another PostgreSQL') {
    throw embeddedError(
      `A PostgreSQL that was not started by Assent (process ${pid}) runs on ${data}: stop it.`,
    )
  }
}

async function identify(pid: number, data: string): Promise<Kind> {
  if (process.platform === 'win32' || !isPidTaken(pid)) return 'gone'
  const command = await readCommand(pid)
  const isHere =
    command.includes(`/postgres -D ${data} `) ||
    (/(^|\/)postgres( |$)/.test(command) && (await findWorkingFolder(pid)) === data)
  if (!isHere) return 'no PostgreSQL'
  return command.includes(' cluster_name=assent ') ? 'ours' : 'another PostgreSQL'
}

async function readCommand(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const text = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return text.replaceAll('\0', ' ')
  }
  const { output } = await runCommand({ file: 'ps', args: ['-o', 'command=', '-ww', '-p', String(pid)] })
  return `${output.trim()} `
}

/** A server's is its data folder, all its life, however it was told of it. Undefined where that is not shown. */
async function findWorkingFolder(pid: number): Promise<string | undefined> {
  return readlink(`/proc/${pid}/cwd`).catch(() => undefined)
}

async function stop(pid: number, data: string): Promise<void> {
  const started = await findProcessStart(pid)
  const isAlive = async () => started !== undefined && (await findProcessStart(pid)) === started
  for (const [signal, patienceMs] of postmasterEndings) {
    for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += pollMs) {
      if (!(await isAlive())) return
      if (waitedMs === 0) signalIfAlive(pid, signal)
      await delay(pollMs)
    }
  }
  throw embeddedError(`An old PostgreSQL (process ${pid}) on ${data} does not end.`)
}

function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
