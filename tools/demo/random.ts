/** Random choices that depend only on a seed, so that the same seed always plays the same day. */

export interface Random {
  /** Returns a random number x with 0 ≤ x < 1. */
  fraction(): number
  /** Returns a random whole number from `from` to `to`, both included. */
  whole(from: number, to: number): number
  /** Returns true with a probability of `share` percent. */
  percent(share: number): boolean
  pick<T>(from: readonly T[]): T
  /** Returns `count` different entries, in random order. */
  several<T>(from: readonly T[], count: number): T[]
}

/**
 * Returns a separate random generator for each topic. Thus adding a product, for example, does not change the
 * customers.
 */
export function randomOf(seed: number, topic: string): Random {
  const next = mulberry32(hashOf(`${seed} ${topic}`))
  const whole = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  return {
    fraction: next,
    whole,
    percent: (share) => next() * 100 < share,
    pick: (from) => from[whole(0, from.length - 1)]!,
    several(from, count) {
      const left = [...from]
      const taken: (typeof left)[number][] = []
      while (taken.length < count && left.length > 0) taken.push(...left.splice(whole(0, left.length - 1), 1))
      return taken
    },
  }
}

/** Returns the 32-bit FNV-1a hash of a text. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const byte of Buffer.from(text)) hash = Math.imul(hash ^ byte, 0x01000193)
  return hash >>> 0
}

/** Returns Tommy Ettinger's random number generator Mulberry32: small, fast, and good enough for a demo. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
