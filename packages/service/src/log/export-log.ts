import { encodeLeafEntry, formatVerifierKey, tileWidth } from '@assent/evidence'
import { entryOfLeaf, leafId } from '../domain/leaf.ts'
import { eventsKey, type LogPlace } from '../domain/log-place.ts'
import type { Uuid } from '../kernel/id.ts'
import type { Pool } from '../store/db.ts'
import { exportRecords, type RecordPayload } from '../store/export-records.ts'
import { readAttestations } from '../store/log-attestations.ts'
import { findLatestCheckpoint, readCheckpoints } from '../store/log-checkpoints.ts'
import { readLogEvents } from '../store/log-events.ts'
import { readLeaves, readLogTiles } from '../store/log-tiles.ts'
import type { StoredLog } from '../store/logs.ts'
import { readCosigned } from './cosigned-checkpoints.ts'
import { logNoteKey } from './log-key.ts'
import { timeStampSource } from './time-stamp/time-stamp-attestor.ts'

/** The first line of an export; each further line is `[leaf hash, entry, payload or null]`, in the order of the log. */
export interface ExportHeader {
  readonly format: 'assent-export/1'
  readonly origin: string
  readonly size: number
  /** A C2SP verifier key. Whoever audits should have it from elsewhere. */
  readonly log_key: string
  /** One a minute, and all that witnesses cosigned. */
  readonly checkpoints: readonly string[]
  readonly time_stamps: readonly ExportedTimeStamp[]
  readonly key_set: unknown
}

/** A token of an authority (RFC 3161, DER in base64) over the bytes of a checkpoint. */
export interface ExportedTimeStamp {
  readonly checkpoint: string
  readonly token: string
}

export type ExportLine = readonly [leafHash: string, entry: string, payload: string | null]

const hashBytes = 32

/** A whole log up to its last signed checkpoint, as lines of JSON. */
export async function* exportLog(
  pool: Pool,
  place: LogPlace,
  log: StoredLog,
  keySet: unknown,
): AsyncGenerator<string> {
  const size = (await findLatestCheckpoint(pool, place))?.size ?? 0
  const cosigned = await readCosigned(pool, place)
  const timeStamps = await readAttestations(pool, place, { prefix: timeStampSource })
  const header: ExportHeader = {
    format: 'assent-export/1',
    origin: log.origin,
    size,
    log_key: formatVerifierKey(logNoteKey(log)),
    checkpoints: [...(await readCheckpoints(pool, place)), ...cosigned.map(({ note }) => note)],
    time_stamps: timeStamps.map(({ note, proof }) => ({ checkpoint: note, token: proof.toString('base64') })),
    key_set: keySet,
  }
  yield JSON.stringify(header)
  const payloads = await openPayloads(pool, place)
  try {
    for (let bundle = 0; bundle * tileWidth < size; bundle++) {
      const [leaves, [hashes = Buffer.alloc(0)]] = await Promise.all([
        readLeaves(pool, place, bundle),
        readLogTiles(pool, place, [{ level: 0, index: bundle }]),
      ])
      for (let at = 0; at < Math.min(tileWidth, size - bundle * tileWidth); at++) {
        const line: ExportLine = [
          hashes.toString('base64', at * hashBytes, (at + 1) * hashBytes),
          new TextDecoder().decode(encodeLeafEntry(entryOfLeaf(leaves, at))),
          await payloads.find(leafId(leaves, at)),
        ]
        yield JSON.stringify(line)
      }
    }
  } finally {
    await payloads.close()
  }
}

/**
 * Payloads by record, out of one pass in the order of ids. The log is in nearly that order: what was committed later
 * than its neighbours is held until its turn comes, and no more than that.
 */
async function openPayloads(pool: Pool, place: LogPlace) {
  const held = new Map<Uuid, string | null>()
  for (const { recordId, payload } of await readLogEvents(pool, place, eventsKey(place.routing)))
    held.set(recordId, payload.toString())
  const rows: AsyncGenerator<RecordPayload> = exportRecords(pool, place)
  let passed = '' as Uuid
  return {
    async find(recordId: Uuid): Promise<string | null> {
      while (!held.has(recordId) && passed < recordId) {
        const { value, done } = await rows.next()
        if (done === true) break
        passed = value.recordId
        held.set(value.recordId, value.payload === null ? null : value.payload.toString())
      }
      const found = held.get(recordId) ?? null
      held.delete(recordId)
      return found
    },
    close: () => rows.return(undefined),
  }
}
