/** The last few results, by what they depend on: past the bound the one that was not asked for the longest goes. */
export class BoundedMap<K, V> {
  readonly #entries = new Map<K, V>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key)
    if (value === undefined) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, value)
    return value
  }

  set(key: K, value: V): void {
    this.#entries.delete(key)
    const [oldest] = this.#entries.keys()
    if (this.#entries.size >= this.#max && oldest !== undefined) this.#entries.delete(oldest)
    this.#entries.set(key, value)
  }
}
