import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { keyHash } from '../src/domain/key.ts'
import { revokeApiKey } from '../src/store/api-keys.ts'
import { refused } from './a-consent.ts'
import { scopeOf } from './environment-scope.ts'
import { type Harness, openHarness } from './harness.ts'
import { expireKey, makeKey, revokeKey } from './make-key.ts'

const hourMs = 3_600_000

describe('keys', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test('the scheme counts in any case, the key byte for byte', async () => {
    const { secret } = t.keys.test
    for (const scheme of ['bearer', 'BEARER', 'Bearer'])
      assert.equal(
        (
          await t.call('GET', '/v1/purposes', {
            key: null,
            headers: { Authorization: `${scheme} ${secret}` },
          })
        ).status,
        200,
      )
    const swapped = secret.replace(/[a-z](?=[^_]*$)/, (letter) => letter.toUpperCase())
    assert.equal(refused(await t.call('GET', '/v1/purposes', { key: swapped }), 401), 'api_key_invalid')
    assert.equal(
      refused(await t.call('GET', '/v1/purposes', { key: ` ${secret} ${secret}` }), 401),
      'api_key_invalid',
    )
  })

  test('while a rotation overlaps both keys work; at its end the old one stops', async () => {
    const [old, next] = [await makeKey(t, { type: 'secret' }), await makeKey(t, { type: 'secret' })]
    await expireKey(t, old, t.service.clock.now() + 24 * hourMs)
    const statusOf = async (key: string) => (await t.call('GET', '/v1/purposes', { key })).status
    assert.deepEqual([await statusOf(old.key), await statusOf(next.key)], [200, 200])
    t.advance(24 * hourMs - 60_000)
    assert.deepEqual([await statusOf(old.key), await statusOf(next.key)], [200, 200])
    t.advance(60_000)
    assert.deepEqual([await statusOf(old.key), await statusOf(next.key)], [401, 200])
  })

  test('a key that was revoked never comes back, whatever its rotation says', async () => {
    const made = await makeKey(t, { type: 'secret' })
    await revokeKey(t, made)
    await expireKey(t, made, t.service.clock.now() + hourMs)
    assert.equal(refused(await t.call('GET', '/v1/purposes', { key: made.key }), 401), 'api_key_invalid')
  })

  test('a revocation by another process is followed without a restart', async () => {
    const { key, keyId } = await makeKey(t, { type: 'secret' })
    assert.equal((await t.call('GET', '/v1/purposes', { key })).status, 200)
    await revokeApiKey(t.service.pool, scopeOf(t, 'test'), keyId, t.service.clock.now())
    // Contract section 2: everywhere within 30 s; a server polls far more often.
    const giveUpAt = performance.now() + 30_000
    let status = 200
    while (status === 200 && performance.now() < giveUpAt)
      status = (await t.call('GET', '/v1/purposes', { key })).status
    assert.equal(status, 401)
  })

  test('a key of one environment cannot revoke or see keys of the other by id', async () => {
    const live = await makeKey(t, { type: 'secret', environment: 'live' })
    assert.equal(
      await revokeApiKey(t.service.pool, scopeOf(t, 'test'), live.keyId, t.service.clock.now()),
      false,
    )
    assert.equal((await t.call('GET', '/v1/purposes', { key: live.key })).status, 200)
  })

  test('only the SHA-256 of a key is stored, and no log line holds one', async () => {
    const { key, keyId } = await makeKey(t, { type: 'secret' })
    await t.call('GET', '/v1/purposes', { key })
    await t.call('GET', `/v1/purposes?key=${key}`, { key })
    const { rows } = await t.service.pool.query(
      `SELECT encode(key_hash, 'hex') AS hash, row_to_json(api_keys)::text AS row FROM api_keys WHERE key_id = $1`,
      [keyId],
    )
    assert.equal(rows[0].hash, keyHash(key))
    const secretPart = key.slice(key.indexOf('asnt_') + 5, -4)
    assert.ok(!rows[0].row.includes(secretPart))
    assert.ok(!JSON.stringify(t.logged).includes(secretPart))
  })

  test('a public key and a secret key of an environment reach the same people', async () => {
    const ref = `anon_${Buffer.from(t.service.random.bytes(24)).toString('hex').slice(0, 40)}Zz`
    const write = await t.call('POST', '/v1/consent', {
      key: t.keys.test.public,
      body: { subject: { ref }, purposes: { analytics: 'denied' } },
    })
    assert.equal(write.status, 201)
    const read = await t.call('GET', `/v1/subjects/${ref}/consent/history`)
    assert.equal((read.json['data'] as { id: string }[])[0]?.id, write.json['id'])
  })
})
