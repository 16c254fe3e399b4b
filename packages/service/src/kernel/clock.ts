/** The only source of time in the service; tests hand in their own. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

let lastMs = Number.NaN
let lastTimestamp = ''

/** RFC 3339, UTC, milliseconds: the one way times are written on the wire. A record names the same few times again and again. */
export function toTimestamp(ms: number): string {
  if (ms !== lastMs) {
    lastTimestamp = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastTimestamp
}
