/** Random choices. The same seed always gives the same choices. */

export interface Chance {
  /** Returns a random number x with 0 ≤ x < 1. */
  next(): number
  /** Returns a random whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  between(from: number, to: number): number
  of<T>(choices: readonly T[]): T
  is(probability: number): boolean
  /** Returns `count` different choices, in random order. */
  some<T>(choices: readonly T[], count: number): T[]
}

/** Makes a Mulberry32 generator: small, and with the same numbers on every machine. */
export function chanceOf(seed: number): Chance {
  let state = (seed * 2_654_435_761) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    next,
    whole,
    between: (from, to) => from + next() * (to - from),
    of: (choices) => choices[whole(0, choices.length - 1)]!,
    is: (probability) => next() < probability,
    some: (choices, count) => {
      const rest = [...choices]
      return Array.from({ length: Math.min(count, rest.length) }, () => rest.splice(whole(0, rest.length - 1), 1)[0]!)
    },
  }
}
