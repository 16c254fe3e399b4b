import { type HashFunction, hashLength } from './hash-function.ts'
import { Malformed } from './malformed.ts'
import { type Frontier, hashChildren } from './merkle-tree.ts'
import { sha256 } from './sha256.ts'
import { placeOf, type Tile, tileAt, tileWidth } from './tile.ts'
import { nodesOver, type ReadNodes } from './tree-node.ts'

/** A tile with its bytes: `width` hashes of 32 bytes. */
export interface TileHashes extends Tile {
  readonly level: number
  readonly bytes: Uint8Array
}

/**
 * Reads the bytes of some tiles, in the order asked. A tile that has grown since may be returned whole: its first
 * `width` hashes never change.
 */
export type ReadTiles = (tiles: readonly Tile[]) => Promise<readonly Uint8Array[]>

/**
 * Reads nodes of the tree of so many leaves out of its tiles, each tile once for one call.
 *
 * @throws Malformed, from the reader, when a tile is shorter than its width
 */
export function nodesFromTiles(size: number, readTiles: ReadTiles, hash: HashFunction = sha256): ReadNodes {
  return async (nodes) => {
    const places = nodes.map(placeOf)
    const tiles = new Map(places.map(({ level, index }) => [`${level}/${index}`, tileAt(level, index, size)]))
    const contents = await readTiles([...tiles.values()])
    const bytesOf = new Map([...tiles.keys()].map((key, i) => [key, contents[i]]))
    return places.map(({ level, index, first, count }) => {
      const bytes = bytesOf.get(`${level}/${index}`)
      return hashPerfect(hashesIn(bytes ?? new Uint8Array(), first, count), hash)
    })
  }
}

/** The frontier of the tree of so many leaves: what a log needs to go on after a restart. */
export async function readFrontier(size: number, readNodes: ReadNodes): Promise<Frontier> {
  return { size, peaks: await readNodes(nodesOver({ start: 0, end: size })) }
}

/** The partial tiles at the right edge of a tree, which the next leaves will widen. */
export function edgeTiles(size: number): (Tile & { readonly level: number })[] {
  const edge: (Tile & { readonly level: number })[] = []
  for (let level = 0, hashes = size; hashes > 0; level++, hashes = Math.floor(hashes / tileWidth)) {
    const width = hashes % tileWidth
    if (width > 0) edge.push({ level, index: Math.floor(hashes / tileWidth), width })
  }
  return edge
}

/**
 * The tiles that new leaves write: exactly those of `tilesBetween`, with their bytes.
 *
 * @param size leaves before
 * @param edge the tiles of `edgeTiles(size)` with their bytes
 * @param leafHashes of the new leaves, in order
 */
export function growTiles(
  size: number,
  edge: readonly TileHashes[],
  leafHashes: readonly Uint8Array[],
  hash: HashFunction = sha256,
): TileHashes[] {
  const written: TileHashes[] = []
  let added = leafHashes
  for (let level = 0, before = size; added.length > 0; level++, before = Math.floor(before / tileWidth)) {
    const partial = edge.find((tile) => tile.level === level)
    const hashes = [...hashesIn(partial?.bytes ?? new Uint8Array(), 0, before % tileWidth), ...added]
    const roots: Uint8Array[] = []
    for (let first = 0; first < hashes.length; first += tileWidth) {
      const content = hashes.slice(first, first + tileWidth)
      const index = Math.floor(before / tileWidth) + first / tileWidth
      written.push({ level, index, width: content.length, bytes: concatenate(content) })
      if (content.length === tileWidth) roots.push(hashPerfect(content, hash))
    }
    added = roots
  }
  return written
}

function hashesIn(tile: Uint8Array, first: number, count: number): Uint8Array[] {
  if (tile.length < (first + count) * hashLength) throw new Malformed('a tile shorter than its width')
  return Array.from({ length: count }, (_, i) =>
    tile.slice((first + i) * hashLength, (first + i + 1) * hashLength),
  )
}

/** The root over a power of two of hashes. */
function hashPerfect(hashes: readonly Uint8Array[], hash: HashFunction): Uint8Array {
  let row = hashes
  while (row.length > 1) {
    const above: Uint8Array[] = []
    for (let i = 0; i + 1 < row.length; i += 2) {
      above.push(hashChildren(row[i] as Uint8Array, row[i + 1] as Uint8Array, hash))
    }
    row = above
  }
  return row[0] as Uint8Array
}

function concatenate(hashes: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hashes.length * hashLength)
  for (const [i, each] of hashes.entries()) bytes.set(each, i * hashLength)
  return bytes
}
