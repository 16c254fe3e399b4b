import { parseUuidWords } from './uuid.ts'

const wordsPerUuid = 4
const loadMax = 0.7

/**
 * A growing set of UUIDv7s, in one array (open addressing, linear probing). A JavaScript `Set` ends at 2^24 members,
 * fewer than a log has entries.
 */
export class UuidSet {
  #words: Uint32Array = new Uint32Array(1024 * wordsPerUuid)
  #size = 0

  /** Adds a UUID in canonical text. @returns whether it was new */
  add(uuid: string): boolean {
    if (!place(this.#words, ...parseUuidWords(uuid))) return false
    this.#size++
    if (this.#size * wordsPerUuid > this.#words.length * loadMax) this.#grow()
    return true
  }

  has(uuid: string): boolean {
    const [a, b, c, d] = parseUuidWords(uuid)
    const table = this.#words
    for (let at = firstPlace(table, d); !isFree(table, at); at = (at + wordsPerUuid) % table.length)
      if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return true
    return false
  }

  #grow(): void {
    const grown = new Uint32Array(this.#words.length * 2)
    const word = (at: number): number => this.#words[at] ?? 0
    for (let at = 0; at < this.#words.length; at += wordsPerUuid) {
      if (!isFree(this.#words, at)) place(grown, word(at), word(at + 1), word(at + 2), word(at + 3))
    }
    this.#words = grown
  }
}

/** Puts the words into the first free place after the one that the last, random one names, unless they are there. */
function place(table: Uint32Array, a: number, b: number, c: number, d: number): boolean {
  for (let at = firstPlace(table, d); ; at = (at + wordsPerUuid) % table.length) {
    if (isFree(table, at)) {
      table[at] = a
      table[at + 1] = b
      table[at + 2] = c
      table[at + 3] = d
      return true
    }
    if (table[at] === a && table[at + 1] === b && table[at + 2] === c && table[at + 3] === d) return false
  }
}

function firstPlace(table: Uint32Array, d: number): number {
  return (d * wordsPerUuid) % table.length
}

/** The second word of a UUIDv7 holds its version, and is never zero. */
function isFree(table: Uint32Array, at: number): boolean {
  return table[at + 1] === 0
}
