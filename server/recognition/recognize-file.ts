/** The one way from a file's bytes to an extraction. */
import type { Extraction } from './extraction.ts'
import { judged } from './judge.ts'
import { openFile } from './open-file.ts'
import type { Recognizer } from './recognizer.ts'

export interface RecognitionOptions {
  readonly recognizer: Recognizer
  /** Milliseconds since 1970; a test may give its own clock. */
  readonly now?: () => number
}

/**
 * Opens the file, reads its pages, lets the arithmetic judge. `partnerId` and `productId` are added by `matchExtraction`.
 * Refuses: UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE for what cannot be opened, with a reason for the owner: do not try again.
 * Throws the signal's reason when it is aborted, within two seconds. Anything else that it throws may go well the next time.
 */
export async function recognizeFile(
  bytes: Uint8Array,
  { recognizer, now = Date.now }: RecognitionOptions,
  signal: AbortSignal,
): Promise<Extraction> {
  const started = now()
  const file = await openFile(bytes)
  signal.throwIfAborted()
  const reading = await recognizer.read(file.pages(), signal)
  const durationSeconds = Math.round(now() - started) / 1000
  const startedAt = new Date(started).toISOString()
  return { ...judged(reading), recognition: { model: recognizer.model, startedAt, durationSeconds } }
}
