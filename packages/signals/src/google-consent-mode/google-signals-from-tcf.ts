import { RESTRICTION, type TcFields } from '../tcf/tc-fields.ts'
import type { GoogleConsent, GoogleSignals } from './decide-google-signals.ts'

/** Google Advertising Products on the vendor list. */
const GOOGLE = 755

type AdSignal = 'ad_storage' | 'ad_user_data' | 'ad_personalization'

/**
 * The purposes each ad signal needs; one that is denied denies the signal
 * (developers.google.com/tag-platform/security/guides/implement-TCF-strings). Analytics is not governed by the TCF.
 */
const NEEDED_PURPOSES: Readonly<Record<AdSignal, readonly number[]>> = {
  ad_storage: [1],
  ad_user_data: [1, 7],
  ad_personalization: [3, 4],
}

/** The three ad signals a TC string gives to Google, vendor 755. */
export function googleSignalsFromTcf(fields: TcFields): Pick<GoogleSignals, AdSignal> {
  const consentTo = (signal: AdSignal): GoogleConsent =>
    NEEDED_PURPOSES[signal].every((purpose) => hasBasis(fields, purpose)) ? 'granted' : 'denied'
  return {
    ad_storage: consentTo('ad_storage'),
    ad_user_data: consentTo('ad_user_data'),
    ad_personalization: consentTo('ad_personalization'),
  }
}

/**
 * Whether Google may process for a purpose on either basis. It registers purpose 7 on legitimate interest, and
 * Google's table does not say which basis it means; publisher restrictions narrow both.
 */
function hasBasis(fields: TcFields, purpose: number): boolean {
  if (!fields.disclosedVendors?.includes(GOOGLE)) return false
  const consent = fields.purposesConsent.includes(purpose) && fields.vendorConsents.includes(GOOGLE)
  const interest =
    fields.purposesLITransparency.includes(purpose) && fields.vendorLegitimateInterests.includes(GOOGLE)
  const restriction = fields.publisherRestrictions.find(
    ({ purposeId, vendorRanges }) =>
      purposeId === purpose && vendorRanges.some(([first, last]) => first <= GOOGLE && GOOGLE <= last),
  )
  if (restriction?.restrictionType === RESTRICTION.notAllowed) return false
  if (restriction?.restrictionType === RESTRICTION.requireConsent) return consent
  if (restriction?.restrictionType === RESTRICTION.requireLegitimateInterest) return interest
  return consent || interest
}
