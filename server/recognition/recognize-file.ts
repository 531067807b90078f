/**
 * Turns a file's bytes into an extraction. All recognition goes through this file. It works page by page; between
 * pages, the caller stores the results.
 */
import { judged } from './judge/judge.ts'
import { type OpenedFile, openFile } from './open-file.ts'
import type { MakeRoom, ReadPage, Recognizer } from './recognizer.ts'
import type { Extraction } from './words/extraction.ts'

export interface RecognitionOptions {
  readonly recognizer: Recognizer
  /** Returns the current time in milliseconds since 1970. Tests can replace this clock. */
  readonly now?: () => number
}

/** An extraction without the duration of the recognition. */
export type UntimedExtraction = Omit<Extraction, 'recognition'>

/** A partly read document: its file and the results of the pages read so far. */
export interface DocumentSoFar {
  readonly bytes: Uint8Array
  /** For each page, the `found` value that `recognizePage` returned. */
  readonly found: readonly string[]
}

/**
 * The result of reading one page: the data found on it, and either the next page to read or the finished extraction of
 * the document.
 */
export type PageOutcome =
  | { readonly page: number; readonly found: string; readonly next: number }
  | { readonly extraction: UntimedExtraction; readonly model: string }

/**
 * Opens the file and reads one page. This is the requested page, unless another model read an earlier page. In that
 * case the earlier page is reread first, because models cannot use each other's results. Reading the last page returns
 * the extraction, to which `matchExtraction` then adds `partnerId` and `productId`. If the file cannot be opened,
 * refuses with UNSUPPORTED_MEDIA_TYPE or BODY_TOO_LARGE and a reason for the user; retrying is pointless. When aborted,
 * throws the signal's reason within two seconds. After any other error, a retry may succeed.
 */
export async function recognizePage(
  { bytes, found: earlier }: DocumentSoFar,
  { index: wanted, recognizer }: { index: number; recognizer: Recognizer },
  signal: AbortSignal,
): Promise<PageOutcome> {
  const { model } = recognizer
  const mark = `${model}\n`
  const foreign = earlier.findIndex((text) => !text.startsWith(mark))
  const found = earlier.slice(0, foreign === -1 ? undefined : foreign).map((text) => text.slice(mark.length))
  const index = Math.min(wanted, found.length)
  const file = await openFile(bytes)
  try {
    const page = await readPage(file, { index, found, recognizer }, signal)
    if ('reading' in page) return { extraction: judged(page.reading), model }
    return { page: index, found: mark + page.found, next: page.next }
  } finally {
    file.close()
  }
}

/** Reads all pages of a file in order. Refuses and throws in the same cases as `recognizePage`. */
export async function recognizeFile(
  bytes: Uint8Array,
  { recognizer, now = Date.now }: RecognitionOptions,
  signal: AbortSignal,
): Promise<Extraction> {
  const started = now()
  const file = await openFile(bytes)
  try {
    const found: string[] = []
    for (let index = 0; ; ) {
      const page = await readPage(file, { index, found, recognizer }, signal)
      found[index] = page.found
      if ('reading' in page) {
        const durationSeconds = Math.round(now() - started) / 1000
        const startedAt = new Date(started).toISOString()
        return { ...judged(page.reading), recognition: { model: recognizer.model, startedAt, durationSeconds } }
      }
      index = page.next
    }
  } finally {
    file.close()
  }
}

async function readPage(
  file: OpenedFile,
  { index, found, recognizer }: { index: number; found: readonly string[]; recognizer: Recognizer },
  signal: AbortSignal,
): Promise<ReadPage> {
  signal.throwIfAborted()
  const image = async (makeRoom?: MakeRoom) => {
    const page = await file.page(index, makeRoom)
    signal.throwIfAborted()
    return page
  }
  return recognizer.readPage({ image, text: () => file.text(index), index, count: file.pageCount, found }, signal)
}
