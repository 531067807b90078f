/**
 * Removes shadows with sharp edges, such as those of fingers, which remain after the page's lighting was evened out.
 */
import { blocksOf, evened, nearest } from './light-blocks.ts'
import type { Gray } from './raster.ts'

/** The number of blocks along the shorter side of the picture. A finger's shadow is several blocks wide. */
const BLOCKS = 128
const MIN_BLOCK = 8

/**
 * The brightness of paper in a shadow, as a share of white. A darker area is ink; a lighter area needs no correction.
 */
const DARKEST = 0.3
const LIGHTEST = 0.85

/** The minimum number of connected blocks in a shadow. A smaller dark area is a stamp or a bar of ink. */
const MIN_SHADOW = 40

/** Removes shadows with sharp edges from an evenly lit page. If there are any, changes the picture in place. */
export function unshaded(gray: Gray): Gray {
  const { width, height } = gray
  const size = Math.max(MIN_BLOCK, Math.round(Math.min(width, height) / BLOCKS))
  const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)]
  const { paper } = blocksOf(gray, size, columns, rows)
  const grid = { size, columns, rows }
  // Treat dark areas narrower than three blocks as ink with paper beside it, not as shadows.
  const light = nearest(nearest(paper, grid, 'highest'), grid, 'lowest')
  if (hasShadow(light)) evened(gray, light, grid, gray.pixels)
  return gray
}

/**
 * Whether there is a shadow. Also sets blocks that are too dark for a shadow to white, so that they stay uncorrected.
 */
function hasShadow(light: Float64Array): boolean {
  let shaded = 0
  for (let at = 0; at < light.length; at++) {
    if (light[at]! < DARKEST * 255) light[at] = 255
    else if (light[at]! < LIGHTEST * 255) shaded++
  }
  return shaded >= MIN_SHADOW
}
