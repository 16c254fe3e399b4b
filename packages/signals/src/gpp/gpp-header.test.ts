import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { GppModel } from '@iabgpp/cmpapi'
import fc from 'fast-check'
import { BitReader } from '../bits/bit-reader.ts'
import { BitWriter } from '../bits/bit-writer.ts'
import { readFibonacci, writeFibonacci } from './fibonacci.ts'
import { decodeGppHeader, encodeGppHeader } from './gpp-header.ts'
import { GPP_SECTIONS } from './gpp-sections.ts'

describe('edge 48: headers', () => {
  test('the examples of the specification: one id, two ids, a group', () => {
    assert.equal(encodeGppHeader([2]), 'DBABM')
    assert.equal(encodeGppHeader([2, 6]), 'DBACNY')
    assert.equal(encodeGppHeader([5, 6]), 'DBABjw')
  })

  test('a group and what follows it', () => {
    for (const ids of [[7, 8, 9, 10, 12], [2, 7], [], GPP_SECTIONS.map(({ id }) => id)]) {
      assert.deepEqual(decodeGppHeader(encodeGppHeader(ids), 64), ids)
    }
  })

  test('filled up to eight bits, as the published library does', () => {
    assert.deepEqual(decodeGppHeader('DBABMA', 64), [2])
  })

  test('any ids read back, and the library reads the same', () => {
    const ids = fc.uniqueArray(fc.integer({ min: 1, max: 60 })).map((set) => set.sort((a, b) => a - b))
    fc.assert(
      fc.property(ids, (wanted) => {
        const header = encodeGppHeader(wanted)
        assert.deepEqual(decodeGppHeader(header, 64), wanted)
        const known = wanted.filter((id) => GPP_SECTIONS.some((section) => section.id === id))
        const model = new GppModel([header, ...wanted.map(() => 'BAAAAAAAAAAA')].join('~'))
        assert.deepEqual(
          model.getSectionIds().filter((id) => known.includes(id)),
          known,
        )
      }),
      { numRuns: 200 },
    )
  })

  test('what is no header', () => {
    for (const text of ['', 'D', 'CBABM', 'DCABM', 'DBABA', 'DBAB', 'DBB~']) {
      assert.throws(() => decodeGppHeader(text, 64), { code: 'malformed' }, text)
    }
  })

  test('a range of thousands of sections is refused before it is expanded', () => {
    const writer = new BitWriter()
    for (const [value, bits] of [
      [3, 6],
      [1, 6],
      [1, 12],
      [1, 1],
    ] as const)
      writer.write(value, bits)
    writeFibonacci(writer, 1)
    writeFibonacci(writer, 100_000)
    assert.throws(() => decodeGppHeader(writer.toBase64Url(6), 64), { code: 'malformed' })
  })
})

test('Fibonacci codes: the table of the specification', () => {
  const bitsOf = (value: number): string => {
    const writer = new BitWriter()
    writeFibonacci(writer, value)
    const { length } = writer
    const reader = new BitReader(writer.toBase64Url(6))
    return Array.from({ length }, () => reader.read(1)).join('')
  }
  assert.deepEqual([1, 2, 3, 4, 5, 6, 7].map(bitsOf), [
    '11',
    '011',
    '0011',
    '1011',
    '00011',
    '10011',
    '01011',
  ])
  assert.throws(() => bitsOf(0), RangeError)
  assert.throws(() => bitsOf(1.5), RangeError)
})

test('Fibonacci codes: every number up to 5,000 reads back', () => {
  for (let value = 1; value <= 5_000; value++) {
    const writer = new BitWriter()
    writeFibonacci(writer, value)
    assert.equal(readFibonacci(new BitReader(writer.toBase64Url(6))), value)
  }
})
