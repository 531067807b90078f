/**
 * Redraws a picture with its points shifted along one axis. The shift may differ from point to point but changes
 * slowly.
 */
import type { Gray } from './raster.ts'

/** Returns the shift, in pixels, at a point of the new picture. */
export type Shift = (x: number, y: number) => number

/**
 * The distance, in pixels, between the points at which shifts are computed. Between these points, shifts are
 * interpolated linearly.
 */
const GRID = 16

/** The fixed-point precision of positions. Positions are integers that stay below 2³¹ even in the longest picture. */
const PLACE_BITS = 14
const WHOLE = 2 ** PLACE_BITS

/** Redraws a picture: the pixel at (x, y) of the new picture gets the value at (x, y + shift) of the old one. */
export function movedDown(gray: Gray, shift: Shift): Gray {
  const { width, height, pixels } = gray
  const { columns, inked } = inkedCells(gray)
  return movedByRow(gray, shift, (moved, y, shifts) => {
    for (let column = 0; column < columns; column++) {
      const first = shifts[column]!
      const next = shifts[column + 1]!
      const last = Math.min(height - 1, Math.floor(y + Math.max(first, next)) + 2)
      let row = Math.max(0, Math.floor(y + Math.min(first, next)) - 1)
      while (row <= last && inked[row * columns + column] === 0) row++
      if (row > last) continue
      const start = column * GRID
      const end = Math.min(start + GRID, width)
      const step = Math.round(((next - first) * WHOLE) / GRID) | 0
      for (let x = start, place = Math.round((y + first) * WHOLE) | 0; x < end; x++, place += step) {
        const whole = place >> PLACE_BITS
        if (whole < 1 || whole >= height - 2) continue
        const value = between(pixels, whole * width + x, width, place & (WHOLE - 1))
        if (value < 255) moved[y * width + x] = value
      }
    }
  })
}

/** Redraws a picture: the pixel at (x, y) of the new picture gets the value at (x + shift, y) of the old one. */
export function movedAcross(gray: Gray, shift: Shift): Gray {
  const { width, pixels } = gray
  const { columns, inked } = inkedCells(gray)
  return movedByRow(gray, shift, (moved, y, shifts) => {
    const base = y * width
    for (let column = 0; column < columns; column++) {
      const first = shifts[column]!
      const next = shifts[column + 1]!
      const start = column * GRID
      const last = Math.min(columns - 1, Math.floor((start + GRID + Math.max(first, next) + 2) / GRID))
      let cell = Math.max(0, Math.floor((start + Math.min(first, next) - 1) / GRID))
      while (cell <= last && inked[y * columns + cell] === 0) cell++
      if (cell > last) continue
      const end = Math.min(start + GRID, width)
      const step = (WHOLE + Math.round(((next - first) * WHOLE) / GRID)) | 0
      for (let x = start, place = Math.round((start + first) * WHOLE) | 0; x < end; x++, place += step) {
        const whole = place >> PLACE_BITS
        if (whole < 1 || whole >= width - 2) continue
        const value = between(pixels, base + whole, 1, place & (WHOLE - 1))
        if (value < 255) moved[base + x] = value
      }
    }
  })
}

/** Builds a picture row by row with `move`. `shifts`: the shifts at the columns of the grid. */
function movedByRow(
  { width, height, pixels }: Gray,
  shift: Shift,
  move: (moved: Uint8Array, y: number, shifts: Float64Array) => void,
): Gray {
  const moved = new Uint8Array(pixels.length).fill(255)
  const shiftsOf = shiftsByRow(shift, width, height)
  for (let y = 0; y < height; y++) move(moved, y, shiftsOf(y))
  return { width, height, pixels: moved }
}

/**
 * Sets an element to 1 for each group of GRID adjacent pixels that is not plain paper. Most of a page is plain paper,
 * which can be skipped.
 */
function inkedCells({ width, height, pixels }: Gray): { columns: number; inked: Uint8Array } {
  const columns = Math.ceil(width / GRID)
  const inked = new Uint8Array(columns * height)
  for (let y = 0, cell = 0; y < height; y++)
    for (let start = 0; start < width; start += GRID, cell++) {
      const end = y * width + Math.min(start + GRID, width)
      let at = y * width + start
      while (at < end && pixels[at] === 255) at++
      if (at < end) inked[cell] = 1
    }
  return { columns, inked }
}

/** For each pixel row: the shifts at the columns of the grid, including one column after the last. */
function shiftsByRow(shift: Shift, width: number, height: number): (y: number) => Float64Array {
  const columns = Math.ceil(width / GRID) + 2
  const rows = Math.ceil(height / GRID) + 2
  const nodes = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) nodes[row * columns + column] = shift(column * GRID, row * GRID)
  const result = new Float64Array(columns)
  return (y) => {
    const row = Math.floor(y / GRID)
    const down = y / GRID - row
    for (let column = 0, at = row * columns; column < columns; column++, at++)
      result[column] = nodes[at]! * (1 - down) + nodes[at + columns]! * down
    return result
  }
}

/**
 * Fixed-point weights of a Catmull-Rom curve through four pixels, by the position between the second and third pixel.
 */
const CURVE_BITS = 8
const WEIGHT_BITS = 16
const WEIGHTS = Int32Array.from({ length: 4 * 2 ** CURVE_BITS }, (_, at) => {
  const t = Math.floor(at / 4) / 2 ** CURVE_BITS
  const weights = [(1 - t) ** 2 * -t, 2 - 5 * t ** 2 + 3 * t ** 3, t + 4 * t ** 2 - 3 * t ** 3, (t - 1) * t ** 2]
  return Math.round((weights[at % 4]! / 2) * 2 ** WEIGHT_BITS)
})

/**
 * Interpolates between pixels. `part`: how far the point is from the pixel at `at` towards the next pixel, as a number
 * below WHOLE.
 */
function between(pixels: Uint8Array, at: number, step: number, part: number): number {
  const a = pixels[at - step]!
  const b = pixels[at]!
  const c = pixels[at + step]!
  const d = pixels[at + 2 * step]!
  if ((a & b & c & d) === 255) return 255
  const of = 4 * (part >> (PLACE_BITS - CURVE_BITS))
  const sum = a * WEIGHTS[of]! + b * WEIGHTS[of + 1]! + c * WEIGHTS[of + 2]! + d * WEIGHTS[of + 3]!
  const value = sum >> WEIGHT_BITS
  return value < 0 ? 0 : value > 255 ? 255 : value
}
