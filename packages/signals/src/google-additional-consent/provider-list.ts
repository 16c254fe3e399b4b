import { refuseIssues, type SignalIssue } from '../signal-error.ts'

/** Google's ad technology providers at one date: who may stand in an additional consent string. */
export interface ProviderList {
  /** The day the list was taken, as `2026-11-19`. */
  readonly date: string
  /** Ascending. */
  readonly ids: readonly number[]
}

const ID = /^"?([1-9]\d{0,8})"?(?:,|$)/
const HEADER = /^\uFEFF?"?provider_id"?,/

/**
 * Reads the published CSV (`additional-consent-providers.csv`: provider_id, provider_name, policy_url, domains). Only
 * the first column matters here, so a comma or a quote in a name does no harm.
 *
 * @param date the day it was taken, as `2026-11-19`
 * @throws SignalError `invalid_settings`, one issue for each line that does not start with an id
 *
 * @example parseProviderList('provider_id,provider_name\n89,Tapad\n43,AdPredictive', '2026-11-19')
 * // { date: '2026-11-19', ids: [43, 89] }
 */
export function parseProviderList(csv: string, date: string): ProviderList {
  const issues: SignalIssue[] = []
  const ids = new Set<number>()
  const [header = '', ...lines] = csv.split(/\r?\n/)
  if (!HEADER.test(header)) issues.push({ path: 'lines.1', message: 'is not the header of a provider list' })
  for (const [index, line] of lines.entries()) {
    const id = ID.exec(line)?.[1]
    if (id !== undefined) ids.add(Number(id))
    else if (line !== '')
      issues.push({ path: `lines.${index + 2}`, message: 'does not start with a provider id' })
  }
  refuseIssues('invalid_settings', 'provider list', issues.slice(0, 20))
  return { date, ids: [...ids].sort((a, b) => a - b) }
}
