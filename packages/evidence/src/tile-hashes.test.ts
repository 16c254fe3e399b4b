import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { naiveTree, nodeSha256 } from '../test/naive-tree.ts'
import { proveConsistency } from './consistency-proof.ts'
import { proveInclusion } from './inclusion-proof.ts'
import { Malformed } from './malformed.ts'
import { appendLeaf, rootOf } from './merkle-tree.ts'
import { tilePath, tilesBetween } from './tile.ts'
import {
  edgeTiles,
  growTiles,
  nodesFromTiles,
  type ReadTiles,
  readFrontier,
  type TileHashes,
} from './tile-hashes.ts'

const tree = naiveTree(140_000, nodeSha256)

/** What a log keeps: the widest form of each tile. */
function tileStore(): {
  readonly read: ReadTiles
  readonly append: (size: number, added: number) => TileHashes[]
} {
  const tiles = new Map<string, TileHashes>()
  const find = (level: number | 'entries', index: number): TileHashes => {
    const tile = tiles.get(`${level}/${index}`)
    assert.ok(tile)
    return tile
  }
  return {
    read: async (wanted) => wanted.map(({ level, index }) => find(level, index).bytes),
    append(size, added) {
      const edge = edgeTiles(size).map((tile) => find(tile.level, tile.index))
      const written = growTiles(size, edge, tree.leafHashes.slice(size, size + added), nodeSha256)
      for (const tile of written) tiles.set(`${tile.level}/${tile.index}`, tile)
      return written
    },
  }
}

test('tiles grown batch by batch give the proofs and the frontier of the whole tree', async () => {
  const store = tileStore()
  let size = 0
  for (const added of [1, 1, 253, 1, 1, 700, 64_579, 1, 70_000]) {
    const written = store.append(size, added)
    const expected = [...tilesBetween(size, size + added)].map(tilePath)
    assert.deepEqual(written.map(tilePath), expected)
    for (const tile of written) assert.equal(tile.bytes.length, tile.width * 32)
    size += added

    const readNodes = nodesFromTiles(size, store.read, nodeSha256)
    for (const index of [0, Math.floor(size / 3), size - 1]) {
      assert.deepEqual(await proveInclusion(index, size, readNodes, nodeSha256), tree.inclusion(index, size))
      assert.deepEqual(await proveConsistency(index + 1, size, readNodes), tree.consistency(index + 1, size))
    }
    const frontier = await readFrontier(size, readNodes)
    assert.deepEqual(rootOf(frontier), tree.root(0, size))
    const grown = appendLeaf(frontier, tree.leafHashes[size] as Uint8Array)
    assert.deepEqual(rootOf(grown), tree.root(0, size + 1))
  }
})

test('proofs of any size within a larger log come from its wider tiles', async () => {
  const store = tileStore()
  store.append(0, 140_000)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 140_000 }), fc.nat(), async (size, any) => {
      const index = any % size
      const readNodes = nodesFromTiles(size, store.read, nodeSha256)
      assert.deepEqual(await proveInclusion(index, size, readNodes, nodeSha256), tree.inclusion(index, size))
    }),
    { numRuns: 40 },
  )
})

test('a proof asks for each tile once', async () => {
  const store = tileStore()
  store.append(0, 70_000)
  const asked: string[] = []
  const readNodes = nodesFromTiles(70_000, async (tiles) => {
    asked.push(...tiles.map(tilePath))
    return store.read(tiles)
  })
  await proveInclusion(69_999, 70_000, readNodes)
  assert.deepEqual(asked.toSorted(), ['tile/0/273.p/112', 'tile/1/001.p/17', 'tile/2/000.p/1'])
})

test('a tile shorter than its width is refused', async () => {
  const readNodes = nodesFromTiles(10, async (tiles) => tiles.map(() => new Uint8Array(32 * 9)))
  await assert.rejects(proveInclusion(0, 10, readNodes), Malformed)
})
