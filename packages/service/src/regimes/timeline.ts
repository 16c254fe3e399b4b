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
  /** Where only the country is known: editions of its regions' laws that bind a Global Privacy Control signal. */
  readonly signalledInRegions: readonly RegimeEdition[]
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

function candidatesInRegions(
  regimes: readonly Regime[],
  country: string,
): ReadonlyMap<string | undefined, readonly Candidate[]> {
  const all = regimes.flatMap((regime) =>
    regime.places
      .filter((place) => place.country === country && place.region !== undefined)
      .map((place) => ({ regime, place })),
  )
  return Map.groupBy(all, ({ place }) => place.region)
}

function startOf(day: string | undefined): number {
  return day === undefined ? Number.NEGATIVE_INFINITY : Date.parse(`${day}T00:00:00.000Z`)
}

function isOpen(place: RegimePlace, at: number): boolean {
  return startOf(place.from) <= at && (place.until === undefined || at < startOf(place.until))
}

type Holding = Pick<Span, 'from' | 'regime' | 'edition' | 'place'>

/** Of several laws that name the place, the one that came to hold last; `regimes.test.ts` refuses ties. */
function holding(among: readonly Candidate[], at: number): Holding | undefined {
  let latest: Holding | undefined
  for (const { regime, place } of among) {
    const edition = regime.editions.findLast((one) => startOf(one.effectiveFrom) <= at)
    if (edition === undefined || !isOpen(place, at)) continue
    const from = Math.max(startOf(edition.effectiveFrom), startOf(place.from))
    if (latest === undefined || from > latest.from) latest = { from, regime, edition, place }
  }
  return latest
}

/** The editions that bind a signal in some region of a country, in the order of the table. */
function signalled(
  inRegions: ReadonlyMap<string | undefined, readonly Candidate[]>,
  at: number,
): RegimeEdition[] {
  return [...inRegions.values()]
    .flatMap((among) => holding(among, at)?.edition ?? [])
    .filter(({ gpcCategories }) => gpcCategories.length > 0)
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
  const inRegions =
    region === null ? candidatesInRegions(regimes, country) : new Map<undefined, Candidate[]>()

  const days = [...named, ...[...inRegions.values()].flat()].flatMap(({ regime, place }) => [
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
    const signalledInRegions = signalled(inRegions, at)
    const span: Span =
      found === undefined
        ? { from: at, regime: otherwise, edition, place: undefined, matchedBy: 'default', signalledInRegions }
        : { ...found, from: at, matchedBy: byRegion === undefined ? 'country' : 'region', signalledInRegions }
    const before = spans.at(-1)
    if (before === undefined || !asksTheSame(before, span)) spans.push(span)
  }
  return { spans, considered: [...new Set([...named.map(({ regime }) => regime.key), otherwise.key])] }
}

function asksTheSame(one: Span, other: Span): boolean {
  return (
    one.edition === other.edition &&
    one.place === other.place &&
    String(gpcCategoriesOf(one)) === String(gpcCategoriesOf(other))
  )
}

/**
 * What a Global Privacy Control signal opts out of. Whose region is not known may be in one where the signal binds, and
 * it is the one thing that they have said themselves: so it counts.
 */
export function gpcCategoriesOf({
  edition,
  signalledInRegions,
}: Pick<Span, 'edition' | 'signalledInRegions'>) {
  const all = [edition, ...signalledInRegions].flatMap(({ gpcCategories }) => gpcCategories)
  return [...new Set(all)].sort()
}
