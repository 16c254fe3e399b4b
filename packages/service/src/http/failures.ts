import type { Socket } from 'node:net'
import { Refusal } from '../kernel/refusal.ts'
import { isConnectionLost, isPassing } from '../store/db.ts'
import { refusalBody, refusalStatus } from './refusals.ts'

/** The framework's own faults in our words. */
const known: Readonly<Record<string, () => Refusal>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: () => new Refusal('body_too_large', 'The body is too large.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: unsupported,
  FST_ERR_CTP_EMPTY_TYPE: unsupported,
  FST_ERR_CTP_INVALID_TYPE: unsupported,
  // A method with a body that says nothing of its type: QUERY.
  FST_ERR_ROUTE_MISSING_CONTENT_TYPE: unsupported,
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    new Refusal('bad_request', 'The body is not as long as its Content-Length says.'),
  FST_ERR_BAD_URL: () => new Refusal('bad_request', 'The URL has broken percent-encoding.'),
  FST_ERR_MAX_PARAM_LENGTH: () => new Refusal('uri_too_long', 'A part of the path is too long.'),
  FST_ERR_REOPENED_CLOSE_SERVER: stopping,
}

function unsupported(): Refusal {
  return new Refusal('unsupported_media_type', 'The body is not declared as JSON.')
}

function stopping(): Refusal {
  return new Refusal('unavailable', 'The server is stopping.', {
    headers: { 'Retry-After': '1', Connection: 'close' },
  })
}

/** Whatever was thrown, as the refusal that answers it; what is not expected is a bug, and says nothing of itself. */
export function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const translated = known[code]?.()
  if (translated !== undefined) return translated
  if (code === 'ERR_STREAM_PREMATURE_CLOSE') return new Refusal('bad_request', 'The request broke off.')
  // A caller who hangs up hears no answer, so what is told here is always the database.
  if (isConnectionLost(error))
    return new Refusal('unavailable', 'The database is not reachable right now.', {
      headers: { 'Retry-After': '1' },
      cause: error,
    })
  if (isPassing(error))
    return new Refusal('unavailable', 'The database cannot answer this right now.', {
      headers: { 'Retry-After': '1' },
      cause: error,
    })
  return new Refusal('internal_error', 'Something went wrong on our side.', { cause: error })
}

/** What node:http could not read as a request: answered in the four-member form, then closed. */
export function refuseBrokenConnection(
  error: Error & { code?: string },
  socket: Socket,
  requestId: string,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const refusal = brokenRequest(error.code)
  const body = refusalBody(refusal)
  socket.end(
    `HTTP/1.1 ${refusalStatus(refusal)} ${refusal.code}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nRequest-Id: ${requestId}\r\nX-Content-Type-Options: nosniff\r\n` +
      `Cache-Control: no-store\r\nConnection: close\r\n\r\n${body}`,
  )
}

function brokenRequest(code: string | undefined): Refusal {
  if (code === 'HPE_HEADER_OVERFLOW') return new Refusal('headers_too_large', 'The headers are too large.')
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return new Refusal('request_timeout', 'The request did not arrive in time.')
  return new Refusal('bad_request', 'This is not an HTTP request that means one thing.')
}
