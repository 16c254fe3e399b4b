import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'

/** For the tests of this folder: an empty data directory, gone afterwards. */
export async function aDataDir(): Promise<{ path: string } & AsyncDisposable> {
  const folder = await mkdtemp(join(tmpdir(), 'assent-test-'))
  return {
    path: join(folder, 'data'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  }
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => undefined)
  }
}

export interface OtherProcess extends AsyncDisposable {
  readonly child: ChildProcess
  /** Undefined: it ended before the database was open. */
  readonly url: Promise<string | undefined>
  kill(): Promise<void>
}

/** A server process of its own, which holds the data directory until it is killed. */
export function openInAnotherProcess(dataDir: string): OtherProcess {
  const module = new URL('./open-embedded-postgres.ts', import.meta.url).href
  // It ends with us, whose pipe its standard input is; a process group of its own stands for a terminal's.
  const script = `
    process.on('SIGINT', () => {})
    process.stdin.resume().on('end', () => process.exit())
    const { openEmbeddedPostgres } = await import(${JSON.stringify(module)})
    const dataDir = ${JSON.stringify(dataDir)}
    const { url } = await openEmbeddedPostgres({ dataDir, purpose: 'serve', note: () => {} })
    console.log(url)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const firstLine = once(createInterface(child.stdout), 'line').then(([line]) => String(line))
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  const url = Promise.race([firstLine, ended.then(() => undefined)])
  return { child, url, kill, [Symbol.asyncDispose]: kill }
}
