import type { NoteSigner } from '@assent/evidence'
import { type LogPlace, logName } from '../domain/log-place.ts'
import type { Log } from '../kernel/log.ts'
import { findLogHead } from '../store/log-heads.ts'
import { readLogs, type StoredLog } from '../store/logs.ts'
import type { LogScope } from './announce.ts'
import { guardIdOf } from './log-guard.ts'
import { logNoteKey, logSigner } from './log-key.ts'
import { type Rotation, type RotationReason, rotateLog } from './rotate-log.ts'

/** The log that this server sequences, after its guard was asked. */
export interface LedLog {
  readonly place: LogPlace
  readonly name: string
  readonly guardId: string
  readonly signer: NoteSigner
  /** How far the guard says that it was signed. */
  readonly signedSize: number
}

type Parts = Rotation & { readonly log: Log; readonly scope: LogScope }

/**
 * Takes over the newest log, or opens the next one where the guard does not bear it out: a guard that is gone, or a
 * database that is older than it. @throws BrokenGuard when a person has to look
 */
export async function takeLog(parts: Parts, fence: number): Promise<LedLog> {
  const { guard, pool, scope, masterKey } = parts
  const stored = await newestLog(parts)
  const place = { ...scope, generation: stored.generation }
  const guardId = guardIdOf(place, stored.kid)
  const [head, guarded] = await Promise.all([
    findLogHead(pool, place),
    guard.read(guardId, logNoteKey(stored)),
  ])
  if (head === undefined) throw new Error('a log without a head')
  // Before anything is sequenced: from now on a guard that is missing is one that was lost.
  if (guarded === undefined && head.size === 0) await guard.write(guardId, 0, '')
  const reason = reasonToRotate(head.size, guarded?.size)
  if (reason !== undefined) {
    const { environment } = scope
    parts.log.error('the log is closed and its successor opened', {
      environment,
      code: reason,
      count: head.size,
    })
    await rotateLog(parts, { place, log: stored, head, guarded }, reason, fence)
    return await takeLog(parts, fence)
  }
  const signer = logSigner(stored, masterKey)
  return {
    place,
    name: logName(place),
    guardId,
    signer,
    signedSize: guarded?.note === undefined ? 0 : guarded.size,
  }
}

function reasonToRotate(size: number, guardedSize: number | undefined): RotationReason | undefined {
  if (guardedSize === undefined) return size === 0 ? undefined : 'guard_missing'
  return guardedSize > size ? 'database_older' : undefined
}

async function newestLog({ pool, scope }: Pick<Parts, 'pool' | 'scope'>): Promise<StoredLog> {
  const newest = (await readLogs(pool, scope)).at(-1)
  if (newest === undefined) throw new Error('this environment has no log')
  return newest
}

/** Whether this server may lead without asking questions: it has the guard, or there is nothing to guard yet. */
export async function hasGuard(parts: Pick<Parts, 'pool' | 'scope' | 'guard'>): Promise<boolean> {
  const newest = await newestLog(parts)
  const place = { ...parts.scope, generation: newest.generation }
  if ((await findLogHead(parts.pool, place))?.size === 0) return true
  return (await parts.guard.read(guardIdOf(place, newest.kid), logNoteKey(newest))) !== undefined
}
