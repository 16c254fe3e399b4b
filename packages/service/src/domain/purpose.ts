import { toTimestamp } from '../kernel/clock.ts'

/** Legal bases of GDPR Art. 6(1)(a)-(f), and `none_needed` where no law asks for one (strictly necessary storage, ePrivacy Art. 5(3)). */
export const legalBases = [
  'consent',
  'legitimate_interest',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
  'none_needed',
] as const
export type LegalBasis = (typeof legalBases)[number]

/** What a purpose is, in the classes by which laws differ. A purpose has exactly one: the strictest that fits. */
export const purposeCategories = [
  'strictly_necessary',
  'functional',
  'analytics',
  'advertising',
  'sale_or_sharing',
  'sensitive',
  'profiling',
  'email_marketing',
] as const
export type PurposeCategory = (typeof purposeCategories)[number]

export interface PurposeText {
  readonly name: string
  readonly description: string
}

export interface PurposeMappings {
  readonly tcf_purposes: readonly number[]
  readonly tcf_special_features: readonly number[]
  readonly google_consent_mode: readonly string[]
  readonly gpp: readonly string[]
}

/** What a catalogue says of a purpose; immutable once published under a version. */
export interface PurposeDefinition {
  readonly key: string
  readonly category: PurposeCategory
  readonly legal_basis: LegalBasis
  /** ISO 8601 duration after which a grant must be asked for again; null: only the policy's renewal counts. */
  readonly valid_for: string | null
  readonly controllers: readonly string[]
  readonly recipients: readonly string[]
  readonly data_categories: readonly string[]
  readonly retention: string | null
  readonly mappings: PurposeMappings
  /** By BCP 47 language. */
  readonly texts: Readonly<Record<string, PurposeText>>
}

/** One published version: the exact words and basis that people were shown. */
export interface PurposeVersion extends PurposeDefinition {
  readonly version: number
  /** Whether decisions on earlier versions stop covering this one, so that people must be asked again. */
  readonly material_change: boolean
  /** RFC 3339. */
  readonly effective_from: string
  /** SHA-256 of the canonical document (all languages), base64url: what a receipt names. */
  readonly sha256: string
  /** SHA-256 of each language's text, base64url. */
  readonly text_hashes: Readonly<Record<string, string>>
}

export interface Purpose {
  readonly key: string
  readonly current: PurposeVersion
  /** All versions, oldest first; the last one is `current`. */
  readonly versions: readonly PurposeVersion[]
}

/** A purpose that is asked about: by consent, or open to objection. */
export function isAsked(purpose: Pick<PurposeDefinition, 'legal_basis'>): boolean {
  return purpose.legal_basis === 'consent' || purpose.legal_basis === 'legitimate_interest'
}

/** Processing that no choice of the person can stop. */
export function isRequired(purpose: Pick<PurposeDefinition, 'legal_basis'>): boolean {
  return !isAsked(purpose)
}

/** The version in force at a time (ms), or undefined before the first. */
export function versionAt(purpose: Purpose, at: number): PurposeVersion | undefined {
  // Both are spelled by toTimestamp, so their order as text is that of time.
  const moment = toTimestamp(at)
  return purpose.versions.findLast((version) => version.effective_from <= moment)
}

/** Whether a decision made on `version` no longer covers `current`: some version after it changed materially. */
export function isSuperseded(purpose: Purpose, version: number, current: PurposeVersion): boolean {
  return purpose.versions.some(
    (later) => later.version > version && later.version <= current.version && later.material_change,
  )
}
