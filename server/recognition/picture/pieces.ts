/** Defines pieces of text with their places on the page, and the rows that they form. */
import { type Place, placeAround } from './places.ts'
import { type Box, heightOf, overlapOf, unionOf } from './raster.ts'

/** A piece of text: one line of a table cell or of a phrase. */
export interface Piece extends Box {
  readonly page: number
  readonly text: string
  /** The recognizer's confidence, 0 to 1. */
  readonly confidence: number
  /** The recognizer's confidence in each word of the text, in percent. */
  readonly sureness?: readonly number[]
  /** The left and the right end of each word on the page, in pixels. Present if `sureness` is. */
  readonly spans?: readonly (readonly [left: number, right: number])[]
  /** The piece's place on the page as displayed. */
  readonly place?: Place
}

/**
 * Returns the area that encloses several pieces, ignoring pieces that are not on the first piece's page. Returns null
 * when the places are unknown.
 */
export function placeOfPieces(pieces: readonly Piece[]): (Place & { readonly page: number }) | null {
  const placed = pieces.filter((piece) => piece.page === pieces[0]!.page)
  const around = placeAround(placed.flatMap(({ place }) => place ?? []))
  return around === null ? null : { page: pieces[0]!.page + 1, ...around }
}

/** Joins the pieces of a row, from left to right, into one. */
export function joined(pieces: readonly Piece[]): Piece {
  const { sureness: _, spans: __, ...first } = pieces[0]!
  const isKnown = pieces.every(({ text, sureness, spans }) => {
    const count = text.split(' ').length
    return sureness?.length === count && spans?.length === count
  })
  return {
    ...first,
    ...unionOf(pieces),
    text: pieces.map(({ text }) => text).join(' '),
    ...(isKnown ? { sureness: pieces.flatMap(({ sureness }) => sureness!) } : {}),
    ...(isKnown ? { spans: pieces.flatMap(({ spans }) => spans!) } : {}),
  }
}

/** Shortens a piece's text to a part of it, and keeps what is known of the words that remain. */
export function withText({ sureness, spans, ...piece }: Piece, text: string): Piece {
  const [all, some] = [piece.text.split(' '), text.trim().split(/\s+/)]
  const isPartAt = (from: number) =>
    some.every((word, at) => {
      const whole = all[from + at] ?? ''
      return word === whole || (at === 0 && whole.endsWith(word)) || (at === some.length - 1 && whole.startsWith(word))
    })
  const from = all.findIndex((_, at) => isPartAt(at))
  if (from === -1 || sureness?.length !== all.length || spans?.length !== all.length) return { ...piece, text }
  const to = from + some.length
  return { ...piece, text: some.join(' '), sureness: sureness.slice(from, to), spans: spans.slice(from, to) }
}

/** A row of text: pieces side by side, sorted from left to right. */
export interface Row {
  readonly page: number
  readonly pieces: Piece[]
}

export const textOf = (row: Row): string => row.pieces.map((piece) => piece.text).join(' ')

export const middleOf = (box: Box): number => (box.top + box.bottom) / 2
export const centreOf = (box: Box): number => (box.left + box.right) / 2

/** Groups pieces into rows, from the top of the first page to the bottom of the last. */
export function textRowsOf(pieces: readonly Piece[]): Row[] {
  const rows: Row[] = []
  for (const piece of [...pieces].sort((a, b) => a.page - b.page || middleOf(a) - middleOf(b))) {
    const row = rows
      .slice(-MAX_OPEN_ROWS)
      .reverse()
      .find((one) => one.page === piece.page && isOfRow(piece, one))
    if (row === undefined) rows.push({ page: piece.page, pieces: [piece] })
    else row.pieces.push(piece)
  }
  for (const row of rows) row.pieces.sort((a, b) => a.left - b.left)
  return rows
}

const MAX_OPEN_ROWS = 4

/**
 * Whether a piece is level with the nearest piece of a row. Only the nearest piece is compared, because a row may rise
 * or fall a little across the page.
 */
function isOfRow(piece: Piece, row: Row): boolean {
  const gapTo = (other: Piece) => Math.max(0, -overlapOf(piece.left, piece.right, other.left, other.right))
  const nearest = row.pieces.reduce((best, other) => (gapTo(other) < gapTo(best) ? other : best))
  if (overlapOf(piece.left, piece.right, nearest.left, nearest.right) > 0.5 * (nearest.right - nearest.left))
    return false
  const shared = overlapOf(piece.top, piece.bottom, nearest.top, nearest.bottom)
  return shared >= 0.5 * Math.min(heightOf(piece), heightOf(nearest))
}

/** The maximum distance between parts of one word, as a share of their height. */
const SPACE = 0.15

/** Joins the parts of split words in a row, from left to right: «9», «5» and «61-2», close together, become 9561-2. */
export function wholeWords<T extends Box & { readonly text: string }>(pieces: readonly T[]): T[] {
  const whole: T[] = []
  for (const piece of pieces) {
    const left = whole.at(-1)
    const isCut =
      left !== undefined &&
      overlapOf(left.top, left.bottom, piece.top, piece.bottom) > 0 &&
      Math.abs(piece.left - left.right) < SPACE * Math.min(heightOf(left), heightOf(piece)) &&
      /[\p{L}\d/-]$/u.test(left.text) &&
      /^[\p{L}\d/-]/u.test(piece.text)
    if (isCut) whole[whole.length - 1] = { ...left, ...unionOf([left, piece]), text: left.text + piece.text }
    else whole.push(piece)
  }
  return whole
}
