import { type ChildProcess, spawn } from 'node:child_process'
import { open } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { Launcher } from './launcher.ts'
import type { Note } from './note.ts'
import type { PostgresBinaries } from './postgres-binaries.ts'
import { type PostgresSettings, toArguments } from './postgres-settings.ts'
import { postmasterEndings } from './postmaster-endings.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import { commandEnvironment, runCommand } from './run-command.ts'
import { within } from './within.ts'

/** One life of the server process. */
export interface Postmaster {
  readonly pid: number | undefined
  /** The exit code or the signal's name; never rejects. */
  readonly exited: Promise<string>
  /** False: it ended instead. */
  waitUntilReady(): Promise<boolean>
  /** The end of what it wrote to its log. */
  readLog(): Promise<string>
  stop(): Promise<void>
}

export interface PostmasterOptions {
  readonly data: string
  readonly binaries: PostgresBinaries
  readonly launcher: Launcher
  readonly settings: PostgresSettings
  readonly logPath: string
  readonly note: Note
}

const logBytesMax = 1_000_000
const logTailBytes = 2000
const pollMs = 5
const slowStartMs = 10_000

export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { launcher, binaries, data, logPath } = options
  const { file, args, ...identity } = launcher.wrap(binaries.postgres, [
    '-D',
    data,
    ...toArguments(options.settings),
  ])
  // A file and not a pipe: it must neither wait for Node to read nor lose its words when Node is killed.
  const log = await open(logPath, 'a', 0o600)
  const logStart = await keepShort(log)
  const child = spawn(file, args, {
    ...identity,
    ...(commandEnvironment === undefined ? {} : { env: commandEnvironment }),
    stdio: ['ignore', log.fd, log.fd],
    // A process group of its own: Ctrl-C goes to us alone, and the database stays until we have drained.
    detached: process.platform !== 'win32',
    windowsHide: true,
  })
  const exited = endOf(child)
  await log.close()
  return {
    pid: child.pid,
    exited,
    waitUntilReady: () => waitUntilReady(child, exited, options),
    readLog: () => readTail(logPath, logStart),
    stop: () => stop(child, exited, binaries),
  }
}

function endOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    // Also told of a signal that could not be sent, which is not its end.
    child.on('error', (error) => {
      if (child.pid === undefined) resolve(error.message)
    })
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  })
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

async function waitUntilReady(
  child: ChildProcess,
  exited: Promise<string>,
  { data, note }: PostmasterOptions,
): Promise<boolean> {
  const started = performance.now()
  let nextNoteMs = slowStartMs
  // No limit: after a crash it replays up to max_wal_size of log, and to break that off would only begin it anew.
  while (!hasEnded(child)) {
    const file = await readPostmasterFile(data)
    if (file?.pid === child.pid && file?.isReady === true) return true
    const durationMs = Math.round(performance.now() - started)
    if (durationMs > nextNoteMs) {
      note('PostgreSQL is still starting: it recovers from a crash', { durationMs })
      nextNoteMs += slowStartMs
    }
    await Promise.race([exited, delay(pollMs)])
  }
  return false
}

async function stop(child: ChildProcess, exited: Promise<string>, binaries: PostgresBinaries): Promise<void> {
  for (const [signal, patienceMs] of postmasterEndings) {
    if (hasEnded(child)) return
    await send(child, signal, binaries)
    if (await within(patienceMs, exited)) return
  }
}

async function send(child: ChildProcess, signal: NodeJS.Signals, binaries: PostgresBinaries): Promise<void> {
  if (process.platform !== 'win32' || signal === 'SIGKILL') {
    child.kill(signal)
    return
  }
  // Windows has no signals; PostgreSQL takes the word through a pipe of its own.
  await runCommand({ file: binaries.pgCtl, args: ['kill', signal.slice('SIG'.length), String(child.pid)] })
}

async function keepShort(log: Awaited<ReturnType<typeof open>>): Promise<number> {
  const { size } = await log.stat()
  if (size <= logBytesMax) return size
  await log.truncate(0)
  return 0
}

async function readTail(path: string, from: number): Promise<string> {
  const log = await open(path)
  try {
    const { size } = await log.stat()
    const start = Math.max(from, size - logTailBytes)
    const { buffer, bytesRead } = await log.read(Buffer.alloc(logTailBytes), 0, logTailBytes, start)
    return buffer.toString('utf8', 0, bytesRead).trim()
  } finally {
    await log.close()
  }
}
