import type { Regime, RegimeEdition, RegimePlace } from './regime.ts'

/** The law that holds in a place from some moment on, and how it was found. */
export interface Span {
  /** Unix ms; the first span of a timeline reaches back for ever. */
  readonly from: number
  readonly regime: Regime
  readonly edition: RegimeEdition
  /** The entry that named the place; undefined for the rule that needs none. */
  readonly place: RegimePlace | undefined
  readonly matchedBy: 'region' | 'country' | 'default'
}

/** A regime where it names the place asked for. */
interface Candidate {
  readonly regime: Regime
  readonly place: RegimePlace
}

function candidates(
  regimes: readonly Regime[],
  country: string,
  region: string | undefined,
): readonly Candidate[] {
  return regimes.flatMap((regime) =>
    regime.places
      .filter((place) => place.country === country && place.region === region)
      .map((place) => ({ regime, place })),
  )
}

function startOf(day: string | undefined): number {
  return day === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${day}T00:00:00.000Z`)
}

function isOpen(place: RegimePlace, at: number): boolean {
  return startOf(place.from) <= at && (place.until === undefined || at < startOf(place.until))
}

/** Of several laws that name the place, the one that came to hold last; `regimes.test.ts` refuses ties. */
function holding(
  among: readonly Candidate[],
  at: number,
): Pick<Span, 'from' | 'regime' | 'edition' | 'place'> | undefined {
  let latest: Pick<Span, 'from' | 'regime' | 'edition' | 'place'> | undefined
  for (const { regime, place } of among) {
    const edition = regime.editions.findLast((one) => startOf(one.effectiveFrom) <= at)
    if (edition === undefined || !isOpen(place, at)) continue
    const from = Math.max(startOf(edition.effectiveFrom), startOf(place.from))
    if (latest === undefined || from > latest.from) latest = { from, regime, edition, place }
  }
  return latest
}

/**
 * Every law that held, holds or will hold in a place, oldest first. A region's own law goes before its country's, and
 * where neither holds yet `otherwise` does.
 */
export function timelineOf(
  regimes: readonly Regime[],
  otherwise: Regime,
  country: string,
  region: string | null,
): { readonly spans: readonly Span[]; readonly considered: readonly string[] } {
  const ofRegion = region === null ? [] : candidates(regimes, country, region)
  const ofCountry = candidates(regimes, country, undefined)
  const named = [...ofRegion, ...ofCountry]

  const days = named.flatMap(({ regime, place }) => [
    ...regime.editions.map((edition) => startOf(edition.effectiveFrom)),
    startOf(place.from),
    ...(place.until === undefined ? [] : [startOf(place.until)]),
  ])
  const moments = [...new Set([Number.NEGATIVE_INFINITY, ...days])].sort((one, other) => one - other)

  const spans: Span[] = []
  for (const at of moments) {
    const byRegion = holding(ofRegion, at)
    const found = byRegion ?? holding(ofCountry, at)
    const edition =
      otherwise.editions.findLast((one) => startOf(one.effectiveFrom) <= at) ?? otherwise.editions[0]
    if (edition === undefined) throw new Error(`The regime ${otherwise.key} has no edition.`)
    const span: Span =
      found === undefined
        ? { from: at, regime: otherwise, edition, place: undefined, matchedBy: 'default' }
        : { ...found, from: at, matchedBy: byRegion === undefined ? 'country' : 'region' }
    const before = spans.at(-1)
    if (before?.edition !== span.edition || before.place !== span.place) spans.push(span)
  }
  return { spans, considered: [...new Set([...named.map(({ regime }) => regime.key), otherwise.key])] }
}
