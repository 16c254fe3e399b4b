import type { Choices, ConsentRegime, LegalBasis, PurposeChoice } from '../choices.ts'
import type { GoogleSignal } from '../mappings.ts'

/** The only two values Google's tags know. */
export type GoogleConsent = 'granted' | 'denied'

export type GoogleSignals = Readonly<Record<GoogleSignal, GoogleConsent>>

interface SignalRule {
  /** What holds where no purpose of the catalogue is mapped to the signal. */
  readonly unmapped: GoogleConsent
  /** Whether GPC refuses it in an opt-out regime: the three signals of advertising. */
  readonly heedsGpc: boolean
}

/** developers.google.com/tag-platform/security/guides/consent, "Consent types". */
const RULES: Readonly<Record<GoogleSignal, SignalRule>> = {
  ad_storage: { unmapped: 'denied', heedsGpc: true },
  ad_user_data: { unmapped: 'denied', heedsGpc: true },
  ad_personalization: { unmapped: 'denied', heedsGpc: true },
  analytics_storage: { unmapped: 'denied', heedsGpc: false },
  functionality_storage: { unmapped: 'denied', heedsGpc: false },
  personalization_storage: { unmapped: 'denied', heedsGpc: false },
  // Authentication and fraud prevention need no consent.
  security_storage: { unmapped: 'granted', heedsGpc: false },
}

const NEEDS_ASKING: ReadonlySet<LegalBasis> = new Set<LegalBasis>(['consent', 'legitimate_interest'])

/** What holds for one person: a signal is granted when every purpose mapped to it may be processed. */
export function decideGoogleSignals(choices: Choices): GoogleSignals {
  return decide(choices, choices.regime, ({ allowed }) => allowed)
}

/** What holds for people nothing is known of: in an opt-in regime what needs no asking, in an opt-out one all that is mapped. */
export function defaultGoogleSignals(choices: Choices, regime: ConsentRegime): GoogleSignals {
  return decide(choices, regime, ({ basis }) => regime === 'opt-out' || !NEEDS_ASKING.has(basis))
}

function decide(
  choices: Choices,
  regime: ConsentRegime,
  holds: (purpose: PurposeChoice) => boolean,
): GoogleSignals {
  const isRefusedByGpc = choices.gpc === true && regime === 'opt-out'
  const consentTo = (signal: GoogleSignal): GoogleConsent => {
    const { unmapped, heedsGpc } = RULES[signal]
    if (isRefusedByGpc && heedsGpc) return 'denied'
    const mapped = choices.purposes.filter(({ mappings }) => mappings.googleConsentMode.includes(signal))
    if (mapped.length === 0) return unmapped
    return mapped.every(holds) ? 'granted' : 'denied'
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
