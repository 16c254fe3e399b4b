import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../src/store/embedded/open-embedded-postgres.ts'
import { type Connection, type Exchange, openConnection } from './http-exchange.ts'
import { seededRandom } from './seeded-random.ts'
import { aServerPair, ask, type ServerPair } from './server-pair.ts'

// Two processes of the service, started as an operator starts them, on one PostgreSQL.

let dataDir: string
let postgres: EmbeddedPostgres
let pair: ServerPair

before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'assent-two-'))
  postgres = await openEmbeddedPostgres({ dataDir, purpose: 'serve', note: () => undefined })
  pair = await aServerPair(postgres.url)
})

after(async () => {
  await pair?.[Symbol.asyncDispose]()
  await postgres?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function record(connection: Connection, url: string, key: string, body: unknown): Promise<Exchange> {
  const headers = {
    Authorization: `Bearer ${pair.secret}`,
    'Content-Type': 'application/json',
    'Idempotency-Key': key,
  }
  // On a slow machine a key may be held for longer than a server waits for it: then it says to come again.
  for (;;) {
    const answer = await connection.exchange('POST', `${url}/v1/consent`, headers, JSON.stringify(body))
    if (answer.status !== 409 || !answer.text.includes('"idempotency_in_progress"')) return answer
    await delay(Number(answer.headers['retry-after']) * 1000)
  }
}

async function historyOf(ref: string): Promise<unknown[]> {
  const connection = openConnection()
  const headers = { Authorization: `Bearer ${pair.secret}` }
  const url = `${pair.urls[0]}/v1/subjects/${ref}/consent/history?limit=200`
  const { status, text } = await connection.exchange('GET', url, headers)
  connection.close()
  assert.equal(status, 200, text)
  return (JSON.parse(text) as { data: unknown[] }).data
}

// Seen to fail: with `insertProject` answering true to everybody the second server ends with a duplicate key.
test('two servers started in one moment on an empty database make one project, and both serve at once', async () => {
  const connection = openConnection()
  for (const [index, url] of pair.urls.entries()) {
    const body = { subject: { ref: 'user_1' }, purposes: { marketing: 'granted' } }
    const { status, text } = await record(connection, url, `first-${index}`, body)
    assert.equal(status, 201, text)
  }
  connection.close()
  assert.equal(pair.keysFiles.filter((text) => text !== undefined).length, 1, 'one server wrote its keys')
  const [made] = await ask(
    pair.databaseUrl,
    `SELECT (SELECT count(*)::int FROM projects) AS projects, (SELECT count(*)::int FROM environments) AS environments,
      (SELECT count(*)::int FROM api_keys) AS keys, (SELECT count(*)::int FROM subject_token_secrets) AS secrets,
      (SELECT count(*)::int FROM signing_keys WHERE usage = 'receipt') AS signing,
      (SELECT count(*)::int FROM catalogues) AS catalogues`,
  )
  assert.deepEqual(made, { projects: 1, environments: 2, keys: 4, secrets: 2, signing: 1, catalogues: 2 })
})

// Seen to fail: without the claims of commit-batch.ts every server records it once; without claims-in-flight.ts one
// process claims a key twice in one statement, and the answers are 500.
test('100 parallel identical requests over two servers: one record, 100 equal answers', async () => {
  const connections = Array.from({ length: 100 }, () => openConnection())
  const body = {
    subject: { ref: 'user_of_100' },
    purposes: { marketing: 'granted', recommendations: 'denied' },
  }
  const answers = await Promise.all(
    connections.map((connection, index) => record(connection, pair.urls[index % 2] ?? '', 'same-key', body)),
  )
  for (const connection of connections) connection.close()
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  const replayed = answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')
  assert.equal(replayed.length, 99)
  assert.equal((await historyOf('user_of_100')).length, 1)
})

const people = 12
const seconds = 4
const burstSize = 40

// Seen to fail: with the sort of claims and subjects taken out of commit-batch.ts, PostgreSQL counts deadlocks.
test('overlapping batches in different orders over two servers: no deadlock, no 5xx, each key once', async () => {
  const random = seededRandom(4)
  const connections = pair.urls.map(() => Array.from({ length: burstSize }, () => openConnection()))
  const faults: string[] = []
  const texts = new Map<string, string>()
  const keys = (burst: number) => Array.from({ length: burstSize }, (_, index) => `b${burst}-${index}`)
  const end = performance.now() + seconds * 1000
  let bursts = 0
  for (; performance.now() < end; bursts++) {
    const burst = bursts
    // The same keys and people reach both servers, in an order of its own each.
    await Promise.all(
      connections.map(async (own, server) => {
        const exchanges = random.shuffle(keys(burst)).map(async (key, index) => {
          const person = Number(key.split('-')[1]) % people
          const body = {
            subject: { ref: `crowd_${person}` },
            purposes: { marketing: 'granted' },
            metadata: { key },
          }
          const connection = own[index]
          if (connection === undefined) return
          const { status, text } = await record(connection, pair.urls[server] ?? '', key, body)
          if (status !== 201) faults.push(`${status} ${text}`)
          else if ((texts.get(key) ?? text) !== text) faults.push(`two answers for ${key}`)
          texts.set(key, text)
        })
        await Promise.all(exchanges)
      }),
    )
  }
  for (const connection of connections.flat()) connection.close()
  assert.deepEqual(faults, [])
  const [counted] = await ask<{ deadlocks: number; records: number; keys: number }>(
    pair.databaseUrl,
    `SELECT (SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()) AS deadlocks,
      (SELECT count(*)::int FROM consent_records r JOIN subjects s USING (route_key)
        WHERE starts_with(s.ref, 'crowd_')) AS records,
      (SELECT count(DISTINCT convert_from(context, 'UTF8')::json -> 'metadata' ->> 'key')::int
        FROM consent_records r JOIN subjects s USING (route_key) WHERE starts_with(s.ref, 'crowd_')) AS keys`,
  )
  assert.deepEqual(counted, { deadlocks: 0, records: bursts * burstSize, keys: bursts * burstSize })
  const histories = await Promise.all(
    Array.from({ length: people }, (_, person) => historyOf(`crowd_${person}`)),
  )
  for (const history of histories) {
    const numbers = history.map((entry) => (entry as { seq: number }).seq).sort((a, b) => b - a)
    assert.deepEqual(
      numbers,
      numbers.map((_, index) => (numbers[0] ?? 0) - index),
    )
  }
})

// Seen to fail: with the version of the settings left as it was, no server follows.
test("a test clock that one server moves is the other one's as well, and live stays where it is", async () => {
  const connection = openConnection()
  const headers = { Authorization: `Bearer ${pair.secret}`, 'Content-Type': 'application/json' }
  const clockAt = async (url: string) => {
    const { text } = await connection.exchange('GET', `${url}/v1/test/clock`, headers)
    return (JSON.parse(text) as { ahead_by: string }).ahead_by
  }
  const [first, second] = pair.urls
  const body = JSON.stringify({ advance: 'P366D' })
  const moved = await connection.exchange('POST', `${first}/v1/test/clock`, headers, body)
  assert.deepEqual([moved.status, await clockAt(first)], [200, 'P366D'], 'at once where it was moved')
  for (const end = performance.now() + 60_000; (await clockAt(second)) !== 'P366D'; )
    assert.ok(performance.now() < end, 'the other server did not follow')
  const recordedBy = async (url: string, key: string) => {
    const asked = { ...headers, Authorization: `Bearer ${key}` }
    const consent = JSON.stringify({ subject: { ref: 'user_ahead' }, purposes: { marketing: 'granted' } })
    const { text } = await connection.exchange('POST', `${url}/v1/consent`, asked, consent)
    return Date.parse((JSON.parse(text) as { recorded_at: string }).recorded_at)
  }
  const aheadDays = async (url: string, key: string) =>
    Math.floor(((await recordedBy(url, key)) - Date.now()) / 86_400_000 + 0.5)
  assert.deepEqual([await aheadDays(first, pair.secret), await aheadDays(second, pair.secret)], [366, 366])
  const live = pair.keysFiles.flatMap((text) =>
    text === undefined ? [] : [(JSON.parse(text) as { live: { secret: string } }).live.secret],
  )
  for (const key of live)
    assert.deepEqual([await aheadDays(first, key), await aheadDays(second, key)], [0, 0])
  assert.equal(live.length, 1)
  connection.close()
})
