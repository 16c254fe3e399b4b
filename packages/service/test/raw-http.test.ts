import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { record } from './a-consent.ts'
import { type Harness, openHarness } from './harness.ts'
import { exchange, type RawAnswer, rawRequest } from './raw-exchange.ts'

const host = 'Host: assent.test'
const close = 'Connection: close'

describe('a request', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
    await record(t, 'user_1')
  })
  after(() => t[Symbol.asyncDispose]())

  function send(...lines: string[]): Promise<RawAnswer> {
    return exchange(t.url, Buffer.from(lines.join('\r\n'), 'latin1'))
  }
  function post(...lines: string[]): Promise<RawAnswer> {
    const key = `Authorization: Bearer ${t.keys.test.secret}`
    return send('POST /v1/consent HTTP/1.1', host, key, 'Content-Type: application/json', ...lines)
  }
  function get(path: string): Promise<RawAnswer> {
    return exchange(t.url, rawRequest(`GET ${path}`, { key: t.keys.test.secret }))
  }
  /** In the form of every refusal, even where the framework or node:http itself said no. */
  function assertRefused(answer: RawAnswer, status: number, code: string): void {
    assert.deepEqual([answer.status, answer.json?.code], [status, code])
    assert.deepEqual(Object.keys(answer.json ?? {}), ['code', 'message', 'hint', 'issues'])
    assert.match(answer.headers.get('request-id') ?? '', /^req_/)
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
    assert.equal(answer.headers.get('cache-control'), 'no-store')
  }

  test('that two readers could end at different places is refused, and the connection closed', async () => {
    const chunked = ['2', '{}', '0', '', '']
    for (const lines of [
      ['Content-Length: 2', 'Transfer-Encoding: chunked', '', ...chunked],
      ['Transfer-Encoding: chunked', 'Content-Length: 2', '', ...chunked],
      ['Content-Length: 2', 'Content-Length: 3', '', '{} '],
      ['Content-Length: 2', 'Content-Length: 2', '', '{}'],
      ['Content-Length: 2, 2', '', '{}'],
      ['Content-Length: +2', '', '{}'],
      ['Content-Length: -2', '', '{}'],
      ['Content-Length: 0x2', '', '{}'],
      ['Content-Length : 2', '', '{}'],
      ['Transfer-Encoding: gzip, chunked', '', ...chunked],
      ['Transfer-Encoding: chunked, chunked', '', ...chunked],
      ['Transfer-Encoding: identity', '', '{}'],
      ['Transfer-Encoding: xchunked', '', ...chunked],
      ['Transfer-Encoding:\u000bchunked', '', ...chunked],
      ['Transfer-Encoding: chunked', '', '2;\n', '{}', '0', '', ''],
      ['Transfer-Encoding: chunked', '', 'fffffffffffffffff', '{}', '0', '', ''],
      ['Transfer-Encoding: chunked', '', '-2', '{}', '0', '', ''],
    ])
      assertRefused(await post(...lines), 400, 'bad_request')
  })

  test('that is not HTTP/1.1 to the letter is refused', async () => {
    for (const lines of [
      ['GET /health HTTP/1.1', host, 'X-A: a', ' b', '', ''],
      ['GET /health HTTP/1.1', host, 'X A: a', '', ''],
      ['GET /health HTTP/1.1', host, ': a', '', ''],
      ['GET /health HTTP/1.1', host, 'X-A: a\rX-B: b', '', ''],
      ['GET /health HTTP/1.1', host, 'X-A: \u0000', '', ''],
      ['GET /health', '', ''],
      ['GET /health HTTP/9.9', host, '', ''],
      ['get /health HTTP/1.1', host, '', ''],
      ['BREW /health HTTP/1.1', host, '', ''],
      ['PRI * HTTP/2.0', '', 'SM', '', ''],
      ['\u0016\u0003\u0001\u0002\u0000\u0001', ''],
    ])
      assertRefused(await send(...lines), 400, 'bad_request')
    assertRefused(await exchange(t.url, 'GET /health HTTP/1.1\nHost: x\n\n'), 400, 'bad_request')
  })

  test('without a Host, or with two, is refused; HTTP/1.0 needs none', async () => {
    assertRefused(await send('GET /health HTTP/1.1', '', ''), 400, 'bad_request')
    assertRefused(await send('GET /health HTTP/1.1', host, 'host: other.test', '', ''), 400, 'bad_request')
    assert.equal((await send('GET /health HTTP/1.0', '', '')).status, 200)
  })

  test('to be a tunnel is not taken', async () => {
    assert.equal((await send('CONNECT assent.test:443 HTTP/1.1', host, '', '')).status, 0)
    assert.equal(
      (await send('GET /health HTTP/1.1', host, 'Connection: upgrade', 'Upgrade: h2c', close, '', '')).status,
      200,
    )
  })

  test('with headers over 8 KiB: 431', async () => {
    const answer = await send('GET /health HTTP/1.1', host, `X-A: ${'a'.repeat(8200)}`, close, '', '')
    assertRefused(answer, 431, 'headers_too_large')
    const many = Array.from({ length: 1000 }, (_, at) => `X-${at}: a`)
    assertRefused(await send('GET /health HTTP/1.1', host, ...many, close, '', ''), 431, 'headers_too_large')
    assert.equal(
      (await send('GET /health HTTP/1.1', host, `X-A: ${'a'.repeat(7000)}`, close, '', '')).status,
      200,
    )
  })

  test('with a URL over 4 KiB, or a part of it over 256 characters: 414', async () => {
    assertRefused(await get(`/v1/purposes?language=${'a'.repeat(4096)}`), 414, 'uri_too_long')
    assertRefused(await get(`/v1/subjects/${'a'.repeat(257)}/consent`), 414, 'uri_too_long')
    assertRefused(await get(`/v1/purposes/${'a'.repeat(257)}/current`), 414, 'uri_too_long')
    assertRefused(await get(`/${'a'.repeat(4096)}`), 414, 'uri_too_long')
  })

  test('with a ref as long as a ref may be is no long URL, even with every character escaped', async () => {
    const ref = `${'@|+='.repeat(49)}abcd`
    await record(t, ref)
    for (const path of [
      encodeURIComponent(ref),
      [...Buffer.from(ref)].map((byte) => `%${byte.toString(16)}`).join(''),
    ])
      assert.equal((await get(`/v1/subjects/${path}/consent`)).status, 200)
    assertRefused(await get(`/v1/subjects/${'a'.repeat(201)}/consent`), 422, 'validation_failed')
  })

  test('with broken percent-encoding: 400, in the path and in the query', async () => {
    for (const broken of ['%', '%z', '%zz', '%2', '%ff', '%c3', '%c0%af', '%ed%a0%80']) {
      assertRefused(await get(`/v1/purposes/${broken}/current`), 400, 'bad_request')
      assertRefused(await get(`/v1/purposes?language=${broken}`), 400, 'bad_request')
      assertRefused(await get(`/v1/purposes?${broken}=1`), 400, 'bad_request')
    }
  })

  test('with a NUL in any parameter is refused like any other wrong value', async () => {
    const consent = '/v1/subjects/user_1/consent'
    for (const path of [
      '/v1/subjects/%00/consent',
      '/v1/subjects/user_1%00/consent',
      ...['purpose', 'at', 'country', 'region', 'gpc', 'x%00'].map((name) => `${consent}?${name}=%00`),
      ...['purpose', 'from', 'to', 'limit', 'cursor'].map((name) => `${consent}/history?${name}=a%00`),
      ...['country', 'region'].map((name) => `/v1/purposes?${name}=%00`),
    ]) {
      const { status, json } = await get(path)
      assert.ok(
        status === 422 || (status === 404 && json?.code === 'purpose_not_found'),
        `${path}: ${status}`,
      )
    }
    assert.equal((await get('/v1/purposes?language=%00')).status, 200, 'an unknown language is the default')
    assertRefused(await get('/v1/purposes/%00/current'), 404, 'purpose_not_found')
    assertRefused(await get('/v1/receipts/%00'), 404, 'receipt_not_found')
  })

  test('that plays with the path reaches no other subject', async () => {
    for (const [path, status] of [
      ['/v1/subjects/A%2Fuser_1/consent', 422],
      ['/v1/subjects/..%2fuser_1/consent', 422],
      ['/v1/subjects/x/..%2fuser_1/consent', 404],
      ['/v1/subjects/x/../user_1/consent', 404],
      ['/v1/subjects/user%255F1/consent', 422],
      ['/v1/subjects/user_1;x/consent', 422],
      ['/v1/subjects/user_1/consent;x', 404],
      ['/v1/subjects/user_1/consent/', 404],
      ['/v1/subjects/user_1/consent//history', 404],
      ['/v1/subjects//user_1/consent', 404],
      ['/v1/subjects/user_1%20/consent', 422],
      ['/v1/subjects/USER_1/consent', 404],
      ['/v1/subjects/user_1%2Fconsent', 405],
      ['/v1/subjects/./user_1/consent', 404],
      ['/V1/subjects/user_1/consent', 404],
      ['/v1\\subjects\\user_1\\consent', 404],
      ['/v1/subjects/user%5f1/consent', 200],
      ['http://evil.test/v1/subjects/user_1/consent', 200],
    ] as const)
      assert.equal((await get(path)).status, status, path)
  })

  test('with a time that no calendar has, or that the database cannot write, is refused by name', async () => {
    const times = [
      '0000-01-01T00:00:00Z',
      '1969-12-31T23:59:59.999Z',
      '9999-12-31T23:59:59-23:59',
      '2026-02-30T00:00:00Z',
    ]
    const others = [
      '2026-11-21',
      '2026-11-21T09:00:00',
      '2026-11-21 09:00:00Z',
      '+012026-11-21T09:00:00Z',
      'now',
      '1',
      '',
      '2026-11-21T24:00:00Z',
      '2026-13-01T00:00:00Z',
    ]
    for (const time of [...times, ...others]) {
      const encoded = encodeURIComponent(time)
      for (const path of ['consent/history?from=', 'consent/history?to=', 'consent?at='])
        assertRefused(await get(`/v1/subjects/user_1/${path}${encoded}`), 422, 'validation_failed')
      const body = JSON.stringify({
        subject: { ref: 'user_1' },
        purposes: { analytics: 'granted' },
        occurred_at: time,
      })
      assertRefused(await post(close, `Content-Length: ${body.length}`, '', body), 422, 'validation_failed')
    }
  })
})
