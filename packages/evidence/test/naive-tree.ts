// RFC 9162, section 2.1, written down as it stands there: recursive, slow, sharing nothing with `src`.

import { createHash } from 'node:crypto'

export type Hash = (bytes: Uint8Array) => Uint8Array

export const nodeSha256: Hash = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest())

/** FNV-1a, twice seeded, as if it were 32 bytes: proofs are about shape, and all of them up to size 512 take millions. */
export const quickHash: Hash = (bytes) => {
  let a = 0x811c9dc5
  let b = 0x050c5d1f
  for (const byte of bytes) {
    a = Math.imul(a ^ byte, 0x01000193)
    b = Math.imul(b ^ byte ^ (a >>> 13), 0x01000193)
  }
  const out = new Uint8Array(32)
  const view = new DataView(out.buffer)
  view.setInt32(0, a)
  view.setInt32(4, b)
  return out
}

export interface NaiveTree {
  readonly leafHashes: readonly Uint8Array[]
  /** MTH(D[start:end]). */
  root(start: number, end: number): Uint8Array
  /** PATH(m, D[0:n]). */
  inclusion(index: number, size: number): Uint8Array[]
  /** PROOF(m, D[0:n]). */
  consistency(first: number, second: number): Uint8Array[]
  /** What `ReadNodes` asks for. */
  readNodes(nodes: readonly { level: number; index: number }[]): Promise<Uint8Array[]>
}

export function naiveTree(leaves: number, hash: Hash): NaiveTree {
  const leafHashes = Array.from({ length: leaves }, (_, i) => hash(Uint8Array.of(0, i >> 16, i >> 8, i)))
  const known = new Map<number, Uint8Array>()

  const root = (start: number, end: number): Uint8Array => {
    if (end - start === 0) return hash(new Uint8Array())
    if (end - start === 1) return leafHashes[start] as Uint8Array
    const key = start * 2 ** 21 + end
    let result = known.get(key)
    if (result === undefined) {
      const k = start + split(end - start)
      result = hash(Buffer.concat([Uint8Array.of(1), root(start, k), root(k, end)]))
      known.set(key, result)
    }
    return result
  }

  const path = (m: number, start: number, end: number): Uint8Array[] => {
    if (end - start <= 1) return []
    const k = split(end - start)
    if (m < k) return [...path(m, start, start + k), root(start + k, end)]
    return [...path(m - k, start + k, end), root(start, start + k)]
  }

  const subproof = (m: number, start: number, end: number, isWhole: boolean): Uint8Array[] => {
    if (m === end - start) return isWhole ? [] : [root(start, end)]
    const k = split(end - start)
    if (m <= k) return [...subproof(m, start, start + k, isWhole), root(start + k, end)]
    return [...subproof(m - k, start + k, end, false), root(start, start + k)]
  }

  return {
    leafHashes,
    root,
    inclusion: (index, size) => path(index, 0, size),
    consistency: (first, second) => subproof(first, 0, second, true),
    readNodes: async (nodes) =>
      nodes.map(({ level, index }) => root(index * 2 ** level, (index + 1) * 2 ** level)),
  }
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}
