import type { Choices } from '../choices.ts'
import type { GppSettings } from './gpp-settings.ts'

/** An Int, an N-Bitfield or, for `Gpc` alone, a Boolean. */
export type UsValue = number | readonly number[] | boolean

/** The fields of a US section, named and ordered as its specification has them; `Gpc` only where it is said. */
export type UsFields = Readonly<Record<string, UsValue>>

/** What one section says: a TC string as it is, or the fields of a US section. */
export type GppPart = string | UsFields

/** One row of the table of sections. */
export interface GppSection {
  readonly id: number
  /** The client side API prefix. */
  readonly name: string
  /** The document the row was written from, in the repository Global-Privacy-Platform, and its version. */
  readonly specification: string
  /** Null where the section has nothing to say of this person. */
  decide(choices: Choices, settings: GppSettings, tcString: string | null): GppPart | null
  /** @throws SignalError `invalid_choices` for a part that is not of this section */
  encode(part: GppPart): string
  /** Null for a version this table does not know. @throws SignalError `malformed` */
  decode(text: string): GppPart | null
}
