import type { PurposeMappings } from './mappings.ts'

/** What stands for one purpose and one person, in the words of the consent answer. */
export type PurposeStatus =
  | 'granted'
  | 'denied'
  | 'withdrawn'
  | 'objected'
  | 'not_asked'
  | 'expired'
  | 'superseded'

/** Whether the person said no, in whatever word fits the legal basis. */
export function isRefusal(status: PurposeStatus): boolean {
  return status === 'denied' || status === 'withdrawn' || status === 'objected'
}

/** The legal basis a purpose stands on; the last five need no asking. */
export type LegalBasis =
  | 'consent'
  | 'legitimate_interest'
  | 'contract'
  | 'legal_obligation'
  | 'vital_interests'
  | 'public_task'
  | 'none_needed'

/** Whether processing waits for a yes, or goes on until a no. */
export type ConsentRegime = 'opt-in' | 'opt-out'

/** One purpose of the catalogue, and where one person stands on it. */
export interface PurposeChoice {
  readonly key: string
  readonly basis: LegalBasis
  readonly status: PurposeStatus
  /** Whether the notice named this purpose to this person: legitimate interest needs no more than that. */
  readonly shown: boolean
  /** The policy's answer to "may I process now?", with its model and GPC already weighed in. */
  readonly allowed: boolean
  readonly mappings: PurposeMappings
}

/** Ids of the TCF vendor list, in any order; repeats and unknown ids do no harm. */
export interface VendorChoices {
  /** The vendors the notice showed: all of them, whatever was answered. */
  readonly shown: readonly number[]
  readonly granted: readonly number[]
  /** Vendors whose legitimate interest was objected to. */
  readonly objected: readonly number[]
}

/** Ids of Google's ad technology providers: a number space of its own, beside the TCF vendor list. */
export interface ProviderChoices {
  readonly shown: readonly number[]
  readonly granted: readonly number[]
}

/** The publisher's own purposes (TCF, publisher TC segment). Custom purposes are numbered from 1. */
export interface PublisherChoices {
  /** TCF purposes granted to the publisher. */
  readonly granted: readonly number[]
  /** TCF purposes shown on legitimate interest and not objected to. */
  readonly interests: readonly number[]
  /** How many custom purposes the publisher has, 0-63. */
  readonly customPurposes: number
  readonly customGranted: readonly number[]
  readonly customInterests: readonly number[]
}

/**
 * What one person was shown and chose: the neutral input of every standard. All of it is kept with the record, so
 * the same string comes out on any later day (TCF: a newer list or notice never changes an older string).
 */
export interface Choices {
  /** The instant of the last change, or of the showing while nothing is decided: milliseconds since 1970, UTC. */
  readonly changedAtMs: number
  /** False while the notice was only shown, or nothing is known of the person. */
  readonly decided: boolean
  /** What the policy makes of the place the person is in. */
  readonly regime: ConsentRegime
  /** BCP 47 tag of the language the notice was shown in. */
  readonly language: string
  /** The screen of the notice the choice was made on, 0-63; the numbering is the notice's own. */
  readonly screen: number
  /** Version of the TCF vendor list the notice was made with; null where no vendor of it was shown. */
  readonly vendorListVersion: number | null
  readonly purposes: readonly PurposeChoice[]
  readonly vendors: VendorChoices
  readonly providers: ProviderChoices
  /** Null for a publisher without purposes of its own. */
  readonly publisher: PublisherChoices | null
  /** Global Privacy Control: null is unknown. An absent `Sec-GPC` header says nothing, it is not false. */
  readonly gpc: boolean | null
}
