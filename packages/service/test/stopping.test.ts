import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { endpoints } from '../src/api/endpoints.ts'
import { buildServer } from '../src/http/server.ts'
import { aConsent } from './a-consent.ts'
import { type Harness, openHarness } from './harness.ts'

describe('while the server stops', () => {
  let t: Harness
  before(async () => {
    t = await openHarness()
  })
  after(() => t[Symbol.asyncDispose]())

  test('what has begun is answered, each in our own words, and then the door is shut', async () => {
    const app = await buildServer(t.service, endpoints)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.server.address() as AddressInfo
    const body = JSON.stringify(aConsent('user_1'))
    const request = `POST /v1/consent HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${t.keys.test.secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

    /** Begins a request, and gives a way to go on and read all that comes. */
    async function begin(text: string): Promise<(rest: string) => Promise<string>> {
      const accepted = once(app.server, 'connection') as Promise<[Socket]>
      const client = connect(port, '127.0.0.1')
      let answer = ''
      client.on('data', (bytes) => {
        answer += bytes.toString()
      })
      const closed = once(client, 'close')
      const [server] = await accepted
      if (text !== '') {
        client.write(text)
        while (server.bytesRead < text.length) await new Promise((turn) => setImmediate(turn))
      }
      return async (rest) => {
        client.write(rest)
        await closed
        return answer
      }
    }
    const goOn = [
      await begin(request.slice(0, 30)),
      await begin(request.slice(0, -20)),
      await begin(request.slice(0, -1)),
    ]
    const rests = [request.slice(30), request.slice(-20), request.slice(-1) + request]
    const begun = performance.now()
    const closing = app.close()
    const answers = await Promise.all(goOn.map((send, at) => send(rests[at] ?? '')))
    await closing
    assert.ok(performance.now() - begun < 10_000, 'no idle connection keeps it')
    for (const answer of answers)
      for (const part of answer.split(/(?=HTTP\/1\.1 )/)) {
        assert.match(part, /^HTTP\/1\.1 (201 Created|503 Service Unavailable)\r\n/)
        assert.match(part, /\r\nrequest-id: req_/i)
        assert.doesNotMatch(part, /statusCode/)
        if (part.includes(' 503 ')) assert.match(part, /retry-after: \d+[\s\S]*"code":"unavailable"/i)
      }
    await assert.rejects(fetch(`http://127.0.0.1:${port}/health`))
  })
})
