/** What every recognizer offers, whatever it is inside. */
import type { Reading } from './extraction.ts'
import type { PageImage } from './prepare.ts'

export interface Recognizer {
  /** Names what makes the readings; durations are compared within one model. */
  readonly model: string
  /** Reads the pages of one document. Stops within two seconds, with the signal's reason, when the signal says so. */
  read(pages: AsyncIterable<PageImage>, signal: AbortSignal): Promise<Reading>
  /** Frees what it holds; it may be used again. */
  close(): Promise<void>
}
