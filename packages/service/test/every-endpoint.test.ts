import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { makeKey as unknownKey } from '../src/domain/key.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { issuePaths, refused } from './a-consent.ts'
import { type Harness, openHarness, type TestAnswer, type TestRequest } from './harness.ts'
import { expireKey, makeKey, revokeKey } from './make-key.ts'
import { exchange, rawRequest } from './raw-exchange.ts'
import { nameOf, openSamples, type Sample } from './sample-requests.ts'

let t: Harness
let sampleOf: (row: Endpoint) => Sample

async function ask(row: Endpoint, request: TestRequest = {}, suffix = ''): Promise<TestAnswer> {
  const sample = sampleOf(row)
  await sample.renew?.()
  const { path, body } = sample
  return t.call(row.method, withSuffix(path, suffix), body === undefined ? request : { body, ...request })
}

/** A query goes on where there is one. */
function withSuffix(path: string, suffix: string): string {
  return path + (path.includes('?') ? suffix.replace('?', '&') : suffix)
}

function corsOf({ headers }: TestAnswer): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'))
}

/** All that is wrong with a key, by what is wrong: each as the Authorization header. */
async function badCredentials(): Promise<Record<string, string>> {
  const { secret } = t.keys.test
  const [expired, revoked] = [await makeKey(t, { type: 'secret' }), await makeKey(t, { type: 'secret' })]
  await expireKey(t, expired, t.service.clock.now())
  await revokeKey(t, revoked)
  return {
    'another scheme': `Basic ${Buffer.from(`${secret}:`).toString('base64')}`,
    'a scheme without a key': 'Bearer',
    'two keys': `Bearer ${secret} ${secret}`,
    'no scheme': secret,
    'a short key': `Bearer ${secret.slice(0, -1)}`,
    'a long key': `Bearer ${secret}0`,
    "another vendor's key": 'Bearer sk_live_51HqWabcdefghijklmnopqrstuvwx',
    'a wrong checksum': `Bearer ${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`,
    'the other environment in its name': `Bearer ${secret.replace('_test_', '_live_')}`,
    'a subject-token secret': `Bearer ${t.keys.test.subject_token}`,
    'a key that was never made': `Bearer ${unknownKey('secret', 'test', t.service.random)}`,
    'an expired key': `Bearer ${expired.key}`,
    'a revoked key': `Bearer ${revoked.key}`,
  }
}

describe('every endpoint', () => {
  before(async () => {
    t = await openHarness()
    sampleOf = await openSamples(t)
  })
  after(() => t[Symbol.asyncDispose]())

  for (const row of endpoints) {
    describe(nameOf(row), () => {
      test('its sample is answered, with the headers of every answer', async () => {
        const answer = await ask(row)
        assert.equal(answer.status, sampleOf(row).status)
        assert.match(answer.headers.get('request-id') ?? '', /^req_[0-9a-zA-Z]{16,60}$/)
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
        assert.ok(answer.headers.has('cache-control'))
        const hasRate = answer.headers.has('ratelimit') && answer.headers.has('ratelimit-policy')
        assert.equal(hasRate, row.key !== 'none')
      })

      test('another method is 405, with those that are allowed', async () => {
        const { path } = sampleOf(row)
        const others = [
          'GET',
          'HEAD',
          'POST',
          'PUT',
          'PATCH',
          'DELETE',
          'TRACE',
          'QUERY',
          'PROPFIND',
          'SEARCH',
          'LINK',
        ]
        const known = endpoints.filter((other) => other.path === row.path).map(({ method }) => method)
        const allowed = [
          ...known.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
          'OPTIONS',
        ]
        for (const method of others.filter((other) => !allowed.includes(other))) {
          const answer = await exchange(t.url, rawRequest(`${method} ${path}`))
          assert.equal(answer.status, 405, method)
          assert.equal(answer.headers.get('allow'), allowed.join(', '))
          assert.match(answer.headers.get('request-id') ?? '', /^req_/)
          if (method !== 'HEAD') assert.equal(answer.json?.code, 'method_not_allowed')
        }
      })

      test('a method override header changes nothing', async () => {
        const answer = await ask(row, {
          headers: { 'X-HTTP-Method-Override': 'DELETE', 'X-Method-Override': 'PUT' },
        })
        assert.equal(answer.status, sampleOf(row).status)
      })

      test("a browser's preflight needs no key, and offers only what is there", async () => {
        const { path } = sampleOf(row)
        const headers = { Origin: 'https://any.example', 'Access-Control-Request-Method': row.method }
        const answer = await t.call('OPTIONS', path, { key: null, headers })
        assert.equal(answer.status, 204)
        assert.equal(answer.headers.get('access-control-allow-origin'), 'https://any.example')
        assert.ok(answer.headers.get('access-control-allow-methods')?.split(', ').includes(row.method))
        assert.equal(answer.headers.get('access-control-allow-credentials'), null)
        assert.match(answer.headers.get('vary') ?? '', /Origin/)
        for (const name of ['Authorization', 'Content-Type', 'Idempotency-Key', 'Subject-Token'])
          assert.ok(answer.headers.get('access-control-allow-headers')?.includes(name), name)
      })

      if (row.method === 'GET')
        test('HEAD answers as GET does, without the body', async () => {
          const get = await ask(row)
          const head = await t.call('HEAD', sampleOf(row).path)
          assert.equal(head.status, get.status)
          assert.equal(head.text, '')
          for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
            assert.equal(head.headers.get(name), get.headers.get(name), name)
        })

      if (row.key === 'none') {
        test('it needs no key, and a bad one does not matter', async () => {
          assert.equal((await ask(row, { key: null })).status, 200)
          assert.equal((await ask(row, { key: 'nonsense' })).status, 200)
          assert.equal((await ask(row, { key: null })).headers.get('access-control-allow-origin'), '*')
        })
        return
      }
      describeKeys(row)
    })
  }
})

