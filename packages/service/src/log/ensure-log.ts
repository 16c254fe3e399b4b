import { emptyFrontier, rootOf } from '@assent/evidence'
import { logName } from '../domain/log-place.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Uuid } from '../kernel/id.ts'
import type { MasterKey } from '../kernel/master-key.ts'
import { type Pool, transaction } from '../store/db.ts'
import { insertLogHead } from '../store/log-heads.ts'
import { insertLog, insertLogKey, readLogs } from '../store/logs.ts'
import { announce, keyEvent, type LogScope } from './announce.ts'
import { knownKeyEvents } from './known-key-events.ts'
import { makeLogKey } from './log-key.ts'

export interface LogParts {
  readonly pool: Pool
  readonly masterKey: MasterKey
  readonly clock: Clock
  readonly newUuid: (now: number) => Uuid
}

/**
 * Opens the first log of an environment, unless it has one: its key, its empty tree, and the keys known by now as its
 * first entries. Of servers that come at once one opens it, and the others wait for it. A crash before the COMMIT
 * leaves nothing.
 */
export async function ensureLog(parts: LogParts, scope: LogScope, logUrl: string): Promise<void> {
  const { pool, masterKey, clock, newUuid } = parts
  if ((await readLogs(pool, scope)).length > 0) return
  const key = await makeLogKey(masterKey)
  const now = clock.now()
  const place = { ...scope, generation: 0 }
  await transaction(pool, async (db) => {
    const origin = originOf(logUrl, logName(place))
    if (!(await insertLog(db, scope, { generation: 0, origin, kid: key.kid, now }))) return
    await insertLogKey(db, scope, { ...key, now })
    await insertLogHead(db, place, { size: 0, root: Buffer.from(rootOf(emptyFrontier)) }, 0)
    const own = [keyEvent('created', 'log', key.kid), keyEvent('activated', 'log', key.kid)]
    await announce(db, scope, [...own, ...(await knownKeyEvents(db))], { now, newUuid })
  })
}

/** A URL without its scheme: what C2SP calls an origin, and where the log is found. */
function originOf(logUrl: string, name: string): string {
  return `${logUrl.replace(/^https?:\/\//, '')}/log/${name}`
}
