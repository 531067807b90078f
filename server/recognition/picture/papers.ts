/**
 * Detects several papers in one picture by the empty strip between their texts, whatever surface they lie on. The strip
 * must not be a gap between columns of one table, where text rows and ruled lines continue on the other side.
 */
import type { InkComponent } from './components.ts'
import { type Gray, quantileOf } from './raster.ts'

/**
 * The border between two papers in one picture. `neighbour` is `both` for two papers of about the same size; otherwise
 * it is the side on which part of another paper is visible.
 */
export interface Parting {
  readonly neighbour: 'both' | 'left' | 'right'
  /** Returns the x of the strip's centre at height y. */
  at(y: number): number
}

/** The minimum width of the gap between two papers, in letter heights. A narrower gap separates columns. */
const LEAST_GAP = 3
/** The slants that are tried for the gap, because papers side by side may be rotated slightly differently. */
const LEANS = [-0.12, -0.09, -0.06, -0.03, 0, 0.03, 0.06, 0.09, 0.12]
/** The minimum number of letters on a paper. A group of fewer letters is a stamp or a note in the margin. */
const LEAST_LETTERS = 60
/** The minimum number of letters close together that make a line of text. A column of numbers has fewer. */
const LETTERS_OF_A_LINE = 16
const LEAST_LINES = 2
/** The share of the other text's width below which a text is only a part of a paper. */
const WHOLE = 0.5

/** A nearly vertical strip of the picture. `from` and `to` are its edges at half the picture's height. */
interface Strip {
  readonly lean: number
  readonly from: number
  readonly to: number
}

/**
 * Finds the strip without letters that separates two texts over their whole height. Returns null if there is only one
 * paper.
 */
export function partingOf(letters: readonly InkComponent[], gray: Gray): Parting | null {
  const { width, height } = gray
  if (letters.length < 2 * LEAST_LETTERS) return null
  const size = quantileOf(
    letters.map((one) => one.bottom - one.top),
    0.5,
  )
  let best: Strip | null = null
  for (const lean of LEANS)
    for (const [from, to] of gapsOf(letters, lean, height)) {
      if (to - from < LEAST_GAP * size || (best !== null && to - from <= best.to - best.from)) continue
      const middle = (from + to) / 2
      const isLeft = (one: InkComponent) => uprightX(one, lean, height) < middle
      const left = linesOf(letters.filter(isLeft), size)
      const right = linesOf(
        letters.filter((one) => !isLeft(one)),
        size,
      )
      if (!isText(left) || !isText(right) || goOn(left, right, size)) continue
      if (!isRuledAcross(gray, { lean, from, to }, size)) best = { lean, from, to }
    }
  if (best === null) return null
  const { lean, from, to } = best
  const xs = letters.map((one) => uprightX(one, lean, height))
  const [first, last] = [quantileOf(xs, 0.005), quantileOf(xs, 0.995)]
  const [left, right] = [from - first, last - to]
  const at = (y: number) => Math.min(width, Math.max(0, (from + to) / 2 + lean * (y - height / 2)))
  const neighbour = left < WHOLE * right ? 'left' : right < WHOLE * left ? 'right' : 'both'
  return { neighbour, at }
}

const uprightX = (one: InkComponent, lean: number, height: number) =>
  (one.left + one.right) / 2 - lean * ((one.top + one.bottom) / 2 - height / 2)

/** Returns the horizontal spans without letters, for a given slant. */
function gapsOf(letters: readonly InkComponent[], lean: number, height: number): [from: number, to: number][] {
  const spans = letters
    .map((one) => {
      const half = (one.right - one.left) / 2
      const middle = uprightX(one, lean, height)
      return [middle - half, middle + half] as const
    })
    .sort((a, b) => a[0] - b[0])
  const gaps: [number, number][] = []
  let end = spans[0]![1]
  for (const [left, right] of spans) {
    if (left > end) gaps.push([end, left])
    end = Math.max(end, right)
  }
  return gaps
}

/** Letters side by side that form a line of text. */
interface Line {
  readonly letters: InkComponent[]
}

function linesOf(letters: readonly InkComponent[], size: number): Line[] {
  const lines: Line[] = []
  for (const one of [...letters].sort((a, b) => a.left - b.left)) {
    const line = lines.find(({ letters: before }) => {
      const last = before.at(-1)!
      return one.left - last.right < 1.5 * size && Math.abs(middleOf(last) - middleOf(one)) < 0.6 * size
    })
    if (line === undefined) lines.push({ letters: [one] })
    else line.letters.push(one)
  }
  return lines
}

/** Whether there are enough letters for a paper, and some of them are in lines of text. */
const isText = (lines: readonly Line[]) =>
  lines.reduce((count, { letters }) => count + letters.length, 0) >= LEAST_LETTERS &&
  longOf(lines).length >= LEAST_LINES

/**
 * The number of letters used to measure the height of a line's end, because a single letter may have an ascender or
 * descender.
 */
const LETTERS_OF_AN_END = 5

/** The largest height difference, in letter heights, at which a line continues on the other side. */
const LEVEL = 0.25

