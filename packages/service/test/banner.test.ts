import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { documentHash } from '../src/catalogue/canonical-document.ts'
import { builtInBannerTexts } from '../src/domain/built-in-banner-texts.ts'
import { issuePaths, record } from './a-consent.ts'
import { anAnonymousRef, type Harness, openHarness } from './harness.ts'
import { publish, shopWith } from './publish-catalogue.ts'

interface BannerRead {
  readonly id: string
  readonly language: string
  readonly show: boolean
  readonly reason: string
  readonly policy: Readonly<Record<string, unknown>>
  readonly content: {
    readonly title: string
    readonly body: string
    readonly buttons: Readonly<Record<string, string>>
    readonly links: readonly { readonly kind: string; readonly label: string; readonly url: string }[]
  }
  readonly layout: { readonly direction: string; readonly first_layer: readonly string[] }
  readonly purposes: readonly { readonly key: string; readonly default: string }[]
  readonly google_consent_mode: { readonly default: Readonly<Record<string, string>> }
  readonly hash: string
}

describe('GET /v1/banner', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  async function read(query: string, headers: Record<string, string> = {}): Promise<BannerRead> {
    const answer = await t.call('GET', `/v1/banner${query}`, { key: t.keys.test.public, headers })
    assert.equal(answer.status, 200, answer.text)
    return answer.json as unknown as BannerRead
  }

  test('200: all that a page needs to ask, in the language it asked for', async () => {
    const banner = await read('?country=DE&language=de-AT')
    assert.equal(banner.id, 'bnr_1:de')
    assert.deepEqual([banner.show, banner.reason], [true, 'consent_needed'])
    assert.equal(banner.content.title, 'Cookies nur, wenn Sie mögen')
    assert.equal(banner.content.buttons['reject_all'], 'Alle ablehnen')
    assert.deepEqual(
      banner.content.links.map(({ kind, label }) => `${kind}: ${label}`),
      ['privacy_policy: Datenschutzerklärung', 'imprint: Impressum', 'cookies: Cookies'],
    )
    assert.deepEqual(banner.layout.first_layer, ['reject_all', 'accept_all', 'customize'])
    assert.equal(banner.layout.direction, 'ltr')
    assert.deepEqual(
      banner.purposes.map(({ key, default: stands }) => `${key} ${stands}`),
      [
        'essential granted',
        'fraud_prevention granted',
        'route_maps denied',
        'analytics denied',
        'recommendations denied',
        'marketing denied',
      ],
    )
    assert.deepEqual(banner.policy, {
      regime: 'gdpr',
      country: 'DE',
      region: null,
      model: 'opt_in',
      matched_by: 'country',
      version: banner.policy['version'],
    })
  })

  test('its hash is over all that it says, in canonical form', async () => {
    const { hash, ...rest } = await read('?country=DE')
    assert.equal(hash, documentHash(rest))
  })

  test('its id is what a record names, and goes with the words: another version, another id', async () => {
    const { id } = await read('?country=DE&language=en')
    await record(t, anAnonymousRef(), { notice: id, source: 'banner', action: 'reject_all', country: 'DE' })
    const live = await openHarness()
    await using _ = live
    await publish(live, await shopWith(['Cookies, but only if you like', 'Cookies?']))
    const answer = await live.call('GET', '/v1/banner?country=DE&language=en')
    assert.equal(answer.json['id'], 'bnr_2:en')
    assert.equal((answer.json as unknown as BannerRead).content.title, 'Cookies?')
  })

  test('whether to ask, and why: the law of the place and the signal', async () => {
    for (const [query, show, reason] of [
      ['?country=DE', true, 'consent_needed'],
      ['?country=DE&gpc=true', true, 'consent_needed'],
      ['?country=US-CA', false, 'opt_out_offered'],
      ['?country=US-CA&gpc=true', false, 'gpc_honored'],
      // Iowa's act knows no signal: it changes nothing there.
      ['?country=US-IA&gpc=true', false, 'opt_out_offered'],
      ['', true, 'consent_needed'],
    ] as const) {
      const banner = await read(query)
      assert.deepEqual([banner.show, banner.reason], [show, reason], query)
    }
  })

  test('the signal counts as a header too, and the query goes first', async () => {
    const signal = { 'Sec-GPC': '1' }
    const honored = await read('?country=US-CA', signal)
    assert.equal(honored.reason, 'gpc_honored')
    assert.equal(honored.google_consent_mode.default['ad_storage'], 'denied')
    assert.equal(honored.purposes.find(({ key }) => key === 'marketing')?.default, 'denied')
    assert.equal((await read('?country=US-CA&gpc=false', signal)).reason, 'opt_out_offered')
    assert.equal((await read('?country=US-CA', { 'Sec-GPC': '0' })).reason, 'opt_out_offered')
  })

  test('304 for what the page has; each language and place has its own', async () => {
    const first = await t.call('GET', '/v1/banner?country=DE&language=de')
    const etag = first.headers.get('etag') ?? ''
    assert.equal(first.headers.get('content-language'), 'de')
    for (const name of ['Accept-Language', 'Sec-GPC', 'Origin'])
      assert.ok(first.headers.get('vary')?.includes(name), name)
    const headers = { 'If-None-Match': etag }
    assert.equal((await t.call('GET', '/v1/banner?country=DE&language=de', { headers })).status, 304)
    assert.equal((await t.call('GET', '/v1/banner?country=DE&language=en', { headers })).status, 200)
    assert.equal((await t.call('GET', '/v1/banner?country=FR&language=de', { headers })).status, 200)
  })

  test('422: malformed places and signals', async () => {
    for (const [query, path] of [
      ['?country=EU', 'query.country'],
      ['?gpc=1', 'query.gpc'],
      ['?theme=dark', 'query.theme'],
    ] as const)
      assert.deepEqual(issuePaths(await t.call('GET', `/v1/banner${query}`)), [path])
  })
})

test('every built-in language is complete, says who asks, and reads in its own direction', async () => {
  const languages = Object.keys(builtInBannerTexts)
  for (const needed of ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'ja'])
    assert.ok(languages.includes(needed), needed)
  const texts = languages.map((tag) => `      ${tag}: { name: A, description: B }`).join('\n')
  await using t = await openHarness({
    catalogue: `assent: 1
languages: { default: en, available: [${languages.join(', ')}] }
controller: { id: shop, name: Shop $& Ltd, address: 1 High Street, contact: privacy@shop.example }
purposes:
  analytics:
    category: analytics
    legal_basis: consent
    data_categories: [pages]
    texts:
${texts}
`,
  })
  const seen = new Set<string>()
  for (const language of languages) {
    const answer = await t.call('GET', `/v1/banner?country=DE&language=${language}`)
    const banner = answer.json as unknown as BannerRead
    assert.equal(banner.language, language)
    assert.ok(banner.content.body.includes('Shop $& Ltd'), language)
    assert.doesNotMatch(answer.text, /\{controller\}/)
    assert.equal(banner.layout.direction, ['ar', 'he'].includes(language) ? 'rtl' : 'ltr')
    assert.equal(new Set(Object.values(banner.content.buttons)).size, 4)
    seen.add(banner.content.body)
  }
  assert.equal(seen.size, languages.length)
})
