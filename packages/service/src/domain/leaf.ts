import { type LeafEntry, type LeafKind, leafKinds } from '@assent/evidence'
import type { Uuid } from '../kernel/id.ts'

/** A leaf of the log as rows hold it: what its entry is written from. */
export interface Leaf {
  readonly recordId: Uuid
  readonly kind: LeafKind
  /** Unix ms. */
  readonly recordedAt: number
  /** 32 bytes. */
  readonly commitment: Uint8Array
}

/** Record id (16), kind (1), recorded_at in ms (8, big endian), commitment (32). */
export const leafBytes = 57

/** The number of each kind in a row; never reused. Kinds are only ever added at the end of the list. */
export function kindNumber(kind: LeafKind): number {
  return leafKinds.indexOf(kind) + 1
}

export function encodeLeaf(leaf: Leaf, into: Buffer, at = 0): void {
  into.write(leaf.recordId, at, 'hex')
  into.writeUInt8(kindNumber(leaf.kind), at + 16)
  into.writeBigUInt64BE(BigInt(leaf.recordedAt), at + 17)
  into.set(leaf.commitment, at + 25)
}

/** The entry that a leaf's 57 bytes stand for; `encodeLeafEntry` writes it. */
export function entryOfLeaf(leaves: Buffer, index: number): LeafEntry {
  const at = index * leafBytes
  const kind = leafKinds[leaves.readUInt8(at + 16) - 1]
  if (kind === undefined) throw new Error('a leaf of a kind that this version does not know')
  return {
    id: dashed(leaves.toString('hex', at, at + 16)),
    kind,
    recordedAtMs: Number(leaves.readBigUInt64BE(at + 17)),
    commitment: leaves.subarray(at + 25, at + leafBytes),
  }
}

/** Where a record stands among leaves; -1 when it does not. */
export function findLeaf(leaves: Buffer, recordId: Uuid): number {
  const wanted = Buffer.from(recordId, 'hex')
  for (let at = 0; at < leaves.length; at += leafBytes)
    if (wanted.equals(leaves.subarray(at, at + 16))) return at / leafBytes
  return -1
}

export function leafId(leaves: Buffer, index: number): Uuid {
  return leaves.toString('hex', index * leafBytes, index * leafBytes + 16) as Uuid
}

function dashed(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
