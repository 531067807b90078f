/** Tesseract as WebAssembly, in two threads: one reads Russian, one reads Latin letters. */
import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createWorker, PSM, type Worker } from 'tesseract.js'
import type { Gray } from '../recognition/picture/raster.ts'

const LANGUAGE_FILES = fileURLToPath(new URL('../recognition/tessdata', import.meta.url))
const THREAD = fileURLToPath(new URL('./tesseract-thread.ts', import.meta.url))

/** What Tesseract says of a picture without letters is for its own programmers. */
const QUIET = { debug_file: '/dev/null' }

/** By itself it reads once more, as white on black, what it reads poorly: noise has much of that, and letters on a dark band it did not read that way either. */
const DARK_ON_LIGHT = { invert_threshold: '0' }

/** Threads that must not be asked any more. */
const ended = new WeakSet<Worker>()

export interface TesseractReaders {
  readonly russian: Worker
  readonly latin: Worker
}

export interface Recognized {
  readonly text: string
  /** From 0 to 1. */
  readonly confidence: number
}

/** Two threads that are ready to read single lines. */
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

/** Ends both threads; who asks them afterwards is refused. */
export async function endReaders({ russian, latin }: TesseractReaders): Promise<void> {
  ended.add(russian).add(latin)
  // What was begun in this turn is sent before the threads are gone.
  await setImmediate()
  await Promise.all([russian.terminate(), latin.terminate()])
}

/** What one of them makes of a picture of one line. */
export async function recognized(worker: Worker, picture: Gray, options: object = {}): Promise<Recognized> {
  if (ended.has(worker)) throw new Error('The recognizer was closed while it read.')
  const header = Buffer.from(`P5\n${picture.width} ${picture.height}\n255\n`)
  const result = await worker.recognize(Buffer.concat([header, picture.pixels]), options, { text: true, blocks: false })
  return { text: result.data.text.replace(/\s+/g, ' ').trim(), confidence: result.data.confidence / 100 }
}
