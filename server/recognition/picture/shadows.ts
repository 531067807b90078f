/** Removes shadows with sharp edges, as of fingers, which remain after the page's light was evened out. */
import { blocksOf, evened, nearest } from './light-blocks.ts'
import type { Gray } from './raster.ts'

/** Blocks across the shorter side: a finger's shadow is several blocks wide. */
const BLOCKS = 128
const MIN_BLOCK = 8

/** The brightness of paper in a shadow, as a share of white. Darker is ink, lighter needs no correction. */
const DARKEST = 0.3
const LIGHTEST = 0.85

/** This many connected blocks are a shadow, not a stamp or a bar of ink. */
const MIN_SHADOW = 40

/** Removes such shadows from an evenly lit page. Changes the picture in place where there are any. */
export function unshaded(gray: Gray): Gray {
  const { width, height } = gray
  const size = Math.max(MIN_BLOCK, Math.round(Math.min(width, height) / BLOCKS))
  const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)]
  const { paper } = blocksOf(gray, size, columns, rows)
  const grid = { size, columns, rows }
  // Dark areas narrower than three blocks are ink, with paper beside them.
  const light = nearest(nearest(paper, grid, 'highest'), grid, 'lowest')
  if (hasShadow(light)) evened(gray, light, grid, gray.pixels)
  return gray
}

/** Whether there is a shadow. Blocks too dark for a shadow are excluded from the correction. */
function hasShadow(light: Float64Array): boolean {
  let shaded = 0
  for (let at = 0; at < light.length; at++) {
    if (light[at]! < DARKEST * 255) light[at] = 255
    else if (light[at]! < LIGHTEST * 255) shaded++
  }
  return shaded >= MIN_SHADOW
}
