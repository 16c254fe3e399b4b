import assert from 'node:assert/strict'
import { once } from 'node:events'

import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { PostFailed, type PostLimits, postWebhook } from './post-webhook.ts'

// A receiver may be broken or hostile in every way that a socket allows (T94): it costs the time it is given, no more.

const patient = { connectMs: 30_000, totalMs: 60_000, bodyBytes: 65_536 }
const soonMs = 300
let behave: (socket: Socket) => void
let port: number
const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket)
  socket.on('error', () => undefined)
  behave(socket)
})

before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})
after(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** The status, or why there was none. Where no end of patience is part of a test, it is far away. */
function post(scheme = 'http', limits: Partial<PostLimits> = {}): Promise<string | number> {
  const url = new URL(`${scheme}://127.0.0.1:${port}/hooks`)
  const target = { url, address: '127.0.0.1', family: 4 } as const
  return postWebhook(target, {}, '{}', { ...patient, ...limits }).then(
    ({ status }) => status,
    (error: unknown) => {
      assert.ok(error instanceof PostFailed, String(error))
      return error.reason
    },
  )
}

const ok = 'HTTP/1.1 200 OK\r\n'

describe('a receiver that', () => {
  test('says nothing is given up after the time it is given', async () => {
    behave = () => undefined
    assert.equal(await post('http', { totalMs: soonMs }), 'timeout')
  })

  test('never ends the TLS handshake is given up sooner', async () => {
    behave = () => undefined
    const began = performance.now()
    assert.equal(await post('https', { connectMs: soonMs }), 'timeout')
    assert.ok(performance.now() - began < patient.totalMs / 2)
  })

  test('drips a byte at a time is cut', async () => {
    behave = (socket) => {
      const bytes = [...'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n']
      const drip = setInterval(() => socket.write(bytes.shift() ?? '\n'), 50)
      socket.once('close', () => clearInterval(drip))
    }
    assert.equal(await post('http', { totalMs: soonMs }), 'timeout')
  })

  test('sends a body without an end has been heard by its status, and is cut', async () => {
    let sent = 0
    let closed: Promise<unknown> = Promise.resolve()
    behave = (socket) => {
      closed = new Promise((resolve) => socket.once('close', resolve))
      socket.write(`${ok}Transfer-Encoding: chunked\r\n\r\n`)
      const more = () => {
        while (!socket.destroyed && socket.write(`10000\r\n${'x'.repeat(65_536)}\r\n`)) sent += 65_536
      }
      socket.on('drain', more)
      more()
    }
    assert.equal(await post(), 200)
    await closed
    assert.ok(sent < 64 * 1_048_576)
  })

  test('sends headers without an end is cut', async () => {
    behave = (socket) => {
      socket.write(ok)
      const more = () => {
        while (!socket.destroyed && socket.write(`X-More: ${'y'.repeat(1000)}\r\n`));
      }
      socket.on('drain', more)
      more()
    }
    assert.equal(await post(), 'protocol')
  })

  test('sends a bomb of gzip has it left as it is', async () => {
    // Members one after the other, as the format allows: a gigabyte for whoever unpacks it.
    const bomb = Buffer.concat(Array(100).fill(gzipSync(Buffer.alloc(10_000_000))))
    behave = (socket) => {
      socket.write(`${ok}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`)
      socket.end(bomb)
    }
    const before = process.memoryUsage().rss
    assert.equal(await post(), 200)
    assert.ok(process.memoryUsage().rss - before < 400_000_000)
  })

  test('redirects is answered with its own status; the other address is not called', async () => {
    let calls = 0
    behave = (socket) => {
      calls += 1
      socket.end(
        `HTTP/1.1 307 Temporary\r\nLocation: http://127.0.0.1:${port}/elsewhere\r\nContent-Length: 0\r\n\r\n`,
      )
    }
    assert.equal(await post(), 307)
    assert.equal(calls, 1)
  })

  test('hangs up, speaks no HTTP or is not there gets one word', async () => {
    behave = (socket) => socket.destroy()
    assert.equal(await post(), 'connection')
    behave = (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')
    assert.equal(await post(), 'protocol')
    behave = (socket) => socket.end('no TLS here\r\n')
    assert.equal(await post('https'), 'tls')
    const url = new URL('http://127.0.0.1:9/')
    await assert.rejects(postWebhook({ url, address: '127.0.0.1', family: 4 }, {}, '{}', patient), PostFailed)
  })
})
