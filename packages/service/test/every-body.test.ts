import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { endpoints } from '../src/api/endpoints.ts'
import type { Endpoint } from '../src/http/endpoint.ts'
import { issuePaths, refused } from './a-consent.ts'
import { type Harness, openHarness, type TestAnswer } from './harness.ts'
import { exchange, rawRequest } from './raw-exchange.ts'
import { nameOf, openSamples, type Sample } from './sample-requests.ts'

let t: Harness
let sampleOf: (row: Endpoint) => Sample

const json = 'application/json'

function takesBody(row: Endpoint): boolean {
  return row.key !== 'none' && row.recipe.body !== undefined
}

describe('every body', () => {
  before(async () => {
    t = await openHarness()
    sampleOf = await openSamples(t)
  })
  after(() => t[Symbol.asyncDispose]())

  for (const row of endpoints.filter(takesBody)) {
    function send(body: unknown, headers: Record<string, string> = {}): Promise<TestAnswer> {
      return t.call(row.method, sampleOf(row).path, { body, headers })
    }
    function good(): string {
      return JSON.stringify(sampleOf(row).body)
    }
    function status(): number {
      return sampleOf(row).status
    }
    async function sendBytes(bytes: Buffer, ...lines: string[]): Promise<unknown[]> {
      const request = rawRequest(`${row.method} ${sampleOf(row).path}`, {
        key: t.keys.test.secret,
        lines,
        body: bytes,
      })
      const answer = await exchange(t.url, request)
      return [answer.status, answer.json?.code]
    }

    describe(nameOf(row), () => {
      test('what is no JSON: 400 malformed_json', async () => {
        for (const body of [
          '{',
          '{"a":1}}',
          "{'a':1}",
          '{"a":1,}',
          'NaN',
          '',
          ' ',
          '{"a":01}',
          '[1,]',
          '"',
          '\u00a0{}',
        ])
          assert.equal(refused(await send(body), 400), 'malformed_json', body)
      })

      test('JSON that is no object: 422', async () => {
        for (const body of ['null', '[]', '"text"', '1', 'true'])
          assert.equal(refused(await send(body), 422), 'validation_failed')
      })

      test('an unknown member is named, also deep inside, and what it held is not repeated', async () => {
        const answer = await send({
          ...sampleOf(row).body,
          environment: 'planted-value',
          id: 'planted-value',
        })
        assert.deepEqual(issuePaths(answer), ['environment', 'id'])
        assert.ok(!answer.text.includes('planted'))
        const odd = await send({ ...sampleOf(row).body, 'a member <b>': 1 })
        assert.deepEqual(issuePaths(odd), ['?'])
        assert.ok(!odd.text.includes('<b>'))
      })

      test('a member that the server sets is refused, not ignored (mass assignment)', async () => {
        for (const name of [
          'env_id',
          'environment',
          'recorded_at',
          'seq',
          'id',
          'state',
          'proved_by',
          'policy',
          'receipt',
        ])
          assert.deepEqual(issuePaths(await send({ ...sampleOf(row).body, [name]: '1' })), [name])
      })

      test('a body over the limit: 413, declared or not', async () => {
        const { limits } = t.service.config
        const bodyBytes = row.key === 'none' ? 0 : (row.recipe.bodyBytes?.(limits) ?? limits.bodyBytes)
        const padded = (length: number) => good() + ' '.repeat(length - good().length)
        assert.equal((await send(padded(bodyBytes))).status, status())
        assert.equal(refused(await send(padded(bodyBytes + 1)), 413), 'body_too_large')
        assert.deepEqual(
          await sendBytes(Buffer.alloc(0), `Content-Type: ${json}`, 'Content-Length: 99999999'),
          [400, 'bad_request'],
        )
        const tooLong = bodyBytes + 1
        const chunk = Buffer.from(`${tooLong.toString(16)}\r\n${'['.repeat(tooLong)}\r\n0\r\n\r\n`)
        const request = rawRequest(`${row.method} ${sampleOf(row).path}`, {
          key: t.keys.test.secret,
          lines: [`Content-Type: ${json}`, 'Transfer-Encoding: chunked'],
        })
        assert.equal((await exchange(t.url, Buffer.concat([request, chunk]))).status, 413)
      })

      test('another content type than JSON: 415', async () => {
        const types = [
          'text/plain',
          'application/jsonx',
          'application/vnd.shop+json',
          'application/x-www-form-urlencoded',
        ]
        for (const type of [
          ...types,
          'multipart/form-data; boundary=x',
          'json',
          'application/json, text/plain',
          '*/*',
        ])
          assert.equal(
            refused(await send(good(), { 'Content-Type': type }), 415),
            'unsupported_media_type',
            type,
          )
        assert.deepEqual(await sendBytes(Buffer.from(good())), [415, 'unsupported_media_type'])
      })

      test('JSON in capitals or with parameters is JSON', async () => {
        for (const type of [
          'APPLICATION/JSON',
          'application/json;charset=UTF-8',
          'application/json; charset="utf-8"',
        ])
          assert.equal((await send(good(), { 'Content-Type': type })).status, status(), type)
      })

      test('another charset than utf-8: 415, also as the second of two', async () => {
        for (const charset of [
          'utf-16',
          'utf-16le',
          'latin1',
          'iso-8859-1',
          'utf-7',
          'utf-8;charset=utf-16',
          "'utf-8'",
          '',
        ])
          assert.equal(
            refused(await send(good(), { 'Content-Type': `${json}; charset=${charset}` }), 415),
            'unsupported_media_type',
          )
      })

      test('a compressed body: 415, before anything is unpacked', async () => {
        const body = Buffer.from(good())
        const packed = {
          gzip: gzipSync(body),
          br: brotliCompressSync(body),
          deflate: deflateSync(body),
          zstd: body,
          'gzip, identity': body,
        }
        for (const [coding, bytes] of Object.entries(packed))
          assert.deepEqual(
            await sendBytes(bytes, `Content-Type: ${json}`, `Content-Encoding: ${coding}`),
            [415, 'unsupported_media_type'],
            coding,
          )
        assert.deepEqual(await sendBytes(body, `Content-Type: ${json}`, 'Content-Encoding: identity'), [
          status(),
          undefined,
        ])
      })

      test('an expectation is no reason to refuse', async () => {
        assert.deepEqual(await sendBytes(Buffer.from(good()), `Content-Type: ${json}`, 'Expect: miracles'), [
          status(),
          undefined,
        ])
      })
    })
  }
})
