import {
  type GoogleConsentModeSettings,
  type GppSettings,
  type PurposeMappings,
  RESTRICTION,
  type RegionalDefault,
  type TcfSettings,
  type UncheckedMappings,
} from '@assent/signals'
import type { PurposeMappings as CatalogueMappings } from './purpose.ts'
import type {
  GoogleConsentModeSignalSettings,
  GppSignalSettings,
  TcfSignalSettings,
} from './signal-settings.ts'

/** A catalogue's settings in the words of the signals package, framework by framework. */

const restrictionTypes = {
  not_allowed: RESTRICTION.notAllowed,
  require_consent: RESTRICTION.requireConsent,
  require_legitimate_interest: RESTRICTION.requireLegitimateInterest,
} as const

export function tcfSettings(tcf: TcfSignalSettings): TcfSettings {
  return {
    cmpId: tcf.cmp_id,
    cmpVersion: tcf.cmp_version,
    publisherCountry: tcf.publisher_country,
    purposeOneTreatment: tcf.purpose_one_treatment,
    useNonStandardTexts: tcf.use_non_standard_texts,
    restrictions: tcf.restrictions.map(({ purpose, type, vendors }) => ({
      purposeId: purpose,
      type: restrictionTypes[type],
      vendors,
    })),
  }
}

/** `byLaw`: what holds where the project says nothing of its own. */
export function googleConsentModeSettings(
  mode: GoogleConsentModeSignalSettings,
  byLaw: readonly RegionalDefault[],
): GoogleConsentModeSettings {
  return {
    defaults: mode.defaults ?? byLaw,
    waitForUpdateMs: mode.wait_for_update,
    urlPassthrough: mode.url_passthrough,
    adsDataRedaction: mode.ads_data_redaction,
    source: mode.source,
  }
}

export function gppSettings(gpp: GppSignalSettings): GppSettings {
  return {
    sections: gpp.sections,
    isNoticeGiven: gpp.notice_given,
    mspa:
      gpp.mspa === null
        ? null
        : { optOutOption: gpp.mspa.opt_out_option, serviceProvider: gpp.mspa.service_provider },
    versions: { usnat: gpp.usnat_version },
  }
}

/** Checked when the catalogue was applied: what is published has no fault. */
export function signalMappings(mappings: CatalogueMappings): PurposeMappings {
  const unchecked: UncheckedMappings = {
    tcfPurposes: mappings.tcf_purposes,
    tcfSpecialFeatures: mappings.tcf_special_features,
    googleConsentMode: mappings.google_consent_mode,
    gpp: mappings.gpp,
  }
  return unchecked as PurposeMappings
}
