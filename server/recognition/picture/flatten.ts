/**
 * Turns a photograph into dark ink on evenly white paper: lightens stamps, and removes shadows and the desk around the
 * paper.
 */
import { type Blocks, blocksOf, evened, type LitGrid, levelAbove, nearest } from './light-blocks.ts'
import { withoutEdges } from './paper-edges.ts'
import type { Gray, PageImage } from './raster.ts'
import { unshaded } from './shadows.ts'

/**
 * The number of blocks along the shorter side of the picture. Blocks of this size are small enough to follow a shadow,
 * and large enough to contain some paper between letters.
 */
const BLOCKS = 64

/** The brightness, as a share of the paper's, below which a dark area at the edge of the picture is the desk. */
const DESK_SHARE = 0.5

/** Evens out a picture's lighting. @returns the picture with ink near 0 and paper at 255. */
export function flattened({ width, height, pixels: grey }: Gray): Gray {
  const size = Math.max(8, Math.round(Math.min(width, height) / BLOCKS))
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const blocks = blocksOf({ width, height, pixels: grey }, size, columns, rows)
  const { paper } = blocks
  const desk = deskOf(blocks, columns, rows)
  const smooth = blurred(blurred(paper, columns, rows), columns, rows)
  const pixels = new Uint8Array(width * height)
  const grid = { size, columns, rows }
  evened({ width, height, pixels: grey }, smooth, grid, pixels)
  whiten({ width, height, pixels }, desk, grid)
  return withoutEdges(stretched(unshaded({ width, height, pixels })), { desk, ...grid })
}

function whiten({ width, height, pixels }: Gray, desk: Uint8Array, { size, columns }: LitGrid): void {
  for (const [block, isDesk] of desk.entries()) {
    if (isDesk === 0) continue
    const [left, top] = [(block % columns) * size, Math.floor(block / columns) * size]
    for (let y = top; y < Math.min(height, top + size); y++)
      pixels.fill(255, y * width + left, y * width + Math.min(width, left + size))
  }
}

/**
 * Converts three bytes per pixel to grey. Coloured ink, such as that of stamps and pens, becomes lighter than black
 * print.
 */
export function greyOf({ width, height, colours }: PageImage): Gray {
  const pixels = new Uint8Array(width * height)
  for (let at = 0, from = 0; at < pixels.length; at++, from += 3) {
    const red = colours[from]!
    const green = colours[from + 1]!
    const blue = colours[from + 2]!
    const most = red > green ? (red > blue ? red : blue) : green > blue ? green : blue
    const least = red < green ? (red < blue ? red : blue) : green < blue ? green : blue
    // Divide by ten. For values up to 2,550, this product and shift give the quotient rounded down.
    pixels[at] = ((7 * most + 3 * least) * 6_554) >> 16
  }
  return { width, height, pixels }
}

/** The distance between two pixels that are measured to find the grain. */
const SPARSE = 13
/** The distance in pixels at which two pixels vary independently, unless they belong to the same letter. */
const APART = 3
/** The difference between pixels, as a share of their brightness, above which there is an edge and not grain. */
const NO_EDGE = 0.3
/** Converts the median of |a - (b + c) / 2| to the standard deviation of a normal distribution. */
const BY_MEDIAN = 1.21

/**
 * Measures the grain that dim light causes: how much even paper varies from pixel to pixel, as a share of its
 * brightness. Dots and dust are not counted.
 */
export function grainOf({ pixels }: Gray): number {
  const counts = new Uint32Array(1_000)
  let total = 0
  for (let at = APART; at + APART < pixels.length; at += SPARSE) {
    const before = pixels[at - APART]!
    const here = pixels[at]!
    const after = pixels[at + APART]!
    const differs = Math.abs(here - (before + after) / 2) / Math.max(1, here)
    if (Math.max(before, here, after) * (1 - NO_EDGE) > Math.min(before, here, after)) continue
    counts[Math.floor(1_000 * differs)]!++
    total++
  }
  let median = 0
  for (let seen = counts[0]!; seen < total / 2; seen += counts[++median]!);
  return (BY_MEDIAN * median) / 1_000
}

/**
 * Marks the blocks of a dark surface around the paper with 1. Marks none if no dark surface reaches the picture's edge.
 */
function deskOf(blocks: Blocks, columns: number, rows: number): Uint8Array {
  const { paper, middle } = blocks
  const sorted = [...middle].sort((a, b) => a - b)
  const limit = DESK_SHARE * splitOf(sorted)
  const desk = new Uint8Array(middle.length)
  if (sorted[0]! >= limit) return desk
  const open: number[] = []
  const visit = (row: number, column: number) => {
    const at = row * columns + column
    if (row < 0 || column < 0 || row >= rows || column >= columns || desk[at] === 1 || middle[at]! >= limit) return
    desk[at] = 1
    open.push(at)
  }
  for (let row = 0; row < rows; row++) for (const column of [0, columns - 1]) visit(row, column)
  for (let column = 0; column < columns; column++) for (const row of [0, rows - 1]) visit(row, column)
  while (open.length > 0) {
    const at = open.pop()!
    const [row, column] = [Math.floor(at / columns), at % columns]
    visit(row - 1, column)
    visit(row + 1, column)
    visit(row, column - 1)
    visit(row, column + 1)
  }
  const near = { columns, rows }
  let written = writtenIn(blocks).map((one, at) => one * desk[at]!)
  for (let far = 0; far < FAR; far++) written = nearest(written, near, 'highest')
  const isPaper = (at: number) => written[at] === 1 && paper[at]! <= SHADED * middle[at]!
  return desk.map((one, at) => (one === 1 && !isPaper(at) ? 1 : 0))
}

