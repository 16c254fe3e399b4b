import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { sha256 } from './sha256.ts'

const toHex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')

test('the examples of FIPS 180-2', () => {
  const abc = new TextEncoder().encode('abc')
  assert.equal(toHex(sha256(abc)), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  const million = new Uint8Array(1_000_000).fill(0x61)
  assert.equal(toHex(sha256(million)), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0')
})

test('every length up to three blocks, and any view of a buffer', () => {
  const bytes = Uint8Array.from({ length: 220 }, (_, i) => i * 37)
  for (let length = 0; length <= 200; length++) {
    const view = bytes.subarray(7, 7 + length)
    assert.equal(toHex(sha256(view)), createHash('sha256').update(view).digest('hex'))
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 5000 }), (each) =>
      assert.equal(toHex(sha256(each)), createHash('sha256').update(each).digest('hex')),
    ),
  )
})
