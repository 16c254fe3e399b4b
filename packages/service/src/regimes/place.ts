import type { Issue } from '../kernel/refusal.ts'
import { isCountry, isRegion } from './iso-3166.ts'

export interface Place {
  /** ISO 3166-1 alpha-2; null: not known. */
  readonly country: string | null
  /** The second part of an ISO 3166-2 code; never without a country. */
  readonly region: string | null
}

/** Codes that people write and that ISO 3166-1 gives to nobody or keeps out of use. */
const mistaken: ReadonlyMap<string, string> = new Map([
  ['UK', 'The United Kingdom is GB in ISO 3166-1: write GB.'],
  ['EL', 'Greece is GR in ISO 3166-1: write GR.'],
  ['EU', 'EU is not a country: write the member state, for example DE.'],
  ['AN', 'AN was withdrawn in 2010: write BQ, CW or SX.'],
])

const countryHelp =
  'It must be an assigned ISO 3166-1 alpha-2 code in upper case (DE), or ISO 3166-2 with its region (US-CA).'
const regionHelp =
  'It must be the second part of an ISO 3166-2 code of the country, in upper case (CA for US-CA).'

/**
 * Reads `country` and `region` as the contract writes them (section 1, "Place"): `DE`, `US` with `CA`, or `US-CA` in
 * either member. Issue paths are `country` and `region`; a query's caller puts `query.` before them. Like every issue,
 * they repeat nothing of what was sent.
 */
export function parsePlace(
  country: string | null | undefined,
  region: string | null | undefined,
): { readonly place: Place } | { readonly issues: readonly Issue[] } {
  const given = split(country ?? null)
  const inRegion = split(region ?? null)
  // A region may come as the full code; alone it names its country too.
  const countryCode = given.first ?? (inRegion.rest === null ? null : inRegion.first)
  const regionCode = inRegion.rest ?? inRegion.first

  const issues: Issue[] = []
  if (countryCode !== null) {
    const path = given.first === null ? 'region' : 'country'
    const issue = faultOfCountry(countryCode)
    if (issue !== undefined) issues.push({ path, message: issue })
    else if (given.rest !== null && !isRegion(countryCode, given.rest))
      issues.push({ path, message: `This country has no such region. ${regionHelp}` })
    else if (regionCode !== null && !isRegion(countryCode, regionCode))
      issues.push({ path: 'region', message: `This country has no such region. ${regionHelp}` })
  } else if (regionCode !== null)
    issues.push({
      path: 'region',
      message: 'A region says nothing without its country: send country too, or both as US-CA.',
    })

  const twoCountries = inRegion.rest !== null && given.first !== null && given.first !== inRegion.first
  const twoRegions = given.rest !== null && regionCode !== null && given.rest !== regionCode
  if (issues.length === 0 && (twoCountries || twoRegions))
    issues.push({ path: 'region', message: 'It names another place than country does: send one of them.' })
  if (issues.length > 0) return { issues }
  return { place: { country: countryCode, region: regionCode ?? given.rest } }
}

function split(code: string | null): { readonly first: string | null; readonly rest: string | null } {
  if (code === null) return { first: null, rest: null }
  const dash = code.indexOf('-')
  return dash < 0 ? { first: code, rest: null } : { first: code.slice(0, dash), rest: code.slice(dash + 1) }
}

function faultOfCountry(code: string): string | undefined {
  if (isCountry(code)) return undefined
  const known = mistaken.get(code)
  if (known !== undefined) return known
  if (/^[a-z]{2}$/i.test(code) && isCountry(code.toUpperCase()))
    return `Write it in upper case. ${countryHelp}`
  return `This is not a country code. ${countryHelp}`
}
