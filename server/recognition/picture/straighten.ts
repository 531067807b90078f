/** Makes text lines horizontal and columns vertical. Corrects quarter turns, slant, perspective and curl. */
import { type InkComponent, inkComponentsOf, isBlock, letterHeightOf } from './components.ts'
import { type Origin, SAME_PLACE } from './places.ts'
import { type Gray, overlapOf, quantileOf, quarterTurned } from './raster.ts'
import { movedAcross, movedDown, type Shift } from './resample.ts'

export const INK_THRESHOLD = 165

/** A pair of letters in one text line, and how far the line falls from the first letter to the second. */
interface Step {
  readonly fromX: number
  readonly fromY: number
  readonly toX: number
  readonly toY: number
}

/** A picture, and the mapping of its points to the picture it was made from. */
export interface Traced {
  readonly gray: Gray
  readonly origin: Origin
}

/** The steepest slope at which letters can still be chained into lines: about 12 degrees. */
const MAX_SLOPE = 0.22

/**
 * Rotates a page so that its letters form horizontal lines. Does not detect whether a page is upside down. Returns a
 * page with too little text unchanged.
 */
export function deskew(gray: Gray): Traced {
  const sides = lettersOf(gray)
  const turned = isSideways(sides) ? quarterTurned(gray, 1) : gray
  const letters = turned === gray ? sides : lettersOf(turned)
  const unturned: Origin = turned === gray ? SAME_PLACE : (x, y) => [y, gray.height - x]
  if (letters.length < MIN_LETTERS) return { gray: turned, origin: unturned }
  const slope = commonSlope(letters)
  const middleX = turned.width / 2
  // Compute the correction from the positions of the letters alone, so that the picture itself is resampled only once.
  const level = letters.map((one) => movedBy(one, slope * (middleX - (one.left + one.right) / 2)))
  const fall = fittedFall(stepsOf(level), turned)
  const settled = level.map((one) => movedBy(one, -fall((one.left + one.right) / 2, one.bottom)))
  const rest = fittedFall(stepsOf(settled), turned)
  const shift: Shift = (x, y) => {
    const once = y + rest(x, y)
    return slope * (x - middleX) + rest(x, y) + fall(x, once + fall(x, once))
  }
  const kept = offsetWithin(letters, slope, turned)
  const lean: Shift = Math.abs(slope) < 0.001 ? STILL : (_x, y) => kept - slope * y
  const fallen: Shift = isWorthwhile(shift, turned) ? shift : STILL
  const down = fallen === STILL ? turned : movedDown(turned, fallen)
  return {
    gray: lean === STILL ? down : movedAcross(down, lean),
    origin: (x, y) => {
      const across = x + lean(x, y)
      return unturned(across, y + fallen(across, y))
    },
  }
}

/** The minimum distance, in pixels, between letters and the edges of the picture after straightening. */
const KEPT_OFF = 6
/** The share of the outermost letters that is ignored, because they may be specks at the edges of the paper. */
const OUTERMOST = 0.005

/**
 * Returns how far the whole straightened page is shifted. Its centre stays in place, unless letters far above or below
 * it would leave the picture.
 */
function offsetWithin(letters: readonly InkComponent[], slope: number, { width, height }: Gray): number {
  const moved = (side: 'left' | 'right') => letters.map((one) => one[side] + (slope * (one.top + one.bottom)) / 2)
  const least = quantileOf(moved('right'), 1 - OUTERMOST) - (width - KEPT_OFF)
  const most = quantileOf(moved('left'), OUTERMOST) - KEPT_OFF
  return Math.min(Math.max((slope * height) / 2, least), most)
}

const movedBy = (one: InkComponent, down: number): InkComponent => ({
  ...one,
  top: one.top + down,
  bottom: one.bottom + down,
})

/**
 * Whether a correction should be applied. A shift of less than a pixel is not worth resampling, and a shift of a third
 * of the page means that only noise was measured.
 */
function isWorthwhile(shift: Shift, { width, height }: Gray): boolean {
  const samples = [0, 0.25, 0.5, 0.75, 1].flatMap((x) => [0, 0.5, 1].map((y) => Math.abs(shift(x * width, y * height))))
  const largest = Math.max(...samples)
  return largest >= 0.7 && largest < height / 3
}

