import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { buildServer } from '../src/http/server.ts'
import { type Harness, openHarness } from './harness.ts'
import { exchange, type RawAnswer } from './raw-exchange.ts'

/** As the real ones, in a fraction of the time: long enough for an honest client of a machine that is busy. */
const timeouts = { headersTimeout: 1500, requestTimeout: 2000, connectionsCheckingInterval: 20 }

describe('slow clients', () => {
  let t: Harness
  let app: Awaited<ReturnType<typeof buildServer>>
  let url = ''
  before(async () => {
    t = await openHarness()
    app = await buildServer(t.service, endpoints, [], timeouts)
    await app.listen({ port: 0, host: '127.0.0.1' })
    url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  })
  after(async () => {
    await app.close()
    await t[Symbol.asyncDispose]()
  })

  function assertCut(answer: RawAnswer): void {
    assert.deepEqual([answer.status, answer.json?.code], [408, 'request_timeout'])
    assert.deepEqual(Object.keys(answer.json ?? {}), ['code', 'message', 'hint', 'issues'])
    assert.match(answer.headers.get('request-id') ?? '', /^req_/)
    assert.equal(answer.headers.get('connection'), 'close')
  }
  const key = () => `Authorization: Bearer ${t.keys.test.secret}\r\n`
  const post = () => `POST /v1/consent HTTP/1.1\r\nHost: x\r\n${key()}Content-Type: application/json\r\n`

  test('headers that never end, and a body that never comes whole, are cut', async () => {
    const answers = await Promise.all([
      exchange(url, 'GET /health HTTP/1.1\r\nHost: x\r\n'),
      exchange(url, 'GET /hea'),
      exchange(url, `${post()}Content-Length: 100\r\n\r\n{"subject":`),
      exchange(url, `${post()}Content-Length: 100\r\n\r\n`),
      exchange(url, `${post()}Transfer-Encoding: chunked\r\n\r\n5\r\n{"sub`),
    ])
    for (const answer of answers) assertCut(answer)
  })

  test('a hundred of them do not keep a healthy client waiting', async () => {
    const slow = Array.from({ length: 100 }, () => exchange(url, `${post()}Content-Length: 50000\r\n\r\n{`))
    const healthy = await fetch(`${url}/v1/purposes`, {
      headers: { Authorization: `Bearer ${t.keys.test.secret}` },
    })
    assert.equal(healthy.status, 200)
    await healthy.arrayBuffer()
    for (const answer of await Promise.all(slow)) assertCut(answer)
  })

  test('a client that breaks off leaves no trace', async () => {
    const controller = new AbortController()
    const body = new ReadableStream({
      start: (stream) => stream.enqueue(Buffer.from('{"subject":{"ref":"user_broken"}')),
    })
    const asked = fetch(`${url}/v1/consent`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${t.keys.test.secret}`, 'Content-Type': 'application/json' },
      body,
      duplex: 'half',
      signal: controller.signal,
    } as RequestInit)
    controller.abort()
    await assert.rejects(asked)
    assert.equal((await fetch(`${url}/health`)).status, 200)
    assert.ok(!t.logged.some(({ message }) => message === 'a bug'))
  })
})
