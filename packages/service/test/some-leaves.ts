import { randomBytes } from 'node:crypto'
import { encodeLeaf, leafBytes } from '../src/domain/leaf.ts'
import { systemRandom, type Uuid, uuidSource } from '../src/kernel/id.ts'

const newUuid = uuidSource(systemRandom())

/** A batch as the ledger leaves it for the log. */
export function someLeaves(count: number): {
  readonly batchId: Uuid
  readonly leaves: Buffer
  readonly ids: readonly Uuid[]
} {
  const leaves = Buffer.alloc(count * leafBytes)
  const now = Date.now()
  const ids = Array.from({ length: count }, () => newUuid(now))
  for (const [at, recordId] of ids.entries())
    encodeLeaf(
      { recordId, kind: 'consent', recordedAt: now, commitment: randomBytes(32) },
      leaves,
      at * leafBytes,
    )
  return { batchId: newUuid(now), leaves, ids }
}
