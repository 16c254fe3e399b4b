import type { PolicyOverride } from '../domain/catalogue.ts'
import type { MatchedBy } from '../domain/policy.ts'
import { policyOf, type ResolvedPolicy } from './policy-of.ts'
import type { Regime } from './regime.ts'
import { strictest } from './strictest/strictest.ts'
import { type Span, timelineOf } from './timeline.ts'

export interface PolicyQuery {
  /** As `parsePlace` gives them; null: not known. */
  readonly country: string | null
  readonly region: string | null
  /** Unix ms. */
  readonly at: number
}

export interface PolicyResolver {
  /** Pure: the same object for the same place and time. */
  resolve(query: PolicyQuery): ResolvedPolicy
}

/** A place's policies from some moment on, oldest first; the first one reaches back for ever. */
type Policies = readonly { readonly from: number; readonly policy: ResolvedPolicy }[]

/** Regions that no rule names are known by their shape alone: what a caller makes up must not fill the memory. */
const unnamedRegionsMax = 4096

/**
 * Which policy holds where and when.
 *
 * - A law of the region, else of the country, as it stands that day: `matched_by` is `region` or `country`. A day
 *   before the law's first edition finds the law before it in the table.
 * - A country without a law in the table: the strictest rules, `default`. That no law is listed does not show that
 *   there is none: some 140 states have one, most of them after the GDPR's model, and asking first is lawful in all.
 *   An operator who knows the law of the place writes it into the catalogue's overrides.
 * - No place: the strictest rules, `fallback`.
 * - A country whose region is not known: the law of the country, and a Global Privacy Control signal counts as it does
 *   in any region of it.
 *
 * `candidates` are the keys of all laws that name the place, in force that day or not, most specific first.
 *
 * `version` counts, for one place, the changes of the law up to that day (the rules before any law are the first) plus
 * the version of the project's overrides; neither ever goes down.
 *
 * `fingerprint` is over what is asked, by which edition of which law: regime, regimeName, authority, source,
 * effectiveFrom, model, models, gpcCategories, renewAfter, askAgainAfter, ageOfConsent, dataRequest, requestTiming,
 * tcfApplies and gppSections. Not over the place, nor how it was found, nor `version` (an override elsewhere changes
 * nothing here), nor sources and notes (correcting a citation asks nobody anew).
 */
export function createPolicyResolver(
  regimes: readonly Regime[],
  options: { readonly overrides: readonly PolicyOverride[]; readonly overridesVersion: number },
): PolicyResolver {
  const { overrides, overridesVersion } = options
  const named = new Set(
    [...regimes.flatMap((regime) => regime.places), ...overrides].flatMap(({ country, region }) =>
      region === undefined || region === null ? [] : [`${country}-${region}`],
    ),
  )
  // Built at the first question, because there is a resolver for each environment and most see few countries.
  const places = new Map<string, Policies>()
  const unnamedRegions = new Map<string, Policies>()

  function build(country: string | null, region: string | null): Policies {
    const { spans, considered } =
      country === null
        ? { spans: timelineOf([], strictest, '', null).spans, considered: [strictest.key] }
        : timelineOf(regimes, strictest, country, region)
    return spans.map((span: Span, index) => {
      const matchedBy: MatchedBy = country === null ? 'fallback' : span.matchedBy
      const version = index + 1 + overridesVersion
      return {
        from: span.from,
        policy: policyOf(span, { country, region, matchedBy, candidates: considered, version }, overrides),
      }
    })
  }

  function ofPlace(country: string | null, region: string | null, key: string): Policies {
    const known = places.get(key)
    if (known !== undefined) return known
    const built = build(country, region)
    places.set(key, built)
    return built
  }

  function ofUnnamedRegion(country: string, region: string, key: string): Policies {
    const known = unnamedRegions.get(key)
    if (known !== undefined) return known
    // All regions without a law of their own are alike.
    const built = ofPlace(country, region, `${country}-*`).map(({ from, policy }) => ({
      from,
      policy: Object.freeze({ ...policy, region }),
    }))
    if (unnamedRegions.size >= unnamedRegionsMax) unnamedRegions.clear()
    unnamedRegions.set(key, built)
    return built
  }

  function policiesOf(country: string | null, region: string | null): Policies {
    if (country === null) return ofPlace(null, null, '')
    if (region === null) return ofPlace(country, null, country)
    const key = `${country}-${region}`
    return named.has(key) ? ofPlace(country, region, key) : ofUnnamedRegion(country, region, key)
  }

  return {
    resolve({ country, region, at }) {
      const policies = policiesOf(country, region)
      // The last is nearly always the one, or next to it.
      for (let index = policies.length - 1; index > 0; index -= 1) {
        const entry = policies[index]
        if (entry !== undefined && entry.from <= at) return entry.policy
      }
      const first = policies[0]
      if (first === undefined) throw new Error('A timeline has at least one span.')
      return first.policy
    },
  }
}
