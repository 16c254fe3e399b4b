import { decodeBase64 } from './base64.ts'
import { type OpenedCheckpoint, openCheckpoint } from './checkpoint.ts'
import { verifyInclusion } from './inclusion-proof.ts'
import { type LeafEntry, parseLeafEntry } from './leaf-entry.ts'
import { Malformed } from './malformed.ts'
import { hashLeaf } from './merkle-tree.ts'
import type { NoteKey } from './note-key.ts'
import { word } from './payload-shapes.ts'
import { list, matching, openObject, type Shape } from './shape.ts'
import { isTreeNumber } from './tree-node.ts'

/** That an entry is in a log, as the service serves it beside a receipt. */
export interface LogProof {
  readonly origin: string
  readonly index: number
  readonly tree_size: number
  /** The entry itself, text. */
  readonly leaf_entry: string
  /** Hashes in base64, the leaf's sibling first. */
  readonly inclusion_proof: readonly string[]
  /** A signed note. */
  readonly checkpoint: string
}

const treeNumber: Shape<number> = matching(
  'a size or an index',
  (value): value is number => typeof value === 'number' && isTreeNumber(value),
)

export const logProof: Shape<LogProof> = openObject({
  origin: word,
  index: treeNumber,
  tree_size: treeNumber,
  leaf_entry: word,
  inclusion_proof: list(word),
  checkpoint: word,
})

/** @throws Malformed */
export function entryOf(proof: LogProof): LeafEntry {
  return parseLeafEntry(new TextEncoder().encode(proof.leaf_entry))
}

/** Whether the entry stands at the index of the checkpoint's tree. @throws Malformed */
export function isIncluded(proof: LogProof, { size, root }: OpenedCheckpoint): boolean {
  const leafHash = hashLeaf(new TextEncoder().encode(proof.leaf_entry))
  const hashes = proof.inclusion_proof.map(decodeBase64)
  return verifyInclusion({ index: proof.index, size, leafHash, root }, hashes)
}

/** @throws Malformed when it is no checkpoint, or not the one that the proof speaks of */
export async function checkpointOf(proof: LogProof, keys: readonly NoteKey[]): Promise<OpenedCheckpoint> {
  const checkpoint = await openCheckpoint(proof.checkpoint, keys)
  if (checkpoint.origin !== proof.origin || checkpoint.size !== proof.tree_size) {
    throw new Malformed('the checkpoint is of another log or size than the proof says')
  }
  return checkpoint
}
