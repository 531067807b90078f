/**
 * Finds three numbers in a row of which two multiplied give the third. Such triples identify the columns of quantity,
 * price and amount.
 */
import type { Milli } from '../../../amounts/quantity.ts'
import { fitOf } from '../judge/line-choices.ts'
import type { Piece, Row } from '../picture/pieces.ts'
import { isNumeric, minorOf, type NumberReading, numberReadings } from '../words/numbers.ts'
import type { FigureColumn } from './table-columns.ts'

/** Three numbers of a row of which two multiplied give the third. */
export interface Triple {
  readonly row: number
  readonly quantity: Piece
  readonly unitCost: Piece
  readonly amount: Piece
  readonly weight: number
}

/** The factor by which a triple's weight is reduced if the amount does not come last, which is unusual. */
const UNUSUAL_ORDER = 0.8

/**
 * The maximum number of numbers of a row that are considered. No known form has more, so further numbers are ignored as
 * noise.
 */
const MAX_NUMBERS = 18

export function triplesOf(row: Row, index: number): Triple[] {
  const numbers = row.pieces
    .filter((piece) => isNumeric(piece.text) && !isNumberOfFirstRow(piece, row))
    .slice(0, MAX_NUMBERS)
  const readings = new Map(numbers.map((piece) => [piece, numberReadings(piece.text).filter((one) => one.doubt <= 1)]))
  const triples: Triple[] = []
  for (const quantity of numbers)
    for (const unitCost of numbers)
      for (const amount of numbers) {
        if (quantity === unitCost || amount === quantity || amount === unitCost) continue
        const isLast = amount.left >= quantity.right && amount.left >= unitCost.right
        const proof = weightOf(readings.get(quantity)!, readings.get(unitCost)!, readings.get(amount)!)
        const weight = isLast ? proof : UNUSUAL_ORDER * proof
        if (weight > 0) {
          // Prefer the usual order of quantity and price, and then the nearest amount, because the amount without VAT
          // is printed before the amount with VAT.
          const order =
            (quantity.left < unitCost.left ? 0.02 : 0) + kopecksBonus(readings.get(quantity)!, readings.get(unitCost)!)
          const near =
            0.01 /
            (1 +
              distanceOf(
                numbers.indexOf(amount),
                [quantity, unitCost].map((one) => numbers.indexOf(one)),
              ))
          triples.push({ row: index, quantity, unitCost, amount, weight: weight + order + near })
        }
      }
  return triples
}

/**
 * Returns the distance from a position in the row to a group of cells: to the last cell of a group on the left, or to
 * the first cell of a group on the right.
 */
const distanceOf = (place: number, others: readonly number[]) =>
  place > Math.max(...others) ? place - Math.max(...others) : Math.max(1, Math.min(...others) - place)

/**
 * Whether a piece is the line number 1 of the first item line, which must be ignored. Otherwise, in a row with the same
 * amount twice (with and without VAT), one amount would look like the price and the 1 like the quantity.
 */
function isNumberOfFirstRow(piece: Piece, { pieces }: Row): boolean {
  return (
    piece === pieces[0] &&
    /^1[.)]?$/.test(piece.text.trim()) &&
    pieces.slice(1).some(({ text }) => /\p{L}{3}/u.test(text))
  )
}

type Readings = readonly NumberReading[]

/**
 * Gives a bonus to the number with kopecks as the price, because prices usually have kopecks and quantities rarely do.
 * This decides when there are no headings.
 */
function kopecksBonus([quantity]: Readings, [unitCost]: Readings): number {
  if (quantity?.decimals === unitCost?.decimals) return 0
  return unitCost?.decimals === 2 ? 0.1 : quantity?.decimals === 2 ? -0.1 : 0
}

/**
 * Returns the weight of a triple as evidence. It is 0 if no two of the numbers multiply to the third, and small for 1 ×
 * 46 = 46, which proves nothing.
 */
function weightOf(quantities: Readings, costs: Readings, amounts: Readings): number {
  let best = 0
  for (const quantity of quantities)
    for (const cost of costs) {
      const unitCost = minorOf(cost)
      if (unitCost === null || quantity.milli === 0 || unitCost === 0) continue
      const isTrivial = quantity.milli === 1000 || unitCost === 100
      for (const one of amounts) {
        const amount = minorOf(one)
        const fit = amount === null ? null : fitOf(quantity.milli as Milli, unitCost, amount)
        if (fit === null) continue
        const doubt = quantity.doubt + cost.doubt + one.doubt
        // In every row of a table, the rate number 10 of 10 % VAT times the VAT gives the amount, apart from rounding,
        // so this proves nothing.
        const isRate = quantity.milli === 10_000 && fit === 'rounded'
        best = Math.max(best, (isTrivial || isRate ? 0.3 : fit === 'rounded' ? 0.6 : 1) / (1 + doubt))
      }
    }
  return best
}

export function isAlike(a: Triple, b: Triple, tolerance: number): boolean {
  return (
    isAligned(a.quantity, b.quantity, tolerance) &&
    isAligned(a.unitCost, b.unitCost, tolerance) &&
    isAligned(a.amount, b.amount, tolerance)
  )
}

/** Whether two cells belong to one column: their right edges, their middles or their left edges are aligned. */
export function isAligned(a: FigureColumn, b: FigureColumn, tolerance: number): boolean {
  return (
    Math.abs(a.right - b.right) <= tolerance ||
    Math.abs(a.left - b.left) <= tolerance ||
    Math.abs(a.left + a.right - b.left - b.right) <= 2 * tolerance
  )
}

export const kopecksBonusOf = ({ quantity, unitCost }: Triple) =>
  kopecksBonus(numberReadings(quantity.text), numberReadings(unitCost.text))

/**
 * Adds up the best weight of each row, so that many coincidences in one row count no more than a single true triple.
 */
export function weightByRow(triples: readonly Triple[]): number {
  const weights = new Map<number, number>()
  for (const { row, weight } of triples) weights.set(row, Math.max(weights.get(row) ?? 0, weight))
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}
