import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Malformed } from './malformed.ts'
import { parseTilePath, type Tile, tileAt, tilePath, tilesBetween } from './tile.ts'

test('paths are those of C2SP tlog-tiles', () => {
  assert.equal(tilePath({ level: 0, index: 0, width: 256 }), 'tile/0/000')
  assert.equal(tilePath({ level: 0, index: 1234067, width: 256 }), 'tile/0/x001/x234/067')
  assert.equal(tilePath({ level: 1, index: 999, width: 17 }), 'tile/1/999.p/17')
  assert.equal(tilePath({ level: 'entries', index: 1234, width: 1 }), 'tile/entries/x001/234.p/1')
})

test('a tree of 70,000 leaves has the tiles that C2SP tlog-tiles counts', () => {
  const tiles = [...tilesBetween(0, 70_000)]
  const count = (level: number, isFull: boolean): number =>
    tiles.filter((tile) => tile.level === level && (tile.width === 256) === isFull).length
  assert.equal(count(0, true), 273)
  assert.deepEqual(
    tiles.filter((tile) => tile.width < 256),
    [
      { level: 0, index: 273, width: 112 },
      { level: 1, index: 1, width: 17 },
      { level: 2, index: 0, width: 1 },
    ],
  )
  assert.equal(count(1, true), 1)
  assert.deepEqual(
    [...tilesBetween(0, 256)],
    [
      { level: 0, index: 0, width: 256 },
      { level: 1, index: 0, width: 1 },
    ],
  )
})

test('an append writes the tiles that are new or wider, and no other', () => {
  fc.assert(
    fc.property(fc.nat(200_000), fc.nat(2_000), (oldSize, added) => {
      const before = new Map(
        [...tilesBetween(0, oldSize)].map((tile) => [`${tile.level}/${tile.index}`, tile.width]),
      )
      const changed = [...tilesBetween(0, oldSize + added)].filter(
        (tile) => before.get(`${tile.level}/${tile.index}`) !== tile.width,
      )
      assert.deepEqual([...tilesBetween(oldSize, oldSize + added)], changed)
    }),
    { numRuns: 50 },
  )
})

test('a path read is the path written, at any size', () => {
  const tile: fc.Arbitrary<Tile> = fc.record(
    {
      level: fc.oneof(fc.nat(63), fc.constant('entries' as const)),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    },
    { noNullPrototype: true },
  )
  fc.assert(fc.property(tile, (each) => assert.deepEqual(parseTilePath(tilePath(each)), each)))
})

test('no second path names the same tile', () => {
  const paths = [
    'tile/00/000',
    'tile/64/000',
    'tile/0/0',
    'tile/0/x000/001',
    'tile/0/001/001',
    'tile/0/000.p/0',
  ]
  for (const path of [...paths, 'tile/0/000.p/256', 'tile/0/000.p/07', 'tile/entry/000', 'tile/0/000/', '']) {
    assert.throws(() => parseTilePath(path), Malformed, path)
  }
})

test('a tile beyond the tree has no width', () => {
  assert.equal(tileAt(0, 2, 512).width, 0)
  assert.equal(tileAt(0, 2, 513).width, 1)
  assert.equal(tileAt(1, 0, 255).width, 0)
  assert.equal(tileAt('entries', 1, 300).width, 44)
})
