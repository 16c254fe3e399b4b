import type { Clock } from '../../kernel/clock.ts'
import { uuidTime } from '../../kernel/id.ts'
import type { LogScope } from '../../log/announce.ts'
import { BrokenGuard, guardIdOf, type LogGuard } from '../../log/log-guard.ts'
import { logNoteKey } from '../../log/log-key.ts'
import type { Pool } from '../../store/db.ts'
import { findLatestCheckpoint } from '../../store/log-checkpoints.ts'
import { findLogHead } from '../../store/log-heads.ts'
import { readLogs } from '../../store/logs.ts'
import { readPendingBatches } from '../../store/pending-batches.ts'
import { type Finding, fault, fine, warning } from './finding.ts'

/** What the log promises: a record stands in a signed checkpoint within a minute. */
const promisedMs = 60_000

interface Parts {
  readonly pool: Pool
  readonly clock: Clock
  readonly guard: LogGuard
  readonly guardDir: string
}

export async function checkLog(parts: Parts, scope: LogScope): Promise<readonly Finding[]> {
  const { pool } = parts
  const waiting = await checkWaiting(parts, scope)
  const newest = (await readLogs(pool, scope)).at(-1)
  if (newest === undefined)
    return [
      waiting,
      warning(`log of ${scope.environment}`, 'there is none yet', 'The first start opens it: npm start'),
    ]
  const place = { ...scope, generation: newest.generation }
  const size = (await findLogHead(pool, place))?.size ?? 0
  return [
    waiting,
    await checkGuard(parts, scope, guardIdOf(place, newest.kid), logNoteKey(newest), size),
    await checkCheckpoint(parts, scope, place, size),
  ]
}

async function checkGuard(
  { guard, guardDir }: Parts,
  { environment }: LogScope,
  id: string,
  key: Parameters<LogGuard['read']>[1],
  size: number,
): Promise<Finding> {
  const check = `log guard of ${environment}`
  try {
    const guarded = await guard.read(id, key)
    if (guarded === undefined)
      return size === 0
        ? fine(check, 'not needed yet: the log is empty')
        : warning(
            check,
            `${guardDir} does not have it`,
            'Put the folder back, or share it between servers (ASSENT_LOG_GUARD_DIR). Without it the next start closes this log and opens another.',
          )
    if (guarded.size > size)
      return warning(
        check,
        `the log was signed at ${guarded.size} entries and the database has ${size}: it was restored to an older state`,
        'The next start closes this log and opens another, which says so. Then follow docs/operations.md, Backup and restore.',
      )
    return fine(check, `signed up to ${guarded.size} of ${size} entries`)
  } catch (error) {
    if (!(error instanceof BrokenGuard)) throw error
    return fault(
      check,
      'it does not hold what this log signed, so nothing is signed',
      `Put ${guardDir} back from a copy. If there is none, move ${id} away; the next start then opens a new log.`,
    )
  }
}

async function checkWaiting({ pool, clock }: Parts, scope: LogScope): Promise<Finding> {
  const check = `waiting for the log of ${scope.environment}`
  const [oldest] = await readPendingBatches(pool, scope, 1)
  if (oldest === undefined) return fine(check, 'nothing')
  const waitedMs = clock.now() - uuidTime(oldest.batchId)
  const found = `the oldest record for ${Math.round(Math.max(0, waitedMs) / 1000)} s`
  if (waitedMs <= promisedMs) return fine(check, found)
  return fault(
    check,
    found,
    'Records are safe and not yet provable. Start a server; if one runs, its log says why it cannot sign.',
  )
}

async function checkCheckpoint(
  { pool, clock }: Parts,
  { environment }: LogScope,
  place: Parameters<typeof findLatestCheckpoint>[1],
  size: number,
): Promise<Finding> {
  const check = `checkpoint of ${environment}`
  const latest = await findLatestCheckpoint(pool, place)
  if (latest === undefined && size === 0) return fine(check, 'nothing to sign yet')
  const signed = latest?.size ?? 0
  const age = latest === undefined ? 'never' : ageOf(clock.now() - latest.minute * 60_000)
  const found = `${signed} of ${size} entries, signed ${age}`
  if (signed >= size) return fine(check, found)
  return warning(check, found, 'A running server signs the rest within a minute; start one, and look again.')
}

function ageOf(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000))
  if (minutes < 120) return `${minutes} min ago`
  return minutes < 2880 ? `${Math.floor(minutes / 60)} hours ago` : `${Math.floor(minutes / 1440)} days ago`
}
