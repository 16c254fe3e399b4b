/** `AA`: the country is unknown (TCF, CMP API, IABTCF_PublisherCC). */
export const UNKNOWN_COUNTRY = 'AA'

/**
 * The PublisherCC of a country code: upper case, `AA` for an empty one, `GB` for the `UK` that people write.
 *
 * @returns null for anything that is not two letters
 */
export function publisherCountry(code: string): string | null {
  const country = code.toUpperCase()
  if (country === '') return UNKNOWN_COUNTRY
  if (country === 'UK') return 'GB'
  return /^[A-Z]{2}$/.test(country) ? country : null
}
