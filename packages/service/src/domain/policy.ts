import type { PurposeCategory } from './purpose.ts'

/**
 * What a law asks before a purpose of some category may start: prior consent, a way out, information, or nothing.
 */
export const models = ['opt_in', 'opt_out', 'notice', 'none'] as const
export type Model = (typeof models)[number]

/** How the law was found for a place; the last for a person whose place is unknown, by what was recorded last. */
export const placeMatches = ['region', 'country', 'default', 'fallback'] as const
export const matches = [...placeMatches, 'last_record'] as const
export type MatchedBy = (typeof matches)[number]

export interface DataRequestRule {
  /** ISO 8601 duration. */
  readonly deadline: string
  readonly extension: string | null
  readonly rights: readonly string[]
}

/** What must be asked of someone in a place, for this project, on a day: the regime in force and the project's overrides. */
export interface Policy {
  readonly country: string | null
  readonly region: string | null
  readonly regime: string
  readonly regimeName: string
  readonly authority: string
  readonly source: string
  /** RFC 3339 date from which this edition of the law holds. */
  readonly effectiveFrom: string
  /** Counts editions of the law and changes of the project's overrides; never goes down. */
  readonly version: number
  /** The headline: what holds for advertising. Each category has its own in `models`. */
  readonly model: Model
  readonly models: Readonly<Record<PurposeCategory, Model>>
  /** Categories for which a Global Privacy Control signal is an opt-out by law; empty where the law is silent. */
  readonly gpcCategories: readonly PurposeCategory[]
  /** ISO 8601 duration after which a grant must be asked for again. */
  readonly renewAfter: string | null
  readonly ageOfConsent: number
  readonly dataRequest: DataRequestRule
  readonly tcfApplies: boolean
  readonly gppSections: readonly number[]
  readonly matchedBy: MatchedBy
  readonly candidates: readonly string[]
  /** SHA-256 over all of the above but the place, base64url: what a record pins. */
  readonly fingerprint: string
}
