import { hash } from 'node:crypto'
import {
  edgeTiles,
  encodeLeafEntry,
  growTiles,
  hashLeaf,
  nodesFromTiles,
  type ReadNodes,
  readFrontier,
  rootOf,
  type Tile,
  type TileHashes,
  tileWidth,
} from '@assent/evidence'
import { entryOfLeaf, leafBytes, leafId } from '../domain/leaf.ts'
import type { LogPlace } from '../domain/log-place.ts'
import { type Uuid, uuidTime } from '../kernel/id.ts'
import type { Pool } from '../store/db.ts'
import { type LogGrowth, type LogMinute, readLeaves, readLogTiles } from '../store/log-tiles.ts'

/** The C++ of Node hashes twice as fast as the package's own SHA-256, which is there for browsers. */
export const nodeHash = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')

/** What a tree of `size` leaves needs to grow: read afresh each time, since only the database knows what was committed. */
export interface LogEdge {
  readonly size: number
  readonly tiles: readonly TileHashes[]
  /** The leaves of the last bundle; empty when it is full. */
  readonly leaves: Buffer
}

export async function readEdge(pool: Pool, place: LogPlace, size: number): Promise<LogEdge> {
  const edge = edgeTiles(size)
  const [bytes, leaves] = await Promise.all([
    readLogTiles(pool, place, edge),
    size % tileWidth === 0 ? Buffer.alloc(0) : readLeaves(pool, place, Math.floor(size / tileWidth)),
  ])
  const inBundle = (size % tileWidth) * leafBytes
  if (leaves.length < inBundle) throw new Error('a bundle of the log has fewer leaves than its head says')
  return {
    size,
    tiles: edge.map((tile, at) => ({ ...tile, bytes: bytes[at] ?? Buffer.alloc(0) })),
    leaves: leaves.subarray(0, inBundle),
  }
}

/** The rows and the root of the tree with these leaves behind the others. Pure: what it returns is written by one transaction. */
export async function growTree(
  edge: LogEdge,
  leaves: Buffer,
): Promise<LogGrowth & { readonly size: number; readonly root: Buffer }> {
  const count = leaves.length / leafBytes
  const hashes = Array.from({ length: count }, (_, index) =>
    hashLeaf(encodeLeafEntry(entryOfLeaf(leaves, index)), nodeHash),
  )
  const tiles = growTiles(edge.size, edge.tiles, hashes, nodeHash)
  const size = edge.size + count
  const known = new Map([...edge.tiles, ...tiles].map((tile) => [placeOf(tile), tile.bytes]))
  const readTiles = async (wanted: readonly Tile[]) =>
    wanted.map((tile) => known.get(placeOf(tile)) ?? new Uint8Array())
  const frontier = await readFrontier(size, nodesFromTiles(size, readTiles, nodeHash))
  return { size, root: Buffer.from(rootOf(frontier, nodeHash)), tiles, ...cutBundles(edge, leaves) }
}

function placeOf({ level, index }: Pick<Tile, 'level' | 'index'>): string {
  return `${level}/${index}`
}

function cutBundles(edge: LogEdge, leaves: Buffer): Pick<LogGrowth, 'bundles' | 'minutes'> {
  const all = Buffer.concat([edge.leaves, leaves])
  const first = Math.floor(edge.size / tileWidth)
  const bundleBytes = tileWidth * leafBytes
  const bundles = Array.from({ length: Math.ceil(all.length / bundleBytes) }, (_, at) => ({
    index: first + at,
    leaves: all.subarray(at * bundleBytes, (at + 1) * bundleBytes),
  }))
  return { bundles, minutes: bundles.flatMap(minutesOf) }
}

const minuteMs = 60_000

function minutesOf({ index, leaves }: { readonly index: number; readonly leaves: Buffer }): LogMinute[] {
  const minutes = new Map<number, { leastId: Uuid; greatestId: Uuid }>()
  for (let at = 0; at < leaves.length / leafBytes; at++) {
    const id = leafId(leaves, at)
    const minute = Math.floor(uuidTime(id) / minuteMs)
    const known = minutes.get(minute)
    if (known === undefined) minutes.set(minute, { leastId: id, greatestId: id })
    else if (id < known.leastId) known.leastId = id
    else if (id > known.greatestId) known.greatestId = id
  }
  return [...minutes.values()].map((ids) => ({ bundle: index, ...ids }))
}

/** Nodes of the tree of so many leaves, out of the database. */
export function readNodesOf(pool: Pool, place: LogPlace, size: number): ReadNodes {
  return nodesFromTiles(size, (tiles) => readLogTiles(pool, place, tiles), nodeHash)
}
