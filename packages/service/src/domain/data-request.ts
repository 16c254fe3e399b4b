import { Refusal } from '../kernel/refusal.ts'

/** What a person may ask for; contract endpoint 24. */
export const dataRequestTypes = [
  'access',
  'erasure',
  'rectification',
  'portability',
  'restriction',
  'objection',
  'opt_out_sale',
  'limit_sensitive',
  'withdraw_consent',
  'complaint',
] as const
export type DataRequestType = (typeof dataRequestTypes)[number]

/** Which status may follow which, and no other: the whole life of a data request. */
export const dataRequestEdges = {
  awaiting_verification: ['received', 'denied', 'withdrawn', 'expired'],
  received: ['in_progress', 'paused', 'fulfilled', 'denied', 'withdrawn'],
  in_progress: ['paused', 'fulfilled', 'denied', 'withdrawn'],
  paused: ['in_progress', 'fulfilled', 'denied', 'withdrawn'],
  fulfilled: [],
  denied: [],
  withdrawn: [],
  expired: [],
} as const satisfies Record<string, readonly string[]>
export type DataRequestStatus = keyof typeof dataRequestEdges
export const dataRequestStatuses = Object.keys(dataRequestEdges) as readonly DataRequestStatus[]

/** What a law lets the controller wait for. */
export const pauseReasons = ['identity', 'clarification', 'fee'] as const
export type PauseReason = (typeof pauseReasons)[number]

export const extensionReasons = ['complex', 'numerous'] as const
export type ExtensionReason = (typeof extensionReasons)[number]

/** Those of the Data Rights Protocol, and the legal hold. */
export const denialReasons = [
  'suspected_fraud',
  'insufficient_verification',
  'no_match',
  'not_covered',
  'outside_jurisdiction',
  'too_many_requests',
  'legal_hold',
  'other',
] as const
export type DenialReason = (typeof denialReasons)[number]

/** What can happen to a data request. The last three are the clock's own. */
export type DataRequestAction =
  | { readonly kind: 'verify'; readonly by: 'mailbox' | 'operator' }
  | { readonly kind: 'acknowledge' }
  | { readonly kind: 'start' }
  | { readonly kind: 'pause'; readonly reason: PauseReason }
  | { readonly kind: 'resume' }
  | { readonly kind: 'extend'; readonly reason: ExtensionReason }
  | { readonly kind: 'deny'; readonly reason: DenialReason }
  | { readonly kind: 'fulfil' }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'proceed_unproved' }
  | { readonly kind: 'expire' }
  | { readonly kind: 'due_soon' }
  | { readonly kind: 'overdue' }

/** Where each action leads; null: the status stays. */
const leadsTo = {
  verify: 'received',
  acknowledge: null,
  start: 'in_progress',
  pause: 'paused',
  resume: 'in_progress',
  extend: null,
  deny: 'denied',
  fulfil: 'fulfilled',
  withdraw: 'withdrawn',
  proceed_unproved: 'received',
  expire: 'expired',
  due_soon: null,
  overdue: null,
} as const satisfies Record<DataRequestAction['kind'], DataRequestStatus | null>

/** `not_needed`: the law asks for no proof (opt-outs under the CCPA). */
export type Verification = 'pending' | 'verified' | 'not_needed'

/** What the deadlines are counted from; times are Unix ms. */
export interface DataRequestTimes {
  readonly type: DataRequestType
  readonly receivedAt: number
  readonly verification: Verification
  readonly verifiedAt: number | null
  /** The last one is open while the clock stands still. */
  readonly pauses: readonly {
    readonly reason: PauseReason
    readonly from: number
    readonly to: number | null
  }[]
  readonly extension: { readonly reason: ExtensionReason; readonly at: number } | null
}

/** A person's exercise of a right, without anything that tells who the person is. */
export interface DataRequest extends DataRequestTimes {
  readonly status: DataRequestStatus
  readonly country: string | null
  readonly region: string | null
  readonly channel: string
  readonly requester: 'self' | 'agent' | 'guardian'
  readonly createdAt: number
  /** Until when the mailbox can be proved; null where that is not asked. */
  readonly proveBy: number | null
  readonly acknowledgedAt: number | null
  readonly closedAt: number | null
  readonly denial: DenialReason | null
  /** What the clock has told already, so that it tells it once for each due date. */
  readonly told: { readonly dueSoon: number | null; readonly overdue: number | null }
  /** Ledger entries so far: a change holds only against the number it was decided on. */
  readonly changes: number
}

/** By when a law wants an answer, and where that is written. Null: no day can be named now. */
export interface Deadlines {
  readonly acknowledgeBy: number | null
  readonly dueAt: number | null
  /** The day an extension leads, or has led, to; null where the law has none. */
  readonly extendedDueAt: number | null
  /** `gdpr:P1M`, `us_ca_ccpa:15_business_days`. */
  readonly rule: string
  readonly sources: readonly DeadlineSource[]
}

export interface DeadlineSource {
  readonly fact: string
  readonly title: string
  readonly clause: string
  readonly url: string
}

/** The law's clock for one data request. */
export interface RequestClock {
  readonly regime: string
  readonly pausesFor: readonly PauseReason[]
  /** Whether the law has this type carried out without proof of who asks. */
  needsNoProof(type: DataRequestType): boolean
  deadlinesOf(times: DataRequestTimes): Deadlines
}

