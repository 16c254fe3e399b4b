import type { AuditFindings } from './audit-findings.ts'
import { type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts'
import { Malformed } from './malformed.ts'
import type { KnownTimes } from './time-rule.ts'
import { noteKeysOf, quorumTime, type Trust } from './trust.ts'

/** A checkpoint that the log's key signed, in an audit. */
export interface AuditedCheckpoint extends OpenedCheckpoint {
  /** Whether the log itself shows it, or somebody kept it elsewhere. */
  readonly isExported: boolean
  /** Since when somebody else had it, seconds since 1970. */
  readonly witnessedAt: number | undefined
}

/** The checkpoints of an audit that the log's key signed, by size. What it did not sign is a finding. */
export async function openAuditedCheckpoints(
  origin: string,
  exported: Iterable<string>,
  trust: Trust,
  findings: AuditFindings,
): Promise<AuditedCheckpoint[]> {
  const opened: AuditedCheckpoint[] = []
  for (const note of exported) {
    const checkpoint = await openOrUndefined(note, trust)
    if (checkpoint?.isSigned && checkpoint.origin === origin) {
      opened.push({ ...checkpoint, isExported: true, witnessedAt: quorumTime(checkpoint, trust.witnesses) })
    } else addForged(checkpoint, findings)
  }
  for (const { checkpoint: note, seenAt } of trust.seenCheckpoints ?? []) {
    const checkpoint = await openOrUndefined(note, trust)
    if (checkpoint && checkpoint.origin !== origin) continue
    if (checkpoint?.isSigned) opened.push({ ...checkpoint, isExported: false, witnessedAt: seenAt })
    else addForged(checkpoint, findings)
  }
  return opened.toSorted((a, b) => a.size - b.size)
}

/** For each number of checkpoints that a leaf comes after: what they tell about its time. */
export function timesBetween(checkpoints: readonly AuditedCheckpoint[]): KnownTimes[] {
  const witnessed = checkpoints.map(({ witnessedAt }) => witnessedAt)
  const notBefore = runningBest(witnessed, Math.max)
  const notAfter = runningBest(witnessed.toReversed(), Math.min).toReversed()
  return notBefore.map((time, i) => ({ notBefore: time, notAfter: notAfter[i] }))
}

/**
 * What to say of checkpoints whose root the leaves do not give, or that count more leaves than there are. The first
 * wrong one is told: every larger one is wrong with it.
 *
 * @param wrong those whose root the leaves do not give
 * @param leafCount leaves in the export
 */
export function judgeCheckpoints(
  checkpoints: readonly AuditedCheckpoint[],
  wrong: ReadonlySet<AuditedCheckpoint>,
  leafCount: number,
  findings: AuditFindings,
): void {
  const promised = checkpoints.at(-1)?.size ?? 0
  if (promised > leafCount) {
    findings.add('cut_tail', leafCount, `the log's key signed ${promised} leaves, and there are ${leafCount}`)
  }
  const right = checkpoints.filter((each) => each.size <= leafCount && !wrong.has(each))
  const [first] = wrong
  if (first === undefined) return
  if (right.some((each) => each.isExported && each.size >= first.size)) {
    const detail = `the log's key signed another tree of ${first.size} leaves than the one it now stands for`
    findings.add('re_signed', null, detail)
  } else {
    const lastRight = right.at(-1)?.size ?? 0
    const detail = `the leaves ${lastRight} to ${first.size - 1} do not give the root that the log signed`
    findings.add('altered_tree', lastRight, detail)
  }
}

/** Before the first of some values, after the first, and so on: the best so far. */
function runningBest(
  values: readonly (number | undefined)[],
  best: (a: number, b: number) => number,
): (number | undefined)[] {
  const results: (number | undefined)[] = [undefined]
  for (const value of values) {
    const last = results.at(-1)
    results.push(value === undefined ? last : best(value, last ?? value))
  }
  return results
}

function addForged(checkpoint: OpenedCheckpoint | undefined, findings: AuditFindings): void {
  const what = checkpoint
    ? `the checkpoint of ${checkpoint.origin} at size ${checkpoint.size}`
    : 'a broken checkpoint'
  findings.add('forged_checkpoint', null, `${what} is not signed by the key of this log`)
}

async function openOrUndefined(note: string, trust: Trust): Promise<OpenedCheckpoint | undefined> {
  try {
    return await openCheckpoint(note, noteKeysOf(trust))
  } catch (error) {
    if (error instanceof Malformed) return undefined
    throw error
  }
}
