import { Temporal } from 'temporal-polyfill'
import type {
  DataRequestTimes,
  DataRequestType,
  DeadlineSource,
  RequestClock,
} from '../domain/data-request.ts'
import type { ResolvedPolicy } from './policy-of.ts'
import type { LawSource, RequestTiming } from './regime.ts'
import { type WorkingDays, workingDaysOf } from './working-days.ts'

/** A term as a law names it; null: the law names no day. */
type Term = { readonly durations: readonly string[] } | { readonly businessDays: number } | null

/** What a policy says on one type of data request. */
interface Rule {
  readonly term: Term
  /** The whole term with its extension; null: it cannot be extended. */
  readonly extended: Term
  readonly acknowledge: Term
}

const plain: RequestTiming = { clock: 'receipt', movesOffHolidays: false }
const optOuts: ReadonlySet<DataRequestType> = new Set(['opt_out_sale', 'limit_sensitive'])

/**
 * The clock of data requests under a policy. Days are those of the controller's time zone, and a term ends with the
 * end of its last day. The day of the event that starts it is not counted (Regulation 1182/71 Art. 3(1), and so
 * everywhere); a month ends on the day of the same number, or the last one of a shorter month (Art. 3(2)(c)).
 */
export function requestClockOf(policy: ResolvedPolicy, timeZone: string): RequestClock {
  const timing = policy.requestTiming ?? plain
  const workingDays = workingDaysOf(policy.country, policy.region)
  const dayOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate()
  const endOf = (day: Temporal.PlainDate) =>
    day.add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds - 1

  function endOfTerm(term: Term, start: number | null, pausedDays: number | null): number | null {
    if (term === null || start === null || pausedDays === null) return null
    if ('businessDays' in term) return endOf(workingDays.after(dayOf(start), term.businessDays + pausedDays))
    const last = addAll(dayOf(start), term.durations).add({ days: pausedDays })
    return endOf(timing.movesOffHolidays ? workingDays.notBefore(last) : last)
  }

  return {
    regime: policy.regime,
    pausesFor: timing.pausesFor ?? [],
    needsNoProof: (type) => optOuts.has(type) && timing.optOutBusinessDays !== undefined,
    deadlinesOf(times) {
      const { term, extended, acknowledge } = ruleOf(times.type, policy, timing)
      const start = startOf(times, timing)
      const pausedDays = pausedDaysOf(times, dayOf)
      const extendedDueAt = endOfTerm(extended, start, pausedDays)
      return {
        acknowledgeBy: endOfTerm(acknowledge, times.receivedAt, 0),
        dueAt: times.extension === null ? endOfTerm(term, start, pausedDays) : extendedDueAt,
        extendedDueAt,
        rule: `${policy.regime}:${nameOf(term)}`,
        sources: sourcesOf(times.type, policy, timing, workingDays),
      }
    },
  }
}

function ruleOf(type: DataRequestType, { dataRequest }: ResolvedPolicy, timing: RequestTiming): Rule {
  const term = termOf(type, dataRequest.deadline, timing)
  // A term in business days, or one of its own, is not the one that the law's extension speaks of.
  const isGeneral = term !== null && 'durations' in term && timing.deadlines?.[type] === undefined
  const ofRight = timing.acknowledge?.[type]
  const businessDays = timing.acknowledgeBusinessDays
  return {
    term,
    extended:
      isGeneral && dataRequest.extension !== null
        ? { durations: [...term.durations, dataRequest.extension] }
        : null,
    acknowledge:
      ofRight !== undefined
        ? { durations: [ofRight] }
        : businessDays !== undefined && !optOuts.has(type)
          ? { businessDays }
          : null,
  }
}

function termOf(type: DataRequestType, general: string, timing: RequestTiming): Term {
  if (optOuts.has(type) && timing.optOutBusinessDays !== undefined)
    return { businessDays: timing.optOutBusinessDays }
  const own = timing.deadlines?.[type]
  if (own === null) return null
  if (own !== undefined) return { durations: [own] }
  return timing.businessDays === undefined ? { durations: [general] } : { businessDays: timing.businessDays }
}

/** Null: proof of who asks starts the clock, and there is none yet. */
function startOf(
  { receivedAt, verification, verifiedAt }: DataRequestTimes,
  timing: RequestTiming,
): number | null {
  if (timing.clock === 'receipt' || verification === 'not_needed') return receivedAt
  return verifiedAt === null ? null : Math.max(receivedAt, verifiedAt)
}

/** Days the clock stood still, by the calendar; null while it stands. */
function pausedDaysOf(
  { pauses }: DataRequestTimes,
  dayOf: (at: number) => Temporal.PlainDate,
): number | null {
  let days = 0
  for (const { from, to } of pauses) {
    if (to === null) return null
    days += dayOf(from).until(dayOf(to), { largestUnit: 'day' }).days
  }
  return days
}

/** All at once: January 31 and a month and two months is three months on, not the 28th of April. */
function addAll(day: Temporal.PlainDate, durations: readonly string[]): Temporal.PlainDate {
  const parts = durations.map((text) => Temporal.Duration.from(text))
  const sum = (unit: 'years' | 'months' | 'days') => parts.reduce((total, part) => total + part[unit], 0)
  return day.add({ years: sum('years'), months: sum('months'), days: sum('days') })
}

function nameOf(term: Term): string {
  if (term === null) return 'no_term'
  return 'businessDays' in term ? `${term.businessDays}_business_days` : term.durations.join('+')
}

function sourcesOf(
  type: DataRequestType,
  { sources }: ResolvedPolicy,
  timing: RequestTiming,
  { calendar }: WorkingDays,
): DeadlineSource[] {
  const isOptOut = optOuts.has(type) && timing.optOutBusinessDays !== undefined
  const term = isOptOut
    ? (sources['optOut'] ?? sources['dataRequest'])
    : (sources[type] ?? sources['dataRequest'])
  const countsDays = timing.movesOffHolidays || isOptOut || timing.businessDays !== undefined
  return [
    ...cited('term', term),
    ...cited('counting', sources['requestTiming']),
    ...cited('pause', sources['pause']),
    ...cited('holidays', countsDays ? calendar?.source : undefined),
  ]
}

function cited(fact: string, source: LawSource | undefined): DeadlineSource[] {
  return source === undefined ? [] : [{ fact, ...source }]
}
