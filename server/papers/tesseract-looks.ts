/** Reads parts of a page with Tesseract: a first time, and again with other settings. */
import type { Worker } from 'tesseract.js'
import type { Look } from '../recognition/picture/looks.ts'
import { type PreparedPage, resized } from '../recognition/picture/prepare.ts'
import { type Box, cropped, type Gray } from '../recognition/picture/raster.ts'
import type { Segment } from '../recognition/picture/segments.ts'
import { INK_THRESHOLD } from '../recognition/picture/straighten.ts'
import { type Recognized, recognized, type TesseractReaders } from './tesseract-readers.ts'

/** The width of the white margin around a part of a page, in pixels. */
const MARGIN = 6
/** How many pixels around a part of a page are cut out with it. */
const AROUND = 4

const FIGURES_ONLY = { tessedit_char_whitelist: '0123456789,.- ' }

/** Cuts out a part of a page as a separate picture. */
export const cropOf = (gray: Gray, { left, right, top, bottom }: Box): Gray =>
  cropped(gray, { left: left - AROUND, right: right + AROUND, top: top - AROUND, bottom: bottom + AROUND }, MARGIN)

/** Converts the positions of words in a picture that `cropOf` cut out to positions on the page. */
export function onPage(read: Recognized, { left }: Box): Recognized {
  if (read.spans === undefined) return read
  const shift = left - AROUND - MARGIN
  return { ...read, spans: read.spans.map(([from, to]) => [from + shift, to + shift]) }
}

/**
 * The number of letters up to which a piece is repeated three times in one picture, because Tesseract often does not
 * recognize one or two isolated letters as a line. The text of the piece counts if it was read the same at least twice.
 */
const FEW_LETTERS = 3
export const POOR = 0.6

/** Reads one text piece of the page. */
export async function readIn(worker: Worker, gray: Gray, segment: Segment): Promise<Recognized> {
  const crop = cropOf(gray, segment)
  const once = onPage(await recognized(worker, crop), segment)
  const isEnough = segment.letters > FEW_LETTERS || (once.text !== '' && once.confidence >= POOR)
  return isEnough ? once : ((await readThrice(worker, crop)) ?? once)
}

async function readThrice(worker: Worker, crop: Gray, options: object = {}): Promise<Recognized | null> {
  const row = new Uint8Array(3 * crop.width * crop.height)
  for (let y = 0; y < crop.height; y++)
    for (let copy = 0; copy < 3; copy++)
      row.set(crop.pixels.subarray(y * crop.width, (y + 1) * crop.width), (3 * y + copy) * crop.width)
  const { text, confidence } = await recognized(
    worker,
    { width: 3 * crop.width, height: crop.height, pixels: row },
    options,
  )
  const words = thirdsOf(text) ?? text.split(' ')
  const twice = words.find((word, index) => word !== '' && words.indexOf(word) !== index)
  return twice === undefined ? null : { text: twice, confidence }
}

/** Splits text into three equal parts: «333» becomes «3» three times. */
function thirdsOf(text: string): string[] | null {
  const letters = text.replace(/\s/g, '')
  const third = letters.slice(0, letters.length / 3)
  return third !== '' && letters === third.repeat(3) ? [third, third] : null
}

async function lookAgain(readers: TesseractReaders, page: PreparedPage, box: Box, look: Look): Promise<Recognized> {
  const tight = inked(page.gray, box)
  const crop = cropOf(page.gray, tight)
  if (look === 'latin-figures') return recognized(readers.latin, await altered(crop, look), FIGURES_ONLY)
  if (look === 'latin' || look === 'latin-words') return onPage(await recognized(readers.latin, crop), tight)
  const options = look.startsWith('text') ? {} : FIGURES_ONLY
  const once = await recognized(readers.russian, await altered(crop, look), options)
  const isNarrow = crop.width < 4 * crop.height
  return once.text === '' && isNarrow ? ((await readThrice(readers.russian, crop, options)) ?? once) : once
}

/** Returns the name under which the result of rereading a part of a page is stored. */
export const lookName = ({ left, top, right, bottom }: Box, look: Look) => `${look} ${left} ${top} ${right} ${bottom}`

/** A page being read, with the threads that can read it. */
interface OpenPage {
  readonly readers: TesseractReaders
  readonly page: PreparedPage
}

/** Reads a part of the page again with the given setting and adds the result to `looks`. */
export async function lookInto(
  looks: Map<string, string>,
  { readers, page }: OpenPage,
  { box, look }: { readonly box: Box; readonly look: Look },
): Promise<string> {
  const { text, sureness = [], spans = [] } = await lookAgain(readers, page, box, look)
  const isOfWords = look === 'latin-words'
  looks.set(lookName(box, isOfWords ? 'latin' : look), text)
  if (isOfWords || look === 'latin')
    looks.set(lookName(box, 'latin-words'), sureness.map((one, at) => [one, ...spans[at]!].join()).join(' '))
  return looks.get(lookName(box, look))!
}

const SCALES: Partial<Record<Look, number>> = {
  larger: 1.5,
  'text-larger': 1.5,
  smaller: 0.75,
  'text-smaller': 0.75,
  'latin-figures': 0.7,
}

async function altered(crop: Gray, look: Look): Promise<Gray> {
  if (look === 'figures') return crop
  const scale = SCALES[look] ?? 1.2
  const scaled = await resized(crop, Math.round(crop.width * scale), Math.round(crop.height * scale))
  return look === 'softer' ? softened(scaled) : scaled
}

/**
 * Cuts off the empty paper to the left and right of the ink in a box, because Tesseract overlooks a lone digit in a
 * wide column.
 */
function inked({ width, pixels }: Gray, box: Box): Box {
  const hasInk = (x: number) => {
    for (let y = Math.max(0, box.top); y < box.bottom; y++)
      if ((pixels[y * width + x] ?? 255) < INK_THRESHOLD) return true
    return false
  }
  let [left, right] = [Math.max(0, box.left), Math.min(width, box.right)]
  while (left < right && !hasInk(left)) left++
  while (right > left && !hasInk(right - 1)) right--
  return left < right ? { ...box, left, right } : box
}

/** Averages each pixel with its two neighbours in the row, which closes the gaps in a coarse scan. */
function softened({ width, height, pixels }: Gray): Gray {
  const soft = pixels.map((value, at) => (2 * value + (pixels[at - 1] ?? 255) + (pixels[at + 1] ?? 255)) / 4)
  return { width, height, pixels: soft }
}