const MIN_LETTERS = 12

/** Returns the components that have the size of letters. */
export function lettersOf(gray: Gray): InkComponent[] {
  const components = inkComponentsOf(gray, INK_THRESHOLD)
  const height = letterHeightOf(components)
  const letters = components.filter(
    (one) =>
      !isBlock(one) &&
      one.bottom - one.top >= 0.6 * height &&
      one.bottom - one.top <= 2.2 * height &&
      one.right - one.left <= 3 * height &&
      one.right - one.left >= 0.15 * height &&
      one.area >= 0.12 * (one.bottom - one.top) * (one.right - one.left),
  )
  return letters.length <= MAX_LETTERS
    ? letters
    : letters.filter((_, index) => index % Math.ceil(letters.length / MAX_LETTERS) === 0)
}

/**
 * The maximum number of letters on a page of text. If there are more, they are grain, which would take minutes to
 * process.
 */
const MAX_LETTERS = 30_000

/**
 * Whether a page lies on its side, so that text lines run vertically and the nearest neighbour of a letter is above or
 * below it.
 */
function isSideways(letters: readonly InkComponent[]): boolean {
  if (letters.length < MIN_LETTERS) return false
  const grid = new Map<number, InkComponent[]>()
  const cell = 4 * Math.max(...letters.slice(0, 200).map((one) => one.bottom - one.top), 8)
  const keyOf = (x: number, y: number) => Math.floor(x / cell) * 100_000 + Math.floor(y / cell)
  for (const one of letters) {
    const key = keyOf(one.left, one.top)
    const there = grid.get(key)
    if (there === undefined) grid.set(key, [one])
    else there.push(one)
  }
  let [beside, stacked] = [0, 0]
  for (const one of letters) {
    let [best, isBeside] = [Infinity, true]
    for (let dx = -1; dx <= 1; dx++)
      for (let dy = -1; dy <= 1; dy++)
        for (const other of grid.get(keyOf(one.left + dx * cell, one.top + dy * cell)) ?? []) {
          if (other === one) continue
          const across = Math.max(0, -overlapOf(one.left, one.right, other.left, other.right))
          const down = Math.max(0, -overlapOf(one.top, one.bottom, other.top, other.bottom))
          const distance = Math.hypot(across, down)
          if (distance < best && across !== down) [best, isBeside] = [distance, across > down]
        }
    if (best < Infinity) isBeside ? beside++ : stacked++
  }
  return stacked > 1.3 * beside
}

/** Returns the slope at which the lower ends of the letters form the fewest lines. */
function commonSlope(letters: readonly InkComponent[]): number {
  const bin = Math.max(
    1.5,
    0.2 *
      quantileOf(
        letters.map((one) => one.bottom - one.top),
        0.5,
      ),
  )
  const sharpness = (slope: number) => {
    const counts = new Map<number, number>()
    for (const { left, right, bottom } of letters) {
      const key = Math.round((bottom - (slope * (left + right)) / 2) / bin)
      counts.set(key, (counts.get(key) ?? 0) + 1)
    }
    let sum = 0
    for (const count of counts.values()) sum += count * count
    return sum
  }
  let best = 0
  let bestSharpness = 1.02 * sharpness(0)
  const consider = (slope: number) => {
    const value = sharpness(slope)
    if (value > bestSharpness) [best, bestSharpness] = [slope, value]
  }
  for (let slope = -MAX_SLOPE; slope <= MAX_SLOPE; slope += 0.003) consider(slope)
  for (let slope = best - 0.003; slope <= best + 0.003; slope += 0.0005) consider(slope)
  return best
}

/**
 * The distance, in letters, between the two letters compared to measure the slope of a line. Adjacent letters differ by
 * less than a pixel.
 */
const LETTERS_APART = 8

/**
 * Pairs each letter with a letter a few letters further right in the same text line. All letters from the first to the
 * second must be close together and of similar height.
 */
