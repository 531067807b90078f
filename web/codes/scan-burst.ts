/**
 * Distinguishes a scanner from typing: by the speed of the keys, by the key that ended them, and by the text.
 * Independent of the page.
 */
import { isGtin, readGs1 } from './gs1.ts'

/** Average time per key. People need about 80 ms or more; scanners 1 to 40, unevenly over radio. */
const FAST_MEAN_MS = 65
export const FAST_LONGEST_MS = 150
/** A complete GTIN may arrive more slowly, for example on a busy machine. */
const GTIN_MEAN_MS = 250
/** Without an ending key, only the speed indicates a scan, so the limit is stricter. */
const UNENDED_MEAN_MS = 35
const SHORTEST = 3
/**
 * The fewest digits that count as a scan in a number field: 999 may be a quantity, typed quickly with overlapping keys.
 */
const SHORTEST_FIGURE = 4
/**
 * Short text that could be a number or a word counts as a scan only if no gap, including the one before the ending, is
 * longer than this.
 */
const MACHINE_LONGEST_MS = 75
/** Nobody types this fast, not even with overlapping keys. */
const MACHINE_MEAN_MS = 30
const SHORTEST_UNENDED = 6
const SHORTEST_HEAD = 4
/** In a number field, a GTIN longer than this counts as a scan at any speed: no quantity is that long. */
const SLOW_GTIN = 12
/** People type numbers of at most this many digits. */
const LONGEST_FIGURE = 7

/** Where the keys go: a text field, a number field, or no field at all, such as a button or the page itself. */
export type Aim = 'text' | 'figure' | 'none'

/** A series of keys that has not ended yet. */
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

/** True when the keys came faster than anybody types. */
export const isFast = (burst: Burst): boolean => isWithin(burst, FAST_MEAN_MS, FAST_LONGEST_MS)

const isDigits = (text: string) => /^\d+$/.test(text)
/**
 * If a person types 13 digits, it is a company's registration number, which begins with 1 or 5. Other first digits mean
 * a code, even with a wrong check digit, since shops print such codes.
 */
const isSlowCode = (text: string) => (isGtin(text) && text.length > SLOW_GTIN) || /^[02346789]\d{12}$/.test(text)
const isGs1 = (text: string) => readGs1(text) !== null

/** Whether keys ended by Enter or Tab are a scan. `endGapMs`: the time from the last key to the ending. */
export function isScan(burst: Burst, aim: Aim, endGapMs: number): boolean {
  const { text } = burst
  const isEnded = endGapMs <= FAST_LONGEST_MS
  if (isSlowCode(text) && meanOf(burst) <= GTIN_MEAN_MS) return true
  if (aim === 'figure') {
    if (isSlowCode(text) || (isGtin(text) && text.length === SLOW_GTIN)) return true
    // A number as people type it.
    if (/^\d*[.,]?\d*$/.test(text) && !(isDigits(text) && text.length >= SHORTEST_FIGURE)) return false
    if (isDigits(text) && text.length <= LONGEST_FIGURE) return isFast(burst) && isOfMachine(burst, endGapMs)
  }
  // Text with spaces is typed by people or inserted by an input tool.
  if (aim === 'text' && /\s/.test(text.trim())) return false
  if (aim === 'text' && !/\d/.test(text) && !(meanOf(burst) <= UNENDED_MEAN_MS && isOfMachine(burst, endGapMs)))
    return false
  return text.length >= SHORTEST && isEnded && isFast(burst)
}

const isOfMachine = ({ longestGapMs }: Burst, endGapMs: number) =>
  Math.max(longestGapMs, endGapMs) <= MACHINE_LONGEST_MS

/**
 * Whether a supposed scan may have been typed after all: short enough for a number or a word, and not faster than the
 * fastest typist.
 */
export const isDoubtful = (burst: Burst, aim: Aim): boolean =>
  aim !== 'none' && burst.text.length <= LONGEST_FIGURE && meanOf(burst) > MACHINE_MEAN_MS

/**
 * Whether keys without an ending are a scan. `endsScans`: this browser has seen a scanner that ends its codes, so a
 * pause does not end one.
 */
export function isUnendedScan(burst: Burst, aim: Aim, endsScans: boolean): boolean {
  const { text } = burst
  if (text.length < SHORTEST_UNENDED || !/\d/.test(text) || /\s/.test(text)) return false
  if (!isWithin(burst, UNENDED_MEAN_MS, FAST_LONGEST_MS)) return false
  if (isGtin(text) || isGs1(text)) return true
  if (endsScans) return false
  return aim === 'none' || !isDigits(text) || (aim === 'figure' && text.length > LONGEST_FIGURE)
}

/** Whether the keys may be the beginning of a code whose rest is still to come. */
export const isHead = (burst: Burst): boolean =>
  burst.text.length >= SHORTEST_HEAD && isDigits(burst.text) && isFast(burst)

/**
 * Joins two parts of a code separated by a pause, if the check digit shows that they belong together. Returns the
 * second part alone if it is complete, or null if only the end of a code was read.
 */
export function joined(head: string, tail: string): string | null {
  if (!isDigits(tail)) return tail
  if (isGtin(head + tail)) return head + tail
  return isGtin(tail) ? tail : null
}
