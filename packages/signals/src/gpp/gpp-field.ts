import type { GppActivity } from '../mappings.ts'
import type { GppFacts } from './gpp-facts.ts'

/** One row of a section's table: a field of the core sub-section. */
export interface GppField {
  /** Spelled as the specification spells it. */
  readonly name: string
  /** Width of a value: 6 for the version, 2 for all else. */
  readonly bits: number
  /** How many values an N-Bitfield holds; null for a single Int. */
  readonly count: number | null
  /** Least value that may be written. Readers take 0 everywhere: such strings are about. */
  readonly min: number
  readonly max: number
  decide(facts: GppFacts): number | readonly number[]
}

/** A category of sensitive data by its number in usnat 2.0; where a state lumps several together, all of them. */
type SensitiveCategory = number | readonly number[]

const ADDITIONAL_PROCESSING: readonly GppActivity[] = ['additional_processing']
const NOT_APPLICABLE = 0
const YES = 1
const NO = 2
const OPTED_OUT = 1
const DID_NOT_OPT_OUT = 2
const NO_CONSENT = 1
const CONSENT = 2

/** Version, Int(6). */
export function version(value: number): GppField {
  return { name: 'Version', bits: 6, count: null, min: value, max: value, decide: () => value }
}

/** A notice of processing or sharing at large: 1 given, 2 not given. */
export function processingNotice(name: 'SharingNotice' | 'ProcessingNotice'): GppField {
  return twoBits(name, ({ isNoticeGiven }) => (isNoticeGiven ? YES : NO))
}

/** A notice of the right to opt out: 0 where the business does none of the activities, 1 given, 2 not given. */
export function optOutNotice(name: string, activities: readonly GppActivity[]): GppField {
  return twoBits(name, ({ purposesOf, isNoticeGiven }) => {
    if (purposesOf(activities).length === 0) return NOT_APPLICABLE
    return isNoticeGiven ? YES : NO
  })
}

/**
 * An opt-out: 1 opted out, 2 did not; 0 where the activity does not apply or its notice was not given. GPC is an
 * opt-out wherever the activity applies, against an older grant too; it never makes an activity apply.
 */
export function optOut(name: string, activity: GppActivity): GppField {
  const activities = [activity]
  return twoBits(name, ({ purposesOf, isNoticeGiven, isGpcSet }) => {
    const purposes = purposesOf(activities)
    if (purposes.length === 0 || !isNoticeGiven) return NOT_APPLICABLE
    return !isGpcSet && purposes.every(({ allowed }) => allowed) ? DID_NOT_OPT_OUT : OPTED_OUT
  })
}

/** SensitiveDataProcessing where processing needs consent: 0 not processed, 1 no consent, 2 consent. */
export function sensitiveConsents(categories: readonly SensitiveCategory[]): GppField {
  const activities = categories.map(sensitive)
  return twoBitList('SensitiveDataProcessing', categories.length, (facts) =>
    activities.map((category) => consentTo(facts, category)),
  )
}

/** SensitiveDataProcessing where it goes on until an opt-out: 0 not processed or no notice, 1 opted out, 2 did not. */
export function sensitiveOptOuts(categories: readonly SensitiveCategory[]): GppField {
  const activities = categories.map(sensitive)
  return twoBitList('SensitiveDataProcessing', categories.length, ({ purposesOf, isNoticeGiven }) =>
    activities.map((category) => {
      const purposes = purposesOf(category)
      if (purposes.length === 0 || !isNoticeGiven) return NOT_APPLICABLE
      return purposes.every(({ allowed }) => allowed) ? DID_NOT_OPT_OUT : OPTED_OUT
    }),
  )
}

/** Every category of sensitive data, for the notices about them. */
export const SENSITIVE_ACTIVITIES: readonly GppActivity[] = Array.from(
  { length: 16 },
  (_, index): GppActivity => `sensitive:${index + 1}`,
)

/**
 * KnownChildSensitiveDataConsents: 0, no actual knowledge that the person is a child. A business that has it writes
 * the field itself, through `encodeGpp`.
 *
 * @param count null for a single value
 */
export function knownChildConsents(count: number | null): GppField {
  const name = 'KnownChildSensitiveDataConsents'
  if (count === null) return twoBits(name, () => NOT_APPLICABLE)
  return twoBitList(name, count, () => new Array<number>(count).fill(NOT_APPLICABLE))
}

/** Consent to processing beyond the disclosed purposes: 0 not done, 1 no consent, 2 consent. */
export function additionalConsent(
  name: 'PersonalDataConsents' | 'AdditionalDataProcessingConsent',
): GppField {
  return twoBits(name, (facts) => consentTo(facts, ADDITIONAL_PROCESSING))
}

/** The three MSPA fields every section ends with. 0 is undefined for the first: readers then deny everything. */
export const MSPA_FIELDS: readonly GppField[] = [
  { ...twoBits('MspaCoveredTransaction', ({ mspa }) => (mspa === null ? NO : YES)), min: 1 },
  twoBits('MspaOptOutOptionMode', ({ mspa }) => mode(mspa?.optOutOption)),
  twoBits('MspaServiceProviderMode', ({ mspa }) => mode(mspa?.serviceProvider)),
]

function mode(isEnabled: boolean | undefined): number {
  if (isEnabled === undefined) return NOT_APPLICABLE
  return isEnabled ? YES : NO
}

function consentTo({ purposesOf }: GppFacts, activities: readonly GppActivity[]): number {
  const purposes = purposesOf(activities)
  if (purposes.length === 0) return NOT_APPLICABLE
  return purposes.every(({ status, allowed }) => status === 'granted' && allowed) ? CONSENT : NO_CONSENT
}

function sensitive(category: SensitiveCategory): GppActivity[] {
  return [category].flat().map((number): GppActivity => `sensitive:${number}`)
}

function twoBits(name: string, decide: (facts: GppFacts) => number): GppField {
  return { name, bits: 2, count: null, min: 0, max: 2, decide }
}

function twoBitList(name: string, count: number, decide: (facts: GppFacts) => readonly number[]): GppField {
  return { name, bits: 2, count, min: 0, max: 2, decide }
}
