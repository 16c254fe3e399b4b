import type { PolicyOverride } from '../domain/catalogue.ts'
import type { MatchedBy, Model, Policy } from '../domain/policy.ts'
import { purposeCategories } from '../domain/purpose.ts'
import { contentHash } from '../kernel/id.ts'
import type { LawSource, Models, RequestTiming } from './regime.ts'
import { gpcCategoriesOf, type Span } from './timeline.ts'

/** A policy with what explains it, for `assent policy simulate` and for the clock of data requests. */
export interface ResolvedPolicy extends Policy {
  /** ISO 8601 duration for which a refusal must be left alone; null: the law names none. */
  readonly askAgainAfter: string | null
  readonly requestTiming: RequestTiming | null
  /** Where each fact is written down, by fact or category; a category without one stands under `models`. */
  readonly sources: { readonly [fact: string]: LawSource }
  readonly notes: readonly string[]
  /** Facts that the project's overrides changed: their source is the catalogue. */
  readonly overridden: readonly string[]
}

export interface PolicyPlace {
  readonly country: string | null
  readonly region: string | null
  readonly matchedBy: MatchedBy
  readonly candidates: readonly string[]
  readonly version: number
}

const strictness: Readonly<Record<Model, number>> = { none: 0, notice: 1, opt_out: 2, opt_in: 3 }

/** Durations of laws are years, months and days; good enough to compare them, never to count with. */
function roughDays(duration: string): number {
  const parts = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?$/.exec(duration)
  if (parts === null) return Number.POSITIVE_INFINITY
  return Number(parts[1] ?? 0) * 365 + Number(parts[2] ?? 0) * 30 + Number(parts[3] ?? 0)
}

/**
 * An override says what the project does in that place, stricter or looser than the law. One for a whole country is
 * written with the country's law in mind, so against a region's own law it counts only where it is stricter: nobody
 * loosens California by an entry for the United States.
 */
function overriding(span: Span, overrides: readonly PolicyOverride[], { country, region }: PolicyPlace) {
  let models: Models = { ...span.edition.models, ...span.place?.models }
  let renewAfter = span.place?.renewAfter === undefined ? span.edition.renewAfter : span.place.renewAfter
  const overridden = new Set<string>()
  const apply = (override: PolicyOverride, onlyStricter: boolean) => {
    for (const category of purposeCategories) {
      const model = override.models[category]
      if (model === undefined || (onlyStricter && strictness[model] <= strictness[models[category]])) continue
      models = { ...models, [category]: model }
      overridden.add(category)
    }
    const renewal = override.renew_after
    if (renewal === undefined) return
    if (
      onlyStricter &&
      (renewal === null || (renewAfter !== null && roughDays(renewal) >= roughDays(renewAfter)))
    )
      return
    renewAfter = renewal
    overridden.add('renewAfter')
  }
  const named = overrides.filter((override) => override.country === country)
  for (const override of named) if (override.region === null) apply(override, span.matchedBy === 'region')
  for (const override of named)
    if (override.region !== null && override.region === region) apply(override, false)
  return { models, renewAfter, overridden: [...overridden] }
}

/** The rules of a span for a place of it, with the project's overrides; frozen all through, for it is handed to all. */
export function policyOf(
  span: Span,
  place: PolicyPlace,
  overrides: readonly PolicyOverride[],
): ResolvedPolicy {
  const { regime, edition } = span
  const { models, renewAfter, overridden } = overriding(span, overrides, place)
  const rules = {
    regime: regime.key,
    regimeName: regime.name,
    authority: regime.authority,
    source: regime.law.url,
    // The day of the national rule where that is the later: Denmark's age of 2024 under the Regulation of 2018.
    effectiveFrom: laterDay(edition.effectiveFrom, span.place?.from),
    model: models.advertising,
    models,
    gpcCategories: gpcCategoriesOf(span),
    renewAfter,
    askAgainAfter:
      span.place?.askAgainAfter === undefined ? (edition.askAgainAfter ?? null) : span.place.askAgainAfter,
    ageOfConsent: span.place?.ageOfConsent ?? edition.ageOfConsent,
    dataRequest: edition.dataRequest,
    requestTiming: edition.requestTiming ?? null,
    tcfApplies: edition.tcfApplies,
    gppSections: edition.gppSections,
  }
  return freeze({
    ...rules,
    ...place,
    fingerprint: contentHash(canonical(rules)),
    sources: Object.fromEntries(
      Object.entries({
        gpc: span.signalledInRegions[0]?.sources.gpc,
        ...edition.sources,
        ...span.place?.sources,
      }).filter((entry) => entry[1] !== undefined),
    ) as ResolvedPolicy['sources'],
    notes: [...(edition.notes ?? []), ...(span.place?.notes ?? [])],
    overridden,
  })
}

function laterDay(one: string, other = one): string {
  return other > one ? other : one
}

/** RFC 8785 for what a policy holds: strings, whole numbers, booleans, nulls, and member names in ASCII. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter((member) => member[1] !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value
  for (const member of Object.values(value)) freeze(member)
  return Object.freeze(value)
}
