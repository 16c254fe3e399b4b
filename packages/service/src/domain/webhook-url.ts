import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

export interface TargetRules {
  /** For receivers on one's own machine while developing: http, every port, every address. */
  readonly allowsPrivate: boolean
}

/** What holds unless an operator says otherwise, and for live data always. */
export const publicTargets: TargetRules = { allowsPrivate: false }

const ports = new Set(['', '443', '8443'])
export const notPublic = 'The host must be reachable on the public internet.'

/** What can be said of a webhook's URL without asking the network; null: nothing is wrong with it. */
export function urlFault(text: string, { allowsPrivate }: TargetRules): string | null {
  if (!URL.canParse(text)) return 'This is not a URL.'
  // The parser has by now turned every spelling of an address (0x7f.1, ①②⑦.0.0.1) into the usual one.
  const url = new URL(text)
  if (url.protocol !== 'https:' && !(allowsPrivate && url.protocol === 'http:'))
    return 'The scheme must be https.'
  if (url.username !== '' || url.password !== '') return 'A URL with a name or password is not taken.'
  if (allowsPrivate) return null
  if (!ports.has(url.port)) return 'The port must be 443 or 8443.'
  const host = bareHost(url)
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : notPublic
  return /(^|\.)(localhost|local|internal|localdomain)\.?$/i.test(host) || !host.includes('.')
    ? notPublic
    : null
}

/** Without the brackets of an IPv6 address. */
export function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
