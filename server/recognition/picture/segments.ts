/** Finds pieces of text that belong together: a line of text within a table cell, or a phrase outside tables. */
import { type InkComponent, inkComponentsOf } from './components.ts'
import { centreOf } from './pieces.ts'
import type { PreparedPage } from './prepare.ts'
import { type Box, heightOf, overlapOf, quantileOf, unionOf, widthOf } from './raster.ts'
import type { Ruling } from './rules.ts'
import { INK_THRESHOLD } from './straighten.ts'

export interface Segment extends Box {
  readonly letters: number
}

/**
 * The gap, in heights of a lowercase letter, above which texts belong to different columns instead of being words of
 * one text.
 */
const MAX_WORD_GAP = 1.3

/**
 * The corresponding limit within one ruled cell. It is higher, because a gap within a cell can only be between words or
 * between the digits of a number.
 */
const MAX_GAP_IN_CELL = 2.2

/**
 * MAX_GAP_IN_CELL is used only in cells up to this width. A wider cell may really be two cells whose dividing line was
 * too faint to be found.
 */
const MAX_CELL = 16

const MAX_SEGMENTS = 3_000
const MAX_PIECES = 40_000

/**
 * Returns segments from top to bottom, then from left to right. If there are more than MAX_SEGMENTS, returns the
 * largest.
 */
export function segmentsOf({ gray, rulings, letterHeight }: PreparedPage): Segment[] {
  const pieces = inkComponentsOf(gray, INK_THRESHOLD)
    .filter((one) => isTextual(one, letterHeight))
    .sort((a, b) => b.area - a.area)
    .slice(0, MAX_PIECES)
  const spacing = { letterHeight, wordGap: wordGapOf(pieces, letterHeight) }
  const segments = chained(pieces, spacing, rulings.upright).flatMap((chain) => {
    const letters = chain.filter((one) => heightOf(one) >= 0.55 * letterHeight).length
    return letters === 0 ? [] : [{ ...unionOf(chain), letters }]
  })
  return segments
    .filter((one) => heightOf(one) <= 4 * letterHeight)
    .sort((a, b) => b.letters - a.letters)
    .slice(0, MAX_SEGMENTS)
    .sort((a, b) => a.top - b.top || a.left - b.left)
}

function isTextual(one: InkComponent, letterHeight: number): boolean {
  const [width, height] = [widthOf(one), heightOf(one)]
  return (
    height <= 3.2 * letterHeight &&
    width <= 16 * letterHeight &&
    one.area >= 0.03 * letterHeight ** 2 &&
    one.area >= 0.08 * width * height
  )
}

interface Rules {
  readonly upright: readonly Ruling[]
  readonly letterHeight: number
}

/** The smallest gap between two letters on both sides of a ruled line, in heights of a lowercase letter. */
const MIN_GAP_AT_RULE = 0.3

interface Spacing {
  readonly letterHeight: number
  /** The widest gap between words, in heights of a lowercase letter. */
  readonly wordGap: number
}

/**
 * The share of steps between letters that must be equal for the text to count as monospaced, as from a typewriter or
 * line printer.
 */
const EVEN_SHARE = 0.75
const EVEN_LETTERS = 80

/**
 * The minimum step between texts of different columns, in widths of a monospaced letter: more than one space, less than
 * two.
 */
const EVEN_WORD_GAP = 1.9

/** Returns the widest gap within a phrase. It is larger for monospaced fonts, whose spaces between words are wide. */
function wordGapOf(pieces: readonly InkComponent[], letterHeight: number): number {
  const letters = pieces
    .filter((one) => heightOf(one) >= 0.55 * letterHeight && widthOf(one) <= 2 * letterHeight)
    .sort((a, b) => a.left - b.left)
  const steps: number[] = []
  for (const [index, one] of letters.entries())
    for (let next = index + 1; next < letters.length && letters[next]!.left - one.right < 0.8 * letterHeight; next++)
      if (letters[next]!.left > one.left + 1 && isBeside(one, letters[next]!)) {
        steps.push(centreOf(letters[next]!) - centreOf(one))
        break
      }
  if (steps.length < EVEN_LETTERS) return MAX_WORD_GAP
  const step = quantileOf(steps, 0.5)
  const even = steps.filter((one) => Math.abs(one - step) <= 0.12 * step).length
  return even >= EVEN_SHARE * steps.length
    ? Math.max(MAX_WORD_GAP, (EVEN_WORD_GAP * step) / letterHeight)
    : MAX_WORD_GAP
}

/** Chains each component with its nearest neighbour to the right, unless a ruled line is between them. */
function chained(
  pieces: readonly InkComponent[],
  { letterHeight, wordGap }: Spacing,
  upright: readonly Ruling[],
): InkComponent[][] {
  const sorted = [...pieces].sort((a, b) => a.left - b.left)
  const chains = new Map<InkComponent, InkComponent[]>(sorted.map((one) => [one, [one]]))
  for (const [index, one] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]!
      const gap = (other.left - one.right) / letterHeight
      if (gap > Math.max(MAX_GAP_IN_CELL, wordGap)) break
      if (!isBeside(one, other) || isRuledOff(one, other, { upright, letterHeight })) continue
      if (gap > wordGap && cellWidth(one, other, upright) > MAX_CELL * letterHeight) continue
      const [a, b] = [chains.get(one)!, chains.get(other)!]
      if (a === b) continue
      const [longer, shorter] = a.length > b.length ? [a, b] : [b, a]
      for (const moved of shorter) {
        longer.push(moved)
        chains.set(moved, longer)
      }
    }
  }
  return [...new Set(chains.values())]
}

function isBeside(one: InkComponent, other: InkComponent): boolean {
  const smaller = Math.min(heightOf(one), heightOf(other))
  const larger = Math.max(heightOf(one), heightOf(other))
  return overlapOf(one.top, one.bottom, other.top, other.bottom) >= 0.5 * smaller && larger <= 12 * smaller
}

/**
 * Returns the distance between the nearest ruled lines to the left and right, or Infinity if there is no line on one
 * side.
 */
function cellWidth(one: InkComponent, other: InkComponent, upright: readonly Ruling[]): number {
  const middle = (Math.max(one.top, other.top) + Math.min(one.bottom, other.bottom)) / 2
  let [left, right] = [-Infinity, Infinity]
  for (const { at, from, to } of upright) {
    if (from > middle || middle > to) continue
    if (at < one.right) left = Math.max(left, at)
    else if (at > other.left) right = Math.min(right, at)
  }
  return right - left
}

/**
 * Whether a ruled line separates two connected components. If the gap between the components is tiny, an apparent line
 * in it is not a ruled line, because ruled lines have paper on both sides.
 */
function isRuledOff(one: InkComponent, other: InkComponent, { upright, letterHeight }: Rules): boolean {
  return other.left - one.right >= MIN_GAP_AT_RULE * letterHeight && isParted(one, other, upright)
}

/** Whether a ruled line lies between two boxes. */
export function isParted(one: Box, other: Box, upright: readonly Ruling[]): boolean {
  const [from, to] = [(one.left + one.right) / 2, (other.left + other.right) / 2]
  const middle = (Math.max(one.top, other.top) + Math.min(one.bottom, other.bottom)) / 2
  return upright.some(({ at, from: top, to: bottom }) => at > from && at < to && top < middle && middle < bottom)
}
