const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const codes = Uint8Array.from(alphabet, (digit) => digit.charCodeAt(0))
const values = new Int8Array(128).fill(-1)
for (const [value, code] of codes.entries()) values[code] = value
const bitsPerDigit = Math.log2(62)

// The number is held in 16-bit limbs and divided by 62^2 at a time: a remainder with the next limb under it
// stays below 2^28, so that all arithmetic is on small integers. BigInt would be far slower.
const pair = 62 * 62

/** Reused by each call: two ids are made for every record. Nothing here waits, so no two calls overlap. */
const limbs = new Int32Array(32)

/**
 * The number that the bytes spell, big end first, in base 62 (`0-9A-Za-z`), left-padded with `0` to the digits
 * that the largest number of that length needs: 22 for 16 bytes, 43 for 32.
 *
 * @param bytes an even number of them, at most 64
 */
export function encodeBase62(bytes: Uint8Array): string {
  const limbCount = bytes.length / 2
  for (let i = 0; i < limbCount; i++) {
    limbs[i] = ((bytes[2 * i] as number) << 8) | (bytes[2 * i + 1] as number)
  }
  const digits = new Array<number>(base62Length(bytes.length))
  for (let at = digits.length - 1, first = 0; at >= 0; at -= 2) {
    let remainder = 0
    for (let i = first; i < limbCount; i++) {
      const value = (remainder << 16) | (limbs[i] as number)
      const quotient = (value / pair) | 0
      limbs[i] = quotient
      remainder = value - quotient * pair
    }
    while (first < limbCount && limbs[first] === 0) first++
    const high = (remainder / 62) | 0
    digits[at] = codes[remainder - high * 62] as number
    if (at > 0) digits[at - 1] = codes[high] as number
  }
  return String.fromCharCode(...digits)
}

/**
 * The reverse of `encodeBase62`.
 *
 * @param length of what was encoded, in bytes, even, at most 64
 * @returns undefined when the text has another length, a foreign character, or a number too large for `length`
 */
export function decodeBase62(text: string, length: number): Uint8Array<ArrayBuffer> | undefined {
  if (text.length !== base62Length(length)) return undefined
  const limbCount = length / 2
  limbs.fill(0, 0, limbCount)
  for (let at = text.length % 2 === 0 ? 0 : -1; at < text.length; at += 2) {
    const high = at < 0 ? 0 : (values[text.charCodeAt(at)] ?? -1)
    const low = values[text.charCodeAt(at + 1)] ?? -1
    if (high < 0 || low < 0) return undefined
    let carry = high * 62 + low
    for (let i = limbCount - 1; i >= 0; i--) {
      const value = (limbs[i] as number) * pair + carry
      limbs[i] = value & 0xffff
      carry = value >> 16
    }
    if (carry > 0) return undefined
  }
  const bytes = new Uint8Array(length)
  for (let i = 0; i < limbCount; i++) {
    bytes[2 * i] = (limbs[i] as number) >> 8
    bytes[2 * i + 1] = limbs[i] as number
  }
  return bytes
}

/** Base-62 digits that hold any number of so many bytes. */
export function base62Length(bytes: number): number {
  return Math.ceil((bytes * 8) / bitsPerDigit)
}
