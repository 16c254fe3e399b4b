import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startServer } from './server-process.ts'

/** Two server processes on one database, started in the same moment. */
export interface ServerPair extends AsyncDisposable {
  readonly urls: readonly [string, string]
  readonly databaseUrl: string
  readonly secret: string
  /** The content of each server's keys.json; undefined where there is none. */
  readonly keysFiles: readonly (string | undefined)[]
}

let databases = 0

/** On a database of its own, which is empty. */
export async function aServerPair(postgresUrl: string): Promise<ServerPair> {
  const name = `pair_${process.pid}_${++databases}`
  await ask(postgresUrl, `CREATE DATABASE ${name}`)
  const databaseUrl = postgresUrl.replace(/\/[^/?]*(\?|$)/, `/${name}$1`)
  const folder = await mkdtemp(join(tmpdir(), 'assent-pair-'))
  const settings = {
    ASSENT_DATABASE_URL: databaseUrl,
    ASSENT_MASTER_KEY: randomBytes(32).toString('base64url'),
    ASSENT_LOG_LEVEL: 'warn',
  }
  const dirs = [join(folder, 'first'), join(folder, 'second')] as const
  const start = (dataDir: string) => startServer({ dataDir, settings, logPath: `${dataDir}.log` })
  const servers = [start(dirs[0]), start(dirs[1])] as const
  const urls = [await servers[0].url, await servers[1].url] as const
  const keysFiles = await Promise.all(
    dirs.map((dataDir) => readFile(join(dataDir, 'keys.json'), 'utf8').catch(() => undefined)),
  )
  const keys = keysFiles.find((text) => text !== undefined)
  if (keys === undefined) throw new Error('neither server has written its keys')
  return {
    urls,
    databaseUrl,
    secret: (JSON.parse(keys) as { test: { secret: string } }).test.secret,
    keysFiles,
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server.stop()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export async function ask<Row extends pg.QueryResultRow>(
  url: string,
  sql: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql, [...values])).rows
  } finally {
    await client.end()
  }
}
