/**
 * Finds table columns that are drawn with text characters: vertical strokes below each other, one in each line of text.
 */
import type { InkComponent } from './components.ts'
import { type Box, type Gray, heightOf, widthOf } from './raster.ts'
import type { Ruling } from './rules.ts'

/**
 * Limits for a stroke that may be part of a drawn column line: taller than a lowercase letter, at most as tall as a
 * line of text, and much narrower than the digit 1.
 */
const MIN_HEIGHT = 1.05
const MAX_HEIGHT = 3.2
const MAX_WIDTH_SHARE = 0.24

/** The number of successive lines of text from which strokes below each other cannot be letters. */
const MIN_STROKES = 4
const MAX_PITCH = 3.4

/** The maximum sideways shift of a stroke from the stroke above it, in heights of a lowercase letter. */
const MAX_SHIFT = 0.22

export interface Undrawn {
  readonly gray: Gray
  readonly upright: readonly Ruling[]
}

/**
 * Removes the strokes that form column lines from a picture and returns them as ruled lines. `components`: the
 * picture's ink components.
 */
export function withoutStrokes(gray: Gray, components: readonly InkComponent[], letterHeight: number): Undrawn {
  const strokes = components.filter((one) => isStroke(one, letterHeight)).sort((a, b) => a.top - b.top)
  const columns: InkComponent[][] = []
  for (const stroke of strokes) {
    const column = columns.find((one) => isBelow(stroke, one.at(-1)!, letterHeight))
    if (column === undefined) columns.push([stroke])
    else column.push(stroke)
  }
  const drawn = columns.filter((column) => column.length >= MIN_STROKES)
  if (drawn.length === 0) return { gray, upright: [] }
  const pixels = new Uint8Array(gray.pixels)
  for (const column of drawn)
    for (const [index, stroke] of column.entries()) {
      erase({ ...gray, pixels }, stroke)
      // A stroke that touches a digit forms one connected component with it, so its place is taken from the strokes
      // above and below.
      const next = column[index + 1]
      if (next !== undefined) erase({ ...gray, pixels }, between(stroke, next))
    }
  const upright = drawn.flatMap((column) =>
    column.map((one, index) => ({ at: centreOf(one), from: one.top, to: (column[index + 1] ?? one).bottom })),
  )
  return { gray: { ...gray, pixels }, upright }
}

const centreOf = ({ left, right }: Box) => (left + right) / 2

function isStroke(one: InkComponent, letterHeight: number): boolean {
  const [width, height] = [widthOf(one), heightOf(one)]
  return (
    height >= MIN_HEIGHT * letterHeight &&
    height <= MAX_HEIGHT * letterHeight &&
    width <= Math.max(2, MAX_WIDTH_SHARE * height) &&
    one.area >= 0.6 * width * height
  )
}

function isBelow(one: InkComponent, other: InkComponent, letterHeight: number): boolean {
  const step = one.top - other.top
  return (
    Math.abs(centreOf(one) - centreOf(other)) <= MAX_SHIFT * letterHeight &&
    step <= MAX_PITCH * letterHeight &&
    step > 0.5 * letterHeight
  )
}

/** The area between two strokes, as wide as the narrower of them. */
function between(above: InkComponent, below: InkComponent): Box {
  const half = Math.min(widthOf(above), widthOf(below)) / 2
  const centre = (centreOf(above) + centreOf(below)) / 2
  return { left: Math.round(centre - half), right: Math.round(centre + half), top: above.bottom, bottom: below.top }
}

function erase({ width, height, pixels }: Gray, { left, right, top, bottom }: Box): void {
  const [from, to] = [Math.max(0, left - 1), Math.min(width, right + 1)]
  for (let y = Math.max(0, top - 1); y < Math.min(height, bottom + 1); y++)
    pixels.fill(255, y * width + from, y * width + to)
}
