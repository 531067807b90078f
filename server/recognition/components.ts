/** Connected pieces of ink: letters, dots, table frames, stamps. */
import type { Box } from './raster.ts'

export interface Component extends Box {
  /** How many of its box's pixels are ink. */
  readonly area: number
}

interface Growing {
  left: number
  top: number
  right: number
  bottom: number
  area: number
}

/** The pieces of a picture of ones and zeros; diagonal neighbours touch. Given up as empty beyond MAX_RUNS: that is noise, no page. */
export function componentsOf(ink: Uint8Array, width: number, height: number): Component[] {
  const parents: number[] = []
  const boxes: Growing[] = []
  let above: [from: number, to: number, id: number][] = []
  for (let y = 0; y < height; y++) {
    const runs = runsOf(ink, y * width, width)
    const row: [number, number, number][] = []
    let near = 0
    for (const [from, to] of runs) {
      let id = -1
      while (near < above.length && above[near]![1] < from) near++
      for (let other = near; other < above.length && above[other]![0] <= to; other++) {
        const root = rootOf(parents, above[other]![2])
        if (id === -1) id = root
        else if (root !== id) id = join(parents, boxes, id, root)
      }
      if (id === -1) {
        id = parents.push(parents.length) - 1
        boxes.push({ left: from, top: y, right: to, bottom: y + 1, area: 0 })
        if (parents.length > MAX_RUNS) return []
      }
      const box = boxes[id]!
      box.left = Math.min(box.left, from)
      box.right = Math.max(box.right, to)
      box.bottom = y + 1
      box.area += to - from
      row.push([from, to, id])
    }
    above = row
  }
  return boxes.filter((_, id) => parents[id] === id)
}

const MAX_RUNS = 600_000

function runsOf(ink: Uint8Array, start: number, width: number): [from: number, to: number][] {
  const runs: [number, number][] = []
  for (let x = 0; x < width; x++) {
    if (ink[start + x] === 0) continue
    const from = x
    while (x < width && ink[start + x] === 1) x++
    runs.push([from, x])
  }
  return runs
}

function rootOf(parents: number[], id: number): number {
  let root = id
  while (parents[root] !== root) root = parents[root]!
  parents[id] = root
  return root
}

function join(parents: number[], boxes: Growing[], a: number, b: number): number {
  parents[b] = a
  const [kept, lost] = [boxes[a]!, boxes[b]!]
  kept.left = Math.min(kept.left, lost.left)
  kept.top = Math.min(kept.top, lost.top)
  kept.right = Math.max(kept.right, lost.right)
  kept.bottom = Math.max(kept.bottom, lost.bottom)
  kept.area += lost.area
  return a
}

/** The height of a small letter's or figure's box on this page: the commonest of the pieces that can be letters. */
export function letterHeightOf(components: readonly Component[]): number {
  const counts = new Float64Array(MAX_LETTER_HEIGHT + 2)
  for (const one of components) {
    const [width, height] = [one.right - one.left, one.bottom - one.top]
    if (
      !isBlock(one) &&
      height >= MIN_LETTER_HEIGHT &&
      height <= MAX_LETTER_HEIGHT &&
      width <= 2.5 * height &&
      width * 6 >= height
    )
      counts[height]!++
  }
  let best = 0
  let bestCount = 0
  for (let height = MIN_LETTER_HEIGHT; height <= MAX_LETTER_HEIGHT; height++) {
    const count = counts[height - 1]! + 2 * counts[height]! + counts[height + 1]!
    if (count > bestCount) [best, bestCount] = [height, count]
  }
  return best
}

/** A full square or bar: the squares of a QR code outnumber the letters of a short receipt. */
export function isBlock({ left, top, right, bottom, area }: Component): boolean {
  const [width, height] = [right - left, bottom - top]
  return width >= 0.6 * height && area >= 0.92 * width * height
}

/** Far more specks than anything else: the grain of a picture taken in dim light, or of a poor copy. */
export function isGrainy(components: readonly Component[]): boolean {
  let [specks, others] = [0, 0]
  for (const { area } of components) area > MAX_SPECK ? others++ : area > 1 && specks++
  return specks > MIN_SPECKS && specks > 2 * others
}

const MAX_SPECK = 12
const MIN_SPECKS = 500
const MIN_LETTER_HEIGHT = 4
const MAX_LETTER_HEIGHT = 120
