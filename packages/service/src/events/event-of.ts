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
  readonly sub?: string | null
  readonly record?: { readonly id: string; readonly seq: number }
  readonly decisions?: readonly { readonly decision: string }[]
  readonly collection?: { readonly proved_by?: string }
  readonly merge?: { readonly merge: string; readonly source: string }
  readonly event?: EventType
  readonly data_request?: string
  /** Of what a catalogue published. */
  readonly purpose?: string
  readonly version?: number
}

type Ids = Readonly<Record<string, string | number | undefined>>

interface Reading {
  readonly type: (payload: Payload) => EventType
  /** Beside the person's, and the place in the log. */
  readonly ids: (payload: Payload) => Ids
}

/** Taking back and objecting must be acted on at once, so listeners can tell them from the rest without asking. */
const endings = new Set(['withdrawn', 'objected'])

const ofRecord = ({ record, jti }: Payload): Ids => ({
  record_id: record?.id,
  seq: record?.seq,
  receipt_id: jti,
})
const none = (): Ids => ({})
const always = (type: EventType) => () => type

/**
 * The one table of what is told of which entry; null: nobody is told. An entry that was erased before it was told has
 * no payload any more, and is told of by its kind.
 */
const readings: Readonly<Record<LeafKind, Reading | null>> = {
  consent: {
    type: ({ decisions }) =>
      decisions?.some(({ decision }) => endings.has(decision)) === true
        ? 'consent.withdrawn'
        : 'consent.recorded',
    ids: ofRecord,
  },
  preference: {
    type: ({ collection }) =>
      collection?.proved_by === 'confirmation' ? 'preferences.confirmed' : 'preferences.recorded',
    ids: ofRecord,
  },
  subject_created: { type: always('subject.created'), ids: none },
  subject_identified: { type: always('subject.identified'), ids: none },
  subject_merge: {
    type: always('subject.merged'),
    ids: ({ merge }) => ({ merge_id: merge?.merge, source_subject_id: merge?.source }),
  },
  erasure: { type: always('subject.erased'), ids: none },
  data_request: {
    type: ({ event }) => event ?? 'data_request.updated',
    ids: ({ data_request }) => ({ data_request_id: data_request }),
  },
  purpose_version: {
    type: always('purpose.published'),
    ids: ({ purpose, version }) => ({ purpose, version }),
  },
  policy_version: { type: always('policy.published'), ids: ({ version }) => ({ version }) },
  notice_version: null,
  key_event: null,
  log_rotated: null,
}

/** Undefined for entries that nobody is told of. */
export function eventOf(scope: LogScope, entry: Entry): Event | undefined {
  const reading = readings[entry.kind]
  if (reading === null) return undefined
  const payload = entry.payload ?? {}
  const ids: Ids = {
    environment: scope.environment,
    subject_id: subjectOf(entry),
    ...reading.ids(payload),
    log: logName({ ...scope, generation: entry.generation }),
    log_index: entry.index,
  }
  const known = Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, id] as const]))
  return {
    id: eventId(entry.recordId),
    type: reading.type(payload),
    timestamp: toTimestamp(entry.recordedAt),
    data: Object.fromEntries(known),
  }
}

/** As the entry says; where it says nothing, it lies with the person, but for data requests, which lie by themselves. */
function subjectOf({ kind, routeKey, payload }: Entry): string | undefined {
  if (payload?.sub !== undefined) return payload.sub ?? undefined
  return routeKey === undefined || kind === 'data_request' ? undefined : subjectId(routeKey)
}
