/** Bokmål and Nynorsk: the published translations know Norwegian only. */
const NORWEGIAN: ReadonlySet<string> = new Set(['NB', 'NN'])

/**
 * The ConsentLanguage of a BCP 47 tag: its ISO 639-1 part in upper case, `pt-BR` being `PT` and `nb` being `NO`.
 *
 * @returns null for a language without a code of two letters, for which TCF has no notation
 *
 * @example ['pt-BR', 'nb', 'fil'].map(tcfLanguage) // ['PT', 'NO', null]
 */
export function tcfLanguage(tag: string): string | null {
  const [primary = ''] = tag.toUpperCase().split('-', 1)
  if (NORWEGIAN.has(primary)) return 'NO'
  return /^[A-Z]{2}$/.test(primary) ? primary : null
}
