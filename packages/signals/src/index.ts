/** Consent strings for outside frameworks, from one neutral record of what a person was shown and chose. */
export type {
  Choices,
  ConsentRegime,
  LegalBasis,
  ProviderChoices,
  PublisherChoices,
  PurposeChoice,
  PurposeStatus,
  VendorChoices,
} from './choices.ts'
export {
  type AdditionalConsent,
  decideAdditionalConsent,
} from './google-additional-consent/decide-additional-consent.ts'
export { decodeAdditionalConsent } from './google-additional-consent/decode-additional-consent.ts'
export { encodeAdditionalConsent } from './google-additional-consent/google-additional-consent.ts'
export { type ProviderList, parseProviderList } from './google-additional-consent/provider-list.ts'
export {
  type AdditionalConsentAnswer,
  renderAdditionalConsentAnswer,
} from './google-additional-consent/render-additional-consent-answer.ts'
export {
  decideGoogleSignals,
  type GoogleConsent,
  type GoogleSignals,
} from './google-consent-mode/decide-google-signals.ts'
export { decodeGcs, encodeGcs, type Gcs } from './google-consent-mode/gcs.ts'
export {
  checkGoogleConsentModeSettings,
  type GoogleConsentModeSettings,
  OPT_IN_REGIONS,
  type RegionalDefault,
} from './google-consent-mode/google-consent-mode-settings.ts'
export { googleSignalsFromTcf } from './google-consent-mode/google-signals-from-tcf.ts'
export {
  type GoogleConsentMode,
  type GoogleDefault,
  type GtagCommand,
  renderGoogleConsentMode,
} from './google-consent-mode/render-google-consent-mode.ts'
export { decideGppParts } from './gpp/decide-gpp-parts.ts'
export { decodeGpp, type GppString } from './gpp/decode-gpp.ts'
export { decodeSecGpc } from './gpp/decode-sec-gpc.ts'
export { encodeGpp, type GppParts } from './gpp/encode-gpp.ts'
export { type GppContext, prepareGpp } from './gpp/gpp-context.ts'
export type { GppPart, GppSection, UsFields, UsValue } from './gpp/gpp-section.ts'
export { GPP_SECTIONS, REFUSED_GPP_SECTIONS, resolveGppSections } from './gpp/gpp-sections.ts'
export type { GppSettings, MspaModes } from './gpp/gpp-settings.ts'
export { type GpcSource, type GppAnswer, renderGppAnswer } from './gpp/render-gpp-answer.ts'
export {
  checkMappings,
  GOOGLE_SIGNALS,
  type GoogleSignal,
  type GppActivity,
  isGoogleSignal,
  isGppActivity,
  type PurposeMappings,
  type UncheckedMappings,
} from './mappings.ts'
export { SignalError, type SignalErrorCode, type SignalIssue } from './signal-error.ts'
export type { SignalContext, Standard } from './standard.ts'
export { standards } from './standards.ts'
export { checkTcString } from './tcf/check-tc-string.ts'
export { decideTcFields } from './tcf/decide-tc-fields.ts'
export {
  decideTcRenewal,
  type TcRenewal,
  type TcRenewalReason,
  type TcRenewalTerms,
  type TcStatus,
} from './tcf/decide-tc-renewal.ts'
export { decodeTcString } from './tcf/decode-tc-string.ts'
export { encodeTcFields } from './tcf/encode-tc-fields.ts'
export { narrowVendorList, type PublishedJson } from './tcf/narrow-vendor-list.ts'
export { type InAppExtras, renderInAppKeys } from './tcf/render-in-app-keys.ts'
export {
  renderTcData,
  type TcData,
  type TcDataExtras,
  type TcDataOutsideGdpr,
  type TcFlags,
} from './tcf/render-tc-data.ts'
export {
  type IssuedTcString,
  renderTcStringAnswer,
  type TcStringAnswer,
} from './tcf/render-tc-string-answer.ts'
export {
  RESTRICTION,
  type RestrictionType,
  type TcCore,
  type TcFields,
  type TcPublisher,
  type TcRestriction,
} from './tcf/tc-fields.ts'
export { encodeTcString } from './tcf/tcf.ts'
export { prepareTcf, type TcfContext } from './tcf/tcf-context.ts'
export { tcfLanguage } from './tcf/tcf-language.ts'
export { checkTcfSettings, type PublisherRestriction, type TcfSettings } from './tcf/tcf-settings.ts'
export { translateVendorList } from './tcf/translate-vendor-list.ts'
export { isDeletedAt, parseVendorList, type Vendor, type VendorList } from './tcf/vendor-list.ts'
