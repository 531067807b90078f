/**
 * A source of random numbers that starts from a seed. The same seed gives the same numbers on every machine, so a failed test
 * can be repeated.
 */

export interface Chance {
  /** Returns a number from 0 up to, but not including, 1. */
  next(): number
  /** Returns a whole number from 0 up to, but not including, `bound`. */
  below(bound: number): number
  /** Returns a whole number from `least` to `most`, both included. */
  between(least: number, most: number): number
  happens(probability: number): boolean
  /** Picks one of the choices, of which there must be at least one. */
  pick<T>(choices: readonly T[]): T
  /** Picks one of the choices, with a probability proportional to its weight. */
  weigh<T>(choices: readonly (readonly [number, T])[]): T
  /**
   * Returns an independent source of random numbers. Using the new source does not change the next numbers of this one.
   */
  fork(): Chance
}

export function createChance(seed: number): Chance {
  let state = seed >>> 0
  // The mulberry32 generator: short, and good enough for test data.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (bound: number) => Math.floor(next() * bound)
  return {
    next,
    below,
    between: (least, most) => least + below(most - least + 1),
    happens: (probability) => next() < probability,
    pick: (choices) => {
      if (choices.length === 0) throw new Error('There is nothing to pick from')
      return choices[below(choices.length)]!
    },
    weigh: (choices) => {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0)
      for (const [weight, choice] of choices) {
        left -= weight
        if (left < 0) return choice
      }
      return choices.at(-1)![1]
    },
    fork: () => createChance(below(0xffffffff)),
  }
}

/**
 * Returns the seed for a run: the environment variable SEED if it is set, otherwise `usual`. By default `usual` is a
 * new number in each run; everyday tests pass a fixed seed.
 */
export function chooseSeed(usual = Date.now() % 1_000_000_000): number {
  const given = process.env.SEED
  return given === undefined || given === '' ? usual : Number(given)
}
