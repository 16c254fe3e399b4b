import type { IncomingMessage } from 'node:http'
import { Refusal } from '../kernel/refusal.ts'

const urlMax = 4096

/** What makes a request one that two readers could understand in two ways, whatever it asks for; undefined: nothing. */
export function requestFault(request: IncomingMessage): Refusal | undefined {
  const { url = '', headers } = request
  if (url.length > urlMax) return new Refusal('uri_too_long', 'The URL is too long.')
  if (request.httpVersionMinor > 0 && countHeader(request.rawHeaders, 'host') !== 1)
    return ambiguous('The request does not have exactly one Host header.')
  const coding = headers['transfer-encoding']
  if (coding !== undefined && coding.toLowerCase() !== 'chunked')
    return ambiguous('A body with another Transfer-Encoding than chunked is not taken.')
  const query = url.indexOf('?')
  if (query >= 0 && url.includes('%', query) && !isDecodable(url.slice(query)))
    return ambiguous('The URL has broken percent-encoding.')
  return undefined
}

/** Node keeps one of two equal headers or joins them: a proxy in front may have gone by the other. */
export function countHeader(rawHeaders: readonly string[], name: string): number {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at] ?? ''
    if (header.length === name.length && header.toLowerCase() === name) count += 1
  }
  return count
}

function ambiguous(message: string): Refusal {
  return new Refusal('bad_request', message, { headers: { Connection: 'close' } })
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}
