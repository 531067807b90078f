/** Decides whether a page can be read at all, and what would help when it cannot. */
import { unreadable } from './file-types.ts'
import { levelAbove } from './picture/light-blocks.ts'
import type { PreparedPage } from './picture/prepare.ts'
import type { PageImage } from './picture/raster.ts'

/** Measures of the original picture. */
export interface Light {
  /** The brightness of its brighter parts, from 0 to 255. */
  readonly paper: number
  /** The steepness of its sharpest edges: the difference between two pixels, as a share of the paper's brightness. */
  readonly edge: number
  /** How much darker its darkest parts are, as a share of the paper's brightness. */
  readonly contrast: number
}

/** All measures of a picture before it is read. */
export interface Sight extends Light {
  /** The share of dark pixels on the prepared page. */
  readonly ink: number
  /** The height of small letters in the original picture, in pixels. */
  readonly letters: number
}

/** Why a page cannot be read: letters too small, out of focus, too little light, too little ink, or unknown. */
export type Obstacle = 'far' | 'blurred' | 'dark' | 'faint' | 'unclear'

/**
 * Below this confidence a page is unreadable. Every page on which any amount was read exactly had twice as much; noise
 * has 0.2.
 */
const HOPELESS_CONFIDENCE = 0.3
const DARK_PAPER = 90
const BLURRED_EDGE = 0.11
/** Pale copies that can be read have twice this contrast. */
const FAINT_CONTRAST = 0.2
/** A share of the contrast: with edges as sharp as this, strokes are thin, not smeared. */
const SHARP = 0.5
/** Letters of this height were readable in no picture. */
const SMALL_LETTERS = 7
/** A page with less ink is empty, and need not be photographed again. */
const LEAST_INK = 0.004

/**
 * Why a page cannot be read; null for a readable page, and for an empty one. The confidence decides: it is the
 * recognizer's confidence in a few of the page's lines, null without lines. `sight` measures the picture, only when
 * needed, to choose the advice.
 */
export function obstacleOf(confidence: number | null, sight: () => Sight): Obstacle | null {
  if (confidence !== null && confidence >= HOPELESS_CONFIDENCE) return null
  const { paper, edge, contrast, ink, letters } = sight()
  if (paper < DARK_PAPER) return 'dark'
  if (confidence === null && ink < LEAST_INK) return null
  if (contrast < FAINT_CONTRAST && edge > SHARP * contrast) return 'faint'
  if (edge < BLURRED_EDGE) return 'blurred'
  return letters < SMALL_LETTERS ? 'far' : 'unclear'
}

/** The refusal of a file without any readable page, with advice for its owner. */
export const illegible = (obstacle: Obstacle) => unreadable('illegible', ADVICE[obstacle])

const ADVICE: Record<Obstacle, string> = {
  far: 'Снимок не читается: буквы на нём слишком мелкие. Сфотографируйте ближе, чтобы страница заняла весь кадр. (The letters are too small to be read. Take the photo closer, so that the page fills it.)',
  blurred:
    'Снимок не читается: буквы на нём расплылись. Держите телефон ровно, подождите, пока он наведёт резкость, и пришлите снимок, не уменьшая его. (The letters are blurred. Hold the phone still, wait until it is sharp, and send the picture as large as it was taken.)',
  dark: 'Снимок не читается: он слишком тёмный. Сфотографируйте при лучшем свете. (The picture is too dark. Take it in better light.)',
  faint:
    'Снимок не читается: печать на нём слишком бледная. Отсканируйте страницу темнее или сфотографируйте её при ярком свете; выцветший чек попросите у продавца заново. (The print is too faint. Scan it darker or photograph it in bright light; if the receipt has faded, ask the seller for another one.)',
  unclear:
    'Снимок не читается: букв на нём не разобрать. Сфотографируйте страницу целиком, прямо, при хорошем свете и не двигая телефон. (The page cannot be read. Photograph all of it, straight, in good light and with a steady hand.)',
}

/** Measures the original picture. */
export function lightOf(page: PageImage): Light {
  const brightnesses = brightnessesOf(page)
  const paper = levelOfShare(brightnesses, 0.1)
  const share = (level: number) => level / Math.max(1, paper)
  const contrast = share(paper - levelOfShare(brightnesses, 1 - DARKEST))
  return { paper, edge: share(levelOfShare(stepsOf(page), 0.005)), contrast }
}

/** The share of darkest pixels; a page with text has more ink than this. */
const DARKEST = 0.01

/** Adds the measures of the prepared page. */
export function legibilityOf(
  light: Light,
  { gray: { pixels }, lettersTaken }: Pick<PreparedPage, 'gray' | 'lettersTaken'>,
): Sight {
  const dark = pixels.reduce((count, value) => count + (value < DARK_INK ? 1 : 0), 0)
  return { ...light, ink: dark / pixels.length, letters: lettersTaken }
}

const DARK_INK = 200

/** Measures only every SPARSE-th pixel, which is enough. */
const SPARSE = 7

function brightnessesOf({ colours }: PageImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < colours.length; at += 3 * SPARSE) counts[colours[at + 1]!]!++
  return counts
}

/** A histogram of the differences between pixels two apart. */
function stepsOf({ colours }: PageImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 7; at < colours.length; at += 3 * SPARSE) counts[Math.abs(colours[at]! - colours[at - 6]!)]!++
  return counts
}

/** The level that the given share of counted values exceeds. */
const levelOfShare = (counts: Uint32Array, share: number): number =>
  levelAbove(counts, share * counts.reduce((sum, count) => sum + count, 0))
