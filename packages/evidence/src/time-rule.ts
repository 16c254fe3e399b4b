/** What is known of when an entry came into the log, seconds since 1970; undefined where nobody else looked. */
export interface KnownTimes {
  /** The last time at which the log was seen without the entry. */
  readonly notBefore: number | undefined
  /** The first time at which the log was seen with it. */
  readonly notAfter: number | undefined
}

/** The longest that a record may wait for the log. */
const mergeDelayMaxMs = 60_000
/** By how much two honest clocks may differ. */
const clockDifferenceMaxMs = 5_000

/**
 * Between two looks at the log, at t0 and t1, every new entry says t0 - 60 s <= recorded_at <= t1 + 5 s: a record
 * written later than it says is found out by whoever saw the log without it.
 */
export function timeFault(recordedAtMs: number, times: KnownTimes): 'back_dated' | 'post_dated' | undefined {
  if (recordedAtMs < 1000 * (times.notBefore ?? Number.NEGATIVE_INFINITY) - mergeDelayMaxMs)
    return 'back_dated'
  if (isAfter(recordedAtMs, times.notAfter)) return 'post_dated'
  return undefined
}

/** Whether a moment in milliseconds lies after one in seconds, and no difference of clocks explains it. */
export function isAfter(ms: number, second: number | undefined): boolean {
  return second !== undefined && ms > 1000 * second + clockDifferenceMaxMs
}
