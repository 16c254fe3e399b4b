import { alignLeaves } from './align-leaves.ts'
import {
  type AuditedCheckpoint,
  judgeCheckpoints,
  openAuditedCheckpoints,
  timesBetween,
} from './audit-checkpoints.ts'
import { type AuditFinding, type AuditFindingName, AuditFindings } from './audit-findings.ts'
import { auditKeys, type LogSpan } from './audit-keys.ts'
import { AuditRecords, type ExportedRecord } from './audit-records.ts'
import { formatInstant } from './format-instant.ts'
import type { HashFunction } from './hash-function.ts'
import type { Stream } from './lookahead.ts'
import { appendLeaf, emptyFrontier, hashLeaf, isSameHash, rootOf } from './merkle-tree.ts'
import { Misplaced } from './misplaced.ts'
import { sha256 } from './sha256.ts'
import { timeFault } from './time-rule.ts'
import type { Trust } from './trust.ts'

/** A whole log, as it was exported. Streams are read once, in step, and never held. */
export interface ExportedLog {
  readonly origin: string
  /** The leaf hashes in order: the tiles of level 0. */
  readonly leafHashes: Stream<Uint8Array>
  /** The entries in order, each with its payload. */
  readonly records: Stream<ExportedRecord>
  /** Signed notes, in any order. */
  readonly checkpoints: Iterable<string>
  /** The JSON of `/.well-known/jwks.json`; undefined to leave the keys out of the audit. */
  readonly keySet?: unknown
  /** Records of this log whose erasure stands in one that follows it: a restore has closed this one before. */
  readonly erasedElsewhere?: Iterable<string>
}

export interface AuditReport {
  readonly isClean: boolean
  /** The first hundred of each name. */
  readonly findings: readonly AuditFinding[]
  /** All of each name. */
  readonly counts: ReadonlyMap<AuditFindingName, number>
  readonly leafCount: number
  /** Payloads that are gone, and whose erasure the log tells. */
  readonly erasedCount: number
}

/**
 * Audits a log without the service that kept it. What it cannot see is a log that was rewritten and signed anew
 * before anybody kept a checkpoint: give `trust.seenCheckpoints`, or witnesses.
 *
 * @param hash in Node, `(bytes) => hash('sha256', bytes, 'buffer')` of `node:crypto` is twice as fast
 * @throws Malformed when `keySet` is no key set; all else that is wrong is a finding
 */
export async function auditLog(
  log: ExportedLog,
  trust: Trust,
  hash: HashFunction = sha256,
): Promise<AuditReport> {
  const findings = new AuditFindings()
  const records = new AuditRecords(findings, hash, log.erasedElsewhere)
  const checkpoints = await openAuditedCheckpoints(log.origin, log.checkpoints, trust, findings)
  const times = timesBetween(checkpoints)
  const wrong = new Set<AuditedCheckpoint>()
  const misplaced = new Misplaced()
  let frontier = emptyFrontier
  let passed = 0
  let span: LogSpan | undefined

  const passCheckpoints = (): void => {
    for (let next = checkpoints[passed]; next?.size === frontier.size; next = checkpoints[++passed]) {
      if (!isSameHash(next.root, rootOf(frontier, hash))) wrong.add(next)
    }
  }

  const checkTime = (index: number, recordedAtMs: number): void => {
    const known = times[passed]
    const fault = known && timeFault(recordedAtMs, known)
    if (fault) findings.add(fault, index, `it says that it was recorded at ${formatInstant(recordedAtMs)}`)
  }

  passCheckpoints()
  await alignLeaves(log.leafHashes, log.records, {
    hashOf: (record: ExportedRecord) => hashLeaf(record.entry, hash),
    leaf(index, leafHash, record) {
      const entry = record && records.read(index, record)
      if (entry === undefined) misplaced.addLeaf(index, leafHash)
      else if (entry === 'unreadable') findings.add('altered_entry', index, 'the tree holds what is no entry')
      else if (entry !== 'replayed') {
        checkTime(index, entry.recordedAtMs)
        span = widened(span, entry.recordedAtMs)
      }
      frontier = appendLeaf(frontier, leafHash, hash)
      passCheckpoints()
    },
    stray(index, leafHash, record) {
      // A record that only repeats an earlier one has its finding already.
      if (records.read(index, record) !== 'replayed') misplaced.addRecord(index, leafHash)
    },
  })

  misplaced.judge(frontier.size, findings)
  records.end()
  judgeCheckpoints(checkpoints, wrong, frontier.size, findings)
  if (log.keySet !== undefined) {
    auditKeys(log.keySet, records.keyEvents, span ?? { fromMs: 0, toMs: 0 }, findings)
  }
  return {
    isClean: findings.counts.size === 0,
    findings: findings.told,
    counts: findings.counts,
    leafCount: frontier.size,
    erasedCount: records.erasedCount,
  }
}

/** From the first entry, whatever it says, up to the latest: nobody chooses a log's beginning afterwards. */
function widened(span: LogSpan | undefined, recordedAtMs: number): LogSpan {
  if (span === undefined) return { fromMs: recordedAtMs, toMs: recordedAtMs }
  return recordedAtMs > span.toMs ? { ...span, toMs: recordedAtMs } : span
}
