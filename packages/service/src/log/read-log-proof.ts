import { encodeBase64, encodeLeafEntry, type LogProof, proveInclusion, tileWidth } from '@assent/evidence'
import { entryOfLeaf, findLeaf } from '../domain/leaf.ts'
import type { Uuid } from '../kernel/id.ts'
import type { Pool } from '../store/db.ts'
import { findLatestCheckpoint } from '../store/log-checkpoints.ts'
import { findBundlesOf, readLeaves } from '../store/log-tiles.ts'
import type { LogScope } from './announce.ts'
import { findCosigned } from './cosigned-checkpoints.ts'
import { nodeHash, readNodesOf } from './log-tree.ts'

/**
 * That a record is in the log, against the latest signed checkpoint; undefined while none holds it. Found by the time
 * in its id: the minute names the bundles, and mostly one of them is to be looked through.
 */
export async function readLogProof(
  pool: Pool,
  scope: LogScope,
  recordId: Uuid,
): Promise<LogProof | undefined> {
  for (const bundle of await findBundlesOf(pool, scope, recordId)) {
    const place = { ...scope, generation: bundle.generation }
    const leaves = await readLeaves(pool, place, bundle.index)
    const inBundle = findLeaf(leaves, recordId)
    if (inBundle < 0) continue
    const index = bundle.index * tileWidth + inBundle
    // A cosigned one says more, however long ago that was.
    const latest = (await findCosigned(pool, place, index)) ?? (await findLatestCheckpoint(pool, place))
    if (latest === undefined || latest.size <= index) return undefined
    const hashes = await proveInclusion(index, latest.size, readNodesOf(pool, place, latest.size), nodeHash)
    return {
      origin: latest.note.slice(0, latest.note.indexOf('\n')),
      index,
      tree_size: latest.size,
      leaf_entry: new TextDecoder().decode(encodeLeafEntry(entryOfLeaf(leaves, inBundle))),
      inclusion_proof: hashes.map(encodeBase64),
      checkpoint: latest.note,
    }
  }
  return undefined
}
