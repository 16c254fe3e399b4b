import { SignalError } from '../signal-error.ts'
import { bytesOfBase64Url } from './base64url.ts'

/** Most bits of one look: 32 of them are at hand from the byte in which a field begins, and up to 7 lie before it. */
const AT_ONCE = 25

/** Reads big-endian bits out of base64url text; every read is bounded by the text itself. */
export class BitReader {
  /** A character for each byte: the engine turns the text into one by itself, a loop of ours would be slow at first. */
  readonly #bytes: string
  readonly #length: number
  #position = 0

  /** @throws SignalError `malformed` for a character outside the alphabet; the caller bounds the length */
  constructor(text: string) {
    this.#bytes = bytesOfBase64Url(text)
    this.#length = text.length * 6
  }

  /** Bits not read yet, padding included. */
  get remaining(): number {
    return this.#length - this.#position
  }

  /** The next `bits` bits (1-53) as an unsigned integer. @throws SignalError `malformed` past the end */
  read(bits: number): number {
    const position = this.#position
    if (position + bits > this.#length)
      throw new SignalError('malformed', 'the text ends before its fields do')
    // Multiplying instead of shifting: a time stamp has 36 bits, a shift only 32.
    if (bits > AT_ONCE) return this.read(bits - AT_ONCE) * 2 ** AT_ONCE + this.read(AT_ONCE)
    this.#position = position + bits
    const bytes = this.#bytes
    const at = position >> 3
    const word =
      (bytes.charCodeAt(at) << 24) |
      (bytes.charCodeAt(at + 1) << 16) |
      (bytes.charCodeAt(at + 2) << 8) |
      bytes.charCodeAt(at + 3)
    return (word << (position & 7)) >>> (32 - bits)
  }

  readFlag(): boolean {
    return this.read(1) === 1
  }

  /**
   * The ids whose bits are set in a field of `size` bits, ascending; bit 0 stands for id 1.
   *
   * @param countMax no more ids are gathered: one above it, and the rest of the field is not looked at
   */
  readBitField(size: number, countMax: number = size): number[] {
    if (size > this.remaining) throw new SignalError('malformed', 'the text ends before its fields do')
    const ids: number[] = []
    for (let first = 1; first <= size && ids.length <= countMax; first += AT_ONCE) {
      const width = Math.min(AT_ONCE, size - first + 1)
      // A step for each bit that is set: those that are not cost nothing.
      for (let bits = this.read(width) << (32 - width); bits !== 0; ) {
        const gap = Math.clz32(bits)
        ids.push(first + gap)
        bits &= ~(0x8000_0000 >>> gap)
      }
    }
    return ids
  }
}
