import type { AuditFindings } from './audit-findings.ts'
import { formatInstant } from './format-instant.ts'
import type { DatedKeyEvent } from './key-event.ts'
import { parseKeySet } from './key-set.ts'

/** A key's first entry may wait for the log as long as any record, and the clocks may differ. */
const toleranceMs = 65_000

/** When a log's first entry was recorded, and its latest; ms since 1970. */
export interface LogSpan {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * Holds the key set against the key events of the log. A "retired" key that was slipped into the set, to sign
 * receipts of years ago, has no entry of that time. Of the keys that it found when it was opened a log tells with its
 * first entries; whether those had been there before is for the audit of the log before it.
 *
 * @throws Malformed when the key set is none
 */
export function auditKeys(
  keySet: unknown,
  events: readonly DatedKeyEvent[],
  { fromMs, toMs }: LogSpan,
  findings: AuditFindings,
): void {
  const keys = parseKeySet(keySet)
  for (const { kid, nbf } of keys) {
    const own = events.filter((event) => event.kid === kid)
    const firstMs = Math.min(...own.map(({ recordedAtMs }) => recordedAtMs))
    const isNewer = nbf * 1000 > toMs - toleranceMs
    if (own.length === 0 && !isNewer) findings.add('forged_key', null, `the log never saw the key ${kid}`)
    else if (nbf * 1000 < firstMs - toleranceMs && firstMs > fromMs + toleranceMs && own.length > 0) {
      const detail = `the key ${kid} is valid from ${formatInstant(nbf * 1000)}, and the log first saw it at ${formatInstant(firstMs)}`
      findings.add('forged_key', null, detail)
    }
  }
  const logged = new Set(events.filter(({ purpose }) => purpose === 'receipt').map(({ kid }) => kid))
  for (const kid of logged) {
    if (!keys.some((key) => key.kid === kid))
      findings.add('missing_key', null, `the key set has lost the key ${kid}`)
  }
}
