import type { Model, Policy } from './policy.ts'
import { isSuperseded, type LegalBasis, type Purpose, type PurposeVersion, versionAt } from './purpose.ts'
import type { StandingDecision } from './standing-decision.ts'

export const statuses = [
  'granted',
  'denied',
  'withdrawn',
  'objected',
  'not_asked',
  'expired',
  'superseded',
] as const
export type Status = (typeof statuses)[number]

/** Why processing is allowed or not; contract endpoint 5. */
export const reasons = [
  'explicit_consent',
  'explicit_refusal',
  'withdrawn',
  'objected',
  'not_asked_opt_in',
  'not_asked_opt_out',
  'notice_only',
  'not_regulated',
  'expired',
  'new_version',
  'gpc',
  'strictly_necessary',
  'legitimate_interest',
  'contract',
  'legal_obligation',
  'vital_interests',
  'public_task',
] as const
export type Reason = (typeof reasons)[number]

/** The answer to "may I process for this purpose, now?" for one person. */
export interface Standing {
  readonly purpose: Purpose
  readonly version: PurposeVersion
  readonly status: Status
  readonly allowed: boolean
  readonly reason: Reason
  readonly needsRenewal: boolean
  readonly decision: StandingDecision | undefined
}

export interface StandingQuestion {
  readonly purpose: Purpose
  readonly decision: StandingDecision | undefined
  readonly policy: Policy
  readonly gpc: boolean
  /** Unix ms: expiry and the version in force are taken at this time. */
  readonly at: number
}

/** Undefined when the purpose did not exist yet. */
export function standingOf(question: StandingQuestion): Standing | undefined {
  const version = versionAt(question.purpose, question.at)
  if (version === undefined) return undefined
  const { purpose, decision } = question
  const status = statusOf(question, version)
  const verdict = judge(question, version, status)
  const needsRenewal = status === 'expired' || status === 'superseded'
  return { purpose, version, status, decision, needsRenewal, ...verdict }
}

export const defaults = ['granted', 'denied'] as const
export type Default = (typeof defaults)[number]

/** Where people stand who decided nothing yet: granted where every one of the purposes may go ahead. */
export function unaskedDefault(
  purposes: readonly Purpose[],
  asked: Pick<StandingQuestion, 'policy' | 'gpc' | 'at'>,
): Default {
  const mayGoAhead = (purpose: Purpose) => standingOf({ ...asked, purpose, decision: undefined })?.allowed
  return purposes.every(mayGoAhead) ? 'granted' : 'denied'
}

/** Only a grant lapses or is outrun by a new version: a refusal stands until the person says otherwise. */
function statusOf({ purpose, decision, at }: StandingQuestion, current: PurposeVersion): Status {
  if (decision === undefined) return 'not_asked'
  if (decision.value !== 'granted') return decision.value
  if (isSuperseded(purpose, decision.version, current)) return 'superseded'
  if (decision.expiresAt !== null && decision.expiresAt <= at) return 'expired'
  return 'granted'
}

type Verdict = Pick<Standing, 'allowed' | 'reason'>

const allow = (reason: Reason): Verdict => ({ allowed: true, reason })
const forbid = (reason: Reason): Verdict => ({ allowed: false, reason })

function judge(
  { decision, policy, gpc }: StandingQuestion,
  version: PurposeVersion,
  status: Status,
): Verdict {
  const required = requiredReasons[version.legal_basis]
  if (required !== undefined)
    return allow(version.category === 'strictly_necessary' ? 'strictly_necessary' : required)
  if (status === 'denied') return forbid('explicit_refusal')
  if (status === 'withdrawn') return forbid('withdrawn')
  if (status === 'objected') return forbid('objected')
  // A grant given beside the signal answers it (11 CCR § 7025(c)(4): consent to what the signal opted out of);
  // any other is older than the signal and yields to it.
  const overridesGpc = status === 'granted' && decision?.gpc === true
  if (gpc && policy.gpcCategories.includes(version.category) && !overridesGpc) return forbid('gpc')
  if (version.legal_basis === 'legitimate_interest') return allow('legitimate_interest')
  if (status === 'granted') return allow('explicit_consent')
  return unanswered(policy.models[version.category], status)
}

/** Never asked, or an answer that no longer holds: what the law lets happen by itself. */
function unanswered(model: Model, status: Status): Verdict {
  if (model === 'opt_out') return allow('not_asked_opt_out')
  if (model === 'notice') return allow('notice_only')
  if (model === 'none') return allow('not_regulated')
  if (status === 'expired') return forbid('expired')
  if (status === 'superseded') return forbid('new_version')
  return forbid('not_asked_opt_in')
}

/** The bases that leave the person no choice, as the reason for going ahead. */
const requiredReasons: Partial<Record<LegalBasis, Reason>> = {
  none_needed: 'strictly_necessary',
  contract: 'contract',
  legal_obligation: 'legal_obligation',
  vital_interests: 'vital_interests',
  public_task: 'public_task',
}