function stepsOf(letters: readonly InkComponent[]): Step[] {
  const sorted = [...letters].sort((a, b) => a.left - b.left)
  const nextOf = new Map<InkComponent, InkComponent>()
  for (const [index, one] of sorted.entries()) {
    const height = one.bottom - one.top
    for (let next = index + 1; next < sorted.length; next++) {
      const other = sorted[next]!
      if (other.left > one.right + 4 * height) break
      if (other.left < one.right || Math.abs(other.bottom - one.bottom) > 0.3 * height) continue
      nextOf.set(one, other)
      break
    }
  }
  return sorted.flatMap((one) => {
    let last = one
    for (let count = 0; count < LETTERS_APART; count++) last = nextOf.get(last) ?? last
    return last === one ? [] : [stepBetween(one, last)]
  })
}

const stepBetween = (one: InkComponent, other: InkComponent): Step => ({
  fromX: (one.left + one.right) / 2,
  fromY: one.bottom,
  toX: (other.left + other.right) / 2,
  toY: other.bottom,
})

const STILL: Shift = () => 0

/**
 * Smooth functions of the position that describe how lines fall across the page. x and y range from -1 to 1, and each
 * function is 0 in the middle.
 */
const SHAPES: readonly Shift[] = [
  (x) => x,
  (x, y) => x * y,
  (x) => x * x,
  (x, y) => x * x * y,
  (x) => x ** 3,
  (x, y) => x * y * y,
  (x, y) => x ** 3 * y,
  (x) => x ** 4,
]

/**
 * Fits the smooth functions that best explain the measured pairs of letters. Pairs that disagree with their neighbours,
 * such as those with descenders, get less weight.
 */
function fittedFall(steps: readonly Step[], { width, height }: Gray): Shift {
  const shapes = steps.length > 400 ? SHAPES : steps.length > 100 ? SHAPES.slice(0, 4) : SHAPES.slice(0, 1)
  const scaled = (x: number, y: number): [number, number] => [(2 * x) / width - 1, (2 * y) / height - 1]
  const rows = steps.map((step) => {
    const from = scaled(step.fromX, step.fromY)
    const to = scaled(step.toX, step.toY)
    return { parts: shapes.map((shape) => shape(...to) - shape(...from)), fall: step.toY - step.fromY }
  })
  let weights = rows.map(() => 1)
  let factors = shapes.map(() => 0)
  for (let round = 0; round < 6; round++) {
    factors = leastSquares(rows, weights, shapes.length)
    const errors = rows.map(({ parts, fall }) => Math.abs(fall - dot(parts, factors)))
    weights = errors.map((error) => 1 / (0.5 + error) ** 2)
  }
  return (x, y) => {
    const at = scaled(x, y)
    let sum = 0
    for (let index = 0; index < shapes.length; index++) sum += factors[index]! * shapes[index]!(at[0], at[1])
    return sum
  }
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, value, index) => sum + value * b[index]!, 0)

function leastSquares(rows: readonly { parts: number[]; fall: number }[], weights: number[], size: number): number[] {
  const matrix = Array.from({ length: size }, (_, row) =>
    Array.from({ length: size + 1 }, (_, column) => (row === column ? 1e-3 : 0)),
  )
  for (const [index, { parts, fall }] of rows.entries())
    for (let row = 0; row < size; row++) {
      const weighted = weights[index]! * parts[row]!
      for (let column = 0; column < size; column++) matrix[row]![column]! += weighted * parts[column]!
      matrix[row]![size]! += weighted * fall
    }
  return solved(matrix, size)
}

/** Solves a small system of linear equations by Gaussian elimination. The last column is the right-hand side. */
function solved(matrix: number[][], size: number): number[] {
  for (let pivot = 0; pivot < size; pivot++) {
    const best = matrix.findIndex(
      (row, at) =>
        at >= pivot && matrix.every((other, i) => i < pivot || Math.abs(other[pivot]!) <= Math.abs(row[pivot]!)),
    )
    ;[matrix[pivot], matrix[best]] = [matrix[best]!, matrix[pivot]!]
    for (let row = pivot + 1; row < size; row++) {
      const factor = matrix[row]![pivot]! / matrix[pivot]![pivot]!
      for (let column = pivot; column <= size; column++) matrix[row]![column]! -= factor * matrix[pivot]![column]!
    }
  }
  const result = new Array<number>(size).fill(0)
  for (let row = size - 1; row >= 0; row--) {
    let value = matrix[row]![size]!
    for (let column = row + 1; column < size; column++) value -= matrix[row]![column]! * result[column]!
    result[row] = value / matrix[row]![row]!
  }
  return result
}
