import { decodeBase64 } from './base64.ts'
import { type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts'
import { verifyConsistency } from './consistency-proof.ts'
import type { LoggedKeyEvent } from './key-event.ts'
import { Malformed } from './malformed.ts'
import type { NoteKey } from './note-key.ts'

/** What the person who verifies believes beforehand. The less there is, the less a verdict says. */
export interface Trust {
  /** Keys of logs, each named after its log's origin. Without one no receipt is shown to be logged. */
  readonly logKeys?: readonly NoteKey[]
  /** Who must have cosigned a checkpoint for it to count. */
  readonly witnesses?: WitnessPolicy
  /**
   * The life of the signing keys, out of the log. When given, and be it empty, a key without logged activation is
   * refused: the key set may have been changed since.
   */
  readonly keyEvents?: readonly LoggedKeyEvent[]
  /** Checkpoints that reached the verifier, or a write-once store, at a known time. */
  readonly seenCheckpoints?: readonly SeenCheckpoint[]
}

/** So many of these witnesses, or of these groups of them (C2SP tlog-policy, a group with a threshold). */
export interface WitnessPolicy {
  readonly keys: readonly (NoteKey | WitnessPolicy)[]
  readonly quorum: number
}

export interface SeenCheckpoint {
  /** A signed note. */
  readonly checkpoint: string
  /** Seconds since 1970. */
  readonly seenAt: number
  /** Consistency proof between this checkpoint and the receipt's, whichever is smaller first; hashes in base64. */
  readonly consistency?: readonly string[]
}

/** A checkpoint seen elsewhere that fits the one at hand. */
export interface AgreeingCheckpoint {
  readonly size: number
  /** Seconds since 1970. */
  readonly seenAt: number
  /** Whether it is shown that one of the two trees grew out of the other. */
  readonly isConsistent: boolean
}

/** The keys that checkpoints are opened with. */
export function noteKeysOf({ logKeys = [], witnesses }: Trust): readonly NoteKey[] {
  return [...logKeys, ...(witnesses === undefined ? [] : witnessKeys(witnesses))]
}

function witnessKeys({ keys }: WitnessPolicy): NoteKey[] {
  return keys.flatMap((each) => ('quorum' in each ? witnessKeys(each) : [each]))
}

/** When enough witnesses had cosigned, seconds since 1970; undefined while they are too few. */
export function quorumTime(
  checkpoint: OpenedCheckpoint,
  policy: WitnessPolicy | undefined,
): number | undefined {
  if (policy === undefined) return undefined
  const times = policy.keys.flatMap((each) => {
    const time = 'quorum' in each ? quorumTime(checkpoint, each) : firstCosigned(checkpoint, each)
    return time === undefined ? [] : [time]
  })
  return times.toSorted((a, b) => a - b)[policy.quorum - 1]
}

/** The first time: a witness may cosign a checkpoint again, and may not count twice for it. */
function firstCosigned({ cosignatures }: OpenedCheckpoint, witness: NoteKey): number | undefined {
  const times = cosignatures.filter((each) => each.witness === witness).map(({ time }) => time)
  return times.length === 0 ? undefined : Math.min(...times)
}

/**
 * Holds a checkpoint against those of its log that were seen elsewhere.
 *
 * @throws Malformed when a seen checkpoint is broken, or contradicts this one: then the log showed two faces
 */
export async function compareWithSeen(own: OpenedCheckpoint, trust: Trust): Promise<AgreeingCheckpoint[]> {
  const agreeing: AgreeingCheckpoint[] = []
  for (const { checkpoint: note, seenAt, consistency } of trust.seenCheckpoints ?? []) {
    const seen = await openCheckpoint(note, noteKeysOf(trust))
    if (!seen.isSigned || seen.origin !== own.origin) continue
    const mayBeCompared = seen.size === own.size || consistency !== undefined
    const isConsistent = mayBeCompared && isOneTree(own, seen, consistency ?? [])
    if (mayBeCompared && !isConsistent) throw new Malformed(`the log had another tree at size ${seen.size}`)
    agreeing.push({ size: seen.size, seenAt, isConsistent })
  }
  return agreeing
}

function isOneTree(a: OpenedCheckpoint, b: OpenedCheckpoint, proof: readonly string[]): boolean {
  const [first, second] = a.size <= b.size ? [a, b] : [b, a]
  const claim = {
    firstSize: first.size,
    firstRoot: first.root,
    secondSize: second.size,
    secondRoot: second.root,
  }
  return verifyConsistency(claim, proof.map(decodeBase64))
}
