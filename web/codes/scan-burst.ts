/** Tells a scanner from fingers: by how fast the keys came, by what ended them, and by what they spell. Knows nothing of the page. */
import { isGtin, readGs1 } from './gs1.ts'

/** Fingers need some 80 ms a key or more; scanners 1 to 40, by radio unevenly. */
const FAST_MEAN_MS = 65
export const FAST_LONGEST_MS = 150
/** A whole GTIN may come slower, as from a busy machine. */
const GTIN_MEAN_MS = 250
/** Without an ending, nothing but the speed speaks for a scan. */
const UNENDED_MEAN_MS = 35
const SHORTEST = 3
/** In a field for a figure: 999 may be a quantity, and its keys may be rolled. */
const SHORTEST_FIGURE = 4
/** What could be a figure or a word comes from a scanner only if no key of it, nor its ending, kept one waiting longer: fingers do. */
const MACHINE_LONGEST_MS = 75
/** No fingers are that fast, not even when they roll over the keys. */
const MACHINE_MEAN_MS = 30
const SHORTEST_UNENDED = 6
const SHORTEST_HEAD = 4
/** In a field for a figure, however slow: no quantity is a GTIN of that length. */
const SLOW_GTIN = 12
/** Nor is it longer than this. */
const LONGEST_FIGURE = 7

/** Where the keys go: a field for text, one for a figure, or none, such as a button or the page itself. */
export type Aim = 'text' | 'figure' | 'none'

/** Keys that came one after another, without an ending yet. */
export interface Burst {
  readonly text: string
  readonly firstAt: number
  readonly lastAt: number
  readonly longestGapMs: number
}

export const begun = (letter: string, at: number): Burst => ({ text: letter, firstAt: at, lastAt: at, longestGapMs: 0 })

export const continued = (burst: Burst, letter: string, at: number): Burst => ({
  text: burst.text + letter,
  firstAt: burst.firstAt,
  lastAt: at,
  longestGapMs: Math.max(burst.longestGapMs, at - burst.lastAt),
})

const meanOf = ({ text, firstAt, lastAt }: Burst) => (lastAt - firstAt) / Math.max(1, text.length - 1)

const isWithin = (burst: Burst, meanMs: number, longestMs: number) =>
  meanOf(burst) <= meanMs && burst.longestGapMs <= longestMs

/** True when no fingers typed it. */
export const isFast = (burst: Burst): boolean => isWithin(burst, FAST_MEAN_MS, FAST_LONGEST_MS)

const isDigits = (text: string) => /^\d+$/.test(text)
/** Whoever types 13 digits types the number of a company, which begins with 1 or 5; shops print codes without a right check digit. */
const isSlowCode = (text: string) => (isGtin(text) && text.length > SLOW_GTIN) || /^[02346789]\d{12}$/.test(text)
const isGs1 = (text: string) => readGs1(text) !== null

/** Whether keys that ended, with Enter or Tab, are a scan. `endGapMs`: from the last of them to the ending. */
export function isScan(burst: Burst, aim: Aim, endGapMs: number): boolean {
  const { text } = burst
  const isEnded = endGapMs <= FAST_LONGEST_MS
  if (isSlowCode(text) && meanOf(burst) <= GTIN_MEAN_MS) return true
  if (aim === 'figure') {
    if (isSlowCode(text) || (isGtin(text) && text.length === SLOW_GTIN)) return true
    // A figure as one types it.
    if (/^\d*[.,]?\d*$/.test(text) && !(isDigits(text) && text.length >= SHORTEST_FIGURE)) return false
    if (isDigits(text) && text.length <= LONGEST_FIGURE) return isFast(burst) && isOfMachine(burst, endGapMs)
  }
  // Words are typed, or put there by a program that helps with typing.
  if (aim === 'text' && /\s/.test(text.trim())) return false
  if (aim === 'text' && !/\d/.test(text) && !(meanOf(burst) <= UNENDED_MEAN_MS && isOfMachine(burst, endGapMs)))
    return false
  return text.length >= SHORTEST && isEnded && isFast(burst)
}

const isOfMachine = ({ longestGapMs }: Burst, endGapMs: number) =>
  Math.max(longestGapMs, endGapMs) <= MACHINE_LONGEST_MS

/** Whether what was taken for a scan may have been typed after all: as short as a figure or a word, and no faster than the fastest fingers. */
export const isDoubtful = (burst: Burst, aim: Aim): boolean =>
  aim !== 'none' && burst.text.length <= LONGEST_FIGURE && meanOf(burst) > MACHINE_MEAN_MS

/** Whether keys that nothing ended are a scan. `endsScans`: a scanner was seen here that ends its codes, so that a pause ends none. */
export function isUnendedScan(burst: Burst, aim: Aim, endsScans: boolean): boolean {
  const { text } = burst
  if (text.length < SHORTEST_UNENDED || !/\d/.test(text) || /\s/.test(text)) return false
  if (!isWithin(burst, UNENDED_MEAN_MS, FAST_LONGEST_MS)) return false
  if (isGtin(text) || isGs1(text)) return true
  if (endsScans) return false
  return aim === 'none' || !isDigits(text) || (aim === 'figure' && text.length > LONGEST_FIGURE)
}

/** The beginning of a code whose rest is still to come. */
export const isHead = (burst: Burst): boolean =>
  burst.text.length >= SHORTEST_HEAD && isDigits(burst.text) && isFast(burst)

/**
 * A code whose beginning came before a pause: joined where the check digit says that they belong together, by itself where it is whole,
 * else null: only its tail was read.
 */
export function joined(head: string, tail: string): string | null {
  if (!isDigits(tail)) return tail
  if (isGtin(head + tail)) return head + tail
  return isGtin(tail) ? tail : null
}
