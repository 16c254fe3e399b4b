import {
  checkGoogleConsentModeSettings,
  checkTcfSettings,
  resolveGppSections,
  SignalError,
} from '@assent/signals'
import type { z } from 'zod'
import { googleConsentModeSettings, tcfSettings } from '../domain/signal-frameworks.ts'
import type { SignalSettings } from '../domain/signal-settings.ts'
import { signalsEntry } from './signals-entry.ts'

type Report = (path: (string | number)[], message: string, hint: string) => void

interface Mapped {
  readonly mappings?: { readonly tcf_purposes?: unknown; readonly google_consent_mode?: unknown }
}

/** What the frameworks ask of a project's settings, and what these must agree on with the rest of the file. */
export function checkSignals(value: unknown, context: z.RefinementCtx): void {
  const file = Object(value) as { readonly signals?: unknown; readonly purposes?: unknown }
  const parsed = signalsEntry.safeParse(file.signals)
  // A part that is wrong in itself is told elsewhere.
  if (!parsed.success) return
  const signals = parsed.data
  const report: Report = (path, message, hint) =>
    context.addIssue({ code: 'custom', path: ['signals', ...path], message, params: { hint } })
  checkTcf(signals, file.purposes, report)
  checkGoogle(signals, report)
  checkGpp(signals, report)
}

function checkTcf({ tcf }: SignalSettings, purposes: unknown, report: Report): void {
  if (tcf === null) return
  for (const { path, message } of checkTcfSettings(tcfSettings(tcf))) {
    const [, index] = path.split('.')
    // The others are what the form of the entry lets through no fault of.
    if (path.startsWith('restrictions.'))
      report(['tcf', 'restrictions', Number(index)], message, restrictionHint)
    else report(['tcf'], `${path} ${message}`, '')
  }
  const isMapped = Object.values(Object(purposes) as Record<string, Mapped | null>).some((purpose) => {
    const ids = purpose?.mappings?.tcf_purposes
    return Array.isArray(ids) && ids.length > 0
  })
  if (!isMapped)
    report(
      ['tcf'],
      'has no purpose to speak of',
      'Map at least one purpose of this file: mappings.tcf_purposes. A string without any says no to everything.',
    )
}

const restrictionHint =
  'IAB Europe Transparency & Consent Framework: purposes 1, 3, 4, 5 and 6 rest on consent alone.'

function checkGoogle(
  { tcf, google_consent_mode, google_additional_consent }: SignalSettings,
  report: Report,
): void {
  const needsTcf = (member: string) =>
    report(
      [member],
      'needs signals.tcf',
      'Set up the TCF, or take this out: its readers look for a TC string.',
    )
  if (google_additional_consent !== null && tcf === null) needsTcf('google_additional_consent')
  if (google_consent_mode === null) return
  if (google_consent_mode.source === 'tcf' && tcf === null) needsTcf('google_consent_mode')
  for (const { path, message } of checkGoogleConsentModeSettings(
    googleConsentModeSettings(google_consent_mode, []),
  ))
    report(['google_consent_mode', ...steps(path)], message, '')
}

function checkGpp({ tcf, gpp }: SignalSettings, report: Report): void {
  if (gpp === null) return
  try {
    resolveGppSections(gpp.sections)
  } catch (error) {
    if (!(error instanceof SignalError)) throw error
    for (const { path, message } of error.issues) report(['gpp', ...steps(path)], message, '')
  }
  if (tcf === null && gpp.sections.some((section) => section === 'tcfeuv2' || section === '2'))
    report(
      ['gpp', 'sections'],
      'has tcfeuv2, which needs signals.tcf',
      'Set up the TCF, or take tcfeuv2 out.',
    )
}

function steps(path: string): (string | number)[] {
  return path.split('.').map((step) => (/^\d+$/.test(step) ? Number(step) : step))
}
