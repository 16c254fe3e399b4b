import type { RouteKey } from '../kernel/id.ts'
import type { DecisionValue } from './decision.ts'
import { isOn } from './preference-template.ts'
import {
  decodeStanding,
  encodeStanding,
  isNewer,
  memberOf,
  type StandingDecision,
  type StandingState,
  supersedes,
} from './standing-decision.ts'
import {
  decodePreference,
  encodePreference,
  isPreferenceMember,
  type StandingPreference,
  supersedesPreference,
} from './standing-preference.ts'
import { bringVendorChoice, vendorsMember } from './vendor-choice.ts'

/** Whose decision stands where two people who turn out to be one have decided differently. */
export const mergeStrategies = ['most_recent', 'most_restrictive', 'target_wins'] as const
export type MergeStrategy = (typeof mergeStrategies)[number]

/** A purpose on which both had decided, each another way. */
export interface MergeConflict {
  readonly purpose: string
  readonly source: DecisionValue
  readonly target: DecisionValue
  /** What stands now. */
  readonly resolution: DecisionValue
}

export interface Merged {
  readonly state: StandingState
  readonly conflicts: readonly MergeConflict[]
}

/** Lays the source's standing decisions into the target's; what only one of them decided is kept as it is. */
export function mergePeople(
  target: StandingState,
  source: { readonly key: RouteKey; readonly state: StandingState },
  strategy: MergeStrategy,
): Merged {
  const state: Record<string, string> = { ...target }
  const conflicts: MergeConflict[] = []
  for (const [key, text] of Object.entries(source.state)) {
    const current = memberOf(target, key)
    if (isPreferenceMember(key)) {
      const theirs = { subjectKey: source.key, ...decodePreference(text) }
      const ours = current === undefined ? undefined : decodePreference(current)
      if (ours === undefined || preferenceWins(theirs, ours, strategy)) state[key] = encodePreference(theirs)
      continue
    }
    if (!isPurpose(key)) {
      if (current === undefined || isNewer(key, text, current))
        state[key] = key === vendorsMember ? bringVendorChoice(text, source.key) : text
      continue
    }
    const theirs: StandingDecision = { subjectKey: source.key, ...decodeStanding(text) }
    const ours = current === undefined ? undefined : decodeStanding(current)
    const wins = ours === undefined || prevails(theirs, ours, strategy)
    if (wins) state[key] = encodeStanding(theirs)
    if (ours !== undefined && ours.value !== theirs.value)
      conflicts.push({
        purpose: key,
        source: theirs.value,
        target: ours.value,
        resolution: wins ? theirs.value : ours.value,
      })
  }
  return { state, conflicts: conflicts.sort((a, b) => (a.purpose < b.purpose ? -1 : 1)) }
}

/** Beside the purposes, whose keys begin with a letter, a state tells of other things: of those the later word counts. */
function isPurpose(key: string): boolean {
  return /^[a-z]/.test(key)
}

function prevails(source: StandingDecision, target: StandingDecision, strategy: MergeStrategy): boolean {
  if (strategy === 'target_wins') return false
  const [sourceRefuses, targetRefuses] = [source.value !== 'granted', target.value !== 'granted']
  if (strategy === 'most_restrictive' && sourceRefuses !== targetRefuses) return sourceRefuses
  return supersedes(source, target)
}

function preferenceWins(
  source: StandingPreference,
  target: StandingPreference,
  strategy: MergeStrategy,
): boolean {
  if (strategy === 'target_wins') return false
  const [sourceIsOn, targetIsOn] = [isOn(source.value), isOn(target.value)]
  if (strategy === 'most_restrictive' && sourceIsOn !== targetIsOn) return targetIsOn
  return supersedesPreference(source, target)
}
