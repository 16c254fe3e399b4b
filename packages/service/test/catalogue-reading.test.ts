import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { issuePaths, refused } from './a-consent.ts'
import { type Harness, openHarness, type TestAnswer, type TestRequest } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

interface Purpose {
  readonly key: string
  readonly version: number
  readonly name: string
  readonly default: string
  readonly required: boolean
  readonly [member: string]: unknown
}

describe('the catalogue', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  const list = (query = '', request: TestRequest = {}) => t.call('GET', `/v1/purposes${query}`, request)
  const purposesOf = ({ json }: TestAnswer) => json['data'] as Purpose[]
  const one = (key: string, query = '', request: TestRequest = {}) =>
    t.call('GET', `/v1/purposes/${key}/current${query}`, request)

  test('lists every purpose once, in its order; alone each says the same', async () => {
    const answer = await list('?country=DE')
    assert.equal(answer.json['next_cursor'], null)
    const purposes = purposesOf(answer)
    assert.equal(purposes.length, 13)
    for (const purpose of purposes) {
      const { supersedes, material_change, document_hash, text_hashes, ...alone } = (
        await one(purpose.key, '?country=DE')
      ).json
      assert.deepEqual(alone, purpose)
      assert.deepEqual([supersedes, material_change], purpose.key === 'analytics' ? [1, true] : [null, false])
      assert.equal((text_hashes as Record<string, string>)['en'], purpose['text_hash'])
      assert.match(String(document_hash), /^[\w-]{43}$/)
    }
  })

  test('in the language that is asked for, else the one the browser prefers, else the default', async () => {
    const [german, english] = ['Besucherstatistik', 'Visitor statistics']
    for (const [query, accept, name] of [
      ['?language=de', undefined, german],
      ['?language=de-AT', undefined, german],
      ['?language=de', 'en', german],
      ['?language=fr', 'de', german],
      ['?language=fr', undefined, english],
      ['', 'fr, de;q=0.8, en;q=0.5', german],
      ['', 'fr', english],
      ['', '*', english],
      ['', 'de;q=0, *', english],
      ['', ',;=q', english],
    ] as const) {
      const headers = accept === undefined ? {} : { 'Accept-Language': accept }
      for (const answer of [await list(query, { headers }), await one('analytics', query, { headers })]) {
        const purpose =
          'data' in answer.json
            ? purposesOf(answer).find(({ key }) => key === 'analytics')
            : (answer.json as unknown as Purpose)
        assert.equal(purpose?.name, name, `${query} ${accept}`)
        assert.equal(answer.headers.get('content-language'), name === german ? 'de' : 'en')
        assert.match(answer.headers.get('vary') ?? '', /Accept-Language/)
        // One page may hold the keys of two environments, whose catalogues differ.
        assert.match(answer.headers.get('vary') ?? '', /Authorization/)
      }
    }
  })

  test('with the default that the law of the place gives to whoever was not asked', async () => {
    const defaultsIn = async (query: string) =>
      Object.fromEntries(purposesOf(await list(query)).map((purpose) => [purpose.key, purpose.default]))
    assert.equal((await defaultsIn('?country=DE'))['marketing'], 'denied')
    assert.equal((await defaultsIn('?country=US&region=CA'))['marketing'], 'granted')
    assert.equal((await defaultsIn(''))['marketing'], 'denied', 'an unknown place is the strictest')
    assert.equal((await defaultsIn('?country=DE'))['essential'], 'granted')
    for (const path of ['/v1/purposes', '/v1/purposes/analytics/current'])
      assert.deepEqual(issuePaths(await t.call('GET', `${path}?country=XX`)), ['query.country'])
  })

  test('with a strong ETag: who has it is told so in 304, until something changes', async () => {
    for (const get of [list, (query = '', request: TestRequest = {}) => one('newsletter', query, request)]) {
      const first = await get()
      const etag = first.headers.get('etag') ?? ''
      assert.match(etag, /^"[\w-]+"$/)
      assert.equal((await get()).headers.get('etag'), etag)
      assert.notEqual((await get('?language=de')).headers.get('etag'), etag)
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await get('', { headers: { 'If-None-Match': known } })
        assert.equal(answer.status, 304, known)
        assert.equal(answer.headers.get('etag'), etag)
        assert.ok(answer.headers.has('ratelimit'))
      }
      for (const other of ['"other"', etag.slice(1, -1), ''])
        assert.equal((await get('', { headers: { 'If-None-Match': other } })).status, 200, other)
      assert.doesNotMatch(
        first.headers.get('cache-control') ?? '',
        /public/,
        'what a key opens is for no shared cache',
      )
    }
    const before = (await list()).headers.get('etag')
    await publish(
      t,
      await shopWith(
        ['      name: Newsletter\n', '      name: News by mail\n'].map(String) as [string, string],
      ),
    )
    const after = await list('', { headers: { 'If-None-Match': before ?? '' } })
    assert.equal(after.status, 200)
    assert.equal(purposesOf(after).find(({ key }) => key === 'newsletter')?.version, 2)
    assert.deepEqual(
      [(await one('newsletter')).json['supersedes'], (await one('newsletter')).json['material_change']],
      [1, false],
    )
  })

  test('a purpose that is not there is 404, and its name is not repeated', async () => {
    for (const key of [
      'unheard_of',
      'Analytics',
      'constructor',
      '__proto__',
      '%3Cscript%3E',
      'a'.repeat(64),
    ]) {
      const answer = await one(key)
      assert.equal(refused(answer, 404), 'purpose_not_found')
      assert.ok(!answer.text.includes(decodeURIComponent(key)), key)
    }
    assert.deepEqual(issuePaths(await one('a'.repeat(65))), ['path.key'])
  })

  test('the key set is public, cacheable, and in JWK form', async () => {
    const answer = await t.call('GET', '/.well-known/jwks.json', { key: null })
    assert.equal(answer.headers.get('cache-control'), 'public, max-age=3600')
    assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    const [key] = answer.json['keys'] as Record<string, unknown>[]
    assert.deepEqual(
      [key?.['kty'], key?.['crv'], key?.['alg'], key?.['use']],
      ['EC', 'P-256', 'ES256', 'sig'],
    )
    const known = await t.call('GET', '/.well-known/jwks.json', {
      key: null,
      headers: { 'If-None-Match': answer.headers.get('etag') ?? '' },
    })
    assert.equal(known.status, 304)
  })
})
