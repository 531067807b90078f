/** The embedded recognizer: Tesseract as WebAssembly in a thread, with language data that ships with the project. */
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import { assembled } from '../recognition/assemble.ts'
import type { Reading } from '../recognition/extraction.ts'
import type { Piece } from '../recognition/pieces.ts'
import { type PageImage, type PreparedPage, preparePage, resized } from '../recognition/prepare.ts'
import { type Box, cropped, type Gray, quarterTurned } from '../recognition/raster.ts'
import type { Recognizer } from '../recognition/recognizer.ts'
import { type Segment, segmentsOf } from '../recognition/segments.ts'
import { INK_THRESHOLD } from '../recognition/straighten.ts'
import type { Look } from '../recognition/table.ts'

const LANGUAGE_FILES = fileURLToPath(new URL('../recognition/tessdata', import.meta.url))

/** Part of `extraction.recognition.model`: a new number makes old durations and results those of another model. */
const MODEL = 'tesseract-rus-1'

/** Of a crop's height, around it. */
const MARGIN = 6

const FIGURES_ONLY = { tessedit_char_whitelist: '0123456789,.- ' }

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
    async read(pages, signal) {
      signal.throwIfAborted()
      readers ??= startedReaders()
      // A call to a thread that was ended never returns: the abort must win the race.
      const aborted = Promise.withResolvers<never>()
      aborted.promise.catch(() => {})
      const stop = () => {
        aborted.reject(signal.reason)
        void close()
      }
      signal.addEventListener('abort', stop, { once: true })
      try {
        return await Promise.race([readAll(await readers, pages, signal), aborted.promise])
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
    await worker.setParameters({ tessedit_pageseg_mode: PSM.SINGLE_LINE, user_defined_dpi: '300' })
  return { russian, latin }
}

async function readAll(readers: Readers, pages: AsyncIterable<PageImage>, signal: AbortSignal): Promise<Reading> {
  const prepared: PreparedPage[] = []
  const pieces: Piece[] = []
  for await (const image of pages) {
    const page = await upright(readers, await preparePage(image))
    prepared.push(page)
    for (const segment of segmentsOf(page)) {
      signal.throwIfAborted()
      const { text, confidence } = await textIn(readers.russian, page.gray, segment)
      if (text !== '') pieces.push({ ...boxOf(segment), page: prepared.length - 1, text, confidence })
    }
  }
  return assembled(pieces, async (page, box, look) => {
    signal.throwIfAborted()
    return lookAgain(readers, prepared[page]!, box, look)
  })
}

const boxOf = ({ left, top, right, bottom }: Box): Box => ({ left, top, right, bottom })

/** How many pieces show whether a page stands on its head. */
const SAMPLE = 12

/** A page that reads better the other way up is turned. */
async function upright({ russian }: Readers, page: PreparedPage): Promise<PreparedPage> {
  const wide = segmentsOf(page)
    .filter((one) => one.letters >= 6 && one.letters <= 40)
    .sort((a, b) => b.letters - a.letters)
  const sample = wide.filter((_, index) => index % Math.max(1, Math.floor(wide.length / SAMPLE)) === 0).slice(0, SAMPLE)
  let [asIs, turned] = [0, 0]
  for (const [index, segment] of sample.entries()) {
    const crop = cropOf(page.gray, segment)
    asIs += (await recognized(russian, crop)).confidence
    turned += (await recognized(russian, quarterTurned(crop, 2))).confidence
    if (index >= 3 && Math.abs(asIs - turned) > 1.2) break
  }
  if (turned <= asIs) return page
  const { width, height } = page.gray
  const { upright: columns, level } = page.rulings
  return {
    ...page,
    gray: quarterTurned(page.gray, 2),
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

async function textIn(worker: Worker, gray: Gray, segment: Segment): Promise<Recognized> {
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
  if (look === 'latin') return (await recognized(readers.latin, crop)).text
  const options = look === 'text' ? {} : FIGURES_ONLY
  const { text } = await recognized(readers.russian, await altered(crop, look), options)
  const isNarrow = crop.width < 4 * crop.height
  return text === '' && isNarrow ? ((await readThrice(readers.russian, crop, options))?.text ?? '') : text
}

async function altered(crop: Gray, look: Look): Promise<Gray> {
  if (look === 'figures') return crop
  const scale = look === 'larger' ? 1.5 : look === 'smaller' ? 0.75 : 1.2
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
