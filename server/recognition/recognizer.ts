/** What every recognizer offers, whatever it is inside. */
import type { Piece } from './picture/pieces.ts'
import type { PageImage } from './picture/raster.ts'
import type { Reading } from './words/extraction.ts'

/** Lets go what can be had again. */
export type MakeRoom = () => Promise<void>

/** A page that says its text by itself. */
export interface SaidPage {
  /** As `rotationOf` says. */
  readonly rotation: number
  readonly pieces: readonly Omit<Piece, 'page'>[]
  /** What the codes of dots on it say. */
  readonly codes: readonly string[]
}

/** A page that is to be read, with what was found on the pages so far. */
export interface PageInHand {
  /** Draws it, which takes a while. `makeRoom` is called before a picture is decoded that takes much memory. */
  image(makeRoom?: MakeRoom): Promise<PageImage>
  /** What it says by itself, as electronic documents do; null: nothing that can be trusted. */
  text(): Promise<SaidPage | null>
  /** Its place in the document, from 0. At most `found.length`: either the first unread page or one that was read before. */
  readonly index: number
  /** Pages of the document. */
  readonly count: number
  /** By page, from the first one, without a gap: what earlier calls returned as `found`. */
  readonly found: readonly string[]
}

/** `found`: JSON that replaces what was found on this page before; the recognizer alone knows what it means. */
export type ReadPage =
  | { readonly found: string /** The page that is needed next. */; readonly next: number }
  | { readonly found: string /** Of the whole document: it is done. */; readonly reading: Reading }

/**
 * Reads a document one page at a time. Between pages it keeps nothing: all it knows of the document is what it returned, so that
 * another process, or another machine, can go on after any page and comes to the same reading.
 */
export interface Recognizer {
  /** Names what makes the readings; durations are compared within one model. */
  readonly model: string
  /** Reads one page. Stops within two seconds, with the signal's reason, when the signal says so. */
  readPage(page: PageInHand, signal: AbortSignal): Promise<ReadPage>
  /** Frees what it holds; it may be used again. */
  close(): Promise<void>
}