export function isClosed({ status }: Pick<DataRequest, 'status'>): boolean {
  return dataRequestEdges[status].length === 0
}

/** Pure: the data request after the action, or a refusal that says why it cannot be. */
export function changeDataRequest(
  request: DataRequest,
  action: DataRequestAction,
  { clock, now }: { readonly clock: RequestClock; readonly now: number },
): DataRequest {
  const next = leadsTo[action.kind]
  const allowed: readonly DataRequestStatus[] = dataRequestEdges[request.status]
  if (isClosed(request))
    throw notApplicable(`This data request is ${request.status}: nothing more can happen to it.`)
  if (next !== null && !allowed.includes(next))
    throw notApplicable(
      `A data request that is ${request.status} cannot become ${next}.`,
      `From here it can become: ${allowed.join(', ')}.`,
    )
  const changed = { ...request, ...effectOf(request, action, clock, now), changes: request.changes + 1 }
  if (next === null) return changed
  const pauses = next === 'paused' ? changed.pauses : endPause(changed.pauses, now)
  const moved = { ...changed, pauses, status: next }
  return isClosed(moved) ? { ...moved, closedAt: now } : moved
}

function effectOf(
  request: DataRequest,
  action: DataRequestAction,
  clock: RequestClock,
  now: number,
): Partial<DataRequest> {
  switch (action.kind) {
    case 'verify':
      return { verification: 'verified', verifiedAt: now, proveBy: null }
    case 'proceed_unproved':
      if (!clock.needsNoProof(request.type)) throw notApplicable('This data request needs proof of who asks.')
      return { verification: 'not_needed', proveBy: null }
    case 'acknowledge':
      if (request.acknowledgedAt !== null) throw notApplicable('This data request was acknowledged already.')
      return { acknowledgedAt: now }
    case 'pause':
      if (!clock.pausesFor.includes(action.reason))
        throw notApplicable(
          `Under ${clock.regime} the clock does not stop for this reason.`,
          clock.pausesFor.length === 0
            ? 'This law has no pause.'
            : `It stops for: ${clock.pausesFor.join(', ')}.`,
        )
      return { pauses: [...request.pauses, { reason: action.reason, from: now, to: null }] }
    case 'resume':
      // `start` leads to the same status, so the edges alone would let a clock resume that never stood.
      if (request.status !== 'paused') throw notApplicable('The clock of this data request is not paused.')
      return {}
    case 'extend':
      return extend(request, action.reason, clock, now)
    case 'deny':
      return { denial: action.reason, proveBy: null }
    case 'due_soon':
      return { told: { ...request.told, dueSoon: untold(request.told.dueSoon, request, clock) } }
    case 'overdue':
      return { told: { ...request.told, overdue: untold(request.told.overdue, request, clock) } }
    case 'start':
    case 'fulfil':
    case 'withdraw':
    case 'expire':
      return { proveBy: null }
  }
}

/** The due date, if the clock has not told of it before: of two servers that see it at once, one tells it. */
function untold(told: number | null, request: DataRequest, clock: RequestClock): number | null {
  const { dueAt } = clock.deadlinesOf(request)
  if (dueAt === null || told === dueAt) throw notApplicable('This was told already.')
  return dueAt
}

/** Once, and only told of before the first term has run out (GDPR Art. 12(3), 11 CCR § 7021(b)). */
function extend(
  request: DataRequest,
  reason: ExtensionReason,
  clock: RequestClock,
  now: number,
): Partial<DataRequest> {
  const { dueAt, extendedDueAt } = clock.deadlinesOf(request)
  if (request.extension !== null) throw notApplicable('The term was extended already; it can be only once.')
  if (extendedDueAt === null || dueAt === null)
    throw notApplicable(
      dueAt === null
        ? 'There is no term running that could be extended.'
        : `Under ${clock.regime} the term of this data request cannot be extended.`,
    )
  if (now > dueAt) throw notApplicable('The term has run out; it can be extended only before that.')
  return { extension: { reason, at: now } }
}

function endPause(pauses: DataRequest['pauses'], now: number): DataRequest['pauses'] {
  return pauses.map((pause) => (pause.to === null ? { ...pause, to: now } : pause))
}

function notApplicable(message: string, hint?: string): Refusal {
  return new Refusal('not_applicable', message, hint === undefined ? {} : { hint })
}

const dayMs = 86_400_000
/** People who must act need days, not hours. */
const dueSoonMs = 7 * dayMs

/** What the clock has to do next, and when; undefined: nothing until something else happens. */
export function nextTick(
  request: DataRequest,
  clock: RequestClock,
): { readonly at: number; readonly action: DataRequestAction } | undefined {
  if (isClosed(request)) return undefined
  const { dueAt } = clock.deadlinesOf(request)
  const ticks: { at: number; action: DataRequestAction }[] = []
  if (request.status === 'awaiting_verification' && request.proveBy !== null)
    ticks.push({
      at: request.proveBy,
      action: { kind: clock.needsNoProof(request.type) ? 'proceed_unproved' : 'expire' },
    })
  if (dueAt !== null && request.told.overdue !== dueAt) {
    if (request.told.dueSoon !== dueAt) ticks.push({ at: dueAt - dueSoonMs, action: { kind: 'due_soon' } })
    ticks.push({ at: dueAt + 1, action: { kind: 'overdue' } })
  }
  return ticks.sort((one, other) => one.at - other.at)[0]
}
