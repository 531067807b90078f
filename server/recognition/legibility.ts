/** Whether a page can be read at all, and what would help when it cannot. */
import { unreadable } from './file-types.ts'
import { levelAbove } from './light-blocks.ts'
import type { PageImage } from './prepare.ts'
import type { Gray } from './raster.ts'

/** What is known of a picture as it was taken. */
export interface Light {
  /** How bright its brighter parts are, from 0 to 255. */
  readonly paper: number
  /** How steep its sharpest edges are: what two pixels differ by, as a share of the paper's brightness. */
  readonly edge: number
}

/** What is known of a picture before it is read. */
export interface Sight extends Light {
  /** The share of the prepared page that is dark. */
  readonly ink: number
}

/** Why nothing can be read: letters too small, a picture out of focus, too little light. */
export type Obstacle = 'far' | 'blurred' | 'dark'

/** Pages of which anything was ever read to the kopeck had twice as much; noise reads at 0.2. */
const HOPELESS_CONFIDENCE = 0.3
const DARK_PAPER = 60
const BLURRED_EDGE = 0.11
/** Less ink than this is an empty page, which nobody need photograph anew. */
const LEAST_INK = 0.004

/**
 * What keeps a page from being read; null for one that can be read, and for an empty one. The look at it decides: `confidence` is what
 * the recognizer says of a few of its lines, null when it has no lines. The measures only say what would help, and are
 * taken when they are asked for.
 */
export function obstacleOf(confidence: number | null, sight: () => Sight): Obstacle | null {
  if (confidence !== null && confidence >= HOPELESS_CONFIDENCE) return null
  const { paper, edge, ink } = sight()
  if (paper < DARK_PAPER) return 'dark'
  if (confidence === null && ink < LEAST_INK) return null
  return edge < BLURRED_EDGE ? 'blurred' : 'far'
}

/** The refusal of a file none of whose pages can be read, in words for its owner. */
export const hopeless = (obstacle: Obstacle) => unreadable('illegible', ADVICE[obstacle])

const ADVICE: Record<Obstacle, string> = {
  far: 'Снимок не читается: буквы на нём слишком мелкие. Сфотографируйте ближе, чтобы страница заняла весь кадр. (The letters are too small to be read. Take the photo closer, so that the page fills it.)',
  blurred:
    'Снимок не читается: он нерезкий. Держите телефон ровно и подождите, пока он наведёт резкость. (The picture is out of focus. Hold the phone still and wait until it is sharp.)',
  dark: 'Снимок не читается: он слишком тёмный. Сфотографируйте при лучшем свете. (The picture is too dark. Take it in better light.)',
}

/** What can be seen of a picture as it was taken. */
export function lightOf(page: PageImage): Light {
  const paper = levelOfShare(brightnessesOf(page), 0.1)
  return { paper, edge: levelOfShare(stepsOf(page), 0.005) / Math.max(1, paper) }
}

/** And of what was made of it. */
export function sightOf(light: Light, prepared: Gray): Sight {
  const dark = prepared.pixels.reduce((count, value) => count + (value < DARK_INK ? 1 : 0), 0)
  return { ...light, ink: dark / prepared.pixels.length }
}

const DARK_INK = 200

/** One pixel of so many is enough. */
const SPARSE = 7

function brightnessesOf({ colours }: PageImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < colours.length; at += 3 * SPARSE) counts[colours[at + 1]!]!++
  return counts
}

/** How much pixels differ from the next but one. */
function stepsOf({ colours }: PageImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 7; at < colours.length; at += 3 * SPARSE) counts[Math.abs(colours[at]! - colours[at - 6]!)]!++
  return counts
}

/** The level that a share of what was counted exceeds. */
const levelOfShare = (counts: Uint32Array, share: number): number =>
  levelAbove(counts, share * counts.reduce((sum, count) => sum + count, 0))
