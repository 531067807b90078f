/** Decides whether a page can be read at all. If it cannot, finds the reason and advice for the user. */
import { unreadable } from './file-types.ts'
import { levelAbove } from './picture/light-blocks.ts'
import type { PreparedPage } from './picture/prepare.ts'
import type { PageImage } from './picture/raster.ts'

/** Measurements of the uploaded picture. */
export interface Light {
  /** The brightness of the picture's brighter parts (the paper), from 0 to 255. */
  readonly paper: number
  /**
   * How steep the sharpest edges are: the difference between two nearby pixels, as a share of the paper's brightness.
   */
  readonly edge: number
  /** How much darker than the paper the darkest parts are, as a share of the paper's brightness. */
  readonly contrast: number
}

/** All measurements of a picture that help to explain why the picture cannot be read. */
export interface Sight extends Light {
  /** The share of dark pixels on the prepared page. */
  readonly ink: number
  /** The height of lowercase letters in the original picture, in pixels. */
  readonly letters: number
}

/** Why a page cannot be read: letters too small, out of focus, too little light, too little ink, or unknown. */
export type Obstacle = 'far' | 'blurred' | 'dark' | 'faint' | 'unclear'

/**
 * The confidence below which a page is unreadable. Every test page with at least one correctly read amount had twice
 * this confidence, and pure noise has 0.2.
 */
const HOPELESS_CONFIDENCE = 0.3
const DARK_PAPER = 90
const BLURRED_EDGE = 0.11
/** The contrast below which a picture is too faint. Pale copies that are still readable have twice as much contrast. */
const FAINT_CONTRAST = 0.2
/**
 * The steepness of edges, as a share of the contrast, above which edges are sharp, which means that strokes are thin
 * and not smeared.
 */
const SHARP = 0.5
/** The height of lowercase letters, in pixels, below which no tested picture could be read. */
const SMALL_LETTERS = 7
/** The share of ink below which a page is empty, so that advice to photograph it again would be wrong. */
const LEAST_INK = 0.004

/**
 * Returns the reason why a page cannot be read, or null for a readable or empty page. The result depends on
 * `confidence`, the recognizer's confidence in a few of the page's lines (null if there are none). `sight` measures the
 * picture and is called only when the reason has to be found.
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

/** The refusal of a file without a single readable page. It contains advice for the user. */
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

/** Measures brightness, sharpness and contrast of the picture as it was uploaded. */
export function lightOf(page: PageImage): Light {
  const brightnesses = brightnessesOf(page)
  const paper = levelOfShare(brightnesses, 0.1)
  const share = (level: number) => level / Math.max(1, paper)
  const contrast = share(paper - levelOfShare(brightnesses, 1 - DARKEST))
  return { paper, edge: share(levelOfShare(stepsOf(page), 0.005)), contrast }
}

/**
 * The share of pixels that is certainly ink, counted from the darkest pixel. On a page with text, even more pixels are
 * ink.
 */
const DARKEST = 0.01

/** Combines the measurements of the uploaded picture with those of the prepared page. */
export function legibilityOf(
  light: Light,
  { gray: { pixels }, lettersTaken }: Pick<PreparedPage, 'gray' | 'lettersTaken'>,
): Sight {
  const dark = pixels.reduce((count, value) => count + (value < DARK_INK ? 1 : 0), 0)
  return { ...light, ink: dark / pixels.length, letters: lettersTaken }
}

const DARK_INK = 200

/** The distance between two measured pixels. Measuring more pixels would not give a better result. */
const SPARSE = 7

function brightnessesOf({ colours }: PageImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 0; at < colours.length; at += 3 * SPARSE) counts[colours[at + 1]!]!++
  return counts
}

/** Counts how often each difference of brightness occurs between pixels two apart. */
function stepsOf({ colours }: PageImage): Uint32Array {
  const counts = new Uint32Array(256)
  for (let at = 7; at < colours.length; at += 3 * SPARSE) counts[Math.abs(colours[at]! - colours[at - 6]!)]!++
  return counts
}

/** Returns the level that the given share of the counted values exceeds. */
const levelOfShare = (counts: Uint32Array, share: number): number =>
  levelAbove(counts, share * counts.reduce((sum, count) => sum + count, 0))
