import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Whether the caller takes gzip rather than bytes as they are (RFC 9110 section 12.5.3). */
export function prefersGzip(headers: IncomingHttpHeaders): boolean {
  if (headers['accept-encoding'] === undefined) return false
  return new Negotiator({ headers }).encoding(['gzip', 'identity']) === 'gzip'
}
