import { decodeSubjectId, encodeSubjectId, withPrefix } from '@assent/evidence'
import type { Uuid } from '../kernel/id.ts'

/** Contract section 8 (docs/contract.md). A type is never renamed; new ones are added. */
export const eventTypes = [
  'consent.recorded',
  'consent.withdrawn',
  'preferences.recorded',
  'preferences.confirmed',
  'subject.created',
  'subject.identified',
  'subject.merged',
  'subject.erased',
  'purpose.published',
  'policy.published',
  'data_request.created',
  'data_request.updated',
  'data_request.due_soon',
  'data_request.overdue',
] as const

export type EventType = (typeof eventTypes)[number]

/** What happened, told by ids alone: whoever listens asks for the rest with a key that may see it. */
export interface Event {
  /** `evt_…`: of the entry in the log, so that whatever is sent twice bears one id. */
  readonly id: string
  readonly type: EventType
  /** When it was recorded. */
  readonly timestamp: string
  readonly data: Readonly<Record<string, string | number>>
}

/** The event of a log entry; it reveals neither a person nor where their rows are. */
export function eventId(recordId: Uuid): string {
  return withPrefix('evt', encodeSubjectId(Buffer.from(recordId, 'hex')))
}

export function readEventId(text: string): Uuid | undefined {
  if (!text.startsWith('evt_')) return undefined
  const bytes = decodeSubjectId(withPrefix('sub', text))
  return bytes && (Buffer.from(bytes).toString('hex') as Uuid)
}
