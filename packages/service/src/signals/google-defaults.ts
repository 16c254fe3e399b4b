import type { GoogleConsentModeSettings, RegionalDefault } from '@assent/signals'
import { momentOfCatalogue, purposesOf } from '../domain/banner-plan.ts'
import { googleDefaultOf } from '../domain/google-default.ts'
import { googleConsentModeSettings } from '../domain/signal-frameworks.ts'
import type { GoogleConsentModeSignalSettings } from '../domain/signal-settings.ts'
import { caRegionCodes, countryCodes, usRegionCodes } from '../regimes/iso-3166.ts'
import type { EnvironmentSettings } from '../store/settings.ts'

/** Every place that may have a law of its own; Google takes ISO 3166 codes alone, `EEA` is none. */
const places: readonly { readonly country: string; readonly region: string | null }[] = [
  ...countryCodes.map((country) => ({ country, region: null })),
  ...usRegionCodes.map((region) => ({ country: 'US', region })),
  ...caRegionCodes.map((region) => ({ country: 'CA', region })),
]

const dayMs = 86_400_000
/** A law begins with a UTC day, and settings are replaced as a whole. */
const known = new WeakMap<EnvironmentSettings, { day: number; settings: GoogleConsentModeSettings }>()

/** A project's settings for Google consent mode, with the defaults of each law where it has none of its own. */
export function googleSettingsOf(
  environment: EnvironmentSettings,
  mode: GoogleConsentModeSignalSettings,
  at: number,
): GoogleConsentModeSettings {
  const day = Math.floor(at / dayMs)
  const kept = known.get(environment)
  if (kept?.day === day) return kept.settings
  const settings = googleConsentModeSettings(
    mode,
    mode.defaults === null ? defaultsByLaw(environment, at) : [],
  )
  known.set(environment, { day, settings })
  return settings
}

/**
 * What holds before anything is known of a visitor, place by place as its law has it: places where the same holds stand
 * together, those that are as strict as the unknown place are left to the last block, which has no region.
 */
function defaultsByLaw({ catalogue, policies }: EnvironmentSettings, at: number): RegionalDefault[] {
  const purposes = purposesOf(catalogue)
  const moment = Math.max(at, momentOfCatalogue(catalogue))
  const signalsOf = (country: string | null, region: string | null) =>
    googleDefaultOf(purposes, policies.resolve({ country, region, at }), false, moment)
  const elsewhere = signalsOf(null, null)
  const groups = new Map<string, { signals: typeof elsewhere; regions: string[] }>()
  for (const { country, region } of places) {
    const signals = signalsOf(country, region)
    const around = region === null ? elsewhere : signalsOf(country, null)
    const name = JSON.stringify(signals)
    if (name === JSON.stringify(around)) continue
    const group = groups.get(name) ?? { signals, regions: [] }
    group.regions.push(region === null ? country : `${country}-${region}`)
    groups.set(name, group)
  }
  return [
    ...[...groups.values()].map(({ signals, regions }) => ({ regions, regime: 'opt-out' as const, signals })),
    { regions: null, regime: 'opt-in', signals: elsewhere },
  ]
}
