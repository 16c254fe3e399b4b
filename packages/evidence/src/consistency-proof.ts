import { areHashes, type HashFunction } from './hash-function.ts'
import { hashRanges } from './hash-ranges.ts'
import { hashChildren, isSameHash } from './merkle-tree.ts'
import { sha256 } from './sha256.ts'
import { isTreeNumber, type LeafRange, type ReadNodes, splitOf } from './tree-node.ts'

/** What a consistency proof claims: the first tree's leaves are the first leaves of the second. */
export interface ConsistencyClaim {
  readonly firstSize: number
  readonly firstRoot: Uint8Array
  readonly secondSize: number
  readonly secondRoot: Uint8Array
}

/**
 * The consistency proof between two sizes of one tree (RFC 9162, section 2.1.4.1); empty between equal sizes.
 *
 * @throws RangeError unless `0 < firstSize <= secondSize`: with an empty tree every tree is consistent
 */
export async function proveConsistency(
  firstSize: number,
  secondSize: number,
  readNodes: ReadNodes,
  hash: HashFunction = sha256,
): Promise<Uint8Array[]> {
  if (!areSizes(firstSize, secondSize)) throw new RangeError('no such trees')
  const ranges: LeafRange[] = []
  let around: LeafRange = { start: 0, end: secondSize }
  while (around.end !== firstSize) {
    const split = splitOf(around)
    const left = { start: around.start, end: split }
    const right = { start: split, end: around.end }
    ranges.push(firstSize <= split ? right : left)
    around = firstSize <= split ? left : right
  }
  // The verifier knows the first root; only a part of it has to be told.
  if (around.start > 0) ranges.push(around)
  return hashRanges(ranges.reverse(), readNodes, hash)
}

/** Whether the proof shows the claim (RFC 9162, section 2.1.4.2). Any input is answered, none throws. */
export function verifyConsistency(
  { firstSize, firstRoot, secondSize, secondRoot }: ConsistencyClaim,
  proof: readonly Uint8Array[],
  hash: HashFunction = sha256,
): boolean {
  if (!areSizes(firstSize, secondSize) || !areHashes(proof)) return false
  if (firstSize === secondSize) return proof.length === 0 && isSameHash(firstRoot, secondRoot)

  let node = firstSize - 1
  let last = secondSize - 1
  for (; node % 2 === 1; node = Math.floor(node / 2)) last = Math.floor(last / 2)
  // A first tree of 2^n leaves is itself the node to start from; its root is then not repeated in the proof.
  const [start, ...path] = node === 0 ? [firstRoot, ...proof] : proof
  if (start === undefined) return false
  let first = start
  let second = start
  for (const sibling of path) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      first = hashChildren(sibling, first, hash)
      second = hashChildren(sibling, second, hash)
      for (; node % 2 === 0 && node > 0; node /= 2) last = Math.floor(last / 2)
    } else {
      second = hashChildren(second, sibling, hash)
    }
    node = Math.floor(node / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && isSameHash(first, firstRoot) && isSameHash(second, secondRoot)
}

function areSizes(first: number, second: number): boolean {
  return isTreeNumber(first) && isTreeNumber(second) && first > 0 && first <= second
}