function describeKeys(row: Endpoint): void {
  test('without a key: 401 api_key_missing, and how to authenticate', async () => {
    const answer = await ask(row, { key: null })
    assert.equal(refused(answer, 401), 'api_key_missing')
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer')
    assert.deepEqual(corsOf(answer), [])
  })

  test('every bad key gets the same 401, whatever is wrong with it', async () => {
    const bodies = new Set<string>()
    for (const [fault, Authorization] of Object.entries(await badCredentials())) {
      const answer = await ask(row, { key: null, headers: { Authorization } })
      assert.equal(refused(answer, 401), 'api_key_invalid', fault)
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer', fault)
      assert.ok(!answer.headers.has('ratelimit'), fault)
      bodies.add(answer.text)
    }
    assert.equal(bodies.size, 1)
  })

  test('a bad key learns nothing else of the request', async () => {
    const { path } = sampleOf(row)
    const key = unknownKey('public', 'live', t.service.random)
    const headers = { Origin: 'https://foreign.example', 'Idempotency-Key': '\t', 'Subject-Token': 'x' }
    const odd = { key, headers: { ...headers, 'Content-Type': 'text/plain' } }
    const asked = row.method === 'POST' ? { ...odd, body: '{"a":1,"a":' } : { ...odd }
    assert.equal(
      refused(await t.call(row.method, withSuffix(path, '?colour=blue&purpose=%00'), asked), 401),
      'api_key_invalid',
    )
    const strange = path.replace(/anon_\w+|rcp_\w+/, 'a%20b')
    assert.equal(refused(await t.call(row.method, strange, asked), 401), 'api_key_invalid')
  })

  test('two Authorization headers: 400, even when both are good', async () => {
    const { path } = sampleOf(row)
    const key = t.keys.test.secret
    const lines = [`authorization: Bearer ${key}`, 'Content-Type: application/json']
    const answer = await exchange(t.url, rawRequest(`${row.method} ${path}`, { key, lines }))
    assert.deepEqual([answer.status, answer.json?.code], [400, 'bad_request'])
  })

  test('a key in the URL: 400, and it is not repeated', async () => {
    for (const key of [t.keys.test.secret, t.keys.live.public]) {
      const answer = await ask(row, {}, `?key=${key}`)
      assert.equal(refused(answer, 400), 'api_key_in_url')
      assert.ok(!answer.text.includes(key))
    }
  })

  test('a secret key from a page: 403, and the page may not even read that', async () => {
    for (const headers of [
      { Origin: 'https://shop.example' },
      { Origin: 'null' },
      { 'Sec-Fetch-Site': 'none' },
    ]) {
      const answer = await ask(row, { headers })
      assert.equal(refused(answer, 403), 'secret_key_in_browser')
      assert.deepEqual(corsOf(answer), [])
    }
  })

  test('a public key from a page that is not on its list: 403, without CORS headers', async () => {
    const { key } = await makeKey(t, { type: 'public', origins: ['https://shop.example'] })
    const answer = await ask(row, { key, headers: { Origin: 'https://evil.example' } })
    assert.equal(refused(answer, 403), 'origin_not_allowed')
    assert.equal(answer.headers.get('access-control-allow-origin'), null)
  })

  test('a public key is refused on each secret row, and taken on each other', async () => {
    const answer = await ask(row, { key: t.keys.test.public, headers: { Origin: 'https://shop.example' } })
    assert.equal(answer.headers.get('access-control-allow-origin'), 'https://shop.example')
    if (row.key === 'secret') assert.equal(refused(answer, 403), 'secret_key_required')
    else assert.equal(answer.status, sampleOf(row).status)
  })

  test('an unknown query parameter: 422 with its name, or none where the name itself is odd', async () => {
    assert.deepEqual(issuePaths(await ask(row, {}, '?colour=blue')), ['query.colour'])
    const odd = await ask(row, {}, '?%3Cscript%3E=1')
    assert.deepEqual(issuePaths(odd), ['query.?'])
    assert.ok(!odd.text.includes('script'))
  })
}
