import { Lookahead, type Stream } from './lookahead.ts'
import { isSameHash } from './merkle-tree.ts'

/** Is told of each leaf and each record, in order. */
export interface Alignment<R> {
  /** The leaf hash of a record's entry. */
  hashOf(record: R): Uint8Array
  /** A leaf with its record; undefined where that is not in its place. */
  leaf(index: number, leafHash: Uint8Array, record: R | undefined): void
  /** A record whose entry is not the leaf at the index where it stands. */
  stray(index: number, leafHash: Uint8Array, record: R): void
}

interface Hashed<R> {
  readonly record: R
  readonly leafHash: Uint8Array
}

/** How far the two may be out of step before what follows counts as altered, entry by entry. */
const window = 4096

/**
 * Lays records beside the leaves that their entries should hash to. One record taken out or put in shifts all that
 * follow; looking ahead finds the step again, so that one deed is one finding.
 */
export async function alignLeaves<R>(
  leafHashes: Stream<Uint8Array>,
  exported: Stream<R>,
  alignment: Alignment<R>,
): Promise<void> {
  const leaves = new Lookahead(leafHashes, (leafHash) => leafHash)
  const records = new Lookahead(exported, (record) => ({ record, leafHash: alignment.hashOf(record) }))
  for (let index = 0; ; ) {
    if (leaves.isShortOf(window)) await leaves.fill(window)
    if (records.isShortOf(window)) await records.fill(window)
    const leaf = leaves.peek()
    const next = records.peek()
    if (leaf === undefined && next === undefined) return
    if (leaf !== undefined && next !== undefined && isSameHash(leaf, next.leafHash)) {
      alignment.leaf(index++, leaf, next.record)
      leaves.skip(1)
      records.skip(1)
      continue
    }
    const step = stepOver(leaves, records)
    for (let i = 0; i < step.records; i++) {
      const { leafHash, record } = records.peek(i) as Hashed<R>
      alignment.stray(index, leafHash, record)
    }
    for (let i = 0; i < step.leaves; i++) alignment.leaf(index++, leaves.peek(i) as Uint8Array, undefined)
    leaves.skip(step.leaves)
    records.skip(step.records)
  }
}

/** How many leaves without entry, and entries without leaf, to go past for the two to be in step again. */
function stepOver<R>(
  leaves: Lookahead<Uint8Array, Uint8Array>,
  records: Lookahead<R, Hashed<R>>,
): { readonly leaves: number; readonly records: number } {
  const isSame = (leafAhead: number, recordAhead: number): boolean => {
    const leaf = leaves.peek(leafAhead)
    const record = records.peek(recordAhead)
    return leaf !== undefined && record !== undefined && isSameHash(leaf, record.leafHash)
  }
  if (leaves.peek() === undefined) return { leaves: 0, records: 1 }
  if (records.peek() === undefined) return { leaves: 1, records: 0 }
  for (let ahead = 1; ahead < window && !isSame(1, 1); ahead++) {
    if (isSame(ahead, 0)) return { leaves: ahead, records: 0 }
    if (isSame(0, ahead)) return { leaves: 0, records: ahead }
  }
  return { leaves: 1, records: 1 }
}
