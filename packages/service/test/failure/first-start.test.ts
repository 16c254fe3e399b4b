import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { openEmbeddedPostgres } from '../../src/store/embedded/open-embedded-postgres.ts'
import { openConnection } from './http-exchange.ts'
import { killPostgres } from './postgres-processes.ts'
import { aPowerDisk, whyNoPowerDisk } from './power-disk.ts'
import { type ServerProcess, startServer } from './server-process.ts'

// What is made once is made at the first start, and a key that nobody can read any more is lost for ever.

async function recordAt(url: string, dataDir: string): Promise<string> {
  const keys = JSON.parse(await readFile(join(dataDir, 'keys.json'), 'utf8')) as { test: { secret: string } }
  const connection = openConnection()
  const headers = { Authorization: `Bearer ${keys.test.secret}`, 'Content-Type': 'application/json' }
  const body = JSON.stringify({ subject: { ref: 'user_1' }, purposes: { marketing: 'granted' } })
  const { status, text } = await connection.exchange('POST', `${url}/v1/consent`, headers, body)
  connection.close()
  assert.equal(status, 201, text)
  return keys.test.secret
}

const pollMs = 5
const patienceMs = 120_000

/** Looks often, and without taking much of the time of what it watches: the kill is to come in that very moment. */
async function watch(hasCome: () => Promise<boolean> | boolean): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await hasCome())) {
    assert.ok(performance.now() < end, 'the moment has not come')
    await delay(pollMs)
  }
}

const moments = {
  'the keys are written': (dataDir: string) => watch(() => existsSync(join(dataDir, 'keys.json'))),
  'the project is committed': async (_: string, databaseUrl: string) => {
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    // There is no such table at first.
    const look = () => client.query('SELECT FROM projects').catch(() => ({ rowCount: 0 }))
    await watch(async () => (await look()).rowCount !== 0).finally(() => client.end())
  },
}

// Seen to fail: with the keys written after the server listens, as they once were, there is no file after the kill.
for (const [name, comesTo] of Object.entries(moments)) {
  test(`killed in the moment that ${name}: the next start serves with keys that can be read`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assent-first-'))
    const postgres = await openEmbeddedPostgres({
      dataDir: join(folder, 'postgres'),
      purpose: 'serve',
      note: () => undefined,
    })
    const options = {
      dataDir: join(folder, 'data'),
      logPath: join(folder, 'server.log'),
      settings: { ASSENT_DATABASE_URL: postgres.url },
    }
    const servers: ServerProcess[] = []
    const start = () => {
      const server = startServer(options)
      servers.push(server)
      return server
    }
    try {
      const first = start()
      await comesTo(options.dataDir, postgres.url)
      await first.kill()
      await recordAt(await start().url, options.dataDir)
    } finally {
      await servers.at(-1)?.stop()
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

const noDisk = whyNoPowerDisk()

// Seen to fail: with keys or master key written and not flushed, the file is empty or missing after the cut.
test('the power is cut when the first start has just said that it listens: the same keys, the same secrets', {
  skip: noDisk ?? false,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assent-first-'))
  const disk = await aPowerDisk(folder)
  const options = { dataDir: join(disk.folder, 'data'), logPath: join(folder, 'server.log') }
  let server = startServer(options)
  try {
    const secret = await recordAt(await server.url, options.dataDir)
    await disk.cut()
    await server.kill()
    await killPostgres(options.dataDir)
    await disk.restore()
    server = startServer(options)
    assert.equal(await recordAt(await server.url, options.dataDir), secret)
  } finally {
    await server.kill()
    await killPostgres(options.dataDir)
    await disk.remove()
    await rm(folder, { recursive: true, force: true })
  }
})
