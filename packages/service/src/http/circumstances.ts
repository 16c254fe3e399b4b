import { isIPv4, isIPv6 } from 'node:net'

/** The network a request came from, too coarse to name a person: an IPv4 /24 or an IPv6 /48. */
export function networkPrefix(address: string): string | null {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(plain)) return null
  const [head = '', tail] = plain.split('::')
  const groups = groupsOf(head)
  // What the :: leaves out are zeros, as many as make eight (RFC 4291 section 2.2).
  const zeros = tail === undefined ? 0 : 8 - groups.length - groupsOf(tail).length
  const whole = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...groupsOf(tail ?? '')]
  return `${whole.slice(0, 3).join(':')}::/48`
}

function groupsOf(text: string): string[] {
  return text === '' ? [] : text.split(':')
}

/** In this order, because most browsers claim to be several. */
const families: readonly (readonly [name: string, mark: RegExp])[] = [
  ['edge', /\bEdg(e|A|iOS)?\//],
  ['opera', /\bOPR\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /\b(Chrome|CriOS)\//],
  ['safari', /\bSafari\//],
]

/** `firefox`, `chrome`, … or `other`: never the whole user agent, which helps to single people out. */
export function agentFamily(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  return families.find(([, mark]) => mark.test(userAgent))?.[0] ?? 'other'
}
