import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { Environment } from '../domain/scope.ts'
import type { Config } from '../kernel/config.ts'
import { isPublicAddress } from './public-address.ts'

/** Why a URL is not called; shown to whoever set it. */
export class ForbiddenTarget extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ForbiddenTarget'
  }
}

/** Where a request goes: the name for TLS and Host, and the one address that was checked. */
export interface WebhookTarget {
  readonly url: URL
  readonly address: string
  readonly family: 4 | 6
}

export interface TargetRules {
  /** For receivers on one's own machine while developing: http, every port, every address. */
  readonly allowsPrivate: boolean
}

/** Live data never goes to an address that nobody vouches for, whatever the settings say. */
export function rulesFor(config: Config, environment: Environment): TargetRules {
  return { allowsPrivate: config.allowsPrivateWebhooks && environment === 'test' }
}

export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true })
const ports = new Set(['', '443', '8443'])

/** What can be said of a URL without asking the network; null: nothing is wrong with it. */
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

const notPublic = 'The host must be reachable on the public internet.'

/**
 * Checks and resolves, at every attempt anew: all addresses of the name must be public, and the connection is made to
 * the one that is returned, so a name cannot lead elsewhere between the check and the call.
 *
 * @throws ForbiddenTarget, or what resolving threw
 */
export async function resolveTarget(
  text: string,
  rules: TargetRules,
  resolve: Resolve = resolveAll,
): Promise<WebhookTarget> {
  const fault = urlFault(text, rules)
  if (fault !== null) throw new ForbiddenTarget(fault)
  const url = new URL(text)
  const host = bareHost(url)
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host }]
  if (!rules.allowsPrivate && !found.every(({ address }) => isPublicAddress(address)))
    throw new ForbiddenTarget(notPublic)
  const [first] = found
  if (first === undefined) throw new ForbiddenTarget('The host has no address.')
  return { url, address: first.address, family: isIP(first.address) === 6 ? 6 : 4 }
}

function bareHost({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '')
}
