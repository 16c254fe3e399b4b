import { hash } from 'node:crypto'
import { encodeKeyEvent, type KeyEvent, type LeafKind } from '@assent/evidence'
import { encodeLeaf, leafBytes } from '../domain/leaf.ts'
import { eventsKey } from '../domain/log-place.ts'
import type { Routing } from '../domain/routing.ts'
import type { Scope } from '../domain/scope.ts'
import type { Uuid } from '../kernel/id.ts'
import type { Queryable } from '../store/db.ts'
import { insertLogEvent } from '../store/log-events.ts'
import { insertPendingBatch } from '../store/pending-batches.ts'

/** An environment, as far as its log needs it. */
export interface LogScope extends Scope {
  readonly routing: Routing
}

/** What happened beside consent, as it will stand in the log. */
export interface Announcement {
  readonly kind: Extract<LeafKind, 'key_event' | 'log_rotated' | 'purpose_version' | 'policy_version'>
  readonly payload: string
}

export function keyEvent(
  event: KeyEvent['event'],
  purpose: KeyEvent['purpose'],
  kid: string,
  reason: string | null = null,
): Announcement {
  return {
    kind: 'key_event',
    payload: encodeKeyEvent({ ver: 'assent-key-event/1', event, purpose, kid, reason }),
  }
}

interface Moment {
  readonly now: number
  readonly newUuid: (now: number) => Uuid
}

/** Keeps the payloads, and gives the leaves that commit to them. */
export async function writeAnnouncements(
  db: Queryable,
  scope: LogScope,
  announcements: readonly Announcement[],
  { now, newUuid }: Moment,
): Promise<Buffer> {
  const leaves = Buffer.alloc(announcements.length * leafBytes)
  for (const [index, { kind, payload }] of announcements.entries()) {
    const bytes = Buffer.from(payload)
    const event = { recordId: newUuid(now), kind, recordedAt: now, payload: bytes }
    await insertLogEvent(db, scope, eventsKey(scope.routing), event)
    encodeLeaf({ ...event, commitment: hash('sha256', bytes, 'buffer') }, leaves, index * leafBytes)
  }
  return leaves
}

/** Puts them where the sequencer finds them, in the transaction of what they tell of: both happen or neither. */
export async function announce(
  db: Queryable,
  scope: LogScope,
  announcements: readonly Announcement[],
  moment: Moment,
): Promise<void> {
  const leaves = await writeAnnouncements(db, scope, announcements, moment)
  const batchId = moment.newUuid(moment.now)
  await insertPendingBatch(db, scope, { routeKey: eventsKey(scope.routing), batchId, leaves })
}
