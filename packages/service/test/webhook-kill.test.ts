import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { aConsent } from './a-consent.ts'
import { seededRandom } from './failure/seeded-random.ts'
import { startServer } from './failure/server-process.ts'
import { anAnonymousRef, testServer } from './harness.ts'
import { cloneDatabase } from './test-database.ts'
import { untilTrue } from './until.ts'
import { openReceiver } from './webhook-receiver.ts'

/** `ASSENT_TEST_KILLS=100` for the long form: about 15 minutes. */
const kills = Number(process.env['ASSENT_TEST_KILLS'] ?? 2)
const perRound = 30

// Seen to fail: when a new leader does not give back what the dead one was sending, those deliveries never end.
test(`a dispatcher that is killed (${kills} times) loses no event and invents none; what comes twice bears one id`, async () => {
  const database = await cloneDatabase((await testServer()).url)
  const folder = await mkdtemp(join(tmpdir(), 'assent-hooks-'))
  await using receiver = await openReceiver()
  // Slow enough that a kill finds deliveries under way.
  receiver.answer = (response) => void setTimeout(() => response.writeHead(204).end(), 150)
  const settings = {
    ASSENT_DATABASE_URL: database.url,
    ASSENT_MASTER_KEY: randomBytes(32).toString('base64url'),
    ASSENT_LOG_GUARD_DIR: join(folder, 'guard'),
    ASSENT_LOG_LEVEL: 'warn',
    ASSENT_WEBHOOKS_PRIVATE: 'true',
  }
  const start = (name: string, jobs: string) =>
    startServer({
      dataDir: join(folder, name),
      logPath: join(folder, `${name}.log`),
      settings: { ...settings, ASSENT_JOBS: jobs },
    })
  const recorder = start('recorder', 'leave')
  let dispatcher: ReturnType<typeof startServer> | undefined
  try {
    const url = await recorder.url
    const { test: keys } = JSON.parse(await readFile(join(folder, 'recorder', 'keys.json'), 'utf8'))
    const post = async (path: string, body: unknown): Promise<Record<string, string>> => {
      const headers = { Authorization: `Bearer ${keys.secret}`, 'Content-Type': 'application/json' }
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      assert.equal(response.status, 201)
      return (await response.json()) as Record<string, string>
    }
    const endpoint = await post('/v1/webhook-endpoints', { url: receiver.url })
    receiver.secret = String(endpoint['secret'])
    const countUnfinished = async (): Promise<number> => {
      const states = ['waiting', 'sending', 'failed'].map(async (state) => {
        const path = `/v1/webhook-deliveries?endpoint=${endpoint['id']}&state=${state}&limit=200`
        const response = await fetch(url + path, { headers: { Authorization: `Bearer ${keys.secret}` } })
        return ((await response.json()) as { data: unknown[] }).data.length
      })
      return (await Promise.all(states)).reduce((sum, count) => sum + count, 0)
    }
    const random = seededRandom(11)
    const recorded: string[] = []
    for (let round = 0; round <= kills; round++) {
      dispatcher = start('dispatcher', 'run')
      await dispatcher.url
      for (let at = 0; at < perRound; at++)
        recorded.push(String((await post('/v1/consent', aConsent(anAnonymousRef())))['id']))
      if (round === kills) break
      // A new leader waits for the lease of the dead one: the kill is to find it at work.
      const had = receiver.received.length
      await untilTrue(() => receiver.received.length > had)
      await delay(random.between(0, 100))
      await dispatcher.kill()
    }
    const got = () => new Set(receiver.received.map(({ data }) => String(data['record_id'])))
    await untilTrue(() => got().size >= recorded.length)
    assert.deepEqual([...got()].sort(), recorded.sort())
    // Every delivery comes to its end.
    await untilTrue(async () => (await countUnfinished()) === 0)
    assert.equal(receiver.refused, 0)
    const ids = new Map<unknown, Set<string>>()
    for (const { id, data } of receiver.received)
      ids.set(data['record_id'], (ids.get(data['record_id']) ?? new Set()).add(id))
    assert.ok([...ids.values()].every((each) => each.size === 1))
    console.log(
      `${recorded.length} events, ${receiver.received.length - recorded.length} duplicates, ${kills} kills`,
    )
  } finally {
    await dispatcher?.kill()
    await recorder.stop()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
})
