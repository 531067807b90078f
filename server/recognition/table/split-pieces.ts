/** Splits text pieces that contain two cells, because the columns are too close to be separated by a gap. */
import type { Piece } from '../picture/pieces.ts'

/** An amount such as «1 319,68» or «18.00», which cannot be the beginning of a longer number. */
const AMOUNT = String.raw`\d{1,3}(?:[ '’]?\d{3})*[.,]\d{2,4}(?!\d)`

/** A VAT rate: «Без НДС», «20%», «НДС 10 %». */
const RATE = String.raw`без\s?ндс|(?:ндс\s?)?\d{1,2}\s?%(?:\s?ндс)?`

const FIELDS = new RegExp(String.raw`^\W*(?:${AMOUNT}|${RATE})(?:\s+(?:${AMOUNT}|${RATE}))+\W*$`, 'iu')
const FIELD = new RegExp(`${AMOUNT}|${RATE}`, 'giu')

/**
 * Splits amounts and VAT rates that run together. The place of each part is estimated from the positions of its
 * characters.
 */
export function splitPieces(pieces: readonly Piece[]): Piece[] {
  const whole = isDrawnWithSigns(pieces) ? pieces.flatMap((piece) => partsOf(piece, /[^|│¦]+/gu)) : pieces
  return whole.flatMap((piece) => (FIELDS.test(piece.text) ? partsOf(piece, FIELD) : [piece]))
}

/** The minimum number of strokes that can be the lines of a table. */
const MIN_STROKES = 8

/**
 * Whether the program that made the document drew the table's lines with characters, which therefore separate the
 * cells: «6|Бумага офисная А4|пач».
 */
const isDrawnWithSigns = (pieces: readonly Piece[]) =>
  pieces.filter(({ text }) => /\S\s*[|│¦]|[|│¦]\s*\S/u.test(text)).length >= MIN_STROKES &&
  pieces.filter(({ text }) => /[|│¦]/u.test(text)).length >= 0.25 * pieces.length

function partsOf(piece: Piece, pattern: RegExp): Piece[] {
  const step = (piece.right - piece.left) / piece.text.length
  return [...piece.text.matchAll(pattern)].map((part) => ({
    ...piece,
    text: part[0].trim(),
    left: Math.round(piece.left + (part.index + part[0].length - part[0].trimStart().length) * step),
    right: Math.round(piece.left + (part.index + part[0].trimEnd().length) * step),
  }))
}
