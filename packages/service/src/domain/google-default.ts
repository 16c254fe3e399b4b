import type { PurposeInForce } from './banner-plan.ts'
import type { Policy } from './policy.ts'
import { type Default, unaskedDefault } from './standing.ts'

/** developers.google.com/tag-platform/security/guides/consent, "Consent types", in Google's order. */
export const googleSignals = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
] as const
export type GoogleSignal = (typeof googleSignals)[number]
export type GoogleDefault = Readonly<Record<GoogleSignal, Default>>

/**
 * What holds for people who decided nothing yet: a signal is granted where every purpose behind it may go ahead. One
 * that no purpose stands for is denied, but for security_storage, which needs no consent.
 */
export function googleDefaultOf(
  purposes: readonly PurposeInForce[],
  policy: Policy,
  gpc: boolean,
  at: number,
): GoogleDefault {
  const consentTo = (signal: GoogleSignal): Default => {
    const mapped = purposes.filter(({ version }) => version.mappings.google_consent_mode.includes(signal))
    if (mapped.length === 0) return signal === 'security_storage' ? 'granted' : 'denied'
    return unaskedDefault(
      mapped.map(({ purpose }) => purpose),
      { policy, gpc, at },
    )
  }
  return {
    ad_storage: consentTo('ad_storage'),
    ad_user_data: consentTo('ad_user_data'),
    ad_personalization: consentTo('ad_personalization'),
    analytics_storage: consentTo('analytics_storage'),
    functionality_storage: consentTo('functionality_storage'),
    personalization_storage: consentTo('personalization_storage'),
    security_storage: consentTo('security_storage'),
  }
}
