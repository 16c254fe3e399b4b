import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { systemRandom } from '../kernel/id.ts'
import { displayKey, keyHash, makeKey, makeSubjectTokenSecret, parseKey } from './key.ts'

const random = systemRandom()
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

/** Contract section 12, written a second time. */
function checksumOf(body: string): string {
  let rest = crc32(body)
  let digits = ''
  for (let place = 0; place < 6; place++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

const kinds = [
  ['public', 'test', 'pk_test_asnt_'],
  ['public', 'live', 'pk_live_asnt_'],
  ['secret', 'test', 'sk_test_asnt_'],
  ['secret', 'live', 'sk_live_asnt_'],
] as const

describe('a key', () => {
  for (const [keyType, environment, prefix] of kinds)
    test(`${prefix}… says what it is, and ends in the checksum of all before`, () => {
      for (let count = 0; count < 200; count++) {
        const key = makeKey(keyType, environment, random)
        assert.match(key, new RegExp(`^${prefix}[0-9A-Za-z]{49}$`))
        assert.equal(key.slice(-6), checksumOf(key.slice(0, -6)))
        assert.deepEqual(parseKey(key), { keyType, environment })
      }
    })

  test('of all zeros, or all ones, is as long as any other', () => {
    for (const byte of [0, 255]) {
      const key = makeKey('secret', 'test', { bytes: (count) => Buffer.alloc(count, byte) })
      assert.equal(key.length, 13 + 49)
      assert.ok(parseKey(key))
    }
  })

  test('with any one character changed, left out or doubled, or two neighbours swapped, is none', () => {
    const at = fc.integer({ min: 0, max: 61 })
    fc.assert(
      fc.property(
        fc.constantFrom(...kinds),
        at,
        fc.constantFrom(...alphabet, '_', '-', ' '),
        ([keyType, environment], index, letter) => {
          const key = makeKey(keyType, environment, random)
          const others = [
            key.slice(0, index) + letter + key.slice(index + 1),
            key.slice(0, index) + key.slice(index + 1),
            key.slice(0, index) + key.charAt(index) + key.slice(index),
            key.slice(0, index) + key.charAt(index + 1) + key.charAt(index) + key.slice(index + 2),
          ]
          for (const other of others) if (other !== key) assert.equal(parseKey(other), undefined, other)
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('of another environment or type does not come out of this one by renaming it', () => {
    const key = makeKey('secret', 'test', random)
    for (const other of [
      key.replace('sk_', 'pk_'),
      key.replace('_test_', '_live_'),
      key.toLowerCase(),
      ` ${key}`,
      `${key}\n`,
    ])
      assert.equal(parseKey(other), undefined)
  })

  test('is shown by its kind and its end alone', () => {
    const key = makeKey('secret', 'live', random)
    assert.equal(displayKey(key), `sk_live_asnt_…${key.slice(-4)}`)
    assert.match(keyHash(key), /^[0-9a-f]{64}$/)
  })

  test('and a subject-token secret cannot be taken for each other', () => {
    const secret = makeSubjectTokenSecret('test', random)
    assert.match(secret, /^sts_test_[0-9A-Za-z]{43}$/)
    assert.equal(parseKey(secret), undefined)
  })
})
