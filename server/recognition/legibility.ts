/** Whether a page can be read at all, and what would help when it cannot. */
import { unreadable } from './file-types.ts'
import { levelAbove } from './picture/light-blocks.ts'
import type { PreparedPage } from './picture/prepare.ts'
import type { PageImage } from './picture/raster.ts'

/** What is known of a picture as it was taken. */
export interface Light {
  /** How bright its brighter parts are, from 0 to 255. */
  readonly paper: number
  /** How steep its sharpest edges are: what two pixels differ by, as a share of the paper's brightness. */
  readonly edge: number
  /** How much darker its darkest parts are, as a share of the paper's brightness. */
  readonly contrast: number
}

/** What is known of a picture before it is read. */
export interface Sight extends Light {
  /** The share of the prepared page that is dark. */
  readonly ink: number
  /** How high small letters are in the picture as it was taken, in pixels. */
  readonly letters: number
}

/** Why nothing can be read: letters too small, a picture out of focus, too little light, too little ink; or nothing that was measured. */
export type Obstacle = 'far' | 'blurred' | 'dark' | 'faint' | 'unclear'

/** Pages of which anything was ever read to the kopeck had twice as much; noise reads at 0.2. */
const HOPELESS_CONFIDENCE = 0.3
const DARK_PAPER = 90
const BLURRED_EDGE = 0.11
/** Pale copies that can be read have twice as much. */
const FAINT_CONTRAST = 0.2
/** Of the contrast: strokes that are as sharp as that are thin, not smeared. */
const SHARP = 0.5
/** Letters that were read in any picture were as high. */
const SMALL_LETTERS = 7
/** Less ink than this is an empty page, which nobody need photograph anew. */
const LEAST_INK = 0.004

/**
 * What keeps a page from being read; null for one that can be read, and for an empty one. The look at it decides: `confidence` is what
 * the recognizer says of a few of its lines, null when it has no lines. The measures only say what would help, and are
 * taken when they are asked for.
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

/** The refusal of a file none of whose pages can be read, in words for its owner. */
export const illegible = (obstacle: Obstacle) => unreadable('illegible', ADVICE[obstacle])

const ADVICE: Record<Obstacle, string> = {
  far: 'Снимок не читается: буквы на нём слишком мелкие. Сфотографируйте ближе, чтобы страница заняла весь кадр. (The letters are too small to be read. Take the photo closer, so that the page fills it.)',
  blurred:
    'Снимок не читается: буквы на нём расплылись. Держите телефон ровно, подождите, пока он наведёт резкость, и пришлите снимок, не уменьшая его. (The letters are blurred. Hold the phone still, wait until it is sharp, and send the picture as large as it was taken.)',
  dark: 'Снимок не читается: он слишком тёмный. Сфотографируйте при лучшем свете. (The picture is too dark. Take it in better light.)',
  faint:
    'Снимок не читается: печать на нём слишком бледная. Отсканируйте страницу темнее или сфотографируйте её при ярком свете; выцветший чек попросите у продавца заново. (The print is too faint. Scan it darker or photograph it in bright light; ask the seller for a faded receipt anew.)',
  unclear:
    'Снимок не читается: букв на нём не разобрать. Сфотографируйте страницу целиком, прямо, при хорошем свете и не двигая телефон. (The page cannot be read. Photograph all of it, straight, in good light and with a steady hand.)',
}

/** What can be seen of a picture as it was taken. */
export function lightOf(page: PageImage): Light {
  const brightnesses = brightnessesOf(page)
  const paper = levelOfShare(brightnesses, 0.1)
  const share = (level: number) => level / Math.max(1, paper)
  const contrast = share(paper - levelOfShare(brightnesses, 1 - DARKEST))
  return { paper, edge: share(levelOfShare(stepsOf(page), 0.005)), contrast }
}

/** Of the picture: a page has more ink than that. */
const DARKEST = 0.01

/** And of what was made of it. */
export function legibilityOf(
  light: Light,
  { gray: { pixels }, lettersTaken }: Pick<PreparedPage, 'gray' | 'lettersTaken'>,
): Sight {
  const dark = pixels.reduce((count, value) => count + (value < DARK_INK ? 1 : 0), 0)
  return { ...light, ink: dark / pixels.length, letters: lettersTaken }
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
