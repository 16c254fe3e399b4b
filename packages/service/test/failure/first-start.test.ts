import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openEmbeddedPostgres } from '../../src/store/embedded/open-embedded-postgres.ts'
import { openConnection } from './http-exchange.ts'
import { killPostgres } from './postgres-processes.ts'
import { aPowerDisk, whyNoPowerDisk } from './power-disk.ts'
import { ask } from './server-pair.ts'
import { type ServerProcess, startServer } from './server-process.ts'

// What is made once is made at the first start, and a key that nobody can read any more is lost for ever.

const pollMs = 5

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

async function until(happened: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await happened())) await delay(pollMs)
}

const moments = {
  'the keys are written': (dataDir: string) => existsSync(join(dataDir, 'keys.json')),
  'the project is committed': async (_: string, databaseUrl: string) => {
    const rows = await ask(databaseUrl, 'SELECT 1 FROM projects').catch(() => [])
    return rows.length > 0
  },
}

// Seen to fail: with the keys written after the server listens, as they once were, there is no file after the kill.
for (const [name, hasCome] of Object.entries(moments)) {
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
      await until(() => hasCome(options.dataDir, postgres.url))
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
