/** A repeatable source of chances: the moments are the machine's, but what is broken and in which order is the seed's. */
export interface SeededRandom {
  /** From `low` up to, not including, `high`. */
  between(low: number, high: number): number
  whole(low: number, high: number): number
  pick<T>(list: readonly T[]): T
  isChance(share: number): boolean
  shuffle<T>(list: readonly T[]): T[]
}

/** Mulberry32: small, and good enough to choose by. */
export function seededRandom(seed: number): SeededRandom {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (low: number, high: number) => low + next() * (high - low)
  const whole = (low: number, high: number) => Math.floor(between(low, high))
  return {
    between,
    whole,
    pick(list) {
      const chosen = list[whole(0, list.length)]
      if (chosen === undefined) throw new Error('nothing to pick from')
      return chosen
    },
    isChance: (share) => next() < share,
    shuffle: (list) =>
      list
        .map((item) => ({ item, rank: next() }))
        .sort((a, b) => a.rank - b.rank)
        .map(({ item }) => item),
  }
}
