import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { BitReader } from './bit-reader.ts'
import { BitWriter } from './bit-writer.ts'
import { deciseconds, letterPair } from './field.ts'

const fields = fc.array(
  fc.integer({ min: 1, max: 53 }).chain((bits) =>
    fc.tuple(
      fc.maxSafeNat().map((n) => n % 2 ** bits),
      fc.constant(bits),
    ),
  ),
  { maxLength: 40 },
)

test('whatever is written is read, at any width and offset', () => {
  fc.assert(
    fc.property(fields, (values) => {
      const writer = new BitWriter()
      for (const [value, bits] of values) writer.write(value, bits)
      const reader = new BitReader(writer.toBase64Url(24))
      for (const [value, bits] of values) assert.equal(reader.read(bits), value)
      assert.ok(reader.remaining < 24)
    }),
  )
})

test('bit fields of any ids, beside other fields', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 700 })).map((set) => set.sort((a, b) => a - b))
  fc.assert(
    fc.property(fc.nat(4), ids, (offset, wanted) => {
      const writer = new BitWriter()
      writer.write(0, offset + 1)
      writer.writeBitField(wanted, 700)
      writer.write(5, 3)
      const reader = new BitReader(writer.toBase64Url(6))
      reader.read(offset + 1)
      assert.deepEqual(reader.readBitField(700), wanted)
      assert.equal(reader.read(3), 5)
    }),
  )
})

describe('the text', () => {
  test('is the base64url of the same bits in bytes', () => {
    const writer = new BitWriter()
    for (const byte of [0, 16, 131, 16, 81, 135, 251, 255]) writer.write(byte, 8)
    assert.equal(
      `${writer.toBase64Url(6)}`,
      Buffer.from([0, 16, 131, 16, 81, 135, 251, 255]).toString('base64url'),
    )
  })

  test('is filled up to six or to twenty-four bits, and writing may go on', () => {
    const writer = new BitWriter()
    writer.write(1, 1)
    assert.deepEqual([writer.toBase64Url(6), writer.toBase64Url(24), writer.length], ['g', 'gAAA', 1])
    writer.write(1, 1)
    assert.equal(writer.toBase64Url(6), 'w')
  })
})

describe('refusals', () => {
  test('a value that does not fit is a bug, not a longer field', () => {
    const writer = new BitWriter()
    for (const [value, bits] of [
      [2, 1],
      [-1, 6],
      [1.5, 6],
      [Number.NaN, 6],
      [2 ** 36, 36],
    ] as const) {
      assert.throws(() => writer.write(value, bits), RangeError)
    }
    assert.throws(() => writer.writeBitField([5], 4), RangeError)
    assert.throws(() => writer.writeBitField([0], 4), RangeError)
    assert.throws(() => writer.writeBitField([2, 1], 4), RangeError)
    assert.throws(() => letterPair.write(writer, '[^'), RangeError)
  })

  test('reading past the end, and what is no base64url', () => {
    assert.throws(() => new BitReader('AA').read(13), { code: 'malformed' })
    assert.throws(() => new BitReader('AA').readBitField(13), { code: 'malformed' })
    for (const text of ['A=', 'A+', 'Aé', 'A\u{1F600}'])
      assert.throws(() => new BitReader(text), { code: 'malformed' })
  })
})

test('times are kept in tenths of a second, rounded down', () => {
  const writer = new BitWriter()
  deciseconds.write(writer, 1_795_132_800_099)
  assert.equal(deciseconds.read(new BitReader(writer.toBase64Url(6))), 1_795_132_800_000)
})
