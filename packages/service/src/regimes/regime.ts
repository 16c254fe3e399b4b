import type { PauseReason } from '../domain/data-request.ts'
import type { DataRequestRule, Model } from '../domain/policy.ts'
import type { PurposeCategory } from '../domain/purpose.ts'

/** Where a rule is written down. */
export interface LawSource {
  readonly title: string
  /** Article, section or paragraph. */
  readonly clause: string
  readonly url: string
}

/** A source in one line, so that a table of them stays a table. */
export function law(title: string, clause: string, url: string): LawSource {
  return { title, clause, url }
}

/**
 * `notice` means that this very purpose must be made known before or when it starts. The general privacy notice that
 * every law asks for is no gate to any purpose, so what needs nothing else is `none`.
 */
export type Models = Readonly<Record<PurposeCategory, Model>>

/** A country, or one region of it (the second part of an ISO 3166-2 code), where a law holds. */
export interface RegimePlace {
  readonly country: string
  readonly region?: string
  /** YYYY-MM-DD: this entry counts from that day; left out: as long as the law itself. */
  readonly from?: string
  /** YYYY-MM-DD: the first day on which this entry no longer counts. */
  readonly until?: string
  /** Where it differs from the edition's: national ages under GDPR Art. 8(1). */
  readonly ageOfConsent?: number
  /** National rules that differ from the edition's, category by category. */
  readonly models?: Partial<Models>
  readonly renewAfter?: string | null
  readonly askAgainAfter?: string | null
  /** By fact, as in the edition; each replaces the edition's source of the same name. */
  readonly sources?: { readonly [fact: string]: LawSource }
  readonly notes?: readonly string[]
}

/** What the durations of a DataRequestRule cannot say, for the clock of endpoint 24. */
export interface RequestTiming {
  /** `verified`: the clock does not run before the person has proved who they are, where proof is needed. */
  readonly clock: 'receipt' | 'verified'
  /** Whether a last day on a weekend or public holiday moves to the next working day. */
  readonly movesOffHolidays: boolean
  /** Where law counts the deadline in working days; `deadline` then has as many calendar days, never the later. */
  readonly businessDays?: number
  readonly acknowledgeBusinessDays?: number
  /** Opt-outs of sale, sharing and targeted advertising. */
  readonly optOutBusinessDays?: number
  /** ISO 8601, for rights whose deadline is not the general one; null: the law sets no day for it. */
  readonly deadlines?: { readonly [right: string]: string | null }
  /** ISO 8601, for rights that must be acknowledged within a term of calendar days. */
  readonly acknowledge?: { readonly [right: string]: string }
  /** What the clock stands still for while the person is asked for it; left out: nothing. */
  readonly pausesFor?: readonly PauseReason[]
}

/** A law as it stands from a day on. */
export interface RegimeEdition {
  /** From 1, in the order of `effectiveFrom`. */
  readonly version: number
  /** YYYY-MM-DD; the edition holds from that day, 00:00 UTC. */
  readonly effectiveFrom: string
  readonly models: Models
  /** Categories that a Global Privacy Control signal opts out of, by this law; empty: the law does not say so. */
  readonly gpcCategories: readonly PurposeCategory[]
  readonly renewAfter: string | null
  /** ISO 8601 duration for which a refusal or opt-out must be left alone; null or left out: the law names none. */
  readonly askAgainAfter?: string | null
  readonly ageOfConsent: number
  /** `rights` are the request types of contract endpoint 24. */
  readonly dataRequest: DataRequestRule
  readonly requestTiming?: RequestTiming
  readonly tcfApplies: boolean
  readonly gppSections: readonly number[]
  /** One for each of the facts above; keys name the fact, or the category whose rule stands elsewhere. */
  readonly sources: {
    readonly models: LawSource
    readonly gpc?: LawSource
    readonly renewAfter?: LawSource
    readonly ageOfConsent: LawSource
    readonly dataRequest: LawSource
  } & { readonly [extra: string]: LawSource | undefined }
  /** What the members above cannot say; one that begins with `Confirm:` is for a lawyer to settle. */
  readonly notes?: readonly string[]
}

/** A law's rules as data. */
export interface Regime {
  /** snake_case, stable for ever: `gdpr`, `uk_gdpr`, `us_ca_ccpa`. */
  readonly key: string
  readonly name: string
  readonly authority: string
  /** The statute as a whole; the editions' sources name its clauses. */
  readonly law: LawSource
  readonly places: readonly RegimePlace[]
  /** Oldest first. */
  readonly editions: readonly RegimeEdition[]
}
