import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { aConsent } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { untilTrue } from './until.ts'

describe('when more arrives than can be written', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({ settings: { ASSENT_LIMIT_QUEUE: '3' } })
  })
  after(() => t[Symbol.asyncDispose]())

  async function recorded(ref: string): Promise<string[]> {
    const history = await t.call('GET', `/v1/subjects/${ref}/consent/history?limit=200`)
    return (history.json['data'] as { id: string }[]).map(({ id }) => id).sort()
  }

  test('each request is told 201 or 503 with Retry-After, and what was told is what is there', async () => {
    const ref = anAnonymousRef()
    // So that more arrives than can be written on the fastest of machines, too.
    const blocker = new pg.Client({ connectionString: t.databaseUrl })
    await blocker.connect()
    await blocker.query('BEGIN; LOCK TABLE consent_records IN SHARE MODE')
    let told = 0
    const asked = Array.from({ length: 150 }, async () => {
      const answer = await t.call('POST', '/v1/consent', { body: aConsent(ref) })
      told += 1
      return answer
    })
    await untilTrue(() => told > 0)
    await blocker.end()
    const answers = await Promise.all(asked)
    const [taken, shed] = [201, 503].map((status) => answers.filter((answer) => answer.status === status))
    assert.equal((taken?.length ?? 0) + (shed?.length ?? 0), 150)
    assert.ok((taken?.length ?? 0) > 0 && (shed?.length ?? 0) > 0)
    for (const { json, headers } of shed ?? []) {
      assert.equal(json['code'], 'unavailable')
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    assert.deepEqual(await recorded(ref), (taken ?? []).map(({ json }) => String(json['id'])).sort())
  })

  test('a client that repeats with its Idempotency-Key gets each of its records in, once', async () => {
    const ref = anAnonymousRef()
    async function insist(key: string): Promise<TestAnswer> {
      for (;;) {
        const answer = await t.call('POST', '/v1/consent', {
          headers: { 'Idempotency-Key': key },
          body: aConsent(ref),
        })
        if (answer.status !== 503) return answer
        await new Promise((done) => setTimeout(done, 10))
      }
    }
    const answers = await Promise.all(Array.from({ length: 60 }, (_, at) => insist(`insist-${at}`)))
    assert.ok(answers.every(({ status }) => status === 201))
    assert.deepEqual(await recorded(ref), answers.map(({ json }) => String(json['id'])).sort())
  })

  test('reading is shed in the same words, and goes on afterwards', async () => {
    const refs = Array.from({ length: 150 }, () => anAnonymousRef())
    const answers = await Promise.all(
      refs.map((ref) => t.call('GET', `/v1/subjects/${ref}/consent`, { key: t.keys.test.public })),
    )
    for (const { status, json, headers } of answers.filter((answer) => answer.status !== 200)) {
      assert.deepEqual([status, json['code']], [503, 'unavailable'])
      assert.ok(Number(headers.get('retry-after')) >= 1)
    }
    const again = await t.call('GET', `/v1/subjects/${refs[0]}/consent`, { key: t.keys.test.public })
    assert.equal(again.status, 200)
  })
})
