/** A source of random numbers. The same seed always gives the same numbers. */
export interface Chance {
  /** Returns a random whole number from 0 to `bound` − 1. */
  below(bound: number): number
}

/** Makes a mulberry32 generator from a seed. Its 32 bits of state are enough for choosing products. */
export function chanceFrom(seed: number): Chance {
  let state = seed >>> 0
  return {
    below(bound) {
      state = (state + 0x6d2b79f5) >>> 0
      let mixed = Math.imul(state ^ (state >>> 15), state | 1)
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
      return ((mixed ^ (mixed >>> 14)) >>> 0) % bound
    },
  }
}
