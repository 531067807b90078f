/** The embedded recognizer: Tesseract as WebAssembly in threads, with language data that is part of this project. */
import { parseStored, printStored } from '../domain/upcasters.ts'
import { assembled } from '../recognition/assemble.ts'
import { addsUpNowhere, betterReading, hasRemainder, OTHER_LETTER_HEIGHT } from '../recognition/judge/second-reading.ts'
import {
  illegible,
  type Light,
  legibilityOf,
  lightOf,
  type Obstacle,
  obstacleOf,
  type Sight,
} from '../recognition/legibility.ts'
import { textIn } from '../recognition/pdf/text-layer.ts'
import { codesIn } from '../recognition/picture/dot-codes.ts'
import { greyOf } from '../recognition/picture/flatten.ts'
import type { Piece } from '../recognition/picture/pieces.ts'
import { placeOf, rotationOf, type Size } from '../recognition/picture/places.ts'
import { type LaidPage, laidPage, type PreparedPage, preparePage } from '../recognition/picture/prepare.ts'
import type { Box, Gray, PageImage } from '../recognition/picture/raster.ts'
import { segmentsOf } from '../recognition/picture/segments.ts'
import type { MakeRoom, PageInHand, ReadPage, Recognizer } from '../recognition/recognizer.ts'
import type { Reading } from '../recognition/words/extraction.ts'
import { boxName, firstLookAt, type Sample, turned } from './tesseract-first-look.ts'
import { lookInto, lookName, readIn } from './tesseract-looks.ts'
import { endReaders, startedReaders, type TesseractReaders } from './tesseract-readers.ts'

/**
 * The model's name in `extraction.recognition.model`. Durations and results of different versions are never compared.
 */
const MODEL = 'tesseract-rus-7'

/** Creates the recognizer. Each reading process has one, whose two threads are kept running between documents. */
export function tesseractRecognizer(): Recognizer {
  let readers: Promise<TesseractReaders> | null = null
  const close = async () => {
    const open = readers
    readers = null
    if (open === null) return
    await endReaders(await open)
  }
  return {
    model: MODEL,
    close,
    async readPage(page, signal) {
      signal.throwIfAborted()
      // A document with a text layer does not need Tesseract, so Tesseract is started only on demand.
      const started = Object.assign(() => (readers ??= startedReaders()), { stop: close })
      // A call that is running when its thread is terminated never returns, so aborting must end the wait in another
      // way.
      const aborted = Promise.withResolvers<never>()
      aborted.promise.catch(() => {})
      const stop = () => {
        aborted.reject(signal.reason)
        void close()
      }
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await Promise.race([readPage(started, page, signal), aborted.promise])
      } finally {
        signal.removeEventListener('abort', stop)
      }
    },
  }
}

/**
 * Starts the Tesseract threads or returns running ones. `stop` ends them until the next start, freeing 100 MB or more.
 */
interface Start {
  (): Promise<TesseractReaders>
  readonly stop: MakeRoom
}

/** The results of reading a page, stored between turns as JSON. The page's picture is not stored but rendered again. */
export interface FoundOnPage {
  readonly isTurned: boolean
  /** Whether the picture also shows another document, which was not read. */
  readonly isOneOfTwo?: boolean
  /** Why the page could not be read; null or absent when it was read. */
  readonly obstacle?: Obstacle | null
  /** The contents of the page's QR and other matrix codes. */
  readonly codes?: readonly string[]
  /** The page's rotation, as `rotationOf` returns it. Absent on pages read before rotations were stored. */
  readonly rotation?: number
  /**
   * The text pieces, as `piecesOf` returns them. They have no page number, because the page is known from its position
   * in the list of pages.
   */
  readonly pieces: readonly Omit<Piece, 'page'>[]
  /** Present if the text came from the file's text layer. */
  readonly isText?: true
  /** The results of reading parts of the page again, by position and setting. */
  readonly looks: readonly [string, string][]
  /**
   * The text pieces and rereadings of the page at another scale, which are used when the numbers of the first reading
   * do not add up.
   */
  readonly other?: { readonly pieces: readonly Omit<Piece, 'page'>[]; readonly looks: readonly [string, string][] }
}

/**
 * Reads a page, then assembles the document from all pages read so far. Parts whose numbers do not add up are reread
 * while the page's picture is in memory, and every result is stored. The document is finished when all pages are read
 * and every needed rereading is stored. Until then, pages with missing rereadings are rendered again.
 */
