/**
 * Decides whether a series of key presses came from a barcode scanner or a person. Judges by the speed of the keys, the
 * key that ends the series, and the text. The code does not depend on the page.
 */
import { isGtin, readGs1 } from './gs1.ts'

/**
 * The average time per key above which keys count as typed by hand. People need about 80 ms or more per key; scanners
 * need 1 to 40 ms, with more variation over radio.
 */
const FAST_MEAN_MS = 65
export const FAST_LONGEST_MS = 150
/** Like FAST_MEAN_MS, but for a complete GTIN. It is higher, because a busy machine delays the keys of a scan. */
const GTIN_MEAN_MS = 250
/**
 * Like FAST_MEAN_MS, but for keys without Enter or Tab at the end. It is lower, because only the speed shows that they
 * are a scan.
 */
const UNENDED_MEAN_MS = 35
const SHORTEST = 3
/**
 * The number of digits below which keys in a number field never count as a scan, because 999, for example, may be a
 * quantity that was typed quickly with overlapping keys.
 */
const SHORTEST_FIGURE = 4
/**
 * The longest gap between the keys of a scan if its text is short and could be a number or a word. The gap before
 * Enter or Tab counts, too.
 */
const MACHINE_LONGEST_MS = 75
/**
 * The average time per key below which keys are certainly a scan, because nobody types that fast, not even with
 * overlapping keys.
 */
const MACHINE_MEAN_MS = 30
const SHORTEST_UNENDED = 6
const SHORTEST_HEAD = 4
/**
 * A GTIN in a number field counts as a scan at any speed if it is longer than this, because no quantity is that long.
 */
const SLOW_GTIN = 12
/** The most digits of a number that people type, such as a quantity. */
const LONGEST_FIGURE = 7

/**
 * What has the focus while keys arrive: a text field, a number field, or something else, such as a button or the page
 * itself.
 */
export type Aim = 'text' | 'figure' | 'none'

/** A quick series of key presses that has not ended yet. */
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

/** Whether the keys came faster than anybody types. */
export const isFast = (burst: Burst): boolean => isWithin(burst, FAST_MEAN_MS, FAST_LONGEST_MS)

const isDigits = (text: string) => /^\d+$/.test(text)
/**
 * Whether slowly entered digits are still a code. Among 13-digit numbers, people type only company registration
 * numbers, which begin with 1 or 5. Other first digits mean a code, even with a wrong check digit, since shops print
 * such codes.
 */
const isSlowCode = (text: string) => (isGtin(text) && text.length > SLOW_GTIN) || /^[02346789]\d{12}$/.test(text)
const isGs1 = (text: string) => readGs1(text) !== null

/**
 * Whether keys that ended with Enter or Tab are a scan. `endGapMs` is the time from the last character to Enter or Tab.
 */
export function isScan(burst: Burst, aim: Aim, endGapMs: number): boolean {
  const { text } = burst
  const isEnded = endGapMs <= FAST_LONGEST_MS
  if (isSlowCode(text) && meanOf(burst) <= GTIN_MEAN_MS) return true
  if (aim === 'figure') {
    if (isSlowCode(text) || (isGtin(text) && text.length === SLOW_GTIN)) return true
    // The text is a number as people type it, such as a quantity, so it does not count as a code.
    if (/^\d*[.,]?\d*$/.test(text) && !(isDigits(text) && text.length >= SHORTEST_FIGURE)) return false
    if (isDigits(text) && text.length <= LONGEST_FIGURE) return isFast(burst) && isOfMachine(burst, endGapMs)
  }
  // Text with spaces does not come from a scanner: it was typed, or inserted by another program.
  if (aim === 'text' && /\s/.test(text.trim())) return false
  if (aim === 'text' && !/\d/.test(text) && !(meanOf(burst) <= UNENDED_MEAN_MS && isOfMachine(burst, endGapMs)))
    return false
  return text.length >= SHORTEST && isEnded && isFast(burst)
}

const isOfMachine = ({ longestGapMs }: Burst, endGapMs: number) =>
  Math.max(longestGapMs, endGapMs) <= MACHINE_LONGEST_MS

/**
 * Whether a series of keys that was taken for a scan may have been typed after all: its text is short enough for a
 * number or a word, and a very fast typist could have typed it at that speed.
 */
export const isDoubtful = (burst: Burst, aim: Aim): boolean =>
  aim !== 'none' && burst.text.length <= LONGEST_FIGURE && meanOf(burst) > MACHINE_MEAN_MS

/**
 * Whether keys that did not end with Enter or Tab are a scan. `endsScans` means that a scanner in this browser has sent
 * Enter or Tab after its codes, so that a pause alone does not end a scan.
 */
export function isUnendedScan(burst: Burst, aim: Aim, endsScans: boolean): boolean {
  const { text } = burst
  if (text.length < SHORTEST_UNENDED || !/\d/.test(text) || /\s/.test(text)) return false
  if (!isWithin(burst, UNENDED_MEAN_MS, FAST_LONGEST_MS)) return false
  if (isGtin(text) || isGs1(text)) return true
  if (endsScans) return false
  return aim === 'none' || !isDigits(text) || (aim === 'figure' && text.length > LONGEST_FIGURE)
}

/** Whether the keys so far may be the beginning of a code whose rest is still to come. */
export const isHead = (burst: Burst): boolean =>
  burst.text.length >= SHORTEST_HEAD && isDigits(burst.text) && isFast(burst)

/**
 * Joins two parts of a code between which there was a pause, if the check digit shows that they belong together.
 * Returns the second part alone if it is a complete code, or null if only the end of a code was read.
 */
export function joined(head: string, tail: string): string | null {
  if (!isDigits(tail)) return tail
  if (isGtin(head + tail)) return head + tail
  return isGtin(tail) ? tail : null
}
