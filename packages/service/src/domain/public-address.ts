import ipaddr from 'ipaddr.js'

/**
 * Whether an address may be called on a stranger's wish (OWASP API7:2023): plain unicast of the public internet and
 * nothing else. Loopback, private and link-local networks, the metadata services in them, and what only wraps an
 * address of those (v4-mapped, NAT64, 6to4, Teredo) are ranges of their own to the library, so they fall out.
 */
export function isPublicAddress(text: string): boolean {
  // A zone names an interface of this machine.
  if (text.includes('%') || !ipaddr.isValid(text)) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address.kind() === 'ipv4' || !further.some((network) => inside(address, network))
}

/** Not told apart by the library: NAT64 for local use (RFC 8215), documentation, and v4 in the form it once had. */
const further = ['64:ff9b:1::/48', '2001:db8::/32', '3fff::/20', '::/96', 'fec0::/10'].map((text) =>
  ipaddr.parseCIDR(text),
)

function inside(address: ipaddr.IPv4 | ipaddr.IPv6, [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number]) {
  return address.kind() === 'ipv6' && (address as ipaddr.IPv6).match(network as ipaddr.IPv6, bits)
}
