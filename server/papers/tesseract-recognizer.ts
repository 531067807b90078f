/** The embedded recognizer: Tesseract as WebAssembly in a thread, with language data that ships with the project. */
import type { Worker } from 'tesseract.js'
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
import type { Look } from '../recognition/picture/looks.ts'
import type { Piece } from '../recognition/picture/pieces.ts'
import { placeOf, rotationOf, type Size } from '../recognition/picture/places.ts'
import { type LaidPage, laidPage, type PreparedPage, preparePage } from '../recognition/picture/prepare.ts'
import { type Box, type Gray, type PageImage, quarterTurned } from '../recognition/picture/raster.ts'
import { type Segment, segmentsOf } from '../recognition/picture/segments.ts'
import type { MakeRoom, PageInHand, ReadPage, Recognizer } from '../recognition/recognizer.ts'
import type { Reading } from '../recognition/words/extraction.ts'
import { cropOf, lookAgain, POOR, readIn } from './tesseract-looks.ts'
import { endReaders, type Recognized, recognized, startedReaders, type TesseractReaders } from './tesseract-readers.ts'

/** Part of `extraction.recognition.model`: a new number makes old durations and results those of another model. */
const MODEL = 'tesseract-rus-7'

/** One for each process that reads: it keeps its two threads between documents. */
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
      // A document that says its text by itself needs no readers.
      const started = Object.assign(() => (readers ??= startedReaders()), { stop: close })
      // A call to a thread that was ended never returns: the abort must win the race.
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

/** The readers. `stop` ends them until they are asked for again: they hold 100 MB and more. */
interface Start {
  (): Promise<TesseractReaders>
  readonly stop: MakeRoom
}

/** What is kept of a page between turns, as JSON. Its picture is not: it can be drawn again. */
export interface FoundOnPage {
  readonly isTurned: boolean
  /** Another paper lies beside it in the picture, and was not read. */
  readonly isOneOfTwo?: boolean
  /** Why it could not be read. */
  readonly obstacle?: Obstacle | null
  /** What the codes of dots on it say. */
  readonly codes?: readonly string[]
  /** As `rotationOf` says. Pages that were read before places were kept have none. */
  readonly rotation?: number
  /** As `piecesOf` makes them, without their page: it is known by the place in the list. */
  readonly pieces: readonly Omit<Piece, 'page'>[]
  /** It said its text by itself. */
  readonly isText?: true
  /** What was read when a part of the page was looked at again: by its box and the way it was looked at. */
  readonly looks: readonly [string, string][]
  /** The same at another scale, where the first reading left a remainder. */
  readonly other?: { readonly pieces: readonly Omit<Piece, 'page'>[]; readonly looks: readonly [string, string][] }
}

/**
 * Reads a page, then puts together the document as far as it is read, so that what the arithmetic wants to look at again on this page
 * is looked at while its picture is here. Every look is remembered. When all pages are read and the last round asked for nothing but
 * what is remembered or on this page, its reading is what a reader with all pictures at hand would have come to. Until then a page
 * that more is asked of is drawn again.
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
      const readAgain = await lookAgain(seen.readers, seen.page, box, look)
      looks[index]!.set(name, readAgain)
      return readAgain
    },
    codesOf(pages),
  )
  // The first look that was missing is one that the whole document asks for, whatever the others would have been.
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

/** Pages of which anything was right were read at 0.52 and more: below it, and with nothing that adds up, a page was read in vain. */
const LEGIBLE = 0.5

/** Of all that was read, a letter like a letter; 1 for no letters. */
function confidenceOf(pieces: readonly Piece[]): number {
  const letters = sumOf(pieces, ({ text }) => text.length)
  return letters === 0 ? 1 : sumOf(pieces, ({ text, confidence }) => text.length * confidence) / letters
}

/** A page by its picture. */
interface SeenPage {
  readonly readers: TesseractReaders
  readonly sight: () => Sight
  readonly laid: LaidPage
  /** Of the page as it was decoded. */
  readonly size: Size
  readonly page: PreparedPage
  /** On it, now or before. */
  readonly found: FoundOnPage
}

