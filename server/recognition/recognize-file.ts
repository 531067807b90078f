/** The only way from a file's bytes to an extraction: page by page; the caller keeps what was found between pages. */
import { judged } from './judge/judge.ts'
import { type OpenedFile, openFile } from './open-file.ts'
import type { MakeRoom, ReadPage, Recognizer } from './recognizer.ts'
import type { Extraction } from './words/extraction.ts'

export interface RecognitionOptions {
  readonly recognizer: Recognizer
  /** Milliseconds since 1970; tests can pass a clock of their own. */
  readonly now?: () => number
}

/** An extraction without its duration. */
export type UntimedExtraction = Omit<Extraction, 'recognition'>

/** A document between two pages: its file, and what was found so far. */
export interface DocumentSoFar {
  readonly bytes: Uint8Array
  /** By page: what `recognizePage` returned as `found`. */
  readonly found: readonly string[]
}

/**
 * The outcome of one page: what was found on it, and the next page to read, or the finished extraction of the document.
 */
export type PageOutcome =
  | { readonly page: number; readonly found: string; readonly next: number }
  | { readonly extraction: UntimedExtraction; readonly model: string }

/**
 * Opens the file and reads one page: the requested one, or the first page that another model has read, since no model
 * understands another's results. The last page returns the extraction; `matchExtraction` adds `partnerId` and
 * `productId`. Refuses UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE for files that cannot be opened, with a reason for the
 * owner; do not retry these. When aborted, throws the signal's reason within two seconds. Any other error may not occur
 * in a retry.
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

/** Reads all pages of a file in order. Refuses and throws like `recognizePage`. */
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
