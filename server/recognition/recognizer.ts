/** The interface of all recognizers. */
import type { Piece } from './picture/pieces.ts'
import type { PageImage } from './picture/raster.ts'
import type { Reading } from './words/extraction.ts'

/** Frees memory that can be filled again later. */
export type MakeRoom = () => Promise<void>

/** A page with a text layer. */
export interface SaidPage {
  /** The page's rotation, as `rotationOf` returns it. */
  readonly rotation: number
  readonly pieces: readonly Omit<Piece, 'page'>[]
  /** The contents of its QR and other matrix codes. */
  readonly codes: readonly string[]
}

/** A page to read, with what was found on the document's pages so far. */
export interface PageInHand {
  /** Draws the page, which takes a while. Calls `makeRoom` before decoding a picture that takes much memory. */
  image(makeRoom?: MakeRoom): Promise<PageImage>
  /** The page's text layer, as in electronic documents; null when there is none that can be trusted. */
  text(): Promise<SaidPage | null>
  /**
   * The page's index in the document, from 0. At most `found.length`: the first unread page, or one that was read
   * before.
   */
  readonly index: number
  /** The number of pages in the document. */
  readonly count: number
  /** By page, from the first one, without gaps: what earlier calls returned as `found`. */
  readonly found: readonly string[]
}

/** `found`: JSON that replaces what was found on this page before; only the recognizer understands it. */
export type ReadPage =
  | { readonly found: string /** The next page to read. */; readonly next: number }
  | { readonly found: string /** The finished reading of the whole document. */; readonly reading: Reading }

/**
 * Reads a document one page at a time. It stores nothing between pages: everything known about the document is in the
 * returned values, so another process or machine can continue after any page with the same result.
 */
export interface Recognizer {
  /** Identifies the model; durations are compared only within one model. */
  readonly model: string
  /** Reads one page. When aborted, stops within two seconds with the signal's reason. */
  readPage(page: PageInHand, signal: AbortSignal): Promise<ReadPage>
  /** Frees its resources; the recognizer can be used again afterwards. */
  close(): Promise<void>
}