async function seenPage(
  start: Start,
  image: PageInHand['image'],
  before: FoundOnPage | undefined,
  signal: AbortSignal,
): Promise<SeenPage> {
  // What is left of the page before is let go before this one is decoded.
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

/** The page laid right, without the picture that it came from. `isNew`: its codes are not known yet. */
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

/** Its colours are the largest thing at hand: they are let go before anything is made of the page. */
async function withoutColours(image: () => Promise<PageImage>): Promise<{ grey: Gray; light: Light; size: Size }> {
  const picture = await image()
  return { grey: greyOf(picture), light: lightOf(picture), size: sizeOf(picture) }
}

/** Pictures that hold so much are worth a collection: it costs some 10 ms, and each second one forgets all compiled regular expressions. */
const MUCH_IN_PICTURES = 40_000_000

/** The collector of garbage sees how small the objects are that hold pictures, not how large those are: it is asked, where it can be. */
function letPicturesGo(): void {
  if (process.memoryUsage().arrayBuffers > MUCH_IN_PICTURES) globalThis.gc?.()
}

/** The whole page once more at another scale: only for a document of one page, since it costs as much again. */
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
      const name = lookName(box, look)
      const text = looks.get(name) ?? (await lookAgain(readers, page, box, look))
      looks.set(name, text)
      return text
    },
    codesOf([kept]),
  )
  return { reading, other: { pieces, looks: [...looks] } }
}

const sizeOf = ({ width, height }: Size): Size => ({ width, height })

const lookName = (box: Box, look: Look) => `${look} ${boxName(box)}`

/** The pieces with their places on the page as it is shown. */
function placed(page: PreparedPage, image: Size, pieces: readonly Omit<Piece, 'page'>[]) {
  const rotation = rotationOf(page.origin, page.gray)
  return { rotation, pieces: withPlaces(pieces, page, { page: image, rotation }) }
}

const withPlaces = (
  pieces: readonly Omit<Piece, 'page'>[],
  { origin }: PreparedPage,
  view: { page: Size; rotation: number },
) => pieces.map((piece) => ({ ...piece, place: placeOf(piece, origin, view) }))

/** `sample`: what was read of some of them before. */
async function piecesOf(
  readers: TesseractReaders,
  page: PreparedPage,
  { sample, signal }: { sample?: Sample | undefined; signal: AbortSignal },
): Promise<Omit<Piece, 'page'>[]> {
  const pieces: Omit<Piece, 'page'>[] = []
  for (const segment of segmentsOf(page)) {
    signal.throwIfAborted()
    const { text, confidence } = sample?.get(boxName(segment)) ?? (await readIn(readers.russian, page.gray, segment))
    if (text !== '') pieces.push({ ...boxOf(segment), text, confidence })
  }
  return pieces
}

/** What was read, by its box. */
type Sample = ReadonlyMap<string, Recognized>

const boxName = ({ left, top, right, bottom }: Box) => `${left} ${top} ${right} ${bottom}`

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

/** How many pieces show whether a page stands on its head, and whether it can be read at all. */
const SAMPLE = 12
const FEW_LINES = 3

/** A line that is read so surely does not stand on its head, and need not be read that way: it would read like this. */
const SURE = 0.85
const HEAD_DOWN_OF_SURE = 0.5

/** What a few lines of a page say of all of it. */
interface FirstLook {
  /** It reads better the other way up. */
  readonly isTurned: boolean
  /** Why it cannot be read at all. */
  readonly obstacle: Obstacle | null
  /** What was read the right way up. */
  readonly sample: Sample
}

async function firstLookAt({ russian }: TesseractReaders, page: PreparedPage, light: Light): Promise<FirstLook> {
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
  // A sheet of a line or two can be read if any piece of it can.
  const confidence = looks.length >= FEW_LINES ? mean : await bestOf(russian, page.gray, segments.slice(0, SAMPLE))
  return {
    isTurned,
    obstacle: obstacleOf(confidence, () => legibilityOf(light, page)),
    sample: new Map(read.map(({ box, upright }) => [boxName(box), upright])),
  }
}

const turnedBox = ({ left, top, right, bottom }: Box, { width, height }: Size): Box => ({
  left: width - right,
  top: height - bottom,
  right: width - left,
  bottom: height - top,
})

const sumOf = <T>(all: readonly T[], value: (one: T) => number) => all.reduce((sum, one) => sum + value(one), 0)

/** How well the best of them reads, either way up; 0 when it reads poorly, as noise does now and then; null for none. */
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

/** Noise is now and then surely read as a letter or two. */
const READ_WORD = /[\p{L}\d]{3}/u

function turned(page: PreparedPage): PreparedPage {
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
