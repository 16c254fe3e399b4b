import { Malformed } from './malformed.ts'

// `btoa` and `atob` are no faster, forgive white space, and know no base64url.

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const standard = alphabet(`${letters}+/`)
const urlSafe = alphabet(`${letters}-_`)

/** Base64 with padding (RFC 4648, section 4): checkpoints, leaf entries, proofs, documents. */
export function encodeBase64(bytes: Uint8Array): string {
  const text = encode(bytes, standard)
  return text + '='.repeat((4 - (text.length % 4)) % 4)
}

/** Base64url without padding (RFC 7515, section 2): tokens, keys, hashes inside a payload. */
export function encodeBase64Url(bytes: Uint8Array): string {
  return encode(bytes, urlSafe)
}

/**
 * The reverse of `encodeBase64`, and of nothing else: one value has one text (RFC 4648, section 3.5).
 *
 * @throws Malformed on white space, missing padding, foreign characters, spare bits that are not zero
 */
export function decodeBase64(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 !== 0) throw new Malformed('base64 without its padding')
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0
  return decode(text, text.length - padding, standard)
}

/**
 * The reverse of `encodeBase64Url`, and of nothing else.
 *
 * @throws Malformed on padding, white space, foreign characters, spare bits that are not zero
 */
export function decodeBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (text.length % 4 === 1) throw new Malformed('base64url cut short')
  return decode(text, text.length, urlSafe)
}

interface Alphabet {
  /** Character code of each of the 64 digits. */
  readonly codes: Uint8Array
  /** Digit of each character code below 128; -1 for a foreign character. */
  readonly values: Int8Array
}

function alphabet(digits: string): Alphabet {
  const codes = Uint8Array.from(digits, (digit) => digit.charCodeAt(0))
  const values = new Int8Array(128).fill(-1)
  for (const [value, code] of codes.entries()) values[code] = value
  return { codes, values }
}

/** `String.fromCharCode` takes its characters as arguments, of which an engine allows some ten thousands. */
const codesPerString = 4096

function encode(bytes: Uint8Array, { codes }: Alphabet): string {
  let text = ''
  let held: number[] = []
  for (let i = 0; i < bytes.length; i += 3) {
    const group = ((bytes[i] ?? 0) << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0)
    held.push(
      codes[group >> 18] ?? 0,
      codes[(group >> 12) & 63] ?? 0,
      codes[(group >> 6) & 63] ?? 0,
      codes[group & 63] ?? 0,
    )
    if (held.length === codesPerString) {
      text += String.fromCharCode(...held)
      held = []
    }
  }
  return (text + String.fromCharCode(...held)).slice(0, Math.ceil((bytes.length * 4) / 3))
}

function decode(text: string, digits: number, { values }: Alphabet): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((digits * 3) / 4))
  const digit = (i: number): number => (i < digits ? (values[text.charCodeAt(i)] ?? -1) : 0)
  let foreign = 0
  let group = 0
  for (let i = 0, at = 0; i < digits; i += 4, at += 3) {
    group = (digit(i) << 18) | (digit(i + 1) << 12) | (digit(i + 2) << 6) | digit(i + 3)
    foreign |= group
    bytes[at] = group >> 16
    bytes[at + 1] = group >> 8
    bytes[at + 2] = group
  }
  if (foreign < 0) throw new Malformed('a character outside the base64 alphabet')
  const spareBits = digits % 4 === 2 ? 0xffff : digits % 4 === 3 ? 0xff : 0
  if ((group & spareBits) !== 0) throw new Malformed('base64 with spare bits that are not zero')
  return bytes
}
