/** Shadows with edges, as of fingers: what is left of them when the light of the page was made even. */
import { blocksOf, evened, nearest } from './light-blocks.ts'
import type { Gray } from './raster.ts'

/** Across the shorter side: a finger's shadow is several of them wide. */
const BLOCKS = 128
const MIN_BLOCK = 8

/** How bright paper is in a shadow, as a share of white. Darker is ink, lighter needs no help. */
const DARKEST = 0.3
const LIGHTEST = 0.85

/** So many blocks that lie together are a shadow, no stamp and no bar of ink. */
const MIN_SHADOW = 40

/** The page, evenly lit but for such shadows, without them. The picture itself is changed where there are any. */
export function unshaded(gray: Gray): Gray {
  const { width, height } = gray
  const size = Math.max(MIN_BLOCK, Math.round(Math.min(width, height) / BLOCKS))
  const [columns, rows] = [Math.ceil(width / size), Math.ceil(height / size)]
  const { paper } = blocksOf(gray, size, columns, rows)
  const grid = { size, columns, rows }
  // What is narrower than three blocks is ink: paper is beside it.
  const light = nearest(nearest(paper, grid, 'highest'), grid, 'lowest')
  if (hasShadow(light)) evened(gray, light, grid, gray.pixels)
  return gray
}

/** What is too dark for a shadow is left as it is. */
function hasShadow(light: Float64Array): boolean {
  let shaded = 0
  for (let at = 0; at < light.length; at++) {
    if (light[at]! < DARKEST * 255) light[at] = 255
    else if (light[at]! < LIGHTEST * 255) shaded++
  }
  return shaded >= MIN_SHADOW
}
