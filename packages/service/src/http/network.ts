import { isIPv4, isIPv6 } from 'node:net'

/** The network a request came from, too coarse to name a person: an IPv4 /24 or an IPv6 /48. */
export function networkPrefix(address: string): string | null {
  const plain = unmapped(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIPv6(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : null
}

/** Whom to count: an IPv6 subscriber has a whole /64, and counting single addresses would count nothing. */
export function subscriberOf(address: string): string {
  const plain = unmapped(address)
  return isIPv6(plain) ? groupsOf(plain).slice(0, 4).join(':') : plain
}

/** An IPv4 address as a socket that listens on both shows it (RFC 4291 section 2.5.5.2). */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address
}

/** What the :: leaves out are zeros, as many as make eight (RFC 4291 section 2.2). */
function groupsOf(address: string): string[] {
  const [before = [], after] = address.split('::').map((part) => (part === '' ? [] : part.split(':')))
  if (after === undefined) return before
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after]
}
