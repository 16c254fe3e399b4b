import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { DecisionValue } from './decision.ts'
import { decodePreference, isPreferenceMember, supersedesPreference } from './standing-preference.ts'
import { decodeVendorChoice, isLaterVendorChoice, type VendorChoice, vendorsMember } from './vendor-choice.ts'

/** The decision of one person on one purpose that is in force, as the subject's row keeps it. */
export interface StandingDecision {
  readonly value: DecisionValue
  readonly version: number
  /** Unix ms: occurred_at of the record. */
  readonly decidedAt: number
  readonly expiresAt: number | null
  /** Whether a Global Privacy Control signal stood beside the decision: a grant in spite of it counts, one before it does not. */
  readonly gpc: boolean
  readonly recordId: Uuid
  /** The subject it was written under, where a merge brought it here; absent: the person whose row it stands in. */
  readonly subjectKey?: RouteKey
}

/** Where and how the latest record was made: what a read without a place goes by. */
export interface StandingPlace {
  readonly country: string | null
  readonly region: string | null
  readonly gpc: boolean
}

/** A person's row: the standing decision of each purpose; place, vendors and preferences under keys that no purpose has. */
export type StandingState = Readonly<Record<string, string>>

/** No purpose key can hold an @. */
export const placeMember = '@place'

const letters: Readonly<Record<DecisionValue, string>> = {
  granted: 'g',
  denied: 'd',
  withdrawn: 'w',
  objected: 'o',
}
const values: Readonly<Record<string, DecisionValue>> = {
  g: 'granted',
  d: 'denied',
  w: 'withdrawn',
  o: 'objected',
}

/**
 * `g3.<decided>.<expires>.<record>`, numbers in base 36; a capital letter marks a decision beside a GPC signal. One that
 * a merge brought has a fifth part, the route key it was written under.
 */
export function encodeStanding(decision: StandingDecision): string {
  const letter = letters[decision.value]
  const from = decision.subjectKey === undefined ? '' : `.${decision.subjectKey}`
  return `${decision.gpc ? letter.toUpperCase() : letter}${decision.version}.${decision.decidedAt.toString(36)}.${decision.expiresAt?.toString(36) ?? ''}.${decision.recordId}${from}`
}

export function decodeStanding(text: string): StandingDecision {
  const [head = '', decided = '', expires = '', recordId = '', subjectKey] = text.split('.')
  const letter = head.charAt(0)
  const value = values[letter.toLowerCase()]
  if (value === undefined) throw new Error('a standing decision that this server cannot read')
  return {
    value,
    version: Number(head.slice(1)),
    decidedAt: Number.parseInt(decided, 36),
    expiresAt: expires === '' ? null : Number.parseInt(expires, 36),
    gpc: letter !== letter.toLowerCase(),
    recordId: recordId as Uuid,
    ...(subjectKey === undefined ? {} : { subjectKey: subjectKey as RouteKey }),
  }
}

/** `DE/BY/1.<decided>`; empty where unknown. */
export function encodePlace(place: StandingPlace, decidedAt: number): string {
  return `${place.country ?? ''}/${place.region ?? ''}/${place.gpc ? 1 : 0}.${decidedAt.toString(36)}`
}

export function decodePlace(text: string): StandingPlace {
  const [country = '', region = '', rest = ''] = text.split('/')
  return { country: country || null, region: region || null, gpc: rest.startsWith('1') }
}

/**
 * Whether `next` takes the place of `current`: the later decision does, by the time it was made; at the same time the
 * refusal does (contract section 1), and between two alike the later record, so that the outcome never depends on
 * the order in which they are looked at.
 */
export function supersedes(next: StandingDecision, current: StandingDecision): boolean {
  if (next.decidedAt !== current.decidedAt) return next.decidedAt > current.decidedAt
  const [nextRefuses, currentRefuses] = [next.value !== 'granted', current.value !== 'granted']
  if (nextRefuses !== currentRefuses) return nextRefuses
  return next.recordId > current.recordId
}

/** Lays decisions over a state; gives back the same object when nothing of it counts, so that a caller can tell. */
export function mergeState(state: StandingState, patch: StandingState): StandingState {
  let merged: Record<string, string> | undefined
  for (const [key, text] of Object.entries(patch)) {
    const current = memberOf(state, key)
    if (current === text || (current !== undefined && !isNewer(key, text, current))) continue
    merged ??= { ...state }
    merged[key] = text
  }
  return merged ?? state
}

/** What a state says of a purpose; undefined where nothing was decided. */
export function findStanding(state: StandingState, purpose: string): StandingDecision | undefined {
  const text = memberOf(state, purpose)
  return text === undefined ? undefined : decodeStanding(text)
}

/** Where the latest record was made; undefined where there is none. */
export function findPlace(state: StandingState): StandingPlace | undefined {
  const text = memberOf(state, placeMember)
  return text === undefined ? undefined : decodePlace(text)
}

/** What the person said of vendors; undefined where no notice ever had any. */
export function findVendorChoice(state: StandingState): VendorChoice | undefined {
  const text = memberOf(state, vendorsMember)
  return text === undefined ? undefined : decodeVendorChoice(text)
}

/** A purpose may be named like a member that every object has: `constructor`. */
export function memberOf(state: StandingState, key: string): string | undefined {
  return Object.hasOwn(state, key) ? state[key] : undefined
}

export function isNewer(key: string, next: string, current: string): boolean {
  if (key === vendorsMember) return isLaterVendorChoice(next, current)
  if (isPreferenceMember(key)) return supersedesPreference(decodePreference(next), decodePreference(current))
  if (key !== placeMember) return supersedes(decodeStanding(next), decodeStanding(current))
  const [nextAt, currentAt] = [placeTime(next), placeTime(current)]
  return nextAt === currentAt ? next > current : nextAt > currentAt
}

function placeTime(text: string): number {
  return Number.parseInt(text.slice(text.lastIndexOf('.') + 1), 36)
}
