import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, describe, test } from 'node:test'
import { issuePaths, refused } from './a-consent.ts'
import { ask } from './a-signal.ts'
import { type Harness, openHarness } from './harness.ts'
import { exchange, rawRequest } from './raw-exchange.ts'

const published = await readFile(new URL(import.meta.resolve('@assent/signals/fixtures/vendor-list.json')))
const path = '/v1/tcf/vendor-list'

type Json = Readonly<Record<string, unknown>>

describe('the vendor list', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test('edge 56: is sent as it was published, byte for byte, plain or compressed', async () => {
    const plain = await exchange(t.url, rawRequest(`GET ${path}`, { key: t.keys.test.public }))
    assert.equal(plain.headers.get('content-encoding'), undefined)
    assert.equal(Number(plain.headers.get('content-length')), published.length)
    const { headers, text } = await ask(t, path)
    assert.equal(headers.get('content-encoding'), 'gzip')
    assert.equal(text, published.toString())
    assert.equal(headers.get('last-modified'), 'Thu, 19 Nov 2026 16:00:05 GMT')
    assert.match(headers.get('vary') ?? '', /Accept-Encoding/)
    assert.match(headers.get('cache-control') ?? '', /^public, max-age=\d+$/)
    const refusing = await ask(t, path, { headers: { 'Accept-Encoding': 'gzip;q=0' } })
    assert.equal(refusing.headers.get('content-encoding'), null)
  })

  test('edge 56: tags: strong, weak, in a list and *, one for each coding; HEAD', async () => {
    const tag = (await ask(t, path)).headers.get('etag') ?? ''
    const plainTag =
      (await ask(t, path, { headers: { 'Accept-Encoding': 'identity' } })).headers.get('etag') ?? ''
    assert.notEqual(tag, plainTag)
    for (const ifNoneMatch of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      assert.equal(
        (await ask(t, path, { headers: { 'If-None-Match': ifNoneMatch } })).status,
        304,
        ifNoneMatch,
      )
    assert.equal((await ask(t, path, { headers: { 'If-None-Match': '"other"' } })).status, 200)
    const head = await t.call('HEAD', path)
    assert.deepEqual([head.status, head.text, head.headers.get('etag')], [200, '', tag])
  })

  test('edge 56: a version that is held, that is not, and that is none', async () => {
    for (const version of ['12', 'latest'])
      assert.equal((await ask(t, `${path}?version=${version}`)).status, 200)
    assert.equal(refused(await ask(t, `${path}?version=11`), 404), 'vendor_list_not_found')
    for (const version of ['0', '-1', 'text', '4096', '1.5', ''])
      assert.deepEqual(issuePaths(await ask(t, `${path}?version=${version}`)), ['query.version'], version)
  })

  test('edge 56: some vendors: unknown ones passed over, deleted ones kept, garbage refused', async () => {
    const { json } = await ask(t, `${path}?vendors=755,10,64000,755`)
    assert.deepEqual(Object.keys(json['vendors'] as Json), ['10', '755'])
    const whole = JSON.parse(published.toString()) as Json
    assert.deepEqual({ ...json, vendors: null }, { ...whole, vendors: null })
    for (const vendors of ['', ',', '1,', 'one', '1;2', '999999'])
      assert.deepEqual(issuePaths(await ask(t, `${path}?vendors=${vendors}`)), ['query.vendors'], vendors)
  })

  test('edge 56: a language that is held, that is not, and that is none', async () => {
    const german = await ask(t, `${path}?language=de-AT`)
    assert.equal(german.headers.get('content-language'), 'de')
    const names = (german.json['purposes'] as Record<string, { name: string }>)['1']
    assert.equal(names?.name, 'Informationen auf einem Gerät speichern oder lesen')
    const french = await ask(t, `${path}?language=fr`)
    assert.deepEqual([french.headers.get('content-language'), french.text], ['en', published.toString()])
    assert.equal(refused(await ask(t, `${path}?language=fr&strict=true`), 404), 'translation_not_found')
    assert.equal((await ask(t, `${path}?language=en&strict=1`)).status, 200)
    assert.deepEqual(issuePaths(await ask(t, `${path}?language=german+language`)), ['query.language'])
  })
})
