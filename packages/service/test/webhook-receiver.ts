import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import type { Harness } from './harness.ts'
import { untilTrue } from './until.ts'

/** What a receiver got, once the reference library has verified it. */
export interface Received {
  readonly id: string
  readonly type: string
  readonly data: Readonly<Record<string, string | number>>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** A receiver as a customer writes one: the reference library verifies, and what it refuses is counted. */
export interface Receiver extends AsyncDisposable {
  readonly url: string
  readonly received: Received[]
  /** Deliveries that did not verify. */
  refused: number
  secret: string
  /** How it answers; 204 unless a test says otherwise. */
  answer: (response: ServerResponse, request: IncomingMessage) => void
  /** Waits until so many were received. */
  waitFor(count: number): Promise<void>
}

/** `now`: a test that moves the clock takes its receiver along, since the library refuses what is older than five minutes. */
export async function openReceiver(now: () => number = Date.now): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    received: [],
    refused: 0,
    secret: '',
    answer: (response) => void response.writeHead(204).end(),
    waitFor: (count) =>
      untilTrue(() => receiver.received.length >= count).catch((cause) => {
        const { received, refused } = receiver
        throw new Error(`${received.length} of ${count} deliveries came, ${refused} were refused`, { cause })
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = request.headers as Record<string, string>
    try {
      verifyAt(now(), receiver.secret, body, headers)
      const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
      receiver.received.push({ id: headers['webhook-id'] ?? '', type, data, headers, body })
    } catch {
      receiver.refused += 1
    }
    receiver.answer(response, request)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks` })
}

/** Makes it an endpoint of the test environment, and gives its id. */
export async function subscribe(
  t: Harness,
  receiver: Receiver,
  types: readonly string[] = [],
): Promise<string> {
  const { json, status } = await t.call('POST', '/v1/webhook-endpoints', {
    body: { url: receiver.url, types },
  })
  if (status !== 201) throw new Error(JSON.stringify(json))
  receiver.secret = String(json['secret'])
  return String(json['id'])
}

function verifyAt(now: number, secret: string, body: string, headers: Record<string, string>): void {
  const { now: real } = Date
  Date.now = () => now
  try {
    new Webhook(secret).verify(body, headers)
  } finally {
    Date.now = real
  }
}
