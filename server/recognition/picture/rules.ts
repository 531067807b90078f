/** Finds the ruled lines of tables, records them, and removes them so that only letters remain. */
import { type Origin, SAME_PLACE } from './places.ts'
import { type Gray, inkOf } from './raster.ts'
import { movedAcross } from './resample.ts'
import { INK_THRESHOLD, type Traced } from './straighten.ts'
import { type Run, type Stripe, stripesOf } from './stripes.ts'

/** A straight ruled line. `at` is its x if it is vertical, and its y if it is horizontal. */
export interface Ruling {
  readonly at: number
  readonly from: number
  readonly to: number
}

export interface Rulings {
  readonly upright: readonly Ruling[]
  readonly level: readonly Ruling[]
}

export interface Unruled extends Traced {
  readonly rulings: Rulings
}

/** Removes a picture's ruled lines after using them to make the columns vertical. `letterHeight`: in pixels. */
export function unruled(gray: Gray, letterHeight: number): Unruled {
  const ink = inkOf(gray, RULE_THRESHOLD)
  const { gray: straight, origin } = uprighted(gray, ink, letterHeight)
  return { ...withoutRules(straight, letterHeight, straight === gray ? ink : undefined), origin }
}

/** Removes the ruled lines of a picture whose columns are already vertical. `ink`: the picture's ink, if known. */
export function withoutRules(
  straight: Gray,
  letterHeight: number,
  ink = inkOf(straight, RULE_THRESHOLD),
): Omit<Unruled, 'origin'> {
  const { width, height } = straight
  const pixels = new Uint8Array(straight.pixels)
  const down = stripesOf(ink, width, height, 3.2 * letterHeight, true)
  const across = stripesOf(ink, width, height, 6 * letterHeight, false)
  const thickest = Math.max(4, letterHeight)
  // Letters that touch each other also form a stripe, but that stripe is thick and only as long as a word.
  const thickestOf = (one: Stripe) =>
    one.to - one.from > LONGEST_WORD * letterHeight ? thickest : Math.max(4, THICK_RULE * letterHeight)
  const isRule = (isUpright: boolean) => (one: Stripe) =>
    thicknessOf(one) <= (isUpright ? thickest : thickestOf(one)) && standsAlone(ink, width, height, one, isUpright)
  const [upright, level] = [down.filter(isRule(true)), across.filter(isRule(false))]
  for (const { runs } of upright) for (const run of runs) erase(pixels, width, height, { ...run, isUpright: true })
  for (const { runs } of level) for (const run of runs) erase(pixels, width, height, { ...run, isUpright: false })
  const rulings = { upright: upright.map(rulingOf), level: level.map(rulingOf) }
  return { gray: { width, height, pixels }, rulings }
}

/** The brightness below which a pixel may belong to a ruled line. Thin lines are often only grey. */
const RULE_THRESHOLD = INK_THRESHOLD + 15

/**
 * Limits in letter heights. A stripe longer than LONGEST_WORD cannot be a word of touching letters. A shorter stripe is
 * a ruled line only if it is thinner than THICK_RULE.
 */
const LONGEST_WORD = 20
const THICK_RULE = 0.4

const rulingOf = (stripe: Stripe): Ruling => ({
  at: (stripe.minAcross + stripe.maxAcross + 1) / 2,
  from: stripe.from,
  to: stripe.to,
})

/**
 * Returns a stripe's thickness as the average number of adjacent runs. Its total height would be too large, because a
 * slanted line may drift by more than its thickness.
 */
function thicknessOf({ runs, from, to }: Stripe): number {
  return runs.reduce((sum, run) => sum + run.to - run.from, 0) / (to - from)
}

/**
 * Whether a stripe is a ruled line. Along most of its length, a ruled line has paper on both sides, unlike the middle
 * of a row of letters. A vertical line may have text right beside it, because no text is as tall as the line.
 */
function standsAlone(ink: Uint8Array, width: number, height: number, stripe: Stripe, isUpright: boolean): boolean {
  let [crowded, length] = [0, 0]
  const [lanes, laneStep, stepAlong] = isUpright ? [width, 1, width] : [height, width, 1]
  for (let along = stripe.from; along < stripe.to; along += 2) {
    const here = stripe.runs.filter((run) => run.from <= along && along < run.to)
    if (here.length === 0) continue
    length++
    const [before, after] = [here[0]!.at - 3, here.at(-1)!.at + 3]
    const isInk = (lane: number) => lane >= 0 && lane < lanes && ink[lane * laneStep + along * stepAlong] === 1
    if (isUpright ? isInk(before) && isInk(after) : isInk(before) || isInk(after)) crowded++
  }
  return crowded < 0.4 * length
}

