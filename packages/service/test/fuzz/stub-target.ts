import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { refuseBrokenConnection } from '../../src/http/failures.ts'
import { readConfig } from '../../src/kernel/config.ts'
import { contractOf } from '../contract.ts'
import type { Target } from './target.ts'

/** What the stub is about to answer. */
export interface StubAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface StubRequest {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly headers: IncomingMessage['headers']
  readonly socket: Socket
}

/** A fault to put into the answers: undefined leaves this one as it is. */
export type Plant = (request: StubRequest, answer: StubAnswer) => StubAnswer | undefined

const names = new Map(
  ['test.secret', 'test.public', 'test.listed', 'live.secret', 'live.public'].map((name) => [
    name,
    `key-of-${name}`,
  ]),
)

export function refusal(status: number, code: string, more: object = {}): StubAnswer {
  return {
    status,
    headers: { ...usual, ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}) },
    body: JSON.stringify({ code, message: 'No.', hint: '', issues: [], ...more }),
  }
}

const usual = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'Request-Id': 'req_of_a_stub',
}

/** A service that refuses everything, as the document allows: nothing is wrong with it but what is planted. */
export async function openStubTarget(plant: Plant = () => undefined): Promise<Target> {
  const contract = contractOf({ config: readConfig({}) })
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', url = '', headers, socket } = request
    const healthy = answerWell(url, headers.authorization)
    const seen = { method, url, headers, socket, body: Buffer.concat(chunks).toString() }
    const answer = plant(seen, healthy) ?? healthy
    response.writeHead(answer.status, answer.headers).end(answer.body)
  }
  const listener = (request: IncomingMessage, response: ServerResponse) =>
    // A request that breaks off has nobody to be told.
    void handle(request, response).catch(() => undefined)
  const server = createServer({ requireHostHeader: false, maxHeaderSize: 8192 }, listener)
  server.on('checkExpectation', listener)
  server.on('clientError', (error, socket) =>
    refuseBrokenConnection(error, socket as Socket, 'req_of_a_stub'),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    contract,
    names,
    readLog: async () => '',
    isAlive: () => server.listening,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

const open: Readonly<Record<string, string>> = {
  '/health': '{"status":"ok"}',
  '/ready': '{"status":"ready"}',
  '/.well-known/jwks.json': '{"keys":[]}',
}

function answerWell(url: string, authorization: string | undefined): StubAnswer {
  const body = open[url.split(/[?#]/)[0] ?? '']
  if (body !== undefined) return { status: 200, headers: usual, body }
  if (authorization === undefined) return refusal(401, 'api_key_missing')
  const isKnown = [...names.values()].some((key) => authorization === `Bearer ${key}`)
  return isKnown ? refusal(422, 'validation_failed') : refusal(401, 'api_key_invalid')
}
