import type { LogPlace } from '../domain/log-place.ts'
import type { Pool } from '../store/db.ts'
import { readAttestations } from '../store/log-attestations.ts'
import type { StoredCheckpoint } from '../store/log-checkpoints.ts'
import { witnessSource } from './witness-attestor.ts'

type Cosigned = StoredCheckpoint & { readonly cosignatures: number }

/** The checkpoints that witnesses cosigned, with their lines below the log's own. */
export async function readCosigned(
  pool: Pool,
  place: LogPlace,
  which: { readonly above?: number; readonly limit?: number } = {},
): Promise<Cosigned[]> {
  const attestations = await readAttestations(pool, place, { prefix: witnessSource, ...which })
  const bySize = Map.groupBy(attestations, ({ size }) => size)
  return [...bySize].map(([size, ofSize]) => {
    const lines = ofSize.map(({ proof }) => proof.toString('utf8'))
    return { size, note: (ofSize[0]?.note ?? '') + lines.join(''), cosignatures: ofSize.length }
  })
}

/** Enough for a tree that every witness cosigned to be among them. */
const lookAhead = 32

/** The first one with a leaf that most witnesses cosigned: the earlier, the more of what came later it survives. */
export async function findCosigned(
  pool: Pool,
  place: LogPlace,
  index: number,
): Promise<StoredCheckpoint | undefined> {
  const next = await readCosigned(pool, place, { above: index, limit: lookAhead })
  return next.toSorted((a, b) => b.cosignatures - a.cosignatures || a.size - b.size)[0]
}
