import { Temporal } from 'temporal-polyfill'
import { type HolidayCalendar, publicHolidays } from './public-holidays.ts'

/** Which days count as working days in a place: no weekend, no public holiday that is on file for it. */
export interface WorkingDays {
  /** Undefined: no holidays are on file, so that a deadline comes earlier, never later, than the law has it. */
  readonly calendar: HolidayCalendar | undefined
  isWorkingDay(day: Temporal.PlainDate): boolean
  /** The day itself, or the next one that is worked on. */
  notBefore(day: Temporal.PlainDate): Temporal.PlainDate
  /** The last of `count` working days; the day that starts the term is not counted. */
  after(day: Temporal.PlainDate, count: number): Temporal.PlainDate
}

export function workingDaysOf(country: string | null, region: string | null): WorkingDays {
  const calendar =
    country === null ? undefined : (publicHolidays[`${country}-${region}`] ?? publicHolidays[country])
  const holidays = new Map<number, ReadonlySet<string>>()

  function holidaysOf(year: number): ReadonlySet<string> {
    let known = holidays.get(year)
    if (known === undefined) {
      known = calendar === undefined ? new Set() : holidaysIn(calendar, year)
      holidays.set(year, known)
    }
    return known
  }

  const firstRestDay = calendar?.worksOnSaturdays === true ? sunday : saturday
  const isWorkingDay = (day: Temporal.PlainDate) =>
    day.dayOfWeek < firstRestDay && !holidaysOf(day.year).has(day.toString())

  function notBefore(day: Temporal.PlainDate): Temporal.PlainDate {
    let moved = day
    while (!isWorkingDay(moved)) moved = moved.add({ days: 1 })
    return moved
  }

  return {
    calendar,
    isWorkingDay,
    notBefore,
    after(day, count) {
      let last = day
      for (let counted = 0; counted < count; counted++) last = notBefore(last.add({ days: 1 }))
      return last
    },
  }
}

const saturday = 6
const sunday = 7

/** YYYY-MM-DD of every holiday of a year, with the days given for those that fall on a weekend. */
function holidaysIn(calendar: HolidayCalendar, year: number): ReadonlySet<string> {
  const easter = easterSunday(year)
  const days = [
    ...(calendar.fixed ?? []).map((day) => Temporal.PlainDate.from(`${year}-${day}`)),
    ...(calendar.easter ?? []).map((offset) => easter.add({ days: offset })),
    ...(calendar.weekdays ?? []).map((rule) => nthWeekday(year, ...rule)),
    ...(calendar.listed ?? [])
      .filter((day) => day.startsWith(`${year}-`))
      .map((day) => Temporal.PlainDate.from(day)),
  ].sort(Temporal.PlainDate.compare)
  const taken = new Set(days.map(String))
  for (const day of days) {
    if (!isReplaced(calendar, day)) continue
    let other = day
    while (other.dayOfWeek >= saturday || taken.has(other.toString())) other = other.add({ days: 1 })
    taken.add(other.toString())
  }
  return taken
}

function isReplaced({ replaced }: HolidayCalendar, { dayOfWeek }: Temporal.PlainDate): boolean {
  return replaced === 'weekend' ? dayOfWeek >= saturday : replaced === 'sunday' && dayOfWeek === sunday
}

/** The `nth` such weekday of the month; -1 is the last. */
function nthWeekday(year: number, month: number, weekday: number, nth: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month, day: 1 })
  if (nth < 0) {
    const last = first.with({ day: first.daysInMonth })
    return last.subtract({ days: (last.dayOfWeek - weekday + 7) % 7 })
  }
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + (nth - 1) * 7 })
}

/** The Gregorian computus, after Butcher (1876). */
export function easterSunday(year: number): Temporal.PlainDate {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const [d, e] = [Math.floor(b / 4), b % 4]
  const f = Math.floor((b + 8) / 25)
  const g = Math.floor((b - f + 1) / 3)
  const h = (19 * a + b - d - g + 15) % 30
  const [i, k] = [Math.floor(c / 4), c % 4]
  const l = (32 + 2 * e + 2 * i - h - k) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return Temporal.PlainDate.from({ year, month: Math.floor(n / 31), day: (n % 31) + 1 })
}
