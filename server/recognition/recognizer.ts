/** The interface that every recognizer implements. */
import type { Piece } from './picture/pieces.ts'
import type { PageImage } from './picture/raster.ts'
import type { Reading } from './words/extraction.ts'

/** Asks the caller to free memory, such as caches that can be rebuilt. */
export type MakeRoom = () => Promise<void>

/** A page that has a text layer. */
export interface SaidPage {
  /** The page's rotation, as `rotationOf` returns it. */
  readonly rotation: number
  readonly pieces: readonly Omit<Piece, 'page'>[]
  /** The contents of the page's QR and other matrix codes. */
  readonly codes: readonly string[]
}

/** The page to read, and the results of all pages of its document so far. */
export interface PageInHand {
  /**
   * Decodes the page to a picture, which is slow. Calls `makeRoom` before decoding a picture that takes much memory.
   */
  image(makeRoom?: MakeRoom): Promise<PageImage>
  /**
   * Returns the page's text layer, which only electronic documents have, or null if there is none or it cannot be
   * trusted.
   */
  text(): Promise<SaidPage | null>
  /**
   * The page's index in the document, from 0. This is either the first unread page (`index` equals `found.length`) or a
   * page that is being reread.
   */
  readonly index: number
  /** The number of pages in the document. */
  readonly count: number
  /** The `found` values returned by earlier calls, one per page starting with the first, without gaps. */
  readonly found: readonly string[]
}

/**
 * The result of reading one page. `found`: JSON that replaces the JSON stored for this page before; only the recognizer
 * understands it.
 */
export type ReadPage =
  | { readonly found: string /** The next page to read. */; readonly next: number }
  | { readonly found: string /** The finished reading of the whole document. */; readonly reading: Reading }

/**
 * Reads a document one page at a time. A recognizer stores nothing between pages: the values it returns contain
 * everything known about the document, so that another process or machine can continue after any page.
 */
export interface Recognizer {
  /** The model's identifier. Durations are compared only between runs of the same model. */
  readonly model: string
  /** Reads one page. When aborted, throws the signal's reason within two seconds. */
  readPage(page: PageInHand, signal: AbortSignal): Promise<ReadPage>
  /** Frees the recognizer's resources. The recognizer can still be used afterwards. */
  close(): Promise<void>
}
