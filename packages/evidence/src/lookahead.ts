/** Whatever can be gone through once, by a reader that may have to wait. */
export type Stream<T> = Iterable<T> | AsyncIterable<T>

/** The next items of a stream, and some beyond them. */
export class Lookahead<S, T> {
  readonly #source: AsyncIterator<S> | Iterator<S>
  readonly #read: (item: S) => T
  #items: T[] = []
  #taken = 0
  #hasEnded = false

  /** @param read what to make of each item of the stream, once */
  constructor(stream: Stream<S>, read: (item: S) => T) {
    this.#source = Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
    this.#read = read
  }

  /** Whether fewer items than these are ahead, and there may be more. */
  isShortOf(count: number): boolean {
    return this.#items.length - this.#taken < count && !this.#hasEnded
  }

  /** Reads until twice so many items are ahead, or the stream ends. */
  async fill(count: number): Promise<void> {
    this.#items = this.#items.slice(this.#taken)
    this.#taken = 0
    while (this.#items.length < 2 * count && !this.#hasEnded) {
      const next = this.#source.next()
      const { done, value } = next instanceof Promise ? await next : next
      if (done) this.#hasEnded = true
      else this.#items.push(this.#read(value))
    }
  }

  /** The item so far ahead; undefined beyond the end. */
  peek(ahead = 0): T | undefined {
    return this.#items[this.#taken + ahead]
  }

  /** Goes past some items. */
  skip(count: number): void {
    this.#taken += count
  }
}