async function readPage(
  start: Start,
  { image, text, index, count, found }: PageInHand,
  signal: AbortSignal,
): Promise<ReadPage> {
  const pages = found.map((one) => parseStored<FoundOnPage>('foundPage', one))
  const ownText = pages[index] === undefined ? await text() : null
  if (ownText !== null) pages[index] = { isTurned: false, isText: true, ...ownText, looks: [] }
  const seen = pages[index]?.isText === true ? null : await seenPage(start, image, pages[index], signal)
  if (seen !== null) pages[index] = seen.found
  const looks = pages.map((one) => new Map(one.looks))
  const missing = new Set<number>()
  const pieces = pages.flatMap((one, at) => one.pieces.map((piece) => ({ ...piece, page: at })))
  const reading = await assembled(
    pieces,
    async (at, box, look) => {
      signal.throwIfAborted()
      if (pages[at]!.isText === true) return textIn(pages[at]!.pieces, box)
      const name = lookName(box, look)
      const known = looks[at]!.get(name)
      if (known !== undefined) return known
      if (at !== index || seen === null) {
        missing.add(at)
        return ''
      }
      return lookInto(looks[index]!, seen, { box, look })
    },
    codesOf(pages),
  )
  // Only the first missing rereading is certain to be needed, because which rereadings follow depends on its result.
  const [firstMissing = null] = missing
  const next = pages.length < count ? pages.length : firstMissing
  const kept: FoundOnPage = { ...pages[index]!, looks: [...looks[index]!] }
  if (next !== null) return { found: printStored('foundPage', kept), next }
  const isOnlyPage = seen !== null && !seen.found.obstacle && count === 1
  const isLegible = confidenceOf(pieces) >= LEGIBLE
  if (isOnlyPage && !isLegible && addsUpNowhere(reading)) throw illegible(obstacleOf(0, seen.sight)!)
  const isWorthIt = isOnlyPage && isLegible && hasRemainder(reading)
  const second = isWorthIt ? await readOtherwise(seen, kept, signal) : null
  const turns = pages.map(({ rotation = 0 }) => ({ rotation }))
  const obstacles = pages.map((one) => one.obstacle ?? null)
  if (obstacles[0] && !obstacles.includes(null)) throw illegible(obstacles[0])
  const unread = obstacles.flatMap((one, at) => (one === null ? [] : [at + 1]))
  const best = second === null ? reading : betterReading(reading, second.reading)
  const other = second === null ? {} : { other: second.other }
  const besideOthers = pages.flatMap((one, at) => (one.isOneOfTwo === true ? [at + 1] : []))
  const whole = { ...best, pages: turns, unread, besideOthers }
  return { found: printStored('foundPage', { ...kept, ...other } satisfies FoundOnPage), reading: whole }
}

const codesOf = (pages: readonly FoundOnPage[]): string[] => pages.flatMap(({ codes = [] }) => codes)

/**
 * The average confidence below which a page counts as unreadable if none of its numbers add up. All test pages with at
 * least one correctly read text had a confidence of 0.52 or more.
 */
const LEGIBLE = 0.5

/** Returns the average confidence of all text pieces, weighted by their letters; 1 if there are none. */
function confidenceOf(pieces: readonly Piece[]): number {
  const letters = sumOf(pieces, ({ text }) => text.length)
  return letters === 0 ? 1 : sumOf(pieces, ({ text, confidence }) => text.length * confidence) / letters
}

/** A page whose text was recognized from its picture. */
interface SeenPage {
  readonly readers: TesseractReaders
  readonly sight: () => Sight
  readonly laid: LaidPage
  /** The size of the page as it was decoded. */
  readonly size: Size
  readonly page: PreparedPage
  /** The results for the page, from this turn or an earlier one. */
  readonly found: FoundOnPage
}

