/** The root of the perfect subtree over leaves `index * 2^level` up to `(index + 1) * 2^level`. */
export interface TreeNode {
  readonly level: number
  readonly index: number
}

/**
 * Reads the hashes of some nodes, in the order asked. All nodes of a proof are asked for at once, so that an
 * implementation over a database or a network needs one round trip.
 */
export type ReadNodes = (nodes: readonly TreeNode[]) => Promise<readonly Uint8Array[]>

/** A run of leaves, from `start` up to and without `end`. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/**
 * The nodes that together cover a run of leaves, the largest first. The run must be one that the tree's own
 * splitting produces (RFC 9162, section 2.1.1): its start is then a multiple of the first node's width.
 */
export function nodesOver({ start, end }: LeafRange): TreeNode[] {
  const nodes: TreeNode[] = []
  for (let at = start; at < end; ) {
    const level = floorLog2(end - at)
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** Where a run of at least two leaves parts into its two subtrees: the left is the largest power of two below. */
export function splitOf({ start, end }: LeafRange): number {
  return start + 2 ** floorLog2(end - start - 1)
}

/** Whether a number from outside can be a size or an index of a tree at all. */
export function isTreeNumber(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}

/** Exact for every safe integer from 1; `Math.log2` rounds up just below large powers of two. */
function floorLog2(n: number): number {
  return n < 2 ** 32 ? 31 - Math.clz32(n) : 63 - Math.clz32(n / 2 ** 32)
}
