import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { decodeBase62, encodeBase62 } from './base62.ts'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

function naive(bytes: Uint8Array, digits: number): string {
  let number = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; number > 0n; number /= 62n) text = alphabet[Number(number % 62n)] + text
  return text.padStart(digits, '0')
}

for (const [length, digits] of [
  [16, 22],
  [32, 43],
] as const) {
  test(`${length} bytes are ${digits} digits of one number, and back`, () => {
    const bytes = fc.uint8Array({ minLength: length, maxLength: length })
    fc.assert(
      fc.property(bytes, (each) => {
        assert.equal(encodeBase62(each), naive(each, digits))
        assert.deepEqual(decodeBase62(encodeBase62(each), length), each)
      }),
      { numRuns: 1000, examples: [[new Uint8Array(length)], [new Uint8Array(length).fill(255)]] },
    )
  })

  test(`what no ${length} bytes encode to is refused`, () => {
    const last = encodeBase62(new Uint8Array(length).fill(255))
    const next = last.slice(0, -1) + alphabet[alphabet.indexOf(last.at(-1) ?? '') + 1]
    for (const text of [
      next,
      'z'.repeat(digits),
      last.slice(1),
      `0${last}`,
      last.replace(/.$/, '-'),
      last.replace(/.$/, 'é'),
      '',
    ]) {
      assert.equal(decodeBase62(text, length), undefined, text)
    }
  })
}
