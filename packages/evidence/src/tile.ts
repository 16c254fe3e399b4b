import { Malformed } from './malformed.ts'
import type { TreeNode } from './tree-node.ts'

/** Hashes in a full tile, entries in a full bundle. */
export const tileWidth = 256

/** One tile of the tree, or one bundle of entries (C2SP tlog-tiles, "Merkle Tree" and "Log entries"). */
export interface Tile {
  /** 0 holds leaf hashes, each level above the roots of 256 full tiles below; `entries` the entries themselves. */
  readonly level: number | 'entries'
  readonly index: number
  /** 1 to 256; below 256 the tile is partial. */
  readonly width: number
}

/** Where a node's hash is found: the root over `count` hashes of the tile from `first` on. */
export interface TilePlace {
  readonly level: number
  readonly index: number
  readonly first: number
  readonly count: number
}

/** The tile that holds a node, or what it is hashed from. */
export function placeOf({ level, index }: TreeNode): TilePlace {
  const height = level % 8
  const perTile = 2 ** (8 - height)
  return {
    level: (level - height) / 8,
    index: Math.floor(index / perTile),
    first: (index % perTile) * 2 ** height,
    count: 2 ** height,
  }
}

/** A tile as wide as a tree of so many leaves makes it; of width 0 when it has none of it yet. */
export function tileAt(level: number | 'entries', index: number, size: number): Tile {
  const hashes = Math.floor(size / tileWidth ** (level === 'entries' ? 0 : level))
  return { level, index, width: Math.max(0, Math.min(tileWidth, hashes - index * tileWidth)) }
}

/**
 * The tiles of hashes that are new or wider in a tree of `newSize` leaves than in one of `oldSize`, level by
 * level. From size 0 they are all tiles of the tree.
 */
export function* tilesBetween(
  oldSize: number,
  newSize: number,
): Generator<Tile & { readonly level: number }> {
  for (let level = 0; newSize >= tileWidth ** level; level++) {
    const before = Math.floor(oldSize / tileWidth ** level)
    const after = Math.floor(newSize / tileWidth ** level)
    for (let index = Math.floor(before / tileWidth); before < after && index * tileWidth < after; index++) {
      yield { level, index, width: Math.min(tileWidth, after - index * tileWidth) }
    }
  }
}

/** The tile's path below the log's prefix: `tile/0/x001/234.p/17`, `tile/entries/000`. */
export function tilePath({ level, index, width }: Tile): string {
  const digits = String(index)
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/.{3}/g) ?? []
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/')
  return `tile/${level}/${path}${width < tileWidth ? `.p/${width}` : ''}`
}

const pathForm = /^tile\/(entries|[0-9]{1,2})\/((?:x[0-9]{3}\/)*[0-9]{3})(?:\.p\/([1-9][0-9]{0,2}))?$/

/**
 * The reverse of `tilePath`, and of nothing else.
 *
 * @throws Malformed on leading zeroes, a level above 63, a width of 0 or above 255
 */
export function parseTilePath(path: string): Tile {
  const [, level = '', groups = '', width] = pathForm.exec(path) ?? []
  const tile: Tile = {
    level: level === 'entries' ? level : Number(level),
    index: Number(groups.replaceAll(/[x/]/g, '')),
    width: width === undefined ? tileWidth : Number(width),
  }
  if (!Number.isSafeInteger(tile.index) || tilePath(tile) !== path || Number(level) > 63) {
    throw new Malformed('not the path of a tile')
  }
  return tile
}
