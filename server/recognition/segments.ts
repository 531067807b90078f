/** Finds the pieces of text that stand together in one line: a cell's line in a table, a phrase elsewhere. */
import { type Component, componentsOf } from './components.ts'
import type { PreparedPage } from './prepare.ts'
import { type Box, heightOf, inkOf, overlapOf, unionOf, widthOf } from './raster.ts'
import type { Ruling } from './rules.ts'
import { INK_THRESHOLD } from './straighten.ts'

export interface Segment extends Box {
  readonly letters: number
}

/** In heights of a small letter: wider gaps than this stand between columns, not between words. */
const MAX_WORD_GAP = 1.3

/** Inside of one ruled cell a gap parts words, or the thousands of a number, however wide the font sets them. */
const MAX_GAP_IN_CELL = 2.2

/** A cell that holds one number is no wider; a wider one may be two whose common rule was too faint. */
const MAX_CELL = 16

const MAX_SEGMENTS = 3_000
const MAX_PIECES = 40_000

/** From top to bottom, then from left to right. At most MAX_SEGMENTS, the largest. */
export function segmentsOf({ gray, rulings, letterHeight }: PreparedPage): Segment[] {
  const pieces = componentsOf(inkOf(gray, INK_THRESHOLD), gray.width, gray.height)
    .filter((one) => isTextual(one, letterHeight))
    .sort((a, b) => b.area - a.area)
    .slice(0, MAX_PIECES)
  const segments = chained(pieces, letterHeight, rulings.upright).flatMap((chain) => {
    const letters = chain.filter((one) => heightOf(one) >= 0.55 * letterHeight).length
    return letters === 0 ? [] : [{ ...unionOf(chain), letters }]
  })
  return segments
    .filter((one) => heightOf(one) <= 4 * letterHeight)
    .sort((a, b) => b.letters - a.letters)
    .slice(0, MAX_SEGMENTS)
    .sort((a, b) => a.top - b.top || a.left - b.left)
}

function isTextual(one: Component, letterHeight: number): boolean {
  const [width, height] = [widthOf(one), heightOf(one)]
  return (
    height <= 3.2 * letterHeight &&
    width <= 16 * letterHeight &&
    one.area >= 0.03 * letterHeight ** 2 &&
    one.area >= 0.08 * width * height
  )
}

/** Pieces with their nearest neighbour to the right, as long as no ruled line stands between. */
function chained(pieces: readonly Component[], letterHeight: number, upright: readonly Ruling[]): Component[][] {
  const sorted = [...pieces].sort((a, b) => a.left - b.left)
  const chains = new Map<Component, Component[]>(sorted.map((one) => [one, [one]]))
  for (const [index, one] of sorted.entries()) {
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]!
      const gap = (other.left - one.right) / letterHeight
      if (gap > MAX_GAP_IN_CELL) break
      if (!isBeside(one, other) || isParted(one, other, upright)) continue
      if (gap > MAX_WORD_GAP && cellWidth(one, other, upright) > MAX_CELL * letterHeight) continue
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

function isBeside(one: Component, other: Component): boolean {
  const smaller = Math.min(heightOf(one), heightOf(other))
  const larger = Math.max(heightOf(one), heightOf(other))
  return overlapOf(one.top, one.bottom, other.top, other.bottom) >= 0.5 * smaller && larger <= 12 * smaller
}

/** From the nearest rule on the left to the nearest on the right; Infinity where there is none. */
function cellWidth(one: Component, other: Component, upright: readonly Ruling[]): number {
  const middle = (Math.max(one.top, other.top) + Math.min(one.bottom, other.bottom)) / 2
  let [left, right] = [-Infinity, Infinity]
  for (const { at, from, to } of upright) {
    if (from > middle || middle > to) continue
    if (at < one.right) left = Math.max(left, at)
    else if (at > other.left) right = Math.min(right, at)
  }
  return right - left
}

/** Whether a ruled line stands between them. */
export function isParted(one: Box, other: Box, upright: readonly Ruling[]): boolean {
  const [from, to] = [(one.left + one.right) / 2, (other.left + other.right) / 2]
  const middle = (Math.max(one.top, other.top) + Math.min(one.bottom, other.bottom)) / 2
  return upright.some(({ at, from: top, to: bottom }) => at > from && at < to && top < middle && middle < bottom)
}
