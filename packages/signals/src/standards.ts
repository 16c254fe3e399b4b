import { googleAdditionalConsent } from './google-additional-consent/google-additional-consent.ts'
import { googleConsentMode } from './google-consent-mode/google-consent-mode.ts'
import { gpp } from './gpp/gpp.ts'
import { tcf } from './tcf/tcf.ts'

/** Every standard choices are encoded for. A new one is a folder and a line here. */
export const standards: {
  readonly tcf: typeof tcf
  readonly googleConsentMode: typeof googleConsentMode
  readonly googleAdditionalConsent: typeof googleAdditionalConsent
  readonly gpp: typeof gpp
} = { tcf, googleConsentMode, googleAdditionalConsent, gpp }
