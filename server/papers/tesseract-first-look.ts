/** Reads a sample of a page first, to find out whether the page is upside down or unreadable. */
import type { Worker } from 'tesseract.js'
import { type Light, legibilityOf, type Obstacle, obstacleOf } from '../recognition/legibility.ts'
import type { Size } from '../recognition/picture/places.ts'
import type { PreparedPage } from '../recognition/picture/prepare.ts'
import { type Box, type Gray, quarterTurned } from '../recognition/picture/raster.ts'
import { type Segment, segmentsOf } from '../recognition/picture/segments.ts'
import { cropOf, onPage, POOR } from './tesseract-looks.ts'
import { type Recognized, recognized, type TesseractReaders } from './tesseract-readers.ts'

/** Text pieces that have already been read, by their box. */
export type Sample = ReadonlyMap<string, Recognized>

export const boxName = ({ left, top, right, bottom }: Box) => `${left} ${top} ${right} ${bottom}`

/** The number of text pieces that are read first, to find out whether the page is upside down or unreadable. */
const SAMPLE = 12
const FEW_LINES = 3

/**
 * The confidence from which a line is certainly not upside down. Such a line is not read upside down as well; the value
 * below is assumed as the confidence of that second reading.
 */
const SURE = 0.85
const HEAD_DOWN_OF_SURE = 0.5

/** Findings about the whole page from reading a few of its lines. */
interface FirstLook {
  /** Whether the page reads better upside down. */
  readonly isTurned: boolean
  /** Why the page cannot be read at all; null when it can be read. */
  readonly obstacle: Obstacle | null
  /** The text pieces as read the right way up. */
  readonly sample: Sample
}

export async function firstLookAt({ russian }: TesseractReaders, page: PreparedPage, light: Light): Promise<FirstLook> {
  const segments = segmentsOf(page).sort((a, b) => b.letters - a.letters)
  const wide = segments.filter((one) => one.letters >= 6 && one.letters <= 40)
  const chosen = wide.filter((_, index) => index % Math.max(1, Math.floor(wide.length / SAMPLE)) === 0).slice(0, SAMPLE)
  const looks: { readonly segment: Segment; readonly asIs: Recognized; readonly headDown: Recognized | null }[] = []
  const difference = () =>
    sumOf(looks, ({ asIs, headDown }) => (headDown?.confidence ?? HEAD_DOWN_OF_SURE) - asIs.confidence)
  for (const segment of chosen) {
    const crop = cropOf(page.gray, segment)
    const asIs = await recognized(russian, crop)
    const headDown = asIs.confidence >= SURE ? null : await recognized(russian, quarterTurned(crop, 2))
    looks.push({ segment, asIs, headDown })
    if (looks.length > 3 && Math.abs(difference()) > 1.2) break
  }
  const isTurned = difference() > 0
  const read = looks.flatMap(({ segment, asIs, headDown }) => {
    const upright = isTurned ? headDown : asIs
    return upright === null ? [] : [{ box: isTurned ? turnedBox(segment, page.gray) : segment, upright }]
  })
  const mean = sumOf(looks, ({ asIs, headDown }) => ((isTurned ? headDown : asIs) ?? asIs).confidence) / looks.length
  // A sheet with only one or two lines is readable if any of its text pieces is.
  const confidence = looks.length >= FEW_LINES ? mean : await bestOf(russian, page.gray, segments.slice(0, SAMPLE))
  return {
    isTurned,
    obstacle: obstacleOf(confidence, () => legibilityOf(light, page)),
    sample: new Map(read.map(({ box, upright }) => [boxName(box), onPage(upright, box)])),
  }
}

const turnedBox = ({ left, top, right, bottom }: Box, { width, height }: Size): Box => ({
  left: width - right,
  top: height - bottom,
  right: width - left,
  bottom: height - top,
})

const sumOf = <T>(all: readonly T[], value: (one: T) => number) => all.reduce((sum, one) => sum + value(one), 0)

/**
 * Returns the confidence of a well-read text piece, in either orientation; 0 if all are as poor as noise, null if there
 * are no pieces.
 */
async function bestOf(worker: Worker, gray: Gray, segments: readonly Segment[]): Promise<number | null> {
  let best: number | null = null
  for (const segment of segments) {
    const crop = cropOf(gray, segment)
    for (const turns of [0, 2] as const) {
      const { text, confidence } = await recognized(worker, quarterTurned(crop, turns))
      best = Math.max(best ?? 0, READ_WORD.test(text) ? confidence : 0)
    }
    if (best! >= POOR) return best
  }
  return best === null ? null : 0
}

/**
 * A word needs three letters or digits to count, because noise is sometimes read confidently as one or two characters.
 */
const READ_WORD = /[\p{L}\d]{3}/u

export function turned(page: PreparedPage): PreparedPage {
  const { width, height } = page.gray
  const { upright: columns, level } = page.rulings
  return {
    ...page,
    gray: quarterTurned(page.gray, 2),
    origin: (x, y) => page.origin(width - x, height - y),
    rulings: {
      upright: columns.map(({ at, from, to }) => ({ at: width - at, from: height - to, to: height - from })),
      level: level.map(({ at, from, to }) => ({ at: height - at, from: width - to, to: width - from })),
    },
  }
}
