import type { LegalBasis } from './purpose.ts'

/** `withdrawn` takes back a grant (GDPR Art. 7(3)); `objected` is against legitimate interest (Art. 21). */
export const decisionValues = ['granted', 'denied', 'withdrawn', 'objected'] as const
export type DecisionValue = (typeof decisionValues)[number]

export const sources = [
  'banner',
  'preference_center',
  'api',
  'import',
  'gpc',
  'form',
  'paper',
  'phone',
] as const
export type Source = (typeof sources)[number]

export type ProvedBy = 'secret_key' | 'subject_token' | 'anonymous_ref' | 'confirmation'

/** One answer to one purpose version, as it goes into a record. */
export interface Decision {
  readonly purpose: string
  readonly version: number
  /** SHA-256 of the purpose version's document, base64url. */
  readonly documentHash: string
  readonly value: DecisionValue
  readonly legalBasis: LegalBasis
  /** Unix ms; null: does not lapse. */
  readonly expiresAt: number | null
}

/** Which decisions a legal basis leaves to the person; contract section 12, "Decisions". */
const allowedValues: Readonly<Record<LegalBasis, readonly DecisionValue[]>> = {
  consent: ['granted', 'denied', 'withdrawn'],
  legitimate_interest: ['objected', 'granted'],
  contract: [],
  legal_obligation: [],
  vital_interests: [],
  public_task: [],
  none_needed: [],
}

/** Undefined when the decision fits the basis, else what to say instead. */
export function misfit(basis: LegalBasis, value: DecisionValue): string | undefined {
  const allowed = allowedValues[basis]
  if (allowed.includes(value)) return undefined
  if (allowed.length === 0)
    return `This purpose rests on ${basis}: people are told about it but not asked, so leave it out.`
  if (basis === 'legitimate_interest')
    return 'This purpose rests on legitimate_interest: send "objected", or "granted" to take an objection back.'
  return 'This purpose rests on consent: send "granted", "denied" or "withdrawn".'
}
