import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { refused } from './a-consent.ts'
import { type Harness, openHarness, type TestAnswer } from './harness.ts'
import { makeKey } from './make-key.ts'
import { publish, shopWith } from './publish-catalogue.ts'

describe('origins', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  function from(origin: string, key: string): Promise<TestAnswer> {
    return t.call('GET', '/v1/purposes', { key, headers: { Origin: origin } })
  }
  function assertReadable(answer: TestAnswer, origin: string): void {
    assert.equal(answer.headers.get('access-control-allow-origin'), origin)
    assert.equal(answer.headers.get('access-control-allow-credentials'), null)
    assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/)
  }

  /** The allowed origin, and what a careless comparison would take for it. */
  const lists: Readonly<Record<string, { readonly yes: readonly string[]; readonly no: readonly string[] }>> =
    {
      'https://shop.example': {
        yes: ['https://shop.example'],
        no: [
          'http://shop.example',
          'https://shop.example:8443',
          'https://www.shop.example',
          'https://shop.example.evil.example',
          'https://evilshop.example',
          'https://SHOP.example',
          'https://shop.example/',
          'https://shop',
          'null',
          '*',
        ],
      },
      'https://*.shop.example': {
        yes: ['https://www.shop.example', 'https://a-1.shop.example'],
        no: [
          'https://shop.example',
          'https://a.b.shop.example',
          'https://.shop.example',
          'http://www.shop.example',
          'https://www.shop.example:8443',
          'https://evil/.shop.example',
          'https://evil.example#.shop.example',
          'https://user@www.shop.example',
          'https://*.shop.example',
        ],
      },
      'http://localhost:3000': {
        yes: ['http://localhost:3000'],
        no: ['http://localhost', 'http://localhost:30000', 'http://127.0.0.1:3000'],
      },
    }

  for (const [entry, { yes, no }] of Object.entries(lists))
    test(`a key for ${entry} answers that and nothing that looks alike`, async () => {
      const { key } = await makeKey(t, { type: 'public', origins: [entry] })
      for (const origin of yes) {
        const answer = await from(origin, key)
        assert.equal(answer.status, 200, origin)
        assertReadable(answer, origin)
      }
      for (const origin of no) {
        const answer = await from(origin, key)
        assert.equal(refused(answer, 403), 'origin_not_allowed', origin)
        assert.equal(answer.headers.get('access-control-allow-origin'), null)
      }
    })

  test('a key with several origins echoes the one that asks, never a list and never a star', async () => {
    const origins = ['https://shop.example', 'https://blog.example']
    const { key } = await makeKey(t, { type: 'public', origins })
    for (const origin of origins) assertReadable(await from(origin, key), origin)
  })

  test('an empty list is any page in test, and none in live', async () => {
    assertReadable(await from('https://any.example', t.keys.test.public), 'https://any.example')
    assert.equal(refused(await from('https://any.example', t.keys.live.public), 403), 'origin_not_allowed')
  })

  test('without an Origin header a public key is taken, in live too: the list stops pages, not scripts', async () => {
    const { key } = await makeKey(t, { type: 'public', origins: ['https://shop.example'] })
    for (const given of [key, t.keys.live.public]) {
      const answer = await t.call('GET', '/v1/purposes', { key: given })
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('access-control-allow-origin'), null)
      assert.match(answer.headers.get('vary') ?? '', /\bOrigin\b/)
    }
  })

  test("the catalogue's list counts for keys without their own, in its environment alone", async () => {
    const text = await shopWith(['allowed_origins: []', 'allowed_origins: [https://shop.example]'])
    await publish(t, text, 'live')
    assertReadable(await from('https://shop.example', t.keys.live.public), 'https://shop.example')
    assert.equal(refused(await from('https://any.example', t.keys.live.public), 403), 'origin_not_allowed')
    assertReadable(await from('https://any.example', t.keys.test.public), 'https://any.example')
    const { key } = await makeKey(t, {
      type: 'public',
      environment: 'live',
      origins: ['https://own.example'],
    })
    assertReadable(await from('https://own.example', key), 'https://own.example')
    assert.equal(refused(await from('https://shop.example', key), 403), 'origin_not_allowed')
  })

  test('a page can read refusals too, and the headers that a client needs', async () => {
    const origin = 'https://shop.example'
    const asked = { key: t.keys.test.public, headers: { Origin: origin } }
    const answers = [
      await t.call('GET', '/v1/subjects/user_42/consent', asked),
      await t.call('GET', '/v1/purposes/unknown/current', asked),
      await t.call('GET', '/v1/purposes?country=Germany', asked),
      await t.call('POST', '/v1/consent', { ...asked, body: '{' }),
      await t.call('GET', '/v1/receipts/rcp_unknown', {
        ...asked,
        headers: { ...asked.headers, Accept: 'image/png' },
      }),
    ]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [403, 404, 422, 400, 406],
    )
    for (const answer of answers) {
      assertReadable(answer, origin)
      const exposed = answer.headers.get('access-control-expose-headers') ?? ''
      for (const name of [
        'Request-Id',
        'Retry-After',
        'RateLimit',
        'RateLimit-Policy',
        'Idempotent-Replayed',
      ])
        assert.ok(exposed.split(', ').includes(name), name)
    }
  })

  test('what is open to all may be read by every page', async () => {
    for (const path of ['/.well-known/jwks.json', '/openapi.json']) {
      const answer = await t.call('GET', path, { key: null, headers: { Origin: 'https://any.example' } })
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    }
  })
})
