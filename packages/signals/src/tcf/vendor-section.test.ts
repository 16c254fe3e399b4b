import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BitReader } from '../bits/bit-reader.ts'
import { BitWriter } from '../bits/bit-writer.ts'
import { readVendorSection, writeVendorSection } from './vendor-section.ts'

const HEADER_BITS = 17

function write(ids: readonly number[]): { writer: BitWriter; isRange: boolean } {
  const writer = new BitWriter()
  writeVendorSection(writer, ids)
  const reader = new BitReader(writer.toBase64Url(24))
  reader.read(16)
  return { writer, isRange: reader.readFlag() }
}

function roundTrip(ids: readonly number[]): number[] {
  const writer = new BitWriter()
  writeVendorSection(writer, ids)
  return readVendorSection(new BitReader(writer.toBase64Url(24)))
}

const upTo = (last: number, step = 1): number[] =>
  Array.from({ length: Math.ceil(last / step) }, (_, index) => 1 + index * step)

describe('edge 33: range against bit field', () => {
  test('the bit field at equal length', () => {
    // One id as a range takes 12 + 17 bits.
    assert.equal(write([29]).isRange, false)
    assert.equal(write([30]).isRange, true)
    assert.equal(write([29]).writer.length, HEADER_BITS + 29)
  })

  test('one run takes 12 + 33 bits', () => {
    assert.equal(write(upTo(45)).isRange, false)
    assert.equal(write(upTo(46)).isRange, true)
  })

  test('every other id is never shorter as ranges', () => {
    assert.equal(write(upTo(1601, 2)).isRange, false)
    assert.deepEqual(roundTrip(upTo(1601, 2)), upTo(1601, 2))
  })

  test('one id, no id, and the highest', () => {
    for (const ids of [[], [1], [65_535], [1, 65_535]]) assert.deepEqual(roundTrip(ids), ids)
  })

  test('more than 4095 runs always fit a bit field', () => {
    const ids = upTo(32_767, 2)
    const { writer, isRange } = write(ids)
    assert.equal(isRange, false)
    const reader = new BitReader(writer.toBase64Url(24))
    reader.read(HEADER_BITS)
    assert.deepEqual(reader.readBitField(32_767), ids)
  })
})

test('ids that do not ascend are a bug of the caller, not a wrong string', () => {
  for (const ids of [
    [2, 1],
    [5, 5, 6],
    [1, 900, 800, 1000],
  ])
    assert.throws(() => write(ids), RangeError)
})

test('more ids than any list has are written, and refused by the reader', () => {
  for (const ids of [upTo(8_193), upTo(65_535, 2)]) assert.throws(() => roundTrip(ids), { code: 'too_large' })
  assert.equal(roundTrip(upTo(8_192)).length, 8_192)
})

test('ranges out of order or overlapping are read as the set they name', () => {
  const writer = new BitWriter()
  writer.write(40, 16)
  writer.write(1, 1)
  writer.write(3, 12)
  for (const [first, last] of [
    [30, 32],
    [2, 4],
    [3, 6],
  ] as const) {
    writer.write(1, 1)
    writer.write(first, 16)
    writer.write(last, 16)
  }
  assert.deepEqual(readVendorSection(new BitReader(writer.toBase64Url(24))), [2, 3, 4, 5, 6, 30, 31, 32])
})
