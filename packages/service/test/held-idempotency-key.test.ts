import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { aConsent, refused } from './a-consent.ts'
import { scopeOf } from './environment-scope.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { untilLockIsAwaited } from './until.ts'

/** Another server that has claimed a key and not committed yet, as far as this one can see. */
interface Holder extends AsyncDisposable {
  /** Waits until somebody waits for it. */
  untilAwaited(): Promise<void>
  end(how: 'COMMIT' | 'ROLLBACK'): Promise<void>
}

describe('an Idempotency-Key that another server holds', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  async function hold(key: string): Promise<Holder> {
    const { environmentId } = scopeOf(t, 'test')
    const routing = t.service.settings.current.environments.get(environmentId)?.routing
    assert.ok(routing)
    const routeKey = routing.idempotency({ keyType: 'secret', owner: '', route: 'POST /v1/consent', key })
    const client = new pg.Client({ connectionString: t.databaseUrl })
    await client.connect()
    await client.query('BEGIN')
    await client.query(
      `INSERT INTO idempotency_keys (route_key, env_id, fingerprint, status, answer, created_at)
       VALUES ($1::uuid, $2, $3, 201, '{"other":"answer"}', $4::timestamptz)`,
      [routeKey, environmentId, Buffer.alloc(32), new Date(t.service.clock.now())],
    )
    return {
      untilAwaited: () => untilLockIsAwaited(t.databaseUrl),
      async end(how) {
        await client.query(how)
      },
      [Symbol.asyncDispose]: () => client.end(),
    }
  }
  function send(ref: string, key?: string): Promise<TestAnswer> {
    return t.call('POST', '/v1/consent', {
      headers: key === undefined ? {} : { 'Idempotency-Key': key },
      body: aConsent(ref),
    })
  }

  test('and lets go of is free: the request that waited is recorded', async () => {
    await using holder = await hold('let-go')
    const asked = send(anAnonymousRef(), 'let-go')
    await holder.untilAwaited()
    await holder.end('ROLLBACK')
    const answer = await asked
    assert.equal(answer.status, 201)
    assert.equal(answer.headers.get('idempotent-replayed'), null)
  })

  test('and commits with another body: 422, and nothing is recorded', async () => {
    const ref = anAnonymousRef()
    await using holder = await hold('committed')
    const asked = send(ref, 'committed')
    await holder.untilAwaited()
    await holder.end('COMMIT')
    assert.equal(refused(await asked, 422), 'idempotency_key_reused')
    assert.equal((await t.call('GET', `/v1/subjects/${ref}/consent`)).status, 404)
  })

  test('for longer than 2 s: 409 with Retry-After, then free as soon as it ends; its neighbours are recorded', async () => {
    await using holder = await hold('hangs')
    const [stuck, ...neighbours] = await Promise.all([
      send(anAnonymousRef(), 'hangs'),
      send(anAnonymousRef()),
      send(anAnonymousRef(), 'another'),
    ])
    assert.ok(stuck)
    assert.equal(refused(stuck, 409), 'idempotency_in_progress')
    assert.equal(stuck.headers.get('retry-after'), '1')
    assert.deepEqual(
      neighbours.map(({ status }) => status),
      [201, 201],
    )
    await holder.end('ROLLBACK')
    assert.equal((await send(anAnonymousRef(), 'hangs')).status, 201)
  })
})
