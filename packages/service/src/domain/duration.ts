import { Temporal } from 'temporal-polyfill'

const dayMs = 86_400_000
const remembered = new Map<string, number>()
const rememberedMax = 2000

/**
 * `start` (Unix ms) plus an ISO 8601 duration by the UTC calendar: a month is a month, its end clamped.
 * The calendar is asked once a day and duration; the time of day is added back, since UTC has no leaps.
 */
export function addDuration(start: number, duration: string): number {
  const day = Math.floor(start / dayMs)
  const name = `${day}${duration}`
  let end = remembered.get(name)
  if (end === undefined) {
    const date = Temporal.Instant.fromEpochMilliseconds(day * dayMs).toZonedDateTimeISO('UTC')
    end = date.add(Temporal.Duration.from(duration)).epochMilliseconds
    if (remembered.size >= rememberedMax) remembered.clear()
    remembered.set(name, end)
  }
  return end + (start - day * dayMs)
}

/** A length of time in days, hours, minutes and seconds, ISO 8601. */
export function formatDuration(ms: number): string {
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / 3_600_000)
  const minutes = Math.floor((ms % 3_600_000) / 60_000)
  const seconds = (ms % 60_000) / 1000
  const time = [hours && `${hours}H`, minutes && `${minutes}M`, seconds && `${seconds}S`]
    .filter(Boolean)
    .join('')
  const date = days > 0 ? `${days}D` : ''
  return time === '' && date === '' ? 'PT0S' : `P${date}${time && `T${time}`}`
}
