/** The embedded recognizer: Tesseract as WebAssembly in a thread, with language data that ships with the project. */
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import { assembled } from '../recognition/assemble.ts'
import type { Reading } from '../recognition/extraction.ts'
import { hopeless, type Obstacle, obstacleOf, sightOf } from '../recognition/legibility.ts'
import type { Piece } from '../recognition/pieces.ts'
import { placeOf, rotationOf, type Size } from '../recognition/places.ts'
import { type PageImage, type PreparedPage, preparePage, resized } from '../recognition/prepare.ts'
import { type Box, cropped, type Gray, quarterTurned } from '../recognition/raster.ts'
import type { PageInHand, ReadPage, Recognizer } from '../recognition/recognizer.ts'
import { betterReading, hasRemainder, OTHER_LETTER_HEIGHT } from '../recognition/second-reading.ts'
import { type Segment, segmentsOf } from '../recognition/segments.ts'
import { INK_THRESHOLD } from '../recognition/straighten.ts'
import type { Look } from '../recognition/table.ts'
import { textIn } from '../recognition/text-layer.ts'

const LANGUAGE_FILES = fileURLToPath(new URL('../recognition/tessdata', import.meta.url))

/** Part of `extraction.recognition.model`: a new number makes old durations and results those of another model. */
const MODEL = 'tesseract-rus-2'

/** Of a crop's height, around it. */
const MARGIN = 6

const FIGURES_ONLY = { tessedit_char_whitelist: '0123456789,.- ' }

/** What Tesseract says of a picture without letters is for its own programmers. */
const QUIET = { debug_file: '/dev/null' }

/** Threads that must not be asked any more. */
const ended = new WeakSet<Worker>()

interface Readers {
  readonly russian: Worker
  readonly latin: Worker
}

/** One for each process that reads: it keeps its two threads between documents. */
export function tesseractRecognizer(): Recognizer {
  let readers: Promise<Readers> | null = null
  const close = async () => {
    const open = readers
    readers = null
    if (open === null) return
    const { russian, latin } = await open
    ended.add(russian).add(latin)
    // What was begun in this turn is sent before the threads are gone.
    await setImmediate()
    await Promise.all([russian.terminate(), latin.terminate()])
  }
  return {
    model: MODEL,
    close,
    async readPage(page, signal) {
      signal.throwIfAborted()
      // A document that says its text by itself needs no readers.
      const started = () => (readers ??= startedReaders())
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

async function startedReaders(): Promise<Readers> {
  const start = (language: string) =>
    createWorker(language, 1, { langPath: LANGUAGE_FILES, gzip: false, cacheMethod: 'none', errorHandler: () => {} })
  const [russian, latin] = await Promise.all([start('rus'), start('eng')])
  for (const worker of [russian, latin])
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '300', ...QUIET })
  return { russian, latin }
}

/** What is kept of a page between turns, as JSON. Its picture is not: it can be drawn again. */
export interface FoundOnPage {
  readonly isTurned: boolean
  /** Another paper lies beside it in the picture, and was not read. */
  readonly isOneOfTwo?: boolean
  /** Why it could not be read. */
  readonly obstacle?: Obstacle | null
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
  start: () => Promise<Readers>,
  { image, text, index, count, found }: PageInHand,
  signal: AbortSignal,
): Promise<ReadPage> {
  const pages = found.map((one) => JSON.parse(one) as FoundOnPage)
  const ownText = pages[index] === undefined ? text() : null
  if (ownText !== null) pages[index] = { isTurned: false, isText: true, ...ownText, looks: [] }
  const seen = pages[index]?.isText === true ? null : await seenPage(start, await image(), pages[index], signal)
  if (seen !== null) pages[index] = seen.found
  const looks = pages.map((one) => new Map(one.looks))
  const missing = new Set<number>()
  const pieces = pages.flatMap((one, at) => one.pieces.map((piece) => ({ ...piece, page: at })))
  const reading = await assembled(pieces, async (at, box, look) => {
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
  })
  // The first look that was missing is one that the whole document asks for, whatever the others would have been.
  const [firstMissing = null] = missing
  const next = pages.length < count ? pages.length : firstMissing
  const kept: FoundOnPage = { ...pages[index]!, looks: [...looks[index]!] }
  if (next !== null) return { found: JSON.stringify(kept), next }
  const isWorthIt = seen !== null && !seen.found.obstacle && count === 1 && hasRemainder(reading)
  const second = isWorthIt ? await readOtherwise(seen.readers, { image: await image(), kept }, signal) : null
  const turns = pages.map(({ rotation = 0 }) => ({ rotation }))
  const obstacles = pages.map((one) => one.obstacle ?? null)
  if (obstacles[0] && !obstacles.includes(null)) throw hopeless(obstacles[0])
  const unread = obstacles.flatMap((one, at) => (one === null ? [] : [at + 1]))
  const best = second === null ? reading : betterReading(reading, second.reading)
  const other = second === null ? {} : { other: second.other }
  const besideOthers = pages.flatMap((one, at) => (one.isOneOfTwo === true ? [at + 1] : []))
  const whole = { ...best, pages: turns, unread, besideOthers }
  return { found: JSON.stringify({ ...kept, ...other } satisfies FoundOnPage), reading: whole }
}

/** A page by its picture, with what was found on it now or before. */
async function seenPage(
  start: () => Promise<Readers>,
  image: PageImage,
  before: FoundOnPage | undefined,
  signal: AbortSignal,
): Promise<{ readers: Readers; page: PreparedPage; found: FoundOnPage }> {
  const [readers, level] = [await start(), await preparePage(image)]
  const { isTurned, obstacle = null } = before ?? (await firstLookAt(readers, level, image))
  const page = isTurned ? turned(level) : level
  const read = async () => (obstacle === null ? piecesOf(readers, page, signal) : [])
  const found = before ?? {
    isTurned,
    isOneOfTwo: page.isOneOfTwo,
    obstacle,
    ...placed(page, image, await read()),
    looks: [],
  }
  return { readers, page, found }
}

/** The whole page once more at another scale: only for a document of one page, since it costs as much again. */
async function readOtherwise(
  readers: Readers,
  { image, kept }: { image: PageImage; kept: FoundOnPage },
  signal: AbortSignal,
): Promise<{ reading: Reading; other: NonNullable<FoundOnPage['other']> }> {
  const level = await preparePage(image, OTHER_LETTER_HEIGHT)
  const page = kept.isTurned ? turned(level) : level
  const view = { page: image, rotation: kept.rotation ?? 0 }
  const pieces = kept.other?.pieces ?? withPlaces(await piecesOf(readers, page, signal), page, view)
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
  )
  return { reading, other: { pieces, looks: [...looks] } }
}

