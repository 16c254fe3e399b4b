import { SignalError } from '../signal-error.ts'
import type { GoogleConsent, GoogleSignals } from './decide-google-signals.ts'

/** The two signals of the `gcs` parameter; null for one that is unset. */
export interface Gcs {
  readonly ad_storage: GoogleConsent | null
  readonly analytics_storage: GoogleConsent | null
}

/**
 * `G1` and a digit each for ad_storage and analytics_storage, as Google's tags send it: `G100` to `G111`.
 *
 * @example encodeGcs({ ad_storage: 'denied', analytics_storage: 'granted' }) // 'G101'
 */
export function encodeGcs(signals: Pick<GoogleSignals, 'ad_storage' | 'analytics_storage'>): string {
  return `G1${digit(signals.ad_storage)}${digit(signals.analytics_storage)}`
}

/**
 * Reads a `gcs` parameter, `-` standing for unset.
 *
 * @throws SignalError `malformed`
 *
 * @example decodeGcs('G1-1') // { ad_storage: null, analytics_storage: 'granted' }
 */
export function decodeGcs(text: string): Gcs {
  const [, ads, analytics] = /^G1([01-])([01-])$/.exec(text) ?? []
  if (ads === undefined || analytics === undefined)
    throw new SignalError('malformed', 'not G1 and two of 0, 1 and -')
  return { ad_storage: consent(ads), analytics_storage: consent(analytics) }
}

function digit(value: GoogleConsent): '0' | '1' {
  return value === 'granted' ? '1' : '0'
}

function consent(character: string): GoogleConsent | null {
  return character === '-' ? null : character === '1' ? 'granted' : 'denied'
}
