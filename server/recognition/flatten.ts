/** From a photograph's colours to dark ink on even white: stamps lighter, shadows and the desk gone. */
import type { Gray } from './raster.ts'

/** Blocks across the shorter side: small enough to follow a shadow, large enough to hold paper between the letters. */
const BLOCKS = 64

/** Below this share of the paper's brightness, and connected to the picture's edge, it is the desk. */
const DESK_SHARE = 0.5

/**
 * @param colours three bytes a pixel
 * @returns ink near 0 on paper at 255. Coloured ink, as of stamps and pens, comes out lighter than black print.
 */
export function flattened(colours: Uint8Array, width: number, height: number): Gray {
  const grey = greyOf(colours, width * height)
  const size = Math.max(8, Math.round(Math.min(width, height) / BLOCKS))
  const columns = Math.ceil(width / size)
  const rows = Math.ceil(height / size)
  const paper = paperOf({ width, height, pixels: grey }, size, columns, rows)
  const desk = deskOf(paper, columns, rows)
  const smooth = blurred(blurred(paper, columns, rows), columns, rows)
  const pixels = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const rowAt = Math.min(Math.max((y + 0.5) / size - 0.5, 0), rows - 1)
    const row = Math.min(Math.floor(rowAt), rows - 2 < 0 ? 0 : rows - 2)
    const down = rows === 1 ? 0 : rowAt - row
    for (let x = 0; x < width; x++) {
      const columnAt = Math.min(Math.max((x + 0.5) / size - 0.5, 0), columns - 1)
      const column = Math.min(Math.floor(columnAt), columns - 2 < 0 ? 0 : columns - 2)
      const right = columns === 1 ? 0 : columnAt - column
      const at = row * columns + column
      const below = rows === 1 ? at : at + columns
      const next = columns === 1 ? 0 : 1
      const light =
        (smooth[at]! * (1 - right) + smooth[at + next]! * right) * (1 - down) +
        (smooth[below]! * (1 - right) + smooth[below + next]! * right) * down
      const isDesk = desk[Math.floor(y / size) * columns + Math.floor(x / size)] === 1
      pixels[y * width + x] = isDesk
        ? 255
        : Math.min(255, Math.round((255 * grey[y * width + x]!) / Math.max(light, 1)))
    }
  }
  return stretched({ width, height, pixels })
}

function greyOf(colours: Uint8Array, count: number): Uint8Array {
  const grey = new Uint8Array(count)
  for (let at = 0; at < count; at++) {
    const [red, green, blue] = [colours[3 * at]!, colours[3 * at + 1]!, colours[3 * at + 2]!]
    const most = red > green ? (red > blue ? red : blue) : green > blue ? green : blue
    const least = red < green ? (red < blue ? red : blue) : green < blue ? green : blue
    grey[at] = (7 * most + 3 * least) / 10
  }
  return grey
}

/** The brightness of the paper in each block: nine tenths of the block are darker. */
function paperOf({ width, height, pixels }: Gray, size: number, columns: number, rows: number): Float64Array {
  const paper = new Float64Array(columns * rows)
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
      let level = 255
      for (let above = counts[255]!; level > 0 && above < total / 10; above += counts[level]!) level--
      paper[row * columns + column] = level
    }
  return paper
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

/** The darkest ink becomes black: faint prints look like strong ones. */
export function stretched(gray: Gray): Gray {
  const counts = new Uint32Array(256)
  for (const value of gray.pixels) counts[value]!++
  let dark = 0
  for (let level = 0; level < 256; level++) dark += level < INK_BELOW ? counts[level]! : 0
  let black = 0
  for (let seen = counts[0]!; black < INK_BELOW && seen < dark / 12; ) seen += counts[++black]!
  const table = new Uint8Array(256)
  for (let level = 0; level < 256; level++)
    table[level] = Math.min(255, Math.max(0, Math.round(((level - black) * 255) / (PAPER_ABOVE - black))))
  return { ...gray, pixels: gray.pixels.map((value) => table[value]!) }
}

const INK_BELOW = 180
const PAPER_ABOVE = 245
