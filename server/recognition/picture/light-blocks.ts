/** Divides a picture into blocks to measure its lighting, and interpolates the lighting between the blocks. */
import type { Gray } from './raster.ts'

/** The brightness of each block. */
export interface Blocks {
  /** The brightness of the paper: nine tenths of the block's pixels are darker. */
  readonly paper: Float64Array
  /**
   * The median brightness. It identifies a dark desk, whose brightest tenth may be as light as paper because of grain.
   */
  readonly middle: Float64Array
  /** The brightness of the darkest 4% of the block, where the letters are. */
  readonly darkest: Float64Array
}

export function blocksOf({ width, height, pixels }: Gray, size: number, columns: number, rows: number): Blocks {
  const [paper, middle, darkest] = Array.from({ length: 3 }, () => new Float64Array(columns * rows)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
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
      darkest[at] = levelAbove(counts, (24 * total) / 25)
    }
  return { paper, middle, darkest }
}

/** Returns the highest level that at least `count` of the counted values reach. */
export function levelAbove(counts: Uint32Array, count: number): number {
  let level = 255
  for (let above = counts[255]!; level > 0 && above < count; above += counts[level]!) level--
  return level
}

export interface Grid {
  readonly columns: number
  readonly rows: number
}

/** A grid of blocks. `size`: the width of a block in pixels. */
export interface LitGrid extends Grid {
  readonly size: number
}

/** The precision of light levels and of positions between blocks, so that each pixel needs only integer arithmetic. */
const LIGHT_PARTS = 32
const WAY_BITS = 8
const SHARE_BITS = 15
/** The minimum light level; lower levels are raised to it. */
const LEAST_LIGHT = 4

/** For each light level, the factor by which a pixel's brightness is multiplied. */
const brightening = Int32Array.from({ length: 255 * LIGHT_PARTS + 1 }, (_, light) =>
  Math.round((255 * 2 ** SHARE_BITS * LIGHT_PARTS) / Math.max(light, LEAST_LIGHT * LIGHT_PARTS)),
)

/**
 * Evens out a picture's lighting, given the light of each block. `into`: receives the resulting pixels; it may be the
 * picture's own array.
 */
export function evened({ width, height, pixels }: Gray, light: Float64Array, grid: LitGrid, into: Uint8Array): void {
  const [across, down] = [betweenBlocks(width, grid.size, grid.columns), betweenBlocks(height, grid.size, grid.rows)]
  const lightOf = lightOfRows(light, grid, down)
  const half = 2 ** (SHARE_BITS - 1)
  for (let y = 0; y < height; y++) {
    const lights = lightOf(y)
    for (let x = 0; x < width; ) {
      const column = across.first[x]!
      const left = lights[column]!
      const rise = lights[column + 1]! - left
      for (; x < width && across.first[x] === column; x++) {
        const at = y * width + x
        const value = (pixels[at]! * brightening[left + ((rise * across.share[x]!) >> WAY_BITS)]! + half) >> SHARE_BITS
        into[at] = value > 255 ? 255 : value
      }
    }
  }
}

interface Between {
  /**
   * For each pixel: the first of the two blocks between whose centres the pixel lies, and its distance from the first
   * centre towards the second.
   */
  readonly first: Uint16Array
  readonly share: Uint16Array
}

function betweenBlocks(length: number, size: number, count: number): Between {
  const between = { first: new Uint16Array(length), share: new Uint16Array(length) }
  for (let at = 0; at < length; at++) {
    const place = Math.min(Math.max((at + 0.5) / size - 0.5, 0), count - 1)
    const first = Math.max(0, Math.min(Math.floor(place), count - 2))
    between.first[at] = first
    between.share[at] = count === 1 ? 0 : Math.round((place - first) * 2 ** WAY_BITS)
  }
  return between
}

/**
 * For each pixel row: the light at the centre of each column of blocks. The last value is repeated, as `betweenBlocks`
 * requires.
 */
function lightOfRows(light: Float64Array, { columns, rows }: Grid, down: Between): (y: number) => Int32Array {
  const result = new Int32Array(columns + 1)
  return (y) => {
    const [row, share] = [down.first[y]! * columns, down.share[y]! / 2 ** WAY_BITS]
    const below = rows === 1 ? row : row + columns
    for (let column = 0; column < columns; column++)
      result[column] = LIGHT_PARTS * (light[row + column]! * (1 - share) + light[below + column]! * share)
    result[columns] = result[columns - 1]!
    return result
  }
}

/**
 * Replaces each block's value by the maximum or minimum of the block and its neighbours, first along the rows, then
 * along the columns.
 */
export function nearest(values: Float64Array, { columns, rows }: Grid, chosen: 'highest' | 'lowest') {
  const sign = chosen === 'highest' ? 1 : -1
  const [across, result] = [new Float64Array(values.length), new Float64Array(values.length)]
  for (let row = 0, at = 0; row < rows; row++)
    for (let column = 0; column < columns; column++, at++) {
      let best = sign * values[at]!
      if (column > 0 && sign * values[at - 1]! > best) best = sign * values[at - 1]!
      if (column < columns - 1 && sign * values[at + 1]! > best) best = sign * values[at + 1]!
      across[at] = best
    }
  for (let at = 0; at < across.length; at++) {
    let best = across[at]!
    if (at >= columns && across[at - columns]! > best) best = across[at - columns]!
    if (at < across.length - columns && across[at + columns]! > best) best = across[at + columns]!
    result[at] = sign * best
  }
  return result
}
