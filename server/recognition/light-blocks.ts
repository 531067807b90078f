/** A picture in blocks: how bright each is, and what lies between them. */
import type { Gray } from './raster.ts'

/** How bright each block is. */
export interface Blocks {
  /** Of the paper: nine tenths of the block are darker. */
  readonly paper: Float64Array
  /** Half of the block is darker: grain makes the brightest tenth of a dark desk as light as paper. */
  readonly middle: Float64Array
  /** The darkest of it, where it has letters: one part of 25. */
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

/** The highest level that so many lie above, or upon. */
export function levelAbove(counts: Uint32Array, count: number): number {
  let level = 255
  for (let above = counts[255]!; level > 0 && above < count; above += counts[level]!) level--
  return level
}

export interface Between {
  /** By pixel: the block in which it is. */
  readonly block: Uint16Array
  /** The first of the two blocks between whose middles it lies, and how near it is to the second. */
  readonly first: Uint16Array
  readonly share: Float64Array
}

export function betweenBlocks(length: number, size: number, count: number): Between {
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

export interface Grid {
  readonly columns: number
  readonly rows: number
}

/** By row of pixels: the light at the middle of each column of blocks, and at the last once more, as `betweenBlocks` asks for it. */
export function lightOfRows(light: Float64Array, { columns, rows }: Grid, down: Between): (y: number) => Float64Array {
  const result = new Float64Array(columns + 1)
  return (y) => {
    const [row, share] = [down.first[y]! * columns, down.share[y]!]
    const below = rows === 1 ? row : row + columns
    for (let column = 0; column < columns; column++)
      result[column] = light[row + column]! * (1 - share) + light[below + column]! * share
    result[columns] = result[columns - 1]!
    return result
  }
}

/** Of each block and those around it the highest, or the lowest. */
export function nearest(values: Float64Array, { columns, rows }: Grid, chosen: (a: number, b: number) => number) {
  const result = new Float64Array(values.length)
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let best = values[row * columns + column]!
      for (let y = Math.max(0, row - 1); y <= Math.min(rows - 1, row + 1); y++)
        for (let x = Math.max(0, column - 1); x <= Math.min(columns - 1, column + 1); x++)
          best = chosen(best, values[y * columns + x]!)
      result[row * columns + column] = best
    }
  return result
}
