import type { ConsentRegime } from '../choices.ts'
import type { SignalIssue } from '../signal-error.ts'
import type { GoogleSignals } from './decide-google-signals.ts'

/** The regime of some regions, for the default that runs before anything is known of the visitor. */
export interface RegionalDefault {
  /** ISO 3166-1 alpha-2 codes or ISO 3166-2 subdivisions (`US-CA`); null for everywhere else. */
  readonly regions: readonly string[] | null
  readonly regime: ConsentRegime
  /** What holds there, from a caller who knows more of the law of the place than its regime. */
  readonly signals?: GoogleSignals
}

/** What a project sets up for Google consent mode. */
export interface GoogleConsentModeSettings {
  readonly defaults: readonly RegionalDefault[]
  /** How long tags wait for the choice, in milliseconds; 500 is usual. */
  readonly waitForUpdateMs: number
  readonly urlPassthrough: boolean
  /** Acts only while ad_storage is denied. */
  readonly adsDataRedaction: boolean
  /** `tcf`: the three ad signals come from the TC string where there is one. */
  readonly source: 'purposes' | 'tcf'
}

/** EU 27, Iceland, Liechtenstein, Norway, the United Kingdom and Switzerland: one by one, for `EEA` is no region. */
export const OPT_IN_REGIONS: readonly string[] =
  'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' ')

/** Two letters that ISO 3166-1 reserves or leaves to users, some of which people take for countries. */
const NO_COUNTRY = /^(?:A[AC]|CP|DG|E[AUZ]|FX|IC|Q[M-Z]|SU|TA|U[KN]|X.|ZZ)/
const REGION = /^[A-Z]{2}(?:-[A-Z0-9]{1,3})?$/

/** Everything wrong with a project's settings for Google consent mode. */
export function checkGoogleConsentModeSettings(settings: GoogleConsentModeSettings): SignalIssue[] {
  const issues: SignalIssue[] = []
  settings.defaults.forEach(({ regions }, index) => {
    regions?.forEach((region, place) => {
      if (!REGION.test(region) || NO_COUNTRY.test(region)) {
        const message = `${JSON.stringify(region)} is no ISO 3166 code; list the countries one by one`
        issues.push({ path: `defaults.${index}.regions.${place}`, message })
      }
    })
  })
  if (!(Number.isInteger(settings.waitForUpdateMs) && settings.waitForUpdateMs >= 0)) {
    issues.push({ path: 'waitForUpdateMs', message: 'must be a whole number of milliseconds' })
  }
  return issues
}
