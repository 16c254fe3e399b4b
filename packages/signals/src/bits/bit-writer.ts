import { CODE_OF_SEXTET } from './base64url.ts'

const ascii = new TextDecoder()

/** Collects big-endian bits in groups of six: what TCF and GPP call base64url without bytes in between. */
export class BitWriter {
  #sextets: Uint8Array<ArrayBuffer> = new Uint8Array(64)
  #length = 0

  /** Bits written so far. */
  get length(): number {
    return this.#length
  }

  /**
   * Appends an unsigned integer.
   *
   * @param value 0 up to 2^bits - 1; anything else is a `RangeError`, so that no field can spill into its neighbour
   * @param bits 1-53
   */
  write(value: number, bits: number): void {
    if (!Number.isInteger(value) || value < 0 || value >= 2 ** bits) {
      throw new RangeError(`${value} does not fit ${bits} bits`)
    }
    if (bits > 30) {
      this.#append(Math.floor(value / 2 ** 30), bits - 30)
      this.#append(value % 2 ** 30, 30)
    } else {
      this.#append(value, bits)
    }
  }

  /**
   * Appends a field of `size` bits in which bit n (from 1) is set for each id n of `ids`.
   *
   * @param ids ascending, each once, 1 to `size`; anything else is a `RangeError`
   */
  writeBitField(ids: readonly number[], size: number): void {
    const before = this.#length - 1
    this.#grow(size)
    const sextets = this.#sextets
    let last = 0
    for (const id of ids) {
      if (!(id > last && id <= size))
        throw new RangeError(`id ${id} after ${last} in a field of ${size} bits`)
      last = id
      const index = sextetOf(before + id)
      sextets[index] = (sextets[index] ?? 0) | (32 >> (before + id - index * 6))
    }
  }

  /** The text, filled up with zero bits to a multiple of `padding` bits (itself a multiple of six). */
  toBase64Url(padding: 6 | 24): string {
    const count = Math.ceil(this.#length / padding) * (padding / 6)
    const codes = new Uint8Array(count)
    for (let i = 0; i < count; i++) codes[i] = CODE_OF_SEXTET[this.#sextets[i] ?? 0] ?? 0
    return ascii.decode(codes)
  }

  #append(value: number, bits: number): void {
    let index = sextetOf(this.#length)
    let free = 6 - (this.#length % 6)
    this.#grow(bits)
    let left = bits
    while (left > 0) {
      const take = Math.min(free, left)
      left -= take
      free -= take
      const chunk = (value >>> left) & ((1 << take) - 1)
      this.#sextets[index] = (this.#sextets[index] ?? 0) | (chunk << free)
      index++
      free = 6
    }
  }

  #grow(bits: number): void {
    this.#length += bits
    const needed = Math.ceil(this.#length / 6)
    if (needed <= this.#sextets.length) return
    const larger = new Uint8Array(Math.max(needed, this.#sextets.length * 2))
    larger.set(this.#sextets)
    this.#sextets = larger
  }
}

/** The group a bit stands in; as an integer division, which is twice as fast here as `Math.trunc`. */
function sextetOf(position: number): number {
  return (position / 6) | 0
}
