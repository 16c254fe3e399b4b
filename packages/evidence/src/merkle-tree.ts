import type { HashFunction } from './hash-function.ts'
import { sha256 } from './sha256.ts'

/**
 * All that the root of a tree of any size, and its growth, depend on: the roots of the perfect subtrees that its
 * leaves fill from the left, the largest first. At most 53 hashes.
 */
export interface Frontier {
  /** Leaves so far. */
  readonly size: number
  readonly peaks: readonly Uint8Array[]
}

/** The frontier of the tree without leaves. */
export const emptyFrontier: Frontier = { size: 0, peaks: [] }

/** The hash of a leaf: SHA-256(0x00 || entry) (RFC 9162, section 2.1.1). */
export function hashLeaf(entry: Uint8Array, hash: HashFunction = sha256): Uint8Array {
  const end = 1 + entry.length
  const input = roomFor(end)
  input[0] = 0
  input.set(entry, 1)
  return hash(input.subarray(0, end))
}

/** The hash of an inner node: SHA-256(0x01 || left || right) (RFC 9162, section 2.1.1). */
export function hashChildren(left: Uint8Array, right: Uint8Array, hash: HashFunction = sha256): Uint8Array {
  const end = 1 + left.length + right.length
  const input = roomFor(end)
  input[0] = 1
  input.set(left, 1)
  input.set(right, 1 + left.length)
  return hash(input.subarray(0, end))
}

/** What is hashed is laid out here: a fresh buffer for each hash would cost more than the hash. Nothing here waits. */
let room = new Uint8Array(512)

function roomFor(length: number): Uint8Array {
  if (length > room.length) room = new Uint8Array(length)
  return room
}

/** The frontier after one more leaf; the given one is left as it was. */
export function appendLeaf(frontier: Frontier, leafHash: Uint8Array, hash: HashFunction = sha256): Frontier {
  const peaks = frontier.peaks.slice()
  let node = leafHash
  // Each trailing one bit of the size is a perfect subtree as large as the one just completed.
  for (let size = frontier.size; size % 2 === 1; size = (size - 1) / 2) {
    const left = peaks.pop()
    if (left !== undefined) node = hashChildren(left, node, hash)
  }
  peaks.push(node)
  return { size: frontier.size + 1, peaks }
}

/** The root of the tree (RFC 9162, section 2.1.1); of the empty tree it is the hash of nothing. */
export function rootOf(frontier: Frontier, hash: HashFunction = sha256): Uint8Array {
  return frontier.size === 0 ? hash(new Uint8Array()) : joinPeaks(frontier.peaks, hash)
}

/** One hash over perfect subtrees of falling size, joined from the right. At least one is needed. */
export function joinPeaks(peaks: readonly Uint8Array[], hash: HashFunction = sha256): Uint8Array {
  return peaks.reduceRight((right, left) => hashChildren(left, right, hash))
}

/** Whether two hashes are the same. They are public: nothing is told by the time this takes. */
export function isSameHash(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}
