import type { Catalogue, PolicyOverride } from '../domain/catalogue.ts'
import { type Cookie, cookieIdentity } from '../domain/cookie.ts'
import { type Change, changeOf, listChangeOf } from './change.ts'
import { diffMembers } from './diff-members.ts'

/** What changes beside purposes and controller. None of it touches a decision that was made. */
export function diffSettings(was: Catalogue, becomes: Catalogue): Change[] {
  return [
    changeOf('languages.default', was.defaultLanguage, becomes.defaultLanguage),
    listChangeOf('languages.available', was.languages, becomes.languages),
    orderChange(was, becomes),
    ...diffOverrides(was.policyOverrides, becomes.policyOverrides),
    ...diffMembers('banner', was.banner, becomes.banner),
    ...diffCookies(was, becomes),
    ...diffMembers('signals', was.signals, becomes.signals),
    setChange('identifier_types', [...was.identifierTypes], [...becomes.identifierTypes]),
    setChange('allowed_origins', was.allowedOrigins, becomes.allowedOrigins),
    setChange('redirect_urls', was.redirectUrls, becomes.redirectUrls),
    changeOf('time_zone', was.timeZone, becomes.timeZone),
    changeOf('keep.network_prefix', was.keep.networkPrefix, becomes.keep.networkPrefix),
    changeOf('keep.agent_family', was.keep.agentFamily, becomes.keep.agentFamily),
  ].filter((change) => change !== undefined)
}

/** By name, type and domain; in which order they stand means nothing to people. */
function diffCookies({ cookies: was }: Catalogue, { cookies: becomes }: Catalogue): (Change | undefined)[] {
  const before = new Map(was.map((cookie) => [cookieIdentity(cookie), cookie]))
  const after = new Map(becomes.map((cookie) => [cookieIdentity(cookie), cookie]))
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((identity) => {
    const [one, other] = [before.get(identity), after.get(identity)]
    const path = `cookies.${identity.trimEnd()}`
    if (one === undefined || other === undefined) return changeOf(path, summaryOf(one), summaryOf(other))
    return diffMembers(path, one, other)
  })
}

function summaryOf(cookie: Cookie | undefined): string | null {
  return cookie === undefined ? null : `${cookie.provider}, for ${cookie.purpose ?? 'no purpose'}`
}

/** By place, since each override stands for itself; their order means nothing. */
export function diffOverrides(was: readonly PolicyOverride[], becomes: readonly PolicyOverride[]): Change[] {
  const before = byPlace(was)
  const after = byPlace(becomes)
  const places = new Set([...before.keys(), ...after.keys()])
  return [...places]
    .map((place) =>
      changeOf(`policies.overrides.${place}`, before.get(place) ?? null, after.get(place) ?? null),
    )
    .filter((change) => change !== undefined)
}

function byPlace(
  overrides: readonly PolicyOverride[],
): Map<string, Omit<PolicyOverride, 'country' | 'region'>> {
  return new Map(
    overrides.map(({ country, region, ...rule }) => [
      region === null ? country : `${country}-${region}`,
      rule,
    ]),
  )
}

function setChange(member: string, was: readonly string[], becomes: readonly string[]): Change | undefined {
  return listChangeOf(member, was.toSorted(), becomes.toSorted())
}

/** Of the purposes that stay: one that comes or goes is told as such. */
function orderChange(was: Catalogue, becomes: Catalogue): Change | undefined {
  const before = [...was.purposes.keys()].filter((key) => becomes.purposes.has(key))
  const after = [...becomes.purposes.keys()].filter((key) => was.purposes.has(key))
  return listChangeOf('purposes', before, after)
}
