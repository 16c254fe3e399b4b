import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { PostgresSettings } from '../../src/store/embedded/postgres-settings.ts'

/** A PostgreSQL server of its own, which starts again whenever it is killed, as long as its host lives. */
export interface DatabaseProcess {
  /** Rejects when it ends before it is ready. */
  readonly url: Promise<string>
  /** kill -9 of the host; PostgreSQL learns of it and shuts down. */
  kill(): Promise<void>
  stop(): Promise<void>
}

const program = fileURLToPath(new URL('./postgres-host.ts', import.meta.url))

export function startDatabase(options: {
  readonly dataDir: string
  readonly settings: PostgresSettings
  readonly logPath: string
}): DatabaseProcess {
  const log = openSync(options.logPath, 'a')
  const child = spawn(process.execPath, [program, options.dataDir, JSON.stringify(options.settings)], {
    stdio: ['pipe', 'pipe', log],
  })
  closeSync(log)
  if (child.stdout === null) throw new Error('the host has no standard output')
  const ended = once(child, 'exit')
  const firstLine = once(createInterface({ input: child.stdout }), 'line').then(([line]) => String(line))
  const url = Promise.race([
    firstLine,
    ended.then(async () => {
      const said = (await readFile(options.logPath, 'utf8')).slice(-2000)
      throw new Error(`the database did not start:\n${said}`)
    }),
  ])
  // Told to whoever waits for it; that it is killed before is no fault.
  url.catch(() => undefined)
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    await ended
  }
  return { url, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') }
}
