import type { HashFunction } from './hash-function.ts'
import { joinPeaks } from './merkle-tree.ts'
import { type LeafRange, nodesOver, type ReadNodes } from './tree-node.ts'

/** The hash over each run of leaves, in order: what proofs are made of. */
export async function hashRanges(
  ranges: readonly LeafRange[],
  readNodes: ReadNodes,
  hash: HashFunction,
): Promise<Uint8Array[]> {
  const groups = ranges.map(nodesOver)
  const hashes = (await readNodes(groups.flat())).slice()
  return groups.map((nodes) => joinPeaks(hashes.splice(0, nodes.length), hash))
}
