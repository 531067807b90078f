/** Recognizes the text rows of a table that contain an item, and the rows that only number the columns. */
import { type Piece, type Row, textOf } from '../picture/pieces.ts'

export const TOTALS_WORDS =
  /итог|всего|перенос|перенесен|предыдущ|по\s+странице|к\s*оплате|в том числе|без\s+(налога|ндс)\s*\(|^\s*ндс|сумма ндс|скидка/iu

export const isTotalsRow = (row: Row): boolean => TOTALS_WORDS.test(textOf(row))

/** Whether a row contains only column numbers: «1 2 3 … 15». */
export function isNumbering(row: Row): boolean {
  const numbers = row.pieces.map((piece) => Number(/^\d{1,2}$/.exec(piece.text.trim())?.[0] ?? Number.NaN))
  const steps = numbers.filter((number, index) => index > 0 && number === numbers[index - 1]! + 1).length
  return (steps >= 3 && steps >= 0.4 * (row.pieces.length - 1)) || isSmallAndRising(row)
}

/**
 * Recognizes column numbers such as «А 1 1а 1б 2 2а 3 …», even if some of them were misread: the row has only short
 * texts, and most of them are greater than the text before.
 */
function isSmallAndRising({ pieces }: Row): boolean {
  if (pieces.length < 6 || pieces.some((piece) => piece.text.trim().length > 3)) return false
  const numbers = pieces.flatMap((piece) => /\d+/.exec(piece.text)?.[0] ?? []).map(Number)
  const rises = numbers.filter((number, index) => index > 0 && number >= numbers[index - 1]!).length
  return numbers.length >= 5 && Math.max(...numbers) <= 20 && rises >= 0.7 * (numbers.length - 1)
}

/** A text row that contains an item. */
export interface ItemRow {
  readonly row: Row
  readonly top: number
  readonly bottom: number
}

/** A column of text: cells below each other. */
export interface TextColumn {
  readonly left: number
  readonly right: number
  readonly cells: Piece[]
}