/**
 * Vertical shifts, in letter heights, at which lines on both sides are also compared as a control. Rows of one table
 * match only without a shift. Lines of two papers match by chance, and just as often with a shift.
 */
const ASIDE = [-2.2, -1.8, -1.4, -1, 1, 1.4, 1.8, 2.2]
const MORE_THAN_ASIDE = 0.3
const LEAST_ROWS = 4
/**
 * The difference between the slopes of lines on the left and on the right below which both sides belong to one paper,
 * even if that paper is bent.
 */
const TURNED_APART = 0.08

/**
 * Whether lines on the right continue lines on the left more often than by chance. If so, both are parts of rows of
 * one table.
 */
function goOn(left: readonly Line[], right: readonly Line[], size: number): boolean {
  const slopes = [left, right].map((lines) => longOf(lines).map(slopeOf))
  const [atLeft, atRight] = slopes.map((side) => quantileOf(side, 0.5)) as [number, number]
  if (Math.abs(atLeft - atRight) > TURNED_APART) return false
  const ends = left.filter(isWord).map(({ letters }) => endOf(letters.slice(-LETTERS_OF_AN_END)))
  const starts = right.filter(isWord).map(({ letters }) => endOf(letters.slice(0, LETTERS_OF_AN_END)))
  if (Math.min(starts.length, ends.length) < LEAST_ROWS) return false
  return [atLeft, atRight, quantileOf(slopes.flat(), 0.5)].some((slope) => {
    const shareAt = (down: number) => {
      const meet = (end: Point, start: Point) =>
        Math.abs(start.y - end.y - slope * (start.x - end.x) - down * size) <= LEVEL * size
      return Math.max(
        starts.filter((start) => ends.some((end) => meet(end, start))).length / starts.length,
        ends.filter((end) => starts.some((start) => meet(end, start))).length / ends.length,
      )
    }
    const aside = ASIDE.reduce((sum, down) => sum + shareAt(down), 0) / ASIDE.length
    return shareAt(0) - aside >= MORE_THAN_ASIDE
  })
}

interface Point {
  readonly x: number
  readonly y: number
}

const longOf = (lines: readonly Line[]) => lines.filter(({ letters }) => letters.length >= LETTERS_OF_A_LINE)
const isWord = ({ letters }: Line) => letters.length >= 2
const middleOf = (one: InkComponent) => (one.top + one.bottom) / 2

const endOf = (letters: readonly InkComponent[]): Point => ({
  x: quantileOf(
    letters.map((one) => (one.left + one.right) / 2),
    0.5,
  ),
  y: quantileOf(letters.map(middleOf), 0.5),
})

function slopeOf({ letters }: Line): number {
  const [from, to] = [endOf(letters.slice(0, LETTERS_OF_AN_END)), endOf(letters.slice(-LETTERS_OF_AN_END))]
  return (to.y - from.y) / (to.x - from.x)
}

/** The number of positions across a strip at which ink is checked. */
const PLACES = 9
/** The maximum thickness of the ruled lines of tables, in letter heights. */
const THICKEST_RULE = 0.5
/** Limits for a ruled line: its steepest slope, and in pixels its largest deviation from a straight line. */
const MOST_FALL = 0.15
const CROOKED = 3

/** Whether a ruled line of a table crosses the whole strip. */
function isRuledAcross(gray: Gray, strip: Strip, size: number): boolean {
  const width = strip.to - strip.from
  const places = Array.from({ length: PLACES }, (_, place) => (width * (place + 0.5)) / PLACES)
  const [first, ...others] = places.map((place) => thinInkAt(gray, { ...strip, from: strip.from + place }, size))
  const last = others.at(-1)!
  return first!.some((start) =>
    last.some((end) => {
      const fall = (end - start) / (PLACES - 1)
      if (Math.abs(end - start) > MOST_FALL * width) return false
      const on = others.filter((inks, at) => inks.some((ink) => Math.abs(ink - start - fall * (at + 1)) <= CROOKED))
      return on.length === others.length
    }),
  )
}

/** Returns the heights at which a thin horizontal stroke crosses the left edge of a strip. */
function thinInkAt({ width, height, pixels }: Gray, { lean, from }: Strip, size: number): number[] {
  const found: number[] = []
  const isInk = (y: number, off: number) => {
    const x = Math.round(from + lean * (y - height / 2)) + off
    return x >= 0 && x < width && pixels[y * width + x]! < RULE_INK
  }
  for (let y = 0; y < height; y++) {
    if (!isInk(y, 0)) continue
    const top = y
    while (y + 1 < height && isInk(y + 1, 0)) y++
    const middle = (top + y) >> 1
    const isLevel = [-3, -2, -1, 1, 2, 3].every((off) =>
      [-1, 0, 1].some((down) => isInk(Math.min(height - 1, Math.max(0, middle + down)), off)),
    )
    if (y + 1 - top <= THICKEST_RULE * size && isLevel) found.push(middle)
  }
  return found
}

/** The brightness below which a pixel may belong to a ruled line. Thin lines are often only grey. */
const RULE_INK = 190