function erase(pixels: Uint8Array, width: number, height: number, line: Run & { isUpright: boolean }): void {
  for (let along = Math.max(0, line.from - 1); along < line.to + 1; along++) {
    const [x, y] = line.isUpright ? [line.at, along] : [along, line.at]
    if (x < width && y < height) pixels[y * width + x] = 255
  }
}

/**
 * Makes columns vertical by correcting the slant of the long vertical lines. The slant may change linearly from left to
 * right.
 */
function uprighted(gray: Gray, ink: Uint8Array, letterHeight: number): Traced {
  const stripes = stripesOf(ink, gray.width, gray.height, 2.5 * letterHeight, true).filter(
    (one) =>
      one.to - one.from > 4 * letterHeight &&
      one.maxAcross - one.minAcross < 0.15 * (one.to - one.from) &&
      thicknessOf(one) <= Math.max(4, 0.4 * letterHeight) &&
      standsAlone(ink, gray.width, gray.height, one, true),
  )
  const leans = stripes.flatMap(leanOf)
  if (leans.length < 2) return { gray, origin: SAME_PLACE }
  const places = leans.map((one) => one.x)
  const isWide = Math.max(...places) - Math.min(...places) > gray.width / 3
  // Fits lean = base + growth × x by least squares, weighted with the lines' lengths.
  let [n, sx, sxx, sy, sxy] = [0, 0, 0, 0, 0]
  for (const { x, lean, weight } of leans) {
    n += weight
    sx += weight * x
    sxx += weight * x * x
    sy += weight * lean
    sxy += weight * x * lean
  }
  const spread = n * sxx - sx * sx
  // Vertical lines that are all close together, as in a single box, do not show the slant in other parts of the page.
  const growth = isWide && spread > 1e-6 * n * n * gray.width * gray.width ? (n * sxy - sx * sy) / spread : 0
  const base = (sy - growth * sx) / n
  const most = Math.max(Math.abs(base), Math.abs(base + growth * gray.width))
  if (most < 0.001 || most > MAX_LEAN) return { gray, origin: SAME_PLACE }
  // Shear the picture about the middle of its ink, because otherwise distant parts would move out of the picture.
  const pivot = middleOfInk(ink, gray)
  const lean = (x: number, y: number) => (base + growth * x) * (y - pivot)
  const origin: Origin = (x, y) => [x + lean(x, y), y]
  return { gray: movedAcross(gray, lean), origin }
}

/** The share of the ink that is ignored at the top and at the bottom, because it may be specks instead of text. */
const OUTERMOST = 0.02

/** Returns the height halfway between the first and the last row with text. */
function middleOfInk(ink: Uint8Array, { width, height }: Gray): number {
  const rows = new Float64Array(height)
  for (let y = 0; y < height; y++) for (let x = y * width; x < (y + 1) * width; x++) rows[y]! += ink[x]!
  const outside = OUTERMOST * rows.reduce((sum, count) => sum + count, 0)
  const reached = (ys: Iterable<number>) => {
    let sum = 0
    for (const y of ys) {
      sum += rows[y]!
      if (sum > outside) return y
    }
    return height / 2
  }
  return (reached(rows.keys()) + reached(Array.from(rows.keys()).reverse())) / 2
}

/** The maximum slant that perspective causes. More slanted lines belong to a picture or a QR code. */
const MAX_LEAN = 0.12

/** Returns how far a vertical line moves to the right for each pixel down, measured at the middles of its runs. */
function leanOf({ runs }: Stripe): { x: number; lean: number; weight: number }[] {
  if (runs.length < 4) return [{ x: runs[0]!.at, lean: 0, weight: runs[0]!.to - runs[0]!.from }]
  let [n, sx, sy, sxx, sxy] = [0, 0, 0, 0, 0]
  for (const { at, from, to } of runs) {
    const middle = (from + to) / 2
    const weight = to - from
    n += weight
    sx += weight * middle
    sy += weight * at
    sxx += weight * middle * middle
    sxy += weight * middle * at
  }
  const spread = n * sxx - sx * sx
  const x = sy / n
  const lean = spread < 4 * n * n ? 0 : (n * sxy - sx * sy) / spread
  return [{ x, lean, weight: n / runs.length }]
}
