import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeEntryBundle, encodeEntryBundle } from './entry-bundle.ts'
import { Malformed } from './malformed.ts'

test('the format is that of C2SP tlog-tiles', () => {
  const bundle = encodeEntryBundle([Uint8Array.of(7), new Uint8Array(), new Uint8Array(256).fill(9)])
  assert.deepEqual([...bundle.slice(0, 8)], [0, 1, 7, 0, 0, 1, 0, 9])
})

test('entries read are the entries written', () => {
  const entries = fc.array(fc.uint8Array({ maxLength: 400 }), { maxLength: 256 })
  fc.assert(
    fc.property(entries, (each) => assert.deepEqual(decodeEntryBundle(encodeEntryBundle(each)), each)),
  )
})

test('a bundle cut within an entry or a length is refused', () => {
  const bundle = encodeEntryBundle([new Uint8Array(3), new Uint8Array(300)])
  for (const length of [1, 4, 6, 7, bundle.length - 1]) {
    assert.throws(() => decodeEntryBundle(bundle.slice(0, length)), Malformed, String(length))
  }
})

test('an entry too long for its length is refused', () => {
  assert.throws(() => encodeEntryBundle([new Uint8Array(65_536)]), RangeError)
})
