import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { WebhookTarget } from './webhook-target.ts'

/** How a receiver answered. */
export interface WebhookAnswer {
  readonly status: number
  /** What `Retry-After` asks for, ms. */
  readonly retryAfterMs: number
}

export interface PostLimits {
  readonly connectMs: number
  readonly totalMs: number
  /** Of the answer's body, which nobody reads: past it the connection is cut. */
  readonly bodyBytes: number
}

export const postLimits: PostLimits = { connectMs: 5000, totalMs: 15_000, bodyBytes: 65_536 }

/** Why there was no answer: one of few words, none of the receiver's. */
export class PostFailed extends Error {
  readonly reason: 'timeout' | 'connection' | 'tls' | 'protocol'
  constructor(reason: PostFailed['reason']) {
    super(`no answer (${reason})`)
    this.name = 'PostFailed'
    this.reason = reason
  }
}

/**
 * One POST to the address that was checked, under the name that was asked for. Redirects are answers like others,
 * nothing is unpacked, a body without an end is cut, and so is a receiver that drips.
 *
 * @throws PostFailed
 */
export function postWebhook(
  { url, address, family }: WebhookTarget,
  headers: Readonly<Record<string, string>>,
  body: string,
  limits: PostLimits = postLimits,
): Promise<WebhookAnswer> {
  return new Promise((resolve, reject) => {
    const isTls = url.protocol === 'https:'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const request = (isTls ? requestHttps : requestHttp)({
      host: address,
      family,
      port: url.port === '' ? (isTls ? 443 : 80) : url.port,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: { ...headers, Host: url.host, 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
      maxHeaderSize: 16_384,
      // Of an address no server name may be said.
      ...(isTls && host !== address ? { servername: host } : {}),
    })
    let isOver = false
    const total = setTimeout(() => fail('timeout'), limits.totalMs)
    const connect = setTimeout(() => fail('timeout'), limits.connectMs)
    request.once('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => clearTimeout(connect))
    })
    request.once('response', (response) => {
      readToEnd(response, limits.bodyBytes, () => succeed(response))
    })
    request.once('error', (error) => fail(reasonOf(error)))
    request.end(body)

    function end(): boolean {
      const isFirst = !isOver
      isOver = true
      clearTimeout(total)
      clearTimeout(connect)
      // After this nothing of the receiver's is read any more.
      request.on('error', () => undefined).destroy()
      return isFirst
    }
    function fail(reason: PostFailed['reason']): void {
      if (end()) reject(new PostFailed(reason))
    }
    function succeed({ statusCode = 0, headers: { 'retry-after': retryAfter } }: IncomingMessage): void {
      if (end()) resolve({ status: statusCode, retryAfterMs: readRetryAfter(retryAfter) })
    }
  })
}

/** Whole, or as much as is allowed: what was answered is known from the status. */
function readToEnd(response: IncomingMessage, bytesMax: number, done: () => void): void {
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bytesMax) done()
  })
  response.once('end', done)
}

function readRetryAfter(text: string | undefined): number {
  return text !== undefined && /^[0-9]{1,9}$/.test(text) ? Number(text) * 1000 : 0
}

function reasonOf(error: Error): PostFailed['reason'] {
  const code = 'code' in error ? String(error.code) : ''
  if (code.startsWith('HPE_')) return 'protocol'
  if (/CERT|TLS|SSL|EPROTO/.test(code)) return 'tls'
  return code === 'ETIMEDOUT' ? 'timeout' : 'connection'
}
