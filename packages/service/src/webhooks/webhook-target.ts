import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { isPublicAddress } from '../domain/public-address.ts'
import type { Environment } from '../domain/scope.ts'
import { bareHost, notPublic, type TargetRules, urlFault } from '../domain/webhook-url.ts'
import type { Config } from '../kernel/config.ts'

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

/** Live data never goes to an address that nobody vouches for, whatever the settings say. */
export function rulesFor(config: Config, environment: Environment): TargetRules {
  return { allowsPrivate: config.allowsPrivateWebhooks && environment === 'test' }
}

export type Resolve = (host: string) => Promise<readonly { readonly address: string }[]>

const resolveAll: Resolve = (host) => lookup(host, { all: true, verbatim: true })

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
