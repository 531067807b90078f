/** Reads the amounts of money in a text row. */
import type { Minor } from '../../../amounts/quantity.ts'
import type { Row } from '../picture/pieces.ts'
import { minorOf, numberReadings } from '../words/numbers.ts'

/** The number of kopecks below which a number is not an amount of money but a count of rows or a rate. */
const MIN_MINOR = 100

/** Matches an amount with both units written out: «6 340 руб. 92 коп.». */
const ROUBLES_AND_KOPECKS = /(\d[\d\s'’]*?)\s?руб\p{L}*[.,]?\s?(\d{2})\s?коп/giu

/** Returns the amounts in a row, rightmost first, because amounts with VAT are to the right of amounts without VAT. */
export function amountsIn(row: Row): Minor[] {
  return row.pieces
    .flatMap((piece) => {
      const alone = numberReadings(piece.text)
      if (alone.length > 0) return alone.filter((reading) => reading.doubt <= 1)
      const spelled = [...piece.text.matchAll(ROUBLES_AND_KOPECKS)]
      if (spelled.length > 0) return spelled.flatMap((match) => numberReadings(`${match[1]},${match[2]}`).slice(0, 1))
      return [...piece.text.matchAll(/\d[\d\s'’]*[.,]\s?\d{2}(?!\d)/g)].flatMap((match) =>
        numberReadings(match[0]).slice(0, 1),
      )
    })
    .map(minorOf)
    .filter((minor) => minor !== null && minor >= MIN_MINOR)
    .reverse() as Minor[]
}
