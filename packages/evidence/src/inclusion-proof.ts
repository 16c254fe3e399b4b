import { areHashes, type HashFunction } from './hash-function.ts'
import { hashRanges } from './hash-ranges.ts'
import { hashChildren, isSameHash } from './merkle-tree.ts'
import { sha256 } from './sha256.ts'
import { isTreeNumber, type LeafRange, type ReadNodes, splitOf } from './tree-node.ts'

/** What an inclusion proof claims: this leaf stands at this index of the tree with this size and root. */
export interface InclusionClaim {
  readonly index: number
  readonly size: number
  readonly leafHash: Uint8Array
  readonly root: Uint8Array
}

/**
 * The inclusion proof of a leaf (RFC 9162, section 2.1.3.1), from the leaf's sibling up.
 *
 * @throws RangeError unless `0 <= index < size`
 */
export async function proveInclusion(
  index: number,
  size: number,
  readNodes: ReadNodes,
  hash: HashFunction = sha256,
): Promise<Uint8Array[]> {
  if (!isTreeNumber(index) || !isTreeNumber(size) || index >= size) throw new RangeError('no such leaf')
  const siblings: LeafRange[] = []
  let around: LeafRange = { start: 0, end: size }
  while (around.end - around.start > 1) {
    const split = splitOf(around)
    const left = { start: around.start, end: split }
    const right = { start: split, end: around.end }
    siblings.push(index < split ? right : left)
    around = index < split ? left : right
  }
  return hashRanges(siblings.reverse(), readNodes, hash)
}

/** Whether the proof shows the claim (RFC 9162, section 2.1.3.2). Any input is answered, none throws. */
export function verifyInclusion(
  { index, size, leafHash, root }: InclusionClaim,
  proof: readonly Uint8Array[],
  hash: HashFunction = sha256,
): boolean {
  if (!isTreeNumber(index) || !isTreeNumber(size) || index >= size) return false
  if (!areHashes([leafHash, ...proof])) return false
  let node = index
  let last = size - 1
  let computed = leafHash
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      computed = hashChildren(sibling, computed, hash)
      // A last node without a right sibling moves up unhashed until it is a right child.
      for (; node % 2 === 0 && node > 0; node /= 2) last = Math.floor(last / 2)
    } else {
      computed = hashChildren(computed, sibling, hash)
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && isSameHash(computed, root)
}
