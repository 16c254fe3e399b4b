/** The only source of time in the service; tests hand in their own. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

/** A clock that is ahead of another by what `aheadMs` says at each look. */
export function aheadOf(clock: Clock, aheadMs: () => number): Clock {
  return { now: () => clock.now() + aheadMs() }
}

const recentMax = 64
const recent = new Map<number, string>()

/** RFC 3339, UTC, milliseconds: the one way times are written on the wire. An answer names the same few again and again. */
export function toTimestamp(ms: number): string {
  const known = recent.get(ms)
  if (known !== undefined) return known
  const timestamp = new Date(ms).toISOString()
  if (recent.size >= recentMax) recent.clear()
  recent.set(ms, timestamp)
  return timestamp
}
