/** From a photograph's colours to dark ink on even white: stamps lighter, shadows and the desk gone. */
import type { PageImage } from './prepare.ts'
import type { Gray } from './raster.ts'

/** Blocks across the shorter side: small enough to follow a shadow, large enough to hold paper between the letters. */
const BLOCKS = 64

/** Below this share of the paper's brightness, and connected to the picture's edge, it is the desk. */
const DESK_SHARE = 0.5

/** @returns ink near 0 on paper at 255. */
export function flattened({ width, height, pixels: grey }: Gray): Gray {
  const size = Math.max(8, Math.round(Math.min(width, height) / BLOCKS))
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const { paper, middle } = blocksOf({ width, height, pixels: grey }, size, columns, rows)
  const desk = deskOf(middle, columns, rows)
  const smooth = blurred(blurred(paper, columns, rows), columns, rows)
  const pixels = new Uint8Array(width * height)
  const [across, down] = [betweenBlocks(width, size, columns), betweenBlocks(height, size, rows)]
  const lights = new Float64Array(columns + 1)
  for (let y = 0; y < height; y++) {
    const [row, share] = [down.first[y]! * columns, down.share[y]!]
    const below = rows === 1 ? row : row + columns
    for (let column = 0; column < columns; column++)
      lights[column] = smooth[row + column]! * (1 - share) + smooth[below + column]! * share
    lights[columns] = lights[columns - 1]!
    const block = Math.floor(y / size) * columns
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (desk[block + across.block[x]!] === 1) {
        pixels[at] = 255
        continue
      }
      const column = across.first[x]!
      const right = across.share[x]!
      const light = lights[column]! * (1 - right) + lights[column + 1]! * right
      const value = ((255 * grey[at]!) / (light > 1 ? light : 1) + 0.5) | 0
      pixels[at] = value > 255 ? 255 : value
    }
  }
  return stretched({ width, height, pixels })
}

interface Between {
  /** By pixel: the block in which it is. */
  readonly block: Uint16Array
  /** The first of the two blocks between whose middles it lies, and how near it is to the second. */
  readonly first: Uint16Array
  readonly share: Float64Array
}

function betweenBlocks(length: number, size: number, count: number): Between {
  const between = {
    block: new Uint16Array(length),
    first: new Uint16Array(length),
    share: new Float64Array(length),
  }
  for (let at = 0; at < length; at++) {
    const place = Math.min(Math.max((at + 0.5) / size - 0.5, 0), count - 1)
    const first = Math.max(0, Math.min(Math.floor(place), count - 2))
    between.block[at] = Math.floor(at / size)
    between.first[at] = first
    between.share[at] = count === 1 ? 0 : place - first
  }
  return between
}

/** A picture without its colours, three bytes a pixel: coloured ink, as of stamps and pens, comes out lighter than black print. */
export function greyOf({ width, height, colours }: PageImage): Gray {
  const pixels = new Uint8Array(width * height)
  for (let at = 0; at < pixels.length; at++) {
    const [red, green, blue] = [colours[3 * at]!, colours[3 * at + 1]!, colours[3 * at + 2]!]
    const most = red > green ? (red > blue ? red : blue) : green > blue ? green : blue
    const least = red < green ? (red < blue ? red : blue) : green < blue ? green : blue
    pixels[at] = (7 * most + 3 * least) / 10
  }
  return { width, height, pixels }
}

/** One pixel of so many is enough to see the grain. */
const SPARSE = 13
/** Pixels so far apart know nothing of each other, unless they are of one letter. */
const APART = 3
/** What differs by more is an edge. */
const NO_EDGE = 0.3
/** A normal distribution's standard deviation by the median of |a - (b + c) / 2|. */
const BY_MEDIAN = 1.21

/** How much even paper differs from pixel to pixel, as a share of its brightness: the grain of dim light. Dots and dust are none. */
export function grainOf({ pixels }: Gray): number {
  const counts = new Uint32Array(1_000)
  let total = 0
  for (let at = APART; at + APART < pixels.length; at += SPARSE) {
    const [before, here, after] = [pixels[at - APART]!, pixels[at]!, pixels[at + APART]!]
    const differs = Math.abs(here - (before + after) / 2) / Math.max(1, here)
    if (Math.max(before, here, after) * (1 - NO_EDGE) > Math.min(before, here, after)) continue
    counts[Math.floor(1_000 * differs)]!++
    total++
  }
  let median = 0
  for (let seen = counts[0]!; seen < total / 2; seen += counts[++median]!);
  return (BY_MEDIAN * median) / 1_000
}

/** How bright each block is. */
interface Blocks {
  /** Of the paper: nine tenths of the block are darker. */
  readonly paper: Float64Array
  /** Half of the block is darker: grain makes the brightest tenth of a dark desk as light as paper. */
  readonly middle: Float64Array
}

function blocksOf({ width, height, pixels }: Gray, size: number, columns: number, rows: number): Blocks {
  const [paper, middle] = [new Float64Array(columns * rows), new Float64Array(columns * rows)]
  const counts = new Uint32Array(256)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      counts.fill(0)
      let total = 0
      for (let y = row * size; y < Math.min(height, (row + 1) * size); y++)
        for (let x = column * size; x < Math.min(width, (column + 1) * size); x++) {
          counts[pixels[y * width + x]!]!++
          total++
        }
      const at = row * columns + column
      paper[at] = levelAbove(counts, total / 10)
      middle[at] = levelAbove(counts, total / 2)
    }
  return { paper, middle }
}

/** The highest level that so many lie above, or upon. */
function levelAbove(counts: Uint32Array, count: number): number {
  let level = 255
  for (let above = counts[255]!; level > 0 && above < count; above += counts[level]!) level--
  return level
}

/** 1 for the blocks of a dark surface around the paper. None when the picture has no such edge. */
function deskOf(paper: Float64Array, columns: number, rows: number): Uint8Array {
  const sorted = [...paper].sort((a, b) => a - b)
  const limit = DESK_SHARE * splitOf(sorted)
  const desk = new Uint8Array(paper.length)
  if (sorted[0]! >= limit) return desk
  const open: number[] = []
  const visit = (row: number, column: number) => {
    const at = row * columns + column
    if (row < 0 || column < 0 || row >= rows || column >= columns || desk[at] === 1 || paper[at]! >= limit) return
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
  return desk
}

/** The mean brightness of the lighter of the two classes that differ most (Otsu's rule). */
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

/** The darkest ink becomes black: faint prints look like strong ones. The picture itself is changed. */
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

/** How many levels a quarter of the steps at letters' edges exceed, from a pixel to the next but one: the edges of a sharp scan are steeper, those of a photograph seldom are. */
const SHARP_STEP = 172
/** Smaller steps are grain. */
const LEAST_STEP = 40
/** Of all steps one in so many is enough. */
const STEP_APART = 5

/** Whether the letters' edges are so gentle that they read better sharpened. */
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

/** How much of what a picture has more than its blurred self is added to it once more. */
const SHARPENING = 1.2

/** Edges made steeper. `blurred`: the same picture, smoothed. */
export function sharpenedBy({ width, height, pixels }: Gray, blurred: Uint8Array): Gray {
  const sharp = new Uint8Array(pixels.length)
  for (let at = 0; at < pixels.length; at++) {
    const value = pixels[at]! + SHARPENING * (pixels[at]! - blurred[at]!)
    sharp[at] = value < 0 ? 0 : value > 255 ? 255 : value
  }
  return { width, height, pixels: sharp }
}
