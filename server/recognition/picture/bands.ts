/**
 * Inverts light letters on dark bands, as in letterheads and table headings. This is done before the page's lighting is
 * evened out.
 */
import { levelAbove } from './light-blocks.ts'
import type { Gray } from './raster.ts'

/**
 * The number of cells along the shorter side of the picture. A band is many cells high, but the stroke of a letter is
 * less than one cell wide.
 */
const CELLS = 400
/** The distance between two measured pixels of a cell. It is enough to determine the cell's brightness. */
const EVERY = 2
/** How many cells in each direction are searched to find the brightness of the paper around a cell. */
const AROUND = 16
/**
 * The share of the surrounding paper's brightness below which a cell may belong to a dark band. Cells with text on
 * paper are lighter.
 */
const DARK = 0.62
/**
 * Limits for a band: its largest height, as a share of the page's height (larger dark areas are a desk or a shadow),
 * and its smallest height and length, in cells.
 */
const MAX_THICKNESS = 0.12
const MIN_THICKNESS = 4
const MIN_LENGTH = 24
/**
 * Limits for the smoothness of a band's edge. From one cell to the next, the edge moves by at most MAX_STEP cells in at
 * least the share SMOOTH of cases.
 */
const MAX_STEP = 1
const SMOOTH = 0.94
/** The share of a band that must be dark. */
const SOLID = 0.5
/**
 * The minimum and maximum share of a band that its light letters may cover. A dark area where more than MAX_INK is even
 * darker ink is a shadow, not a band.
 */
const LETTERS = { from: 0.015, to: 0.45 }
const MAX_INK = 0.04

interface Cells {
  readonly size: number
  readonly columns: number
  readonly rows: number
  /** The brightness of each cell, and of the paper around the cell. */
  readonly bright: Uint8Array
  readonly paper: Uint8Array
}

/**
 * A dark band: where it begins along its length, and the first and last cell across it at each place (both inclusive).
 */
interface Band {
  readonly isUpright: boolean
  readonly start: number
  readonly from: Int32Array
  readonly to: Int32Array
}

/** Returns the picture with its dark bands inverted, or the same picture if it has none. */
export function withoutBands(gray: Gray): Gray {
  const cells = cellsOf(gray)
  const bands = bandsOf(cells)
  if (bands.length === 0) return gray
  const pixels = new Uint8Array(gray.pixels)
  const turned = bands.filter((band) => turnOver({ ...gray, pixels }, cells, band))
  return turned.length === 0 ? gray : { ...gray, pixels }
}

function cellsOf({ width, height, pixels }: Gray): Cells {
  const size = Math.max(2, Math.floor(Math.min(width, height) / CELLS))
  const [columns, rows] = [Math.floor(width / size), Math.floor(height / size)]
  const bright = new Uint8Array(columns * rows)
  const looked = Math.ceil(size / EVERY) ** 2
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      let sum = 0
      for (let y = row * size; y < (row + 1) * size; y += EVERY)
        for (let x = column * size, at = y * width + x; x < (column + 1) * size; x += EVERY, at += EVERY)
          sum += pixels[at]!
      bright[row * columns + column] = sum / looked
    }
  return { size, columns, rows, bright, paper: paperOf(bright, columns, rows) }
}

/**
 * Returns the brightness of the paper around each cell, taken from the brightest surrounding block. A block's
 * brightness is the level that a tenth of its cells exceed.
 */
function paperOf(bright: Uint8Array, columns: number, rows: number): Uint8Array {
  const [across, down] = [Math.ceil(columns / AROUND), Math.ceil(rows / AROUND)]
  const counts = new Uint32Array(256)
  const levels = Array.from({ length: across * down }, (_, block) => {
    const [left, top] = [(block % across) * AROUND, Math.floor(block / across) * AROUND]
    counts.fill(0)
    let total = 0
    for (let row = top; row < Math.min(rows, top + AROUND); row++)
      for (let column = left; column < Math.min(columns, left + AROUND); column++, total++)
        counts[bright[row * columns + column]!]!++
    return levelAbove(counts, total / 10)
  })
  const near = levels.map((_, block) => {
    const [column, row] = [block % across, Math.floor(block / across)]
    let most = 0
    for (let y = Math.max(0, row - 1); y <= Math.min(down - 1, row + 1); y++)
      for (let x = Math.max(0, column - 1); x <= Math.min(across - 1, column + 1); x++)
        most = Math.max(most, levels[y * across + x]!)
    return most
  })
  const paper = new Uint8Array(bright.length)
  for (let row = 0, at = 0; row < rows; row++) {
    const blocks = Math.floor(row / AROUND) * across
    for (let column = 0; column < columns; column++, at++) paper[at] = near[blocks + Math.floor(column / AROUND)]!
  }
  return paper
}

function bandsOf(cells: Cells): Band[] {
  const { columns, bright, paper } = cells
  const isOpen = new Uint8Array(bright.length)
  for (let at = 0; at < bright.length; at++) isOpen[at] = bright[at]! < DARK * paper[at]! ? 1 : 0
  const found = new Int32Array(bright.length)
  const bands: Band[] = []
  for (let at = 0; at < isOpen.length; at++) {
    if (isOpen[at] === 0) continue
    const band = bandOf(pieceFrom(at, isOpen, { columns, found }), cells)
    if (band !== null) bands.push(band)
  }
  return bands
}

