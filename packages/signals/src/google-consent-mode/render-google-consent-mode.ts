import type { Choices, ConsentRegime } from '../choices.ts'
import { refuseIssues } from '../signal-error.ts'
import type { TcFields } from '../tcf/tc-fields.ts'
import { decideGoogleSignals, defaultGoogleSignals, type GoogleSignals } from './decide-google-signals.ts'
import { encodeGcs } from './gcs.ts'
import {
  checkGoogleConsentModeSettings,
  type GoogleConsentModeSettings,
  type RegionalDefault,
} from './google-consent-mode-settings.ts'
import { googleSignalsFromTcf } from './google-signals-from-tcf.ts'

/** The argument of `gtag('consent', 'default', …)`: for some regions, or for everywhere else. */
export interface GoogleDefault extends GoogleSignals {
  readonly region?: readonly string[]
  /** Milliseconds. */
  readonly wait_for_update: number
}

/** One call of gtag: `gtag(...command)`. */
export type GtagCommand =
  | readonly ['consent', 'default', GoogleDefault]
  | readonly ['consent', 'update', GoogleSignals]
  | readonly ['set', 'url_passthrough' | 'ads_data_redaction', true]

/** What `GET /v1/consent/google-consent-mode` says, without the subject and its times. */
export interface GoogleConsentMode {
  readonly decided: boolean
  readonly source: 'purposes' | 'tcf'
  readonly regime: ConsentRegime
  /** What holds for this person now. */
  readonly signals: GoogleSignals
  /** Specific regions first. */
  readonly default: readonly GoogleDefault[]
  /** Null before a choice: an update would end the tags' waiting. */
  readonly update: GoogleSignals | null
  readonly settings: { readonly url_passthrough: boolean; readonly ads_data_redaction: boolean }
  /** In the order a page must run them. */
  readonly commands: readonly GtagCommand[]
  readonly gcs: string
  readonly enable_advertiser_consent_mode: boolean
}

/** Settings that were found sound: they are many people's, and some name hundreds of regions. */
const checked = new WeakSet<GoogleConsentModeSettings>()

/**
 * The default and update blocks of Google consent mode v2, and what they amount to.
 *
 * @param tcString what the person's TC string says; null where there is none
 * @throws SignalError `invalid_settings`, one issue for each fault
 */
export function renderGoogleConsentMode(
  choices: Choices,
  settings: GoogleConsentModeSettings,
  tcString: TcFields | null,
): GoogleConsentMode {
  if (!checked.has(settings)) {
    refuseIssues('invalid_settings', 'Google consent mode', checkGoogleConsentModeSettings(settings))
    checked.add(settings)
  }
  const tcFields = settings.source === 'tcf' ? tcString : null
  const update = choices.decided ? decideUpdate(choices, tcFields) : null
  const signals = update ?? decideGoogleSignals(choices)
  const defaults = settings.defaults
    .toSorted(bySpecificity)
    .map((part) => renderDefault(choices, part, settings))
  const { urlPassthrough, adsDataRedaction } = settings
  return {
    decided: choices.decided,
    source: tcFields === null ? 'purposes' : 'tcf',
    regime: choices.regime,
    signals,
    default: defaults,
    update,
    settings: { url_passthrough: urlPassthrough, ads_data_redaction: adsDataRedaction },
    commands: [
      ...defaults.map((block): GtagCommand => ['consent', 'default', block]),
      ...(urlPassthrough ? [['set', 'url_passthrough', true] satisfies GtagCommand] : []),
      ...(adsDataRedaction ? [['set', 'ads_data_redaction', true] satisfies GtagCommand] : []),
      ...(update === null ? [] : [['consent', 'update', update] satisfies GtagCommand]),
    ],
    gcs: encodeGcs(signals),
    enable_advertiser_consent_mode: tcFields !== null,
  }
}

function decideUpdate(choices: Choices, tcFields: TcFields | null): GoogleSignals {
  const signals = decideGoogleSignals(choices)
  return tcFields === null ? signals : { ...signals, ...googleSignalsFromTcf(tcFields) }
}

function renderDefault(
  choices: Choices,
  part: RegionalDefault,
  settings: GoogleConsentModeSettings,
): GoogleDefault {
  return {
    ...(part.signals ?? defaultGoogleSignals(choices, part.regime)),
    ...(part.regions === null ? {} : { region: part.regions }),
    wait_for_update: settings.waitForUpdateMs,
  }
}

/** Subdivisions before countries, countries before everywhere: Google lets the more specific region win. */
function bySpecificity(a: RegionalDefault, b: RegionalDefault): number {
  return specificity(b) - specificity(a)
}

function specificity({ regions }: RegionalDefault): number {
  if (regions === null) return 0
  return regions.some((region) => region.includes('-')) ? 2 : 1
}
