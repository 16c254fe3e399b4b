import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { aConsent, refused } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness, type TestAnswer } from './harness.ts'
import { makeKey } from './make-key.ts'

const limits = { pk: 6, sk: 8, recording: 10, failures: 4 }

/** `"key";q=8;w=60` and `"key";r=7;t=60` as their members. */
function parse(value: string | null): Record<string, string> {
  const [name = '', ...members] = (value ?? '').split(';')
  return { name, ...Object.fromEntries(members.map((member) => member.split('=') as [string, string])) }
}

/** Calls until it is refused; how often it was let through, and the refusal. */
async function countUntilLimited(
  call: () => Promise<TestAnswer>,
): Promise<{ let: number; refusal: TestAnswer }> {
  for (let count = 0; count < 40; count++) {
    const answer = await call()
    if (answer.status === 429) return { let: count, refusal: answer }
  }
  throw new Error('there is no limit')
}

describe('rate limits', () => {
  let t: Harness
  before(async () => {
    t = await openHarness({
      settings: {
        ASSENT_LIMIT_PK_PER_MINUTE: String(limits.pk),
        ASSENT_LIMIT_SK_PER_MINUTE: String(limits.sk),
        ASSENT_LIMIT_RECORDING_PER_MINUTE: String(limits.recording),
        ASSENT_LIMIT_AUTH_FAILURES_PER_MINUTE: String(limits.failures),
      },
    })
  })
  after(() => t[Symbol.asyncDispose]())

  function assertLimited(answer: TestAnswer, limit: number): void {
    assert.equal(refused(answer, 429), 'rate_limited')
    const [policy, state] = [
      parse(answer.headers.get('ratelimit-policy')),
      parse(answer.headers.get('ratelimit')),
    ]
    assert.deepEqual([policy['q'], policy['w'], state['r']], [String(limit), '60', '0'])
    assert.equal(policy['name'], state['name'])
    const retryAfter = Number(answer.headers.get('retry-after'))
    assert.ok(retryAfter >= 1 && retryAfter <= 60 && retryAfter === Number(state['t']))
  }

  test('a secret key has its own minute for reading, and another for recording', async () => {
    const { key } = await makeKey(t, { type: 'secret' })
    const read = await countUntilLimited(() => t.call('GET', '/v1/purposes', { key }))
    assert.equal(read.let, limits.sk)
    assertLimited(read.refusal, limits.sk)
    const recorded = await countUntilLimited(() =>
      t.call('POST', '/v1/consent', { key, body: aConsent('user_1') }),
    )
    assert.equal(recorded.let, limits.recording)
    assertLimited(recorded.refusal, limits.recording)
    const other = await makeKey(t, { type: 'secret' })
    assert.equal((await t.call('GET', '/v1/purposes', { key: other.key })).status, 200)
  })

  test('each answer tells what is left, refusals too', async () => {
    const { key } = await makeKey(t, { type: 'secret' })
    const paths = [
      '/v1/purposes',
      '/v1/purposes?colour=blue',
      '/v1/purposes/unknown/current',
      '/v1/subjects/nobody_1/consent',
    ]
    const left: number[] = []
    for (const path of paths) {
      const { headers } = await t.call('GET', path, { key })
      assert.deepEqual(parse(headers.get('ratelimit-policy')), {
        name: '"key"',
        q: String(limits.sk),
        w: '60',
      })
      left.push(Number(parse(headers.get('ratelimit'))['r']))
    }
    assert.deepEqual(left, [7, 6, 5, 4])
  })

  test('a refused recording costs as much as an accepted one', async () => {
    const { key } = await makeKey(t, { type: 'secret' })
    const { let: count } = await countUntilLimited(() => t.call('POST', '/v1/consent', { key, body: '{' }))
    assert.equal(count, limits.recording)
  })

  test('public keys share the minute of an address, recordings included, whatever the key and the claimed address', async () => {
    const other = await makeKey(t, { type: 'public' })
    const ref = anAnonymousRef()
    let turn = 0
    const { let: count, refusal } = await countUntilLimited(() => {
      turn += 1
      const key = turn % 2 === 0 ? other.key : t.keys.test.public
      const headers = {
        'X-Forwarded-For': `198.51.100.${turn}`,
        Forwarded: `for=198.51.100.${turn}`,
        'X-Real-IP': `198.51.100.${turn}`,
      }
      return turn % 3 === 0
        ? t.call('POST', '/v1/consent', { key, headers, body: aConsent(ref) })
        : t.call('GET', '/v1/purposes', { key, headers })
    })
    assert.equal(count, limits.pk)
    assertLimited(refusal, limits.pk)
    assert.equal(
      (await t.call('GET', '/v1/purposes', { key: t.keys.live.public })).status,
      200,
      'environments share nothing',
    )
  })

  test('a page that went over its limit is told so in a way that it can read', async () => {
    const headers = { Origin: 'https://shop.example' }
    const { refusal } = await countUntilLimited(() =>
      t.call('GET', '/v1/purposes', { key: t.keys.test.public, headers }),
    )
    assert.equal(refusal.headers.get('access-control-allow-origin'), 'https://shop.example')
  })

  test('an address that tries bad keys is shut out, and its good key still works', async () => {
    const bad = () => t.call('GET', '/v1/purposes', { key: 'sk_test_asnt_guess' })
    for (let tries = 0; tries < limits.failures; tries++) assert.equal((await bad()).status, 401)
    const shutOut = await bad()
    assert.equal(refused(shutOut, 429), 'rate_limited')
    assert.ok(Number(shutOut.headers.get('retry-after')) >= 1)
    // Seen to fail when each door counted for itself.
    const atTheLog = await t.call('GET', '/log/test-0/checkpoint', { key: 'sk_test_asnt_guess' })
    assert.equal(refused(atTheLog, 429), 'rate_limited')
    const { key } = await makeKey(t, { type: 'secret' })
    assert.equal((await t.call('GET', '/v1/purposes', { key })).status, 200)
    assert.equal(refused(await t.call('GET', '/v1/purposes', { key: null }), 401), 'api_key_missing')
  })

  test('what needs no key has no limit', async () => {
    for (let count = 0; count < 30; count++)
      assert.equal((await t.call('GET', '/health', { key: null })).status, 200)
  })
})
