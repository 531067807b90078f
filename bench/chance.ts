/** Random numbers determined by a seed. */
export interface Chance {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number
}

/** The mulberry32 generator: 32 bits of state are enough for choosing products. */
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
