import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { issuePaths, refused } from './a-consent.ts'
import { type Harness, openHarness } from './harness.ts'

interface CookiesRead {
  readonly data: readonly Readonly<Record<string, unknown>>[]
  readonly next_cursor: string | null
}

describe('GET /v1/cookies', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  async function read(query: string): Promise<CookiesRead> {
    const answer = await t.call('GET', `/v1/cookies${query}`, { key: t.keys.test.public })
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as CookiesRead
  }

  test('200: the whole list by name, in one language', async () => {
    const { data, next_cursor } = await read('?language=de')
    assert.equal(next_cursor, null)
    assert.equal(data.length, 11)
    assert.deepEqual(
      data.find(({ name }) => name === '_pk_ses.*'),
      {
        name: '_pk_ses.*',
        pattern: true,
        type: 'cookie',
        provider: 'InnoCraft Limited (Matomo)',
        domain: null,
        purpose: 'analytics',
        max_age_seconds: 1800,
        refreshes: true,
        description: 'Verbindet die Seiten eines Besuchs.',
        last_seen_at: null,
      },
    )
    assert.deepEqual(
      (await read('?purpose=analytics')).data.map(({ name }) => name),
      ['_pk_id.*', '_pk_ses.*'],
    )
  })

  test('200: pages lose nothing and show nothing twice', async () => {
    const whole = await read('')
    const gathered: unknown[] = []
    let cursor: string | null = ''
    let pages = 0
    while (cursor !== null) {
      const next: CookiesRead = await read(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`)
      gathered.push(...next.data)
      cursor = next.next_cursor
      pages += 1
    }
    assert.deepEqual([gathered, pages], [whole.data, 4])
  })

  test('200: the form of the IAB, pixels as domains', async () => {
    const answer = await t.call('GET', '/v1/cookies?format=iab&purpose=marketing')
    const { disclosures, domains } = answer.json as {
      disclosures: Record<string, unknown>[]
      domains: unknown[]
    }
    assert.deepEqual(
      disclosures.find(({ identifier }) => identifier === 'IDE'),
      {
        identifier: 'IDE',
        type: 'cookie',
        maxAgeSeconds: 33696000,
        cookieRefresh: false,
        domains: ['.doubleclick.net'],
        purposes: [1, 2, 3, 4, 7],
        description: 'Recognises you on other sites, to show you our advertising there.',
      },
    )
    assert.deepEqual(domains, [
      {
        domain: 'www.facebook.com',
        use: 'Tells Meta which of our pages you look at and what you buy.',
      },
    ])
    const essential = await t.call('GET', '/v1/cookies?format=iab&purpose=essential')
    const exempt = essential.json['disclosures'] as { type: string; purposes: number[] }[]
    assert.ok(exempt.every(({ purposes }) => purposes.length === 0))
    assert.deepEqual(new Set(exempt.map(({ type }) => type)), new Set(['cookie', 'web']))
  })

  test('304 for what the caller has', async () => {
    const first = await t.call('GET', '/v1/cookies?language=en')
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
    assert.equal((await t.call('GET', '/v1/cookies?language=en', { headers })).status, 304)
    assert.equal((await t.call('GET', '/v1/cookies?language=de', { headers })).status, 200)
  })

  test('404 for an unknown purpose, 422 for what is malformed', async () => {
    assert.equal(refused(await t.call('GET', '/v1/cookies?purpose=constructor'), 404), 'purpose_not_found')
    for (const [query, path] of [
      ['?format=xml', 'query.format'],
      ['?limit=0', 'query.limit'],
      ['?limit=201', 'query.limit'],
      ['?cursor=nonsense', 'query.cursor'],
      ['?cursor=', 'query.cursor'],
    ] as const)
      assert.deepEqual(issuePaths(await t.call('GET', `/v1/cookies${query}`)), [path])
  })
})
