/** Runs Tesseract as WebAssembly in two threads: one reads Russian, the other Latin letters. */
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import type { Gray } from '../recognition/picture/raster.ts'

const LANGUAGE_FILES = fileURLToPath(new URL('../recognition/tessdata', import.meta.url))
const THREAD = fileURLToPath(new URL('./tesseract-thread.ts', import.meta.url))

/** Discards Tesseract's debug messages about pictures without letters. */
const QUIET = { debug_file: '/dev/null' }

/**
 * Switches off Tesseract's second, inverted reading of poorly read lines. Noise causes many such readings, and they did
 * not recognize even letters on a dark band.
 */
const DARK_ON_LIGHT = { invert_threshold: '0' }

/** The threads that were terminated. */
const ended = new WeakSet<Worker>()

export interface TesseractReaders {
  readonly russian: Worker
  readonly latin: Worker
}

/** The left and the right end of a word. */
type Span = readonly [left: number, right: number]

export interface Recognized {
  readonly text: string
  /** The recognizer's confidence in the text, from 0 to 1. */
  readonly confidence: number
  /** The confidence in each word, in percent. Absent if Tesseract's list of words differs from the text. */
  readonly sureness?: readonly number[]
  /** The left and the right end of each word, in pixels. Present if `sureness` is. */
  readonly spans?: readonly Span[]
}

/** Starts two threads that are ready to read single lines. */
export async function startedReaders(): Promise<TesseractReaders> {
  const start = (language: string) =>
    createWorker(language, 1, {
      langPath: LANGUAGE_FILES,
      workerPath: THREAD,
      gzip: false,
      cacheMethod: 'none',
      errorHandler: () => {},
    })
  const [russian, latin] = await Promise.all([start('rus'), start('eng')])
  for (const worker of [russian, latin])
    await worker.setParameters({
      tessedit_pageseg_mode: PSM.SINGLE_LINE,
      user_defined_dpi: '300',
      ...QUIET,
      ...DARK_ON_LIGHT,
    })
  return { russian, latin }
}

/** Terminates both threads. Later attempts to read with them throw. */
export async function endReaders({ russian, latin }: TesseractReaders): Promise<void> {
  ended.add(russian).add(latin)
  // Waits until messages of the current event loop iteration have been sent, because the threads no longer exist
  // afterwards.
  await setImmediate()
  await Promise.all([russian.terminate(), latin.terminate()])
}

/** Reads a picture of a single line with one of the threads. */
export async function recognized(worker: Worker, picture: Gray, options: object = {}): Promise<Recognized> {
  if (ended.has(worker)) throw new Error('The recognizer was closed while it read.')
  const header = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`)
  const result = await worker.recognize(Buffer.concat([header, picture.pixels]), options, {
    text: true,
    tsv: true,
    blocks: false,
  })
  const text = result.data.text.replace(/\s+/g, ' ').trim()
  return { text, confidence: result.data.confidence / 100, ...wordsOf(text, result.data.tsv ?? '') }
}

/** The column indexes in Tesseract's table, and the level that marks a row as a word. */
const [LEVEL, LEFT, WIDTH, CONFIDENCE, TEXT] = [0, 6, 8, 10, 11]
const WORD = '5'

/** Extracts the confidence in each word and its position from Tesseract's table. */
function wordsOf(text: string, table: string): Pick<Recognized, 'sureness' | 'spans'> {
  const words = table
    .split('\n')
    .map((row) => row.split('\t'))
    .filter((row) => row[LEVEL] === WORD)
  if (words.map((row) => row[TEXT]).join(' ') !== text) return {}
  return {
    sureness: words.map((row) => Math.round(Number(row[CONFIDENCE]))),
    spans: words.map((row) => [Number(row[LEFT]), Number(row[LEFT]) + Number(row[WIDTH])]),
  }
}
