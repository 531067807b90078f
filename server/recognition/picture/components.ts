/** Finds connected components of ink: letters, dots, table frames, stamps. */
import type { Box, Gray } from './raster.ts'

export interface InkComponent extends Box {
  /** The number of ink pixels. */
  readonly area: number
}

interface Known {
  readonly threshold: number
  readonly components: readonly InkComponent[]
}

/** The components of each picture. They are cached, because many steps need the components of the same picture. */
const known = new WeakMap<Gray, Known>()

/**
 * Finds the connected components of pixels darker than the threshold; diagonal neighbours count as connected. The
 * picture must not be changed afterwards, because the result is cached. Returns no components if the picture has more
 * than MAX_RUNS runs (rows of adjacent ink pixels), because then it is noise and not a page.
 */
export function inkComponentsOf(gray: Gray, threshold: number): readonly InkComponent[] {
  const before = known.get(gray)
  if (before?.threshold === threshold) return before.components
  const components = joinedRuns(gray, threshold)
  known.set(gray, { threshold, components })
  return components
}

/**
 * Components under construction, which grow row by row. They are stored in number arrays, because hundreds of thousands
 * of objects would be too slow.
 */
interface Growing {
  readonly parents: number[]
  readonly lefts: number[]
  readonly tops: number[]
  readonly rights: number[]
  readonly bottoms: number[]
  readonly areas: number[]
}

function joinedRuns({ width, height, pixels }: Gray, threshold: number): InkComponent[] {
  const growing: Growing = { parents: [], lefts: [], tops: [], rights: [], bottoms: [], areas: [] }
  // The runs of ink in the row above. For each run, there are three numbers: its start, its end and its component.
  let above = new Int32Array(RUN * ((width >> 1) + 1))
  let row = new Int32Array(above.length)
  let aboveEnd = 0
  for (let y = 0; y < height; y++) {
    let [near, end] = [0, 0]
    const start = y * width
    for (let x = 0; x < width; x++) {
      if (pixels[start + x]! >= threshold) continue
      const from = x
      while (x < width && pixels[start + x]! < threshold) x++
      while (near < aboveEnd && above[near + 1]! < from) near += RUN
      let id = -1
      for (let other = near; other < aboveEnd && above[other]! <= x; other += RUN) {
        const root = rootOf(growing.parents, above[other + 2]!)
        if (id === -1) id = root
        else if (root !== id) join(growing, id, root)
      }
      if (id === -1) id = begun(growing, y)
      if (growing.parents.length > MAX_RUNS) return []
      grow(growing, id, { from, to: x, y })
      row[end] = from
      row[end + 1] = x
      row[end + 2] = id
      end += RUN
    }
    ;[above, row, aboveEnd] = [row, above, end]
  }
  return grownOf(growing)
}

const RUN = 3
const MAX_RUNS = 600_000
/** The initial value of `left`: further right than any picture extends. */
const FAR_RIGHT = 2 ** 30 - 1

function begun({ parents, lefts, tops, rights, bottoms, areas }: Growing, y: number): number {
  lefts.push(FAR_RIGHT)
  tops.push(y)
  rights.push(0)
  bottoms.push(y)
  areas.push(0)
  return parents.push(parents.length) - 1
}

function grow(growing: Growing, id: number, { from, to, y }: { from: number; to: number; y: number }): void {
  if (from < growing.lefts[id]!) growing.lefts[id] = from
  if (to > growing.rights[id]!) growing.rights[id] = to
  growing.bottoms[id] = y + 1
  growing.areas[id]! += to - from
}

function grownOf({ parents, lefts, tops, rights, bottoms, areas }: Growing): InkComponent[] {
  const components: InkComponent[] = []
  for (const [id, parent] of parents.entries())
    if (parent === id)
      components.push({ left: lefts[id]!, top: tops[id]!, right: rights[id]!, bottom: bottoms[id]!, area: areas[id]! })
  return components
}

function rootOf(parents: number[], id: number): number {
  let root = id
  while (parents[root] !== root) root = parents[root]!
  parents[id] = root
  return root
}

function join({ parents, lefts, tops, rights, bottoms, areas }: Growing, kept: number, lost: number): void {
  parents[lost] = kept
  lefts[kept] = Math.min(lefts[kept]!, lefts[lost]!)
  tops[kept] = Math.min(tops[kept]!, tops[lost]!)
  rights[kept] = Math.max(rights[kept]!, rights[lost]!)
  bottoms[kept] = Math.max(bottoms[kept]!, bottoms[lost]!)
  areas[kept]! += areas[lost]!
}

/**
 * Returns the height of lowercase letters and digits on a page: the most frequent height among components that may be
 * letters, ignoring grain.
 */
export function letterHeightOf(components: readonly InkComponent[]): number {
  const [counts, ink] = [new Float64Array(MAX_LETTER_HEIGHT + 2), new Float64Array(MAX_LETTER_HEIGHT + 1)]
  for (const one of components) {
    const [width, height] = [one.right - one.left, one.bottom - one.top]
    if (
      !isBlock(one) &&
      height >= MIN_LETTER_HEIGHT &&
      height <= MAX_LETTER_HEIGHT &&
      width <= 2.5 * height &&
      width * 6 >= height
    ) {
      counts[height]!++
      ink[height]! += one.area
    }
  }
  const least = leastHeightOf(ink)
  counts.fill(0, 0, least)
  let best = 0
  let bestCount = 0
  for (let height = least; height <= MAX_LETTER_HEIGHT; height++) {
    const count = counts[height - 1]! + 2 * counts[height]! + counts[height + 1]!
    if (count > bestCount) [best, bestCount] = [height, count]
  }
  return best
}

/**
 * Returns the smallest height a letter may have. In a noisy picture, specks outnumber letters, but most of the ink is
 * in letters. So the median height weighted by ink is typical of letters, and no letter is much smaller.
 */
function leastHeightOf(ink: Float64Array): number {
  const half = ink.reduce((sum, one) => sum + one, 0) / 2
  let median = 0
  for (let seen = ink[0]!; seen < half; seen += ink[++median]!);
  return Math.max(MIN_LETTER_HEIGHT, Math.round(LEAST_OF_MEDIAN * median))
}

const LEAST_OF_MEDIAN = 0.4

/**
 * Whether a component is a filled square or bar. Such shapes are ignored when letters are measured, because a short
 * receipt may have more squares of a QR code than letters.
 */
export function isBlock({ left, top, right, bottom, area }: InkComponent): boolean {
  const [width, height] = [right - left, bottom - top]
  return width >= 0.6 * height && area >= 0.92 * width * height
}

/** Whether specks far outnumber all other components, as in dim light and poor copies. */
export function isGrainy(components: readonly InkComponent[]): boolean {
  let [specks, others] = [0, 0]
  for (const { area } of components) area > MAX_SPECK ? others++ : area > 1 && specks++
  return specks > MIN_SPECKS && specks > 2 * others
}

const MAX_SPECK = 12
const MIN_SPECKS = 500
const MIN_LETTER_HEIGHT = 4
const MAX_LETTER_HEIGHT = 120