/** Collects all dark cells that are connected to a given cell. */
function pieceFrom(
  start: number,
  isOpen: Uint8Array,
  { columns, found }: { columns: number; found: Int32Array },
): Int32Array {
  let count = 0
  const visit = (at: number) => {
    if (isOpen[at] !== 1) return
    isOpen[at] = 0
    found[count++] = at
  }
  visit(start)
  for (let next = 0; next < count; next++) {
    const at = found[next]!
    const column = at % columns
    visit(at - columns)
    visit(at + columns)
    if (column > 0) visit(at - 1)
    if (column < columns - 1) visit(at + 1)
  }
  return found.subarray(0, count)
}

function bandOf(piece: Int32Array, { columns, rows }: Cells): Band | null {
  if (piece.length < MIN_THICKNESS * MIN_LENGTH) return null
  let [top, bottom, left, right] = [rows, 0, columns, 0]
  for (const at of piece) {
    const [row, column] = [Math.floor(at / columns), at % columns]
    if (row < top) top = row
    if (row > bottom) bottom = row
    if (column < left) left = column
    if (column > right) right = column
  }
  // A dark area at the edge of the picture is not a band but the table or desk under the paper.
  if (top === 0 || left === 0 || bottom === rows - 1 || right === columns - 1) return null
  const isUpright = bottom - top > right - left
  const start = isUpright ? top : left
  const length = isUpright ? bottom - top + 1 : right - left + 1
  const thickness = piece.length / length
  if (length < MIN_LENGTH || thickness < MIN_THICKNESS || thickness > MAX_THICKNESS * Math.max(rows, columns))
    return null
  const from = new Int32Array(length).fill(rows + columns)
  const to = new Int32Array(length).fill(-1)
  for (const at of piece) {
    const [row, column] = [Math.floor(at / columns), at % columns]
    const [along, across] = isUpright ? [row - start, column] : [column - start, row]
    if (across < from[along]!) from[along] = across
    if (across > to[along]!) to[along] = across
  }
  return isSmooth(from) && isSmooth(to) && piece.length > SOLID * areaOf(from, to)
    ? { isUpright, start, from, to }
    : null
}

function isSmooth(edge: Int32Array): boolean {
  let smooth = 0
  for (let at = 1; at < edge.length; at++) if (Math.abs(edge[at]! - edge[at - 1]!) <= MAX_STEP) smooth++
  return smooth >= SMOOTH * (edge.length - 1)
}

function areaOf(from: Int32Array, to: Int32Array): number {
  let area = 0
  for (let at = 0; at < from.length; at++) area += to[at]! - from[at]! + 1
  return area
}

/**
 * Inverts a band, so that letters become ink and the band becomes paper, including its half-dark rim. @returns false if
 * the area is not a band.
 */
function turnOver(gray: Gray, { size, columns, paper }: Cells, band: Band): boolean {
  const { isUpright, start, from, to } = band
  const light = paper[isUpright ? start * columns + from[0]! : from[0]! * columns + start]!
  const levels = levelsOf(gray, { size, band }, light)
  if (levels === null) return false
  const { pixels } = gray
  const scale = light / (levels.letters - levels.band)
  for (let along = -1; along <= from.length; along++) {
    const near = [along - 1, along, along + 1].filter((one) => one >= 0 && one < from.length)
    const least = Math.min(...near.map((one) => from[one]!)) - 1
    const most = Math.max(...near.map((one) => to[one]!)) + 1
    const first = Math.max(...near.map((one) => from[one]!)) + 1
    const last = Math.min(...near.map((one) => to[one]!)) - 1
    for (let across = least; across <= most; across++) {
      const isInner = near.length === 3 && across >= first && across <= last
      const turn = (at: number) => {
        const value = light - (pixels[at]! - levels.band) * scale
        pixels[at] = isInner ? Math.min(light, Math.max(0, value)) : light
      }
      inCell(gray, size, isUpright ? [start + along, across] : [across, start + along], turn)
    }
  }
  return true
}

function inCell(
  { width, height }: Gray,
  size: number,
  [row, column]: readonly [number, number],
  visit: (at: number) => void,
): void {
  for (let y = row * size; y < Math.min(height, (row + 1) * size); y++)
    for (let x = column * size; x < Math.min(width, (column + 1) * size); x++) visit(y * width + x)
}

/**
 * Returns the brightness of a band and of its letters. Returns null if there are no letters, or if the area is paper in
 * a shadow.
 */
function levelsOf(
  gray: Gray,
  { size, band: { isUpright, start, from, to } }: { size: number; band: Band },
  light: number,
): { readonly band: number; readonly letters: number } | null {
  const counts = new Uint32Array(256)
  const count = (at: number) => counts[gray.pixels[at]!]!++
  for (let along = 0; along < from.length; along++)
    for (let across = from[along]! + 1; across < to[along]!; across++)
      inCell(gray, size, isUpright ? [start + along, across] : [across, start + along], count)
  const total = counts.reduce((sum, one) => sum + one, 0)
  if (total === 0) return null
  let band = 0
  for (let seen = counts[0]!; seen < total / 2; seen += counts[++band]!);
  const edge = (band + light) / 2
  let [lighter, sum, darker] = [0, 0, 0]
  for (let level = 0; level < 256; level++) {
    if (level > edge) [lighter, sum] = [lighter + counts[level]!, sum + level * counts[level]!]
    if (level < 0.6 * band - 12) darker += counts[level]!
  }
  const isBand = lighter > LETTERS.from * total && lighter < LETTERS.to * total && darker < MAX_INK * total
  return isBand ? { band, letters: sum / lighter } : null
}
