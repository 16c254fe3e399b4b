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
