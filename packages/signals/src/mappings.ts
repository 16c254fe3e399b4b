import type { SignalIssue } from './signal-error.ts'

/** The seven signals of Google consent mode v2, in the order Google documents them (gtag.js, "consent" API). */
export const GOOGLE_SIGNALS = [
  'ad_storage',
  'ad_user_data',
  'ad_personalization',
  'analytics_storage',
  'functionality_storage',
  'personalization_storage',
  'security_storage',
] as const

export type GoogleSignal = (typeof GOOGLE_SIGNALS)[number]

/**
 * The activities that US sections speak of. `sensitive:<n>` is a category of sensitive data by its number in the
 * national section (GPP usnat 2.0, SensitiveDataProcessing 1-16); each state's table says where it stands there.
 */
export type GppActivity =
  | 'sale'
  | 'sharing'
  | 'targeted_advertising'
  | 'additional_processing'
  | `sensitive:${number}`

/** What one purpose of a catalogue stands for in each framework. */
export interface PurposeMappings {
  /** TCF purposes, 1-24. */
  readonly tcfPurposes: readonly number[]
  /** TCF special features, 1-12. */
  readonly tcfSpecialFeatures: readonly number[]
  readonly googleConsentMode: readonly GoogleSignal[]
  readonly gpp: readonly GppActivity[]
}

const GPP_ACTIVITY =
  /^(?:sale|sharing|targeted_advertising|additional_processing|sensitive:(?:[1-9]|1[0-6]))$/

/** @example isGoogleSignal('ad_storage') // true */
export function isGoogleSignal(name: string): name is GoogleSignal {
  return GOOGLE_SIGNALS.some((signal) => signal === name)
}

/** @example isGppActivity('sensitive:16') // true */
export function isGppActivity(name: string): name is GppActivity {
  return GPP_ACTIVITY.test(name)
}

/** The mappings of a catalogue before anyone looked at them. */
export interface UncheckedMappings {
  readonly tcfPurposes: readonly number[]
  readonly tcfSpecialFeatures: readonly number[]
  readonly googleConsentMode: readonly string[]
  readonly gpp: readonly string[]
}

/**
 * Everything wrong with a purpose's mappings, for the moment a catalogue is applied.
 *
 * @example checkMappings({ tcfPurposes: [25], tcfSpecialFeatures: [], googleConsentMode: [], gpp: [] })
 * // [{ path: 'tcfPurposes.0', message: '25 is no TCF purpose (1-24)' }]
 */
export function checkMappings(mappings: UncheckedMappings): SignalIssue[] {
  const isIdUpTo = (max: number) => (id: number) => Number.isInteger(id) && id >= 1 && id <= max
  return [
    ...faults('tcfPurposes', mappings.tcfPurposes, isIdUpTo(24), 'TCF purpose (1-24)'),
    ...faults('tcfSpecialFeatures', mappings.tcfSpecialFeatures, isIdUpTo(12), 'TCF special feature (1-12)'),
    ...faults(
      'googleConsentMode',
      mappings.googleConsentMode,
      isGoogleSignal,
      'signal of Google consent mode',
    ),
    ...faults('gpp', mappings.gpp, isGppActivity, 'GPP activity'),
  ]
}

function faults<T>(
  path: string,
  values: readonly T[],
  isValid: (value: T) => boolean,
  kind: string,
): SignalIssue[] {
  return values.flatMap((value, index) =>
    isValid(value) ? [] : [{ path: `${path}.${index}`, message: `${value} is no ${kind}` }],
  )
}
