/** Pieces that hold two cells: columns that stand so close that no gap parts them. */
import type { Piece } from './pieces.ts'

/** «1 319,68», «18.00»: what cannot be the beginning of a longer number. */
const AMOUNT = String.raw`\d{1,3}(?:[ '’]?\d{3})*[.,]\d{2,4}(?!\d)`

/** «Без НДС», «20%», «НДС 10 %» */
const RATE = String.raw`без\s?ндс|(?:ндс\s?)?\d{1,2}\s?%(?:\s?ндс)?`

const FIELDS = new RegExp(String.raw`^\W*(?:${AMOUNT}|${RATE})(?:\s+(?:${AMOUNT}|${RATE}))+\W*$`, 'iu')
const FIELD = new RegExp(`${AMOUNT}|${RATE}`, 'giu')

/** Amounts and rates of VAT run together, each as a piece of its own; their places are estimated by their letters. */
export function splitPieces(pieces: readonly Piece[]): Piece[] {
  return pieces.flatMap((piece) => {
    if (!FIELDS.test(piece.text)) return [piece]
    const step = (piece.right - piece.left) / piece.text.length
    return [...piece.text.matchAll(FIELD)].map((field) => ({
      ...piece,
      text: field[0],
      left: Math.round(piece.left + field.index * step),
      right: Math.round(piece.left + (field.index + field[0].length) * step),
    }))
  })
}
