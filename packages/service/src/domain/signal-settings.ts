import type { ConsentRegime } from '@assent/signals'

/** What a publisher imposes on vendors for one purpose of the TCF, beyond the person's choice. */
export interface TcfRestriction {
  readonly purpose: number
  readonly type: 'not_allowed' | 'require_consent' | 'require_legitimate_interest'
  readonly vendors: 'all' | readonly number[]
}

/** IAB Europe's Transparency and Consent Framework; only for a CMP that is registered there. */
export interface TcfSignalSettings {
  readonly cmp_id: number
  readonly cmp_version: number
  /** ISO 3166-1 alpha-2. */
  readonly publisher_country: string
  readonly purpose_one_treatment: boolean
  readonly use_non_standard_texts: boolean
  /** Whom the notice shows: everybody on the list, or these. */
  readonly vendors: 'all' | readonly number[]
  readonly valid_for_months: number
  readonly ask_again_for_new_vendors: boolean
  readonly restrictions: readonly TcfRestriction[]
}

export interface GoogleConsentModeSignalSettings {
  /** `tcf`: the three signals of advertising come from the TC string where there is one. */
  readonly source: 'purposes' | 'tcf'
  /** Milliseconds. */
  readonly wait_for_update: number
  readonly url_passthrough: boolean
  readonly ads_data_redaction: boolean
  /** Null: as the law of each place has it. */
  readonly defaults:
    | readonly { readonly regions: readonly string[] | null; readonly regime: ConsentRegime }[]
    | null
}

export interface AdditionalConsentSignalSettings {
  readonly providers: 'all' | readonly number[]
}

export interface GppSignalSettings {
  /** By API prefix. */
  readonly sections: readonly string[]
  readonly notice_given: boolean
  /** Null for whoever has not signed the Multi-State Privacy Agreement. */
  readonly mspa: { readonly opt_out_option: boolean; readonly service_provider: boolean } | null
  readonly usnat_version: 1 | 2
}

/** What a project says to outside frameworks; null for each that it has not set up. */
export interface SignalSettings {
  /** Where vendor and provider lists come from: the operator's settings, or the invented ones of the sample. */
  readonly lists: 'configured' | 'sample'
  readonly tcf: TcfSignalSettings | null
  readonly google_consent_mode: GoogleConsentModeSignalSettings | null
  readonly google_additional_consent: AdditionalConsentSignalSettings | null
  readonly gpp: GppSignalSettings | null
}

export const noSignals: SignalSettings = {
  lists: 'configured',
  tcf: null,
  google_consent_mode: null,
  google_additional_consent: null,
  gpp: null,
}
