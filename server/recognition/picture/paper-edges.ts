/** Removes remnants of the desk around the paper's edges, which would otherwise be read as letters beside the text. */
import { nearest } from './light-blocks.ts'
import type { Gray } from './raster.ts'

/** The blocks of a picture, `size` pixels wide, that show the desk under the paper. */
export interface Desk {
  readonly desk: Uint8Array
  readonly size: number
  readonly columns: number
  readonly rows: number
}

/** The brightness below which a pixel counts as ink. */
const DARK = 200
/** The maximum width, in blocks, of a dark edge. Ink that extends further onto the paper belongs to the paper. */
const FAR = 2

/** The share of desk blocks below which there is no desk. A dim picture has a few dark blocks by chance. */
const MIN_SHARE = 0.03

/** Removes dark areas that touch the desk, up to FAR blocks from it. Changes the picture in place. */
export function withoutEdges(gray: Gray, { desk, size, columns, rows }: Desk): Gray {
  const share = desk.reduce((sum, one) => sum + one, 0) / desk.length
  if (share < MIN_SHARE) return gray
  const { width, height, pixels } = gray
  let near = Float64Array.from(desk)
  for (let far = 0; far < FAR; far++) near = nearest(near, { columns, rows }, 'highest')
  const blockOf = (x: number, y: number) => Math.floor(y / size) * columns + Math.floor(x / size)
  const open: number[] = []
  const visit = (x: number, y: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return
    const at = y * width + x
    if (pixels[at]! >= DARK || near[blockOf(x, y)] !== 1) return
    pixels[at] = 255
    open.push(at)
  }
  for (const [block, isDesk] of desk.entries()) {
    if (isDesk === 0) continue
    const [left, top] = [(block % columns) * size, Math.floor(block / columns) * size]
    for (let step = 0; step < size; step++) {
      visit(left - 1, top + step)
      visit(left + size, top + step)
      visit(left + step, top - 1)
      visit(left + step, top + size)
    }
  }
  while (open.length > 0) {
    const at = open.pop()!
    const [x, y] = [at % width, Math.floor(at / width)]
    visit(x - 1, y)
    visit(x + 1, y)
    visit(x, y - 1)
    visit(x, y + 1)
  }
  return gray
}
