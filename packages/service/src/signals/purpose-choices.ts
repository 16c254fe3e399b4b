import type { ConsentRegime, PurposeChoice } from '@assent/signals'
import { bannerPurposes } from '../domain/banner-plan.ts'
import type { Catalogue } from '../domain/catalogue.ts'
import type { Policy } from '../domain/policy.ts'
import { signalMappings } from '../domain/signal-frameworks.ts'
import { standingOf } from '../domain/standing.ts'
import { findStanding, type StandingState } from '../domain/standing-decision.ts'

/** Where a person stands, in the words that every standard reads. */
export interface PurposeQuestion {
  readonly catalogue: Catalogue
  readonly state: StandingState
  readonly policy: Policy
  readonly gpc: boolean
  /** Unix ms. */
  readonly at: number
  /** Whether the person has seen a notice at all. */
  readonly isNoticeSeen: boolean
}

const answered: ReadonlySet<PurposeChoice['status']> = new Set(['granted', 'denied', 'withdrawn', 'objected'])

export function purposeChoices(question: PurposeQuestion): PurposeChoice[] {
  const { catalogue, state, policy, gpc, at, isNoticeSeen } = question
  const inNotice = isNoticeSeen ? noticePurposes(catalogue) : nobody
  return [...catalogue.purposes.values()].flatMap((purpose) => {
    const decision = findStanding(state, purpose.key)
    const standing = standingOf({ purpose, decision, policy, gpc, at })
    if (standing === undefined) return []
    const { status, allowed, version } = standing
    return {
      key: purpose.key,
      basis: version.legal_basis,
      status,
      shown: inNotice.has(purpose.key),
      allowed,
      mappings: signalMappings(version.mappings),
    }
  })
}

/** Whether any answer of the person holds: one that has lapsed is none. */
export function isDecided(purposes: readonly PurposeChoice[]): boolean {
  return purposes.some(({ status }) => answered.has(status))
}

/** When the person last decided something (Unix ms); null where they never did. */
export function lastDecisionAt(catalogue: Catalogue, state: StandingState): number | null {
  const times = [...catalogue.purposes.keys()].flatMap((key) => findStanding(state, key)?.decidedAt ?? [])
  return times.length === 0 ? null : Math.max(...times)
}

/** What waits for a yes where advertising does. */
export function regimeOf({ model }: Policy): ConsentRegime {
  return model === 'opt_in' ? 'opt-in' : 'opt-out'
}

const nobody: ReadonlySet<string> = new Set()
const known = new WeakMap<Catalogue, ReadonlySet<string>>()

function noticePurposes(catalogue: Catalogue): ReadonlySet<string> {
  const purposes =
    known.get(catalogue) ?? new Set(bannerPurposes(catalogue).map(({ purpose }) => purpose.key))
  known.set(catalogue, purposes)
  return purposes
}