/**
 * Criteria that distinguish paper in the shadow of a hand from an equally dark desk: the paper is even (its brightest
 * part is at most EVEN times its median), and the letters on it are much darker than its grain.
 */
const EVEN = 1.35
const INK_OF_PAPER = 0.45
const INK_TO_GRAIN = 2.5
/**
 * Blocks within FAR blocks of letters count as paper. The exception is a block whose brightest part exceeds its median
 * by the factor SHADED. Such a block is at the edge of the paper, because edges of shadows are more gradual.
 */
const FAR = 3
const SHADED = 2

const writtenIn = ({ paper, middle, darkest }: Blocks) =>
  middle.map((half, at) => {
    const isEven = paper[at]! <= EVEN * half && half - darkest[at]! >= INK_TO_GRAIN * (paper[at]! - half)
    return isEven && darkest[at]! <= INK_OF_PAPER * half ? 1 : 0
  })

/**
 * Splits the values into the two classes that differ most (Otsu's method) and returns the mean brightness of the
 * lighter class.
 */
function splitOf(sorted: readonly number[]): number {
  const total = sorted.reduce((sum, value) => sum + value, 0)
  let [below, best, bestMean] = [0, -1, total / sorted.length]
  for (let count = 1; count < sorted.length; count++) {
    below += sorted[count - 1]!
    const [low, high] = [below / count, (total - below) / (sorted.length - count)]
    const spread = count * (sorted.length - count) * (high - low) ** 2
    if (spread > best) [best, bestMean] = [spread, high]
  }
  return bestMean
}

function blurred(values: Float64Array, columns: number, rows: number): Float64Array {
  const result = new Float64Array(values.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let [sum, count] = [0, 0]
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++) {
          sum += values[y * columns + x]!
          count++
        }
      result[row * columns + column] = sum / count
    }
  return result
}

/**
 * Stretches the contrast until the darkest ink is black, so that faint print looks like strong print. Changes the
 * picture in place.
 */
function stretched(gray: Gray): Gray {
  const counts = new Uint32Array(256)
  for (let at = 0; at < gray.pixels.length; at++) counts[gray.pixels[at]!]!++
  let dark = 0
  for (let level = 0; level < 256; level++) dark += level < INK_BELOW ? counts[level]! : 0
  let black = 0
  for (let seen = counts[0]!; black < INK_BELOW && seen < dark / 12; ) seen += counts[++black]!
  const table = new Uint8Array(256)
  for (let level = 0; level < 256; level++)
    table[level] = Math.min(255, Math.max(0, Math.round(((level - black) * 255) / (PAPER_ABOVE - black))))
  const { pixels } = gray
  for (let at = 0; at < pixels.length; at++) pixels[at] = table[pixels[at]!]!
  return gray
}

const INK_BELOW = 180
const PAPER_ABOVE = 245

/**
 * The minimum difference, in sharp pictures, between pixels two apart at the edges of letters. In a sharp scan, a
 * quarter of these differences exceed it; in photographs few do.
 */
const SHARP_STEP = 172
/** The largest difference between pixels that counts as grain. */
const LEAST_STEP = 40
/** The distance between two measured differences. */
const STEP_APART = 5

/** Whether the letters' edges are so soft that sharpening helps reading. */
export function isSoft({ pixels }: Gray): boolean {
  const counts = new Uint32Array(256)
  let total = 0
  for (let at = 2; at < pixels.length; at += STEP_APART) {
    const step = Math.abs(pixels[at]! - pixels[at - 2]!)
    if (step <= LEAST_STEP) continue
    counts[step]!++
    total++
  }
  return total > 0 && levelAbove(counts, total / 4) < SHARP_STEP
}

/**
 * The sharpening strength. The difference between the picture and its blurred version is multiplied by this factor and
 * added to the picture.
 */
const SHARPENING = 1.2

/** Sharpens the edges of a picture. `blurred`: a smoothed copy of the same picture. */
export function sharpenedBy({ width, height, pixels }: Gray, blurred: Uint8Array): Gray {
  const sharp = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    const value = pixels[at]! + SHARPENING * (pixels[at]! - blurred[at]!)
    sharp[at] = value < 0 ? 0 : value > 255 ? 255 : value
  }
  return { width, height, pixels: sharp }
}
