import { SignalError } from '../signal-error.ts'
import { SEXTET_OF_CODE } from './base64url.ts'

/** Reads big-endian bits out of base64url text; every read is bounded by the text itself. */
export class BitReader {
  readonly #sextets: Uint8Array<ArrayBuffer>
  #position = 0

  /** @throws SignalError `malformed` for a character outside the alphabet; the caller bounds the length */
  constructor(text: string) {
    const sextets = new Uint8Array(text.length)
    for (let i = 0; i < text.length; i++) {
      const sextet = SEXTET_OF_CODE[text.charCodeAt(i)] ?? 255
      if (sextet === 255) throw new SignalError('malformed', `no base64url character at ${i}`)
      sextets[i] = sextet
    }
    this.#sextets = sextets
  }

  /** Bits not read yet, padding included. */
  get remaining(): number {
    return this.#sextets.length * 6 - this.#position
  }

  /** The next `bits` bits (1-53) as an unsigned integer. @throws SignalError `malformed` past the end */
  read(bits: number): number {
    this.#need(bits)
    let value = 0
    let left = bits
    while (left > 0) {
      const free = 6 - (this.#position % 6)
      const take = Math.min(free, left)
      const sextet = this.#sextets[Math.trunc(this.#position / 6)] ?? 0
      // Multiplying instead of shifting: a time stamp has 36 bits, a shift only 32.
      value = value * (1 << take) + ((sextet >> (free - take)) & ((1 << take) - 1))
      this.#position += take
      left -= take
    }
    return value
  }

  readFlag(): boolean {
    return this.read(1) === 1
  }

  /** The ids whose bits are set in a field of `size` bits, ascending; bit 0 stands for id 1. */
  readBitField(size: number): number[] {
    this.#need(size)
    const ids: number[] = []
    for (let id = 1; id <= size; id++, this.#position++) {
      const sextet = this.#sextets[Math.trunc(this.#position / 6)] ?? 0
      if ((sextet & (32 >> (this.#position % 6))) !== 0) ids.push(id)
    }
    return ids
  }

  #need(bits: number): void {
    if (bits > this.remaining) throw new SignalError('malformed', 'the text ends before its fields do')
  }
}
