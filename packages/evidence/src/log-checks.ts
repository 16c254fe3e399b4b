import { notChecked, type Outcome, passed, Refuted } from './checklist.ts'
import type { OpenedCheckpoint } from './checkpoint.ts'
import { formatInstant } from './format-instant.ts'
import { checkpointOf, isIncluded, type LogProof } from './log-proof.ts'
import type { KnownTimes } from './time-rule.ts'
import { type AgreeingCheckpoint, compareWithSeen, noteKeysOf, quorumTime, type Trust } from './trust.ts'

/** That the entry stands in the tree of the checkpoint, whoever signed that. */
export async function checkInclusion(log: LogProof, trust: Trust): Promise<Outcome<OpenedCheckpoint>> {
  const checkpoint = await checkpointOf(log, noteKeysOf(trust))
  if (!isIncluded(log, checkpoint)) throw new Refuted('the proof does not lead from the entry to the root')
  return passed(`entry ${log.index} of ${log.tree_size} in ${log.origin}`, checkpoint)
}

export function checkCheckpoint(checkpoint: OpenedCheckpoint, trust: Trust): Outcome<true> {
  if (!trust.logKeys?.length) return notChecked('no key of a log was given')
  if (!checkpoint.isSigned) throw new Refuted('not signed by a trusted key of this log')
  return passed('signed by the log', true)
}

/** @returns when enough witnesses had cosigned, seconds since 1970 */
export function checkWitnesses(checkpoint: OpenedCheckpoint, { witnesses }: Trust): Outcome<number> {
  if (witnesses === undefined) return notChecked('no witnesses were named')
  const time = quorumTime(checkpoint, witnesses)
  if (time === undefined) throw new Refuted('too few of the named witnesses have cosigned')
  return passed(`cosigned by enough witnesses at ${formatInstant(time * 1000)}`, time)
}

export async function checkSeen(
  checkpoint: OpenedCheckpoint,
  trust: Trust,
): Promise<Outcome<AgreeingCheckpoint[]>> {
  const agreeing = await compareWithSeen(checkpoint, trust)
  if (agreeing.length === 0) return notChecked('no checkpoint of this log was seen elsewhere')
  return passed(`agrees with ${agreeing.length} checkpoints seen elsewhere`, agreeing)
}

/** What witnesses, and checkpoints seen elsewhere, tell about when an entry came into the log. */
export function knownTimes(
  index: number,
  witnessed: number | undefined,
  seen: AgreeingCheckpoint[],
): KnownTimes {
  const without = seen.filter(({ size }) => size <= index)
  const within = seen.filter(({ size, isConsistent }) => size > index && isConsistent)
  const firstWithin = Math.min(witnessed ?? Number.POSITIVE_INFINITY, ...within.map(({ seenAt }) => seenAt))
  return {
    notBefore: without.length > 0 ? Math.max(...without.map(({ seenAt }) => seenAt)) : undefined,
    notAfter: firstWithin < Number.POSITIVE_INFINITY ? firstWithin : undefined,
  }
}
