import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** A service as it is run in earnest: `assent serve` in a process of its own. */
export interface ServerProcess {
  readonly pid: number | undefined
  /** Once it listens; rejects when it ends before. */
  readonly url: Promise<string>
  /** kill -9. */
  kill(): Promise<void>
  /** SIGTERM; gives the exit code. */
  stop(): Promise<number | null>
}

export interface ServerOptions {
  readonly dataDir: string
  readonly port?: number
  readonly settings?: Readonly<Record<string, string>>
  /** Where its standard error goes. */
  readonly logPath: string
  readonly workers?: number
}

const program = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

/** Recovery from a crash included; who needs longer hangs. */
const startMaxMs = 180_000

/** Limits are no part of these tests, and their clients all come from one address. */
const unlimited = {
  ASSENT_LIMIT_SK_PER_MINUTE: '10000000',
  ASSENT_LIMIT_PK_PER_MINUTE: '10000000',
  ASSENT_LIMIT_RECORDING_PER_MINUTE: '10000000',
}

export function startServer({
  dataDir,
  port = 0,
  settings = {},
  logPath,
  workers = 1,
}: ServerOptions): ServerProcess {
  const log = openSync(logPath, 'a')
  // Nothing of our own surroundings: an ASSENT_TEST_SERVER would be refused as an unknown setting.
  const { PATH = '', HOME = '/' } = process.env
  const child = spawn(process.execPath, [program, 'serve', '--workers', String(workers)], {
    stdio: ['ignore', 'pipe', log],
    env: { PATH, HOME, PORT: String(port), ASSENT_DATA_DIR: dataDir, ...unlimited, ...settings },
  })
  closeSync(log)
  if (child.stdout === null) throw new Error('the server has no standard output')
  endWithUs(child)
  const ended = once(child, 'exit') as Promise<[number | null]>
  const late = setTimeout(() => child.kill('SIGKILL'), startMaxMs)
  const url = readAddress(child.stdout).then(async (address) => {
    clearTimeout(late)
    if (address !== undefined) return address
    const [code] = await ended
    throw new Error(`the server ended (${code}):\n${(await readFile(logPath, 'utf8')).slice(-2000)}`)
  })
  // Told to whoever waits for it; that it is killed before is no fault.
  url.catch(() => undefined)
  return {
    pid: child.pid,
    url,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      const [code] = await ended
      return code
    },
  }
}

/** Undefined: it ended without one. */
async function readAddress(output: Readable): Promise<string | undefined> {
  for await (const line of createInterface({ input: output })) {
    const url = /listening on (http:\/\/\S+)/.exec(line)?.[1]
    if (url !== undefined) return url
  }
  return undefined
}

function endWithUs(child: ChildProcess): void {
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
}

/** Below those that the system hands out to clients, so that the server can have it again after a kill. */
export async function findServerPort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000)
    const probe = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      probe.once('error', () => resolve(false))
      probe.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    await new Promise((done) => probe.close(done))
    return port
  }
}
