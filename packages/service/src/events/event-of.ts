import type { LeafKind } from '@assent/evidence'
import { type Event, type EventType, eventId } from '../domain/event.ts'
import { logName } from '../domain/log-place.ts'
import { subjectId } from '../domain/public-id.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { RouteKey, Uuid } from '../kernel/id.ts'
import type { LogScope } from '../log/announce.ts'

/** An entry of the log with what it is about, as far as that is still there. */
export interface Entry {
  readonly generation: number
  readonly index: number
  readonly recordId: Uuid
  readonly kind: LeafKind
  readonly recordedAt: number
  readonly routeKey: RouteKey | undefined
  readonly isSilent: boolean
  /** Our own JSON; undefined once erased. */
  readonly payload: Payload | undefined
}

/** The members of payloads that an event is made from; each kind has some of them. */
interface Payload {
  readonly jti?: string
  readonly record?: { readonly id: string; readonly seq: number }
  readonly decisions?: readonly { readonly decision: string }[]
  /** Of what a catalogue published. */
  readonly purpose?: string
  readonly version?: number
  readonly collection?: { readonly proved_by?: string }
}

type Reading = (payload: Payload | undefined) => EventType | undefined

/** Taking back and objecting must be acted on at once, so listeners can tell them from the rest without asking. */
const endings = new Set(['withdrawn', 'objected'])

/**
 * The one table of what is told of which entry: what is not told of says so. An entry that was erased before it was
 * told has no payload any more, and is told of by its kind.
 */
const readings = {
  consent: (payload) =>
    payload?.decisions?.some(({ decision }) => endings.has(decision)) === true
      ? 'consent.withdrawn'
      : 'consent.recorded',
  preference: (payload) =>
    payload?.collection?.proved_by === 'confirmation' ? 'preferences.confirmed' : 'preferences.recorded',
  purpose_version: () => 'purpose.published',
  notice_version: nothing,
  policy_version: () => 'policy.published',
  key_event: nothing,
  subject_merge: () => 'subject.merged',
  erasure: () => 'subject.erased',
  data_request: () => 'data_request.updated',
  log_rotated: nothing,
  subject_created: () => 'subject.created',
  subject_identified: () => 'subject.identified',
} as const satisfies Record<LeafKind, Reading>

function nothing(): undefined {
  return undefined
}

/** Undefined for entries that nobody is told of. */
export function eventOf(scope: LogScope, entry: Entry): Event | undefined {
  const type = (readings[entry.kind] as Reading)(entry.payload)
  if (type === undefined) return undefined
  const { routeKey, payload } = entry
  return {
    id: eventId(entry.recordId),
    type,
    timestamp: toTimestamp(entry.recordedAt),
    data: {
      environment: scope.environment,
      ...(routeKey === undefined ? {} : { subject_id: subjectId(routeKey) }),
      ...(payload?.record === undefined ? {} : { record_id: payload.record.id, seq: payload.record.seq }),
      ...(payload?.jti === undefined ? {} : { receipt_id: payload.jti }),
      ...(payload?.purpose === undefined ? {} : { purpose: payload.purpose }),
      ...(payload?.version === undefined ? {} : { version: payload.version }),
      log: logName({ ...scope, generation: entry.generation }),
      log_index: entry.index,
    },
  }
}