const lookName = ({ left, top, right, bottom }: Box, look: Look) => `${look} ${left} ${top} ${right} ${bottom}`

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

async function piecesOf(readers: Readers, page: PreparedPage, signal: AbortSignal): Promise<Omit<Piece, 'page'>[]> {
  const pieces: Omit<Piece, 'page'>[] = []
  for (const segment of segmentsOf(page)) {
    signal.throwIfAborted()
    const { text, confidence } = await readIn(readers.russian, page.gray, segment)
    if (text !== '') pieces.push({ ...boxOf(segment), text, confidence })
  }
  return pieces
}

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

/** How many pieces show whether a page stands on its head, and whether it can be read at all. */
const SAMPLE = 12
const FEW_LINES = 3

/** What a few lines of a page say of all of it. */
interface FirstLook {
  /** It reads better the other way up. */
  readonly isTurned: boolean
  /** Why it cannot be read at all. */
  readonly obstacle: Obstacle | null
}

async function firstLookAt({ russian }: Readers, page: PreparedPage, image: PageImage): Promise<FirstLook> {
  const segments = segmentsOf(page).sort((a, b) => b.letters - a.letters)
  const wide = segments.filter((one) => one.letters >= 6 && one.letters <= 40)
  const sample = wide.filter((_, index) => index % Math.max(1, Math.floor(wide.length / SAMPLE)) === 0).slice(0, SAMPLE)
  const looks: { readonly asIs: number; readonly headDown: number }[] = []
  const difference = () => sumOf(looks, (one) => one.headDown - one.asIs)
  for (const segment of sample) {
    const crop = cropOf(page.gray, segment)
    const [asIs, headDown] = [await recognized(russian, crop), await recognized(russian, quarterTurned(crop, 2))]
    looks.push({ asIs: asIs.confidence, headDown: headDown.confidence })
    if (looks.length > 3 && Math.abs(difference()) > 1.2) break
  }
  const isTurned = difference() > 0
  const mean = sumOf(looks, (one) => (isTurned ? one.headDown : one.asIs)) / looks.length
  // A sheet of a line or two can be read if any piece of it can.
  const confidence = looks.length >= FEW_LINES ? mean : await bestOf(russian, page.gray, segments.slice(0, SAMPLE))
  return { isTurned, obstacle: obstacleOf(confidence, () => sightOf(image, page.gray)) }
}

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

const cropOf = (gray: Gray, box: Box): Gray =>
  cropped(gray, { left: box.left - 4, right: box.right + 4, top: box.top - 4, bottom: box.bottom + 4 }, MARGIN)

interface Recognized {
  readonly text: string
  readonly confidence: number
}

/** A letter or two alone are often not taken for a line: they are written thrice, and what is read twice counts. */
const FEW_LETTERS = 3
const POOR = 0.6

async function readIn(worker: Worker, gray: Gray, segment: Segment): Promise<Recognized> {
  const crop = cropOf(gray, segment)
  const once = await recognized(worker, crop)
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

/** «333» is three times «3». */
function thirdsOf(text: string): string[] | null {
  const letters = text.replace(/\s/g, '')
  const third = letters.slice(0, letters.length / 3)
  return third !== '' && letters === third.repeat(3) ? [third, third] : null
}

async function lookAgain(readers: Readers, page: PreparedPage, box: Box, look: Look): Promise<string> {
  const crop = cropOf(page.gray, inked(page.gray, box))
  if (look === 'latin-figures') return (await recognized(readers.latin, await altered(crop, look), FIGURES_ONLY)).text
  if (look === 'latin') return (await recognized(readers.latin, crop)).text
  const options = look.startsWith('text') ? {} : FIGURES_ONLY
  const { text } = await recognized(readers.russian, await altered(crop, look), options)
  const isNarrow = crop.width < 4 * crop.height
  return text === '' && isNarrow ? ((await readThrice(readers.russian, crop, options))?.text ?? '') : text
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

/** The box without the empty paper left and right: a lone figure in a wide column is not seen. */
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

/** The mean of three pixels side by side: joins what a coarse scan broke. */
function softened({ width, height, pixels }: Gray): Gray {
  const soft = pixels.map((value, at) => (2 * value + (pixels[at - 1] ?? 255) + (pixels[at + 1] ?? 255)) / 4)
  return { width, height, pixels: soft }
}

async function recognized(worker: Worker, picture: Gray, options: object = {}): Promise<Recognized> {
  if (ended.has(worker)) throw new Error('The recognizer was closed while it read.')
  const header = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`)
  const result = await worker.recognize(Buffer.concat([header, picture.pixels]), options, { text: true, blocks: false })
  return { text: result.data.text.replace(/\s+/g, ' ').trim(), confidence: result.data.confidence / 100 }
}
