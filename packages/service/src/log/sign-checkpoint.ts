import { type NoteSigner, proveConsistency, signCheckpoint, verifyConsistency } from '@assent/evidence'
import type { LogPlace } from '../domain/log-place.ts'
import { toTimestamp } from '../kernel/clock.ts'
import type { Pool } from '../store/db.ts'
import { findLatestCheckpoint, keepCheckpoint } from '../store/log-checkpoints.ts'
import type { LogHead } from '../store/log-heads.ts'
import type { Fault } from './append-leaves.ts'
import type { Guarded, LogGuard } from './log-guard.ts'
import { nodeHash, readNodesOf } from './log-tree.ts'

/** The database holds another tree than the one that was signed: somebody changed it. Nothing is signed any more. */
class ForkedLog extends Error {}

export interface Signing {
  readonly pool: Pool
  readonly guard: LogGuard
  readonly fault: Fault
  /** The guard's name for this log and its key. */
  readonly guardId: string
  readonly signer: NoteSigner
}

const minuteMs = 60_000

/**
 * Signs the tree of a head: guard read, growth proven from it, guard written, checkpoint published, in this order.
 * A crash before the guard is written leaves leaves without signature, which the next round signs; after it, a guard
 * that is ahead of what was published, and the same signature again.
 */
export async function signHead(
  { pool, guard, fault, guardId, signer }: Signing,
  place: LogPlace,
  head: LogHead,
  now: number,
): Promise<string> {
  const guarded = await guard.read(guardId, signer.key)
  if (guarded === undefined) throw new ForkedLog('the guard of the log is gone')
  await requireGrowth(pool, place, guarded, head)
  const note = await signCheckpoint({ origin: signer.key.name, ...head }, [signer])
  await fault('signed')
  if (guarded.size < head.size) await guard.write(guardId, head.size, note)
  await fault('guarded')
  const latest = await findLatestCheckpoint(pool, place)
  if (latest === undefined || latest.size < head.size)
    await keepCheckpoint(pool, place, {
      size: head.size,
      note,
      // A clock that was set back must not hide a later checkpoint behind an earlier one.
      minute: Math.max(Math.floor(now / minuteMs), latest?.minute ?? 0),
      signedAt: toTimestamp(now),
    })
  await fault('published')
  return note
}

/** That the tree in the database grew out of the one that was signed last; computed from the tiles, never believed. */
async function requireGrowth(pool: Pool, place: LogPlace, guarded: Guarded, head: LogHead): Promise<void> {
  if (guarded.size === 0) return
  const claim = {
    firstSize: guarded.size,
    firstRoot: guarded.root,
    secondSize: head.size,
    secondRoot: head.root,
  }
  const proof =
    guarded.size > head.size
      ? []
      : await proveConsistency(guarded.size, head.size, readNodesOf(pool, place, head.size), nodeHash)
  if (!verifyConsistency(claim, proof, nodeHash))
    throw new ForkedLog(
      `the tree of ${head.size} leaves did not grow out of the signed one of ${guarded.size}`,
    )
}