async function seenPage(
  start: Start,
  image: PageInHand['image'],
  before: FoundOnPage | undefined,
  signal: AbortSignal,
): Promise<SeenPage> {
  // Free the previous page's pictures before this page is decoded.
  letPicturesGo()
  const { laid, light, size, codes } = await laidPicture(() => image(start.stop), before === undefined)
  letPicturesGo()
  const readers = await start()
  const level = await preparePage(laid)
  const first = before === undefined ? await firstLookAt(readers, level, light) : null
  const { isTurned, obstacle = null } = before ?? first!
  const sample = first?.sample
  const page = isTurned ? turned(level) : level
  const read = async () => (obstacle === null ? piecesOf(readers, page, { sample, signal }) : [])
  const found = before ?? {
    isTurned,
    isOneOfTwo: page.isOneOfTwo,
    obstacle,
    ...(codes.length === 0 ? {} : { codes }),
    ...placed(page, size, await read()),
    looks: [],
  }
  return { readers, sight: () => legibilityOf(light, page), laid, size, page, found }
}

/** Straightens the page and drops its original picture. `isNew`: the page's matrix codes have not been read yet. */
async function laidPicture(image: () => Promise<PageImage>, isNew: boolean): Promise<LaidPicture> {
  const { grey, light, size } = await withoutColours(image)
  letPicturesGo()
  const codes = isNew ? await codesIn(grey) : []
  letPicturesGo()
  return { laid: await laidPage(grey), light, size, codes }
}

interface LaidPicture {
  readonly laid: LaidPage
  readonly light: Light
  readonly size: Size
  readonly codes: readonly string[]
}

/**
 * Converts a picture to grey. The colours take the most memory, so they are freed before anything else is allocated.
 */
async function withoutColours(image: () => Promise<PageImage>): Promise<{ grey: Gray; light: Light; size: Size }> {
  const picture = await image()
  return { grey: greyOf(picture), light: lightOf(picture), size: sizeOf(picture) }
}

/**
 * The number of bytes in pictures above which a garbage collection is worthwhile. A collection takes about 10 ms, and
 * every second one discards all compiled regular expressions.
 */
const MUCH_IN_PICTURES = 40_000_000

/**
 * Runs the garbage collector if it can be called, because V8 by itself counts only small wrapper objects and not large
 * buffers.
 */
function letPicturesGo(): void {
  if (process.memoryUsage().arrayBuffers > MUCH_IN_PICTURES) globalThis.gc?.()
}

/**
 * Reads the whole page again at another scale. Done only for documents of one page, because it costs as much as the
 * first reading.
 */
async function readOtherwise(
  { readers, laid, size }: SeenPage,
  kept: FoundOnPage,
  signal: AbortSignal,
): Promise<{ reading: Reading; other: NonNullable<FoundOnPage['other']> }> {
  const level = await preparePage(laid, OTHER_LETTER_HEIGHT)
  const [page, view] = [kept.isTurned ? turned(level) : level, { page: size, rotation: kept.rotation ?? 0 }]
  const pieces = kept.other?.pieces ?? withPlaces(await piecesOf(readers, page, { signal }), page, view)
  const looks = new Map(kept.other?.looks)
  const reading = await assembled(
    pieces.map((piece) => ({ ...piece, page: 0 })),
    async (_, box, look) => {
      signal.throwIfAborted()
      return looks.get(lookName(box, look)) ?? lookInto(looks, { readers, page }, { box, look })
    },
    codesOf([kept]),
  )
  return { reading, other: { pieces, looks: [...looks] } }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

/** Adds to each text piece its position on the page as displayed. */
function placed(page: PreparedPage, image: Size, pieces: readonly Omit<Piece, 'page'>[]) {
  const rotation = rotationOf(page.origin, page.gray)
  return { rotation, pieces: withPlaces(pieces, page, { page: image, rotation }) }
}

const withPlaces = (
  pieces: readonly Omit<Piece, 'page'>[],
  { origin }: PreparedPage,
  view: { page: Size; rotation: number },
) => pieces.map((piece) => ({ ...piece, place: placeOf(piece, origin, view) }))

/** Reads the page's text pieces. `sample`: pieces that have already been read. */
async function piecesOf(
  readers: TesseractReaders,
  page: PreparedPage,
  { sample, signal }: { sample?: Sample | undefined; signal: AbortSignal },
): Promise<Omit<Piece, 'page'>[]> {
  const pieces: Omit<Piece, 'page'>[] = []
  for (const segment of segmentsOf(page)) {
    signal.throwIfAborted()
    const read = sample?.get(boxName(segment)) ?? (await readIn(readers.russian, page.gray, segment))
    if (read.text !== '') pieces.push({ ...boxOf(segment), ...read })
  }
  return pieces
}

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

const sumOf = <T>(all: readonly T[], value: (one: T) => number) => all.reduce((sum, one) => sum + value(one), 0)
