import { tileWidth } from '@assent/evidence'
import { entryOfLeaf, findLeaf, leafBytes, leafId } from '../domain/leaf.ts'
import { addressAt } from '../domain/leaf-address.ts'
import { eventsKey } from '../domain/log-place.ts'
import type { Uuid } from '../kernel/id.ts'
import type { LogScope } from '../log/announce.ts'
import type { Pool } from '../store/db.ts'
import { readAnnouncedEvents, readEventRecords } from '../store/event-records.ts'
import { readAddresses } from '../store/log-addresses.ts'
import { findLogHead } from '../store/log-heads.ts'
import { findBundlesOf, readLeaves } from '../store/log-tiles.ts'
import { readLogs } from '../store/logs.ts'
import type { Entry } from './event-of.ts'

/** A place in the order of all entries of an environment: its logs one after the other, each from its first entry. */
export interface Position {
  readonly generation: number
  readonly index: number
}

export const beginning: Position = { generation: 0, index: 0 }

/**
 * The next entries in the order of the log, at most a bundle of them, and where to go on. Whatever is committed has its
 * place in this order within seconds and for ever, so a reader that goes on from there misses nothing.
 */
export async function readEntries(
  pool: Pool,
  scope: LogScope,
  from: Position,
): Promise<{ readonly entries: readonly Entry[]; readonly next: Position }> {
  const place = { ...scope, generation: from.generation }
  const size = (await findLogHead(pool, place))?.size ?? 0
  if (from.index >= size) {
    const later = (await readLogs(pool, scope)).find(({ generation }) => generation > from.generation)
    return { entries: [], next: later === undefined ? from : { generation: later.generation, index: 0 } }
  }
  const bundle = Math.floor(from.index / tileWidth)
  const [leaves, addresses] = await Promise.all([
    readLeaves(pool, place, bundle),
    readAddresses(pool, place, bundle),
  ])
  const first = from.index % tileWidth
  // The head was read first: a bundle may have grown since, and what is beyond the head waits for its turn.
  const end = Math.min(leaves.length / leafBytes, size - bundle * tileWidth)
  const bare = Array.from({ length: end - first }, (_, offset) => {
    const at = first + offset
    const { kind, recordedAtMs } = entryOfLeaf(leaves, at)
    return {
      generation: from.generation,
      index: bundle * tileWidth + at,
      recordId: leafId(leaves, at),
      kind,
      recordedAt: recordedAtMs,
      ...addressAt(addresses, at),
    }
  })
  return {
    entries: await withPayloads(pool, scope, bare),
    next: { generation: from.generation, index: bundle * tileWidth + end },
  }
}

async function withPayloads(
  pool: Pool,
  scope: LogScope,
  bare: readonly Omit<Entry, 'payload'>[],
): Promise<Entry[]> {
  const addressed = bare.flatMap(({ routeKey, recordId }) =>
    routeKey === undefined ? [] : [{ routeKey, recordId }],
  )
  const others = bare.filter(({ routeKey }) => routeKey === undefined).map(({ recordId }) => recordId)
  const [records, announced] = await Promise.all([
    readEventRecords(pool, scope, addressed),
    readAnnouncedEvents(pool, scope, eventsKey(scope.routing), others),
  ])
  return bare.map((entry) => {
    const bytes = records.get(entry.recordId) ?? announced.get(entry.recordId)
    // Our own bytes, as they were hashed into the log.
    const payload = bytes == null ? undefined : (JSON.parse(bytes.toString()) as Entry['payload'])
    return { ...entry, payload }
  })
}

/** Where an entry stands; undefined for one that no log of the environment has. */
export async function findEntry(pool: Pool, scope: LogScope, recordId: Uuid): Promise<Position | undefined> {
  for (const { generation, index } of await findBundlesOf(pool, scope, recordId)) {
    const leaves = await readLeaves(pool, { ...scope, generation }, index)
    const at = findLeaf(leaves, recordId)
    if (at >= 0) return { generation, index: index * tileWidth + at }
  }
  return undefined
}

/**
 * Some entry before all that were recorded since: found by halving, since the log is in the order of time but for the
 * seconds that commits overtake each other by.
 */
export async function findSince(pool: Pool, scope: LogScope, since: number): Promise<Position> {
  for (const { generation } of (await readLogs(pool, scope)).toReversed()) {
    const place = { ...scope, generation }
    const size = (await findLogHead(pool, place))?.size ?? 0
    const startedAt = async (bundle: number) =>
      entryOfLeaf(await readLeaves(pool, place, bundle), 0).recordedAtMs
    if (size === 0 || (generation > 0 && (await startedAt(0)) >= since - overtakingMs)) continue
    let [low, high] = [0, Math.floor((size - 1) / tileWidth)]
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if ((await startedAt(middle)) < since - overtakingMs) low = middle
      else high = middle - 1
    }
    return { generation, index: low * tileWidth }
  }
  return beginning
}

/** The promise of the log: no record waits longer for its place (docs/operations.md). */
const overtakingMs = 60_000
