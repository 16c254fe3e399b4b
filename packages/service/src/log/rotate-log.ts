import { type LogPlace, logName } from '../domain/log-place.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Uuid } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import type { Pipeline, Pool, Queryable } from '../store/db.ts'
import { findLatestCheckpoint } from '../store/log-checkpoints.ts'
import { insertLogHead, type LogHead } from '../store/log-heads.ts'
import { writeLogGrowth } from '../store/log-tiles.ts'
import { insertLog, insertLogKey, retireLogKey, type StoredLog } from '../store/logs.ts'
import { type Announcement, keyEvent, writeAnnouncements } from './announce.ts'
import { knownKeyEvents } from './known-key-events.ts'
import { type Guarded, guardIdOf, type LogGuard } from './log-guard.ts'
import { makeLogKey } from './log-key.ts'
import { growTree } from './log-tree.ts'

/** Why a log had to be closed: it can no longer be shown that it only ever grew. */
export type RotationReason = 'guard_missing' | 'database_older'

export interface Rotation {
  readonly pool: Pool
  readonly client: Pipeline
  readonly guard: LogGuard
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly newUuid: (now: number) => Uuid
}

/**
 * Opens the next log, whose first entry tells how the one before ended, and destroys that one's key, all in one
 * transaction. The old log stays to be read and verified; it is never signed again, and so never forks.
 *
 * A crash before the COMMIT leaves at most an empty guard: its number is then passed over.
 */
export async function rotateLog(
  parts: Rotation,
  closed: {
    readonly place: LogPlace
    readonly log: StoredLog
    readonly head: LogHead
    readonly guarded: Guarded | undefined
  },
  reason: RotationReason,
  fence: number,
): Promise<void> {
  const { client, guard, masterKey, clock, newUuid } = parts
  const key = await makeLogKey(masterKey)
  const place = await nextPlace(guard, closed.place)
  await guard.write(guardIdOf(place, key.kid), 0, '')
  const now = clock.now()
  const first = await farewell(parts.pool, closed, reason)
  const db = client as unknown as Queryable
  await client.query('BEGIN')
  try {
    const origin = closed.log.origin.replace(/[^/]*$/, logName(place))
    if (!(await insertLog(db, place, { generation: place.generation, origin, kid: key.kid, now }))) {
      await client.query('ROLLBACK')
      return
    }
    await insertLogKey(db, place, { ...key, now })
    await retireLogKey(db, place, closed.log.kid, now)
    const entries = [
      first,
      keyEvent('retired', 'log', closed.log.kid, reason),
      keyEvent('created', 'log', key.kid),
      keyEvent('activated', 'log', key.kid),
      ...(await knownKeyEvents(db)),
    ]
    const leaves = await writeAnnouncements(db, place, entries, { now, newUuid })
    const growth = await growTree({ size: 0, tiles: [], leaves: Buffer.alloc(0) }, leaves)
    await insertLogHead(db, place, growth, fence)
    await writeLogGrowth(client, place, growth)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** The lowest number above whose name this guard never kept: another restore may have used the next one already. */
async function nextPlace(guard: LogGuard, { generation, ...place }: LogPlace): Promise<LogPlace> {
  let next = generation + 1
  while (await guard.knows(logName({ ...place, generation: next }))) next += 1
  return { ...place, generation: next }
}

/** The first entry of the new log: what was signed last, and which leaves of it the database has no more. */
async function farewell(
  pool: Pool,
  { place, log, head, guarded }: Parameters<typeof rotateLog>[1],
  reason: RotationReason,
): Promise<Announcement> {
  const last = guarded?.note ?? (await findLatestCheckpoint(pool, place))?.note ?? null
  const lost = guarded !== undefined && guarded.size > head.size
  const payload = JSON.stringify({
    ver: 'assent-log-rotated/1',
    reason,
    closed: { origin: log.origin, size: head.size, root: head.root.toString('base64') },
    last_checkpoint: last,
    lost: lost ? { from: head.size, to: guarded.size } : null,
  })
  return { kind: 'log_rotated', payload }
}
