/** Determines how an uploaded picture shows the text: rotated by some angle, or squeezed by a fax machine. */
import type { InkComponent } from './components.ts'
import type { Origin, Size } from './places.ts'
import { quantileOf } from './raster.ts'

export interface Lie {
  /** Whether text lines run vertically instead of from left to right. */
  readonly isSideways: boolean
  /**
   * The tilt of the text lines to the right, in radians, from -45 to 45 degrees. Slight tilts count as 0, because a
   * later step corrects them.
   */
  readonly tilt: number
  /** The factors by which to stretch the picture to restore the letters' proportions. Usually both are 1. */
  readonly stretch: { readonly across: number; readonly down: number }
}

const AS_IT_IS: Lie = { isSideways: false, tilt: 0, stretch: { across: 1, down: 1 } }

/** The number of pairs of letters below which the result is not trusted. */
const MIN_PAIRS = 40
const MAX_PAIRS = 4_000

/**
 * The tilt, in radians, below which a tilt is left to a later step, which straightens the page line by line with better
 * results.
 */
const SLIGHT_TILT = (9 * Math.PI) / 180

/** The share of pairs of neighbouring letters whose directions must agree, within NEARLY degrees. */
const MIN_AGREEING = 0.4
const NEARLY = 7

/**
 * Limits for the width of a letter divided by its height, which is usually three quarters. No typeface exceeds them;
 * wider letters come from a fax sent with half the lines (204 by 98 dpi).
 */
const TOO_WIDE = 1.32
const TOO_WIDE_FOR_NARROW = 1.15
const FAX_RATIO = 204 / 98

/**
 * Determines how the text is oriented, from the direction of each letter to its nearest neighbour and from the letters'
 * widths.
 */
export function pageLayoutOf(letters: readonly InkComponent[]): Lie {
  const directions = directionsOf(letters)
  if (directions.length < MIN_PAIRS) return AS_IT_IS
  const { peak, share } = commonest(directions)
  const quarter = Math.round(peak / 90)
  const tilt = ((peak - 90 * quarter) * Math.PI) / 180
  const isTilted = share >= MIN_AGREEING && Math.abs(tilt) > SLIGHT_TILT
  const isSideways = quarter !== 0 && share >= MIN_AGREEING
  if (isTilted) return { ...AS_IT_IS, tilt }
  return { ...AS_IT_IS, isSideways, stretch: stretchOf(letters, isSideways) }
}

function stretchOf(letters: readonly InkComponent[], isSideways: boolean): Lie['stretch'] {
  const widths = letters
    .map(({ left, top, right, bottom }) =>
      isSideways ? (bottom - top) / (right - left) : (right - left) / (bottom - top),
    )
    .sort((a, b) => a - b)
  // Letters that touch each other also look wide, but on no page do all letters touch.
  const isPressed = quantileOf(widths, 0.5) >= TOO_WIDE && quantileOf(widths, 0.25) >= TOO_WIDE_FOR_NARROW
  if (!isPressed) return AS_IT_IS.stretch
  return isSideways ? { across: FAX_RATIO, down: 1 } : { across: 1, down: FAX_RATIO }
}

/** For a sample of letters, returns the direction to the nearest letter of similar size, in degrees from -90 to 90. */
function directionsOf(letters: readonly InkComponent[]): number[] {
  const size = quantileOf(
    letters.map((one) => Math.max(one.bottom - one.top, one.right - one.left)),
    0.5,
  )
  const reach = 2.5 * size
  const keyOf = (x: number, y: number) => Math.floor(x / reach) * 100_000 + Math.floor(y / reach)
  const grid = Map.groupBy(letters, (one) => keyOf(centreX(one), centreY(one)))
  const every = Math.ceil(letters.length / MAX_PAIRS)
  const directions: number[] = []
  for (let index = 0; index < letters.length; index += every) {
    const one = letters[index]!
    const [x, y] = [centreX(one), centreY(one)]
    let [nearest, direction] = [reach, Number.NaN]
    for (const dx of [-reach, 0, reach])
      for (const dy of [-reach, 0, reach])
        for (const other of grid.get(keyOf(x + dx, y + dy)) ?? []) {
          const [across, down] = [centreX(other) - x, centreY(other) - y]
          const distance = Math.hypot(across, down)
          if (other === one || distance >= nearest || !isAlike(one, other)) continue
          ;[nearest, direction] = [distance, (Math.atan(down / across) * 180) / Math.PI]
        }
    if (!Number.isNaN(direction)) directions.push(direction)
  }
  return directions
}

const centreX = (one: InkComponent) => (one.left + one.right) / 2
const centreY = (one: InkComponent) => (one.top + one.bottom) / 2

/**
 * Whether two letters are of similar height. Only letters of similar height are compared: an ascender raises a letter's
 * centre, so letters of different heights do not show the slope of the line.
 */
function isAlike(one: InkComponent, other: InkComponent): boolean {
  const [a, b] = [one.bottom - one.top, other.bottom - other.top]
  return Math.max(a, b) <= 1.35 * Math.min(a, b)
}

/**
 * Returns the most frequent direction, rounded to a degree, and the share of directions near it. A line has no start or
 * end, so -90 and 90 degrees are the same.
 */
function commonest(directions: readonly number[]): { peak: number; share: number } {
  const counts = new Float64Array(180)
  for (const direction of directions) counts[(Math.round(direction) + 270) % 180]!++
  let [peak, most, weight] = [0, -1, 0]
  for (let at = 0; at < 180; at++) {
    let [near, weighted] = [0, 0]
    for (let off = -NEARLY; off <= NEARLY; off++) {
      const count = counts[(at + off + 180) % 180]!
      near += count
      weighted += count * (1 - Math.abs(off) / (NEARLY + 1))
    }
    if (weighted > weight) [peak, most, weight] = [at - 90, near, weighted]
  }
  return { peak, share: most / directions.length }
}

/** Maps points of a picture that was stretched, or rotated about its centre, to the original picture. */
export function originOf({ tilt, stretch }: Lie, before: Size, after: Size): Origin {
  const [cos, sin] = [Math.cos(tilt), Math.sin(tilt)]
  return (x, y) => {
    const [right, down] = [x - after.width / 2, y - after.height / 2]
    const [across, along] = [right * cos - down * sin, right * sin + down * cos]
    return [across / stretch.across + before.width / 2, along / stretch.down + before.height / 2]
  }
}
