/**
 * Finds the columns of quantity, price and amount by arithmetic over all rows, or by the headings when arithmetic
 * fails.
 */
import type { Minor } from '../../../amounts/quantity.ts'
import { centreOf, type Piece, type Row } from '../picture/pieces.ts'
import { isNumeric, minorOf, numberReadings } from '../words/numbers.ts'
import { vatRateBetween } from '../words/vat.ts'
import { meantColumns } from './meant-columns.ts'
import type { FigureColumn, TableShape } from './table-columns.ts'
import {
  areNamed,
  type Headings,
  headingBonus,
  headingsOf,
  isCrossed,
  isLevel,
  isOfOthers,
  otherHeadingsOf,
} from './table-headings.ts'
import { isNumbering } from './table-rows.ts'
import { shapeWithoutAmounts } from './tables-without-sums.ts'
import { isAlike, kopecksBonusOf, type Triple, triplesOf } from './triples.ts'

/** Returns the columns confirmed by most rows. `tolerance`: about a letter's height, in pixels. */
export function shapeOf(rows: readonly Row[], tolerance: number): TableShape | null {
  const found = rows.map((row, index) => (isNumbering(row) ? [] : triplesOf(row, index)))
  // A row where quantity × price = amount is an item line, so a word such as «объём» in its name is not a heading.
  const headings = headingsOf(rows.filter((_, index) => !found[index]!.some(({ weight }) => weight >= PROOF)))
  const others = otherHeadingsOf(rows)
  const isOther = (cell: Piece) => isOfOthers(cell, others, headings)
  const all = found.flat()
  const own = all.filter(({ quantity, unitCost, amount }) => ![quantity, unitCost, amount].some(isOther))
  // If ignoring the columns of rates and VAT excludes nearly everything, their headings were misunderstood.
  const areOthersTold = countOfRows(own) >= MANY_LINES * countOfRows(all)
  const triples = areOthersTold ? own : all
  const meant = meantColumns(triples, { rows, headings, tolerance })
  const bare = shapeWithoutAmounts(rows, headings, tolerance)
  const lines = meant === null ? 0 : rowsLike(meant.best, triples, tolerance)
  if (bare !== null && (lines === 0 || lines < MANY_LINES * bare.lines)) return bare.shape
  if (meant === null) return shapeOfHeadings(headings, tolerance)
  const { chosen, isOrderSure } = uncrossed(meant.best, triples, { headings, tolerance })
  const areUnderNames = headingBonus(chosen, headings, tolerance) >= BOTH_NAMED
  const alike = triples.filter((other) => isAlike(chosen, other, tolerance))
  const hull = (pieces: Piece[]): FigureColumn => ({
    left: Math.min(...pieces.map((piece) => piece.left)),
    right: Math.max(...pieces.map((piece) => piece.right)),
  })
  const shape = {
    quantity: hull(alike.map((one) => one.quantity)),
    unitCost: hull(alike.map((one) => one.unitCost)),
    amount: hull(alike.map((one) => one.amount)),
    isOrderSure,
    areColumnsSure: !meant.isDoubtful && (areOthersTold || own.length === 0 || areUnderNames),
    areColumnsNamed: areNamed(chosen, headings, tolerance),
  }
  return { ...shape, amountWithVat: columnWithVat(rows, alike, hull) }
}

/** The score if quantity and price are both below their headings. */
const BOTH_NAMED = 0.75

/**
 * The minimum weight at which quantity × price = amount in a row counts as proof. Products such as 1 × 46 = 46 may be a
 * coincidence.
 */
const PROOF = 0.6

/**
 * The share of lines in which quantity × price = amount must be true for columns to be accepted. A smaller share is a
 * coincidence.
 */
const MANY_LINES = 0.5

const countOfRows = (triples: readonly Triple[]) => new Set(triples.map(({ row }) => row)).size

const rowsLike = (best: Triple, triples: readonly Triple[], tolerance: number) =>
  new Set(triples.filter((one) => isAlike(best, one, tolerance)).map(({ row }) => row)).size

/**
 * Decides which of two factors is the quantity and which the price. Arithmetic cannot show this and decimals are only a
 * hint, so headings take precedence.
 */
function uncrossed(
  best: Triple,
  triples: readonly Triple[],
  { headings, tolerance }: { headings: Headings; tolerance: number },
): { chosen: Triple; isOrderSure: boolean } {
  const { row, quantity, unitCost, amount } = best
  const doHeadingsCross = isCrossed(best, headings, tolerance)
  const alike = triples.filter((one) => isAlike(best, one, tolerance))
  const isExchanged = doHeadingsCross ?? areFractionsExchanged(alike)
  if (!isExchanged) return { chosen: best, isOrderSure: doHeadingsCross === false || kopecksBonusOf(best) > 0 }
  const swapped = triples.find(
    (one) => one.row === row && one.quantity === unitCost && one.unitCost === quantity && one.amount === amount,
  )
  return { chosen: swapped ?? best, isOrderSure: doHeadingsCross === true && swapped !== undefined }
}

/**
 * Whether at least half of the assumed quantities have kopecks other than 00, while all assumed prices are whole.
 * Prices usually have kopecks and quantities rarely do, but this is no proof.
 */
function areFractionsExchanged(alike: readonly Triple[]): boolean {
  const isWhole = ({ text }: Piece) => numberReadings(text)[0]!.milli % 1000 === 0
  const areKopecks = ({ text }: Piece) => numberReadings(text)[0]!.decimals === 2
  const odd = alike.filter(({ quantity }) => areKopecks(quantity) && !isWhole(quantity))
  return 2 * odd.length >= alike.length && alike.every(({ unitCost }) => isWhole(unitCost))
}

/** Headings of amounts other than the line's own amount. */
const OF_VAT = /^\P{L}*сумма\s+(?:ндс|налога|скидки)/iu

/** Finds the columns by three headings at the same height when quantity × price = amount is true in no row. */
function shapeOfHeadings({ quantity, unitCost, amount }: Headings, tolerance: number): TableShape | null {
  for (const price of unitCost) {
    const count = quantity.find((one) => isLevel(one, price, tolerance))
    const sums = amount.filter((one) => isLevel(one, price, tolerance))
    const sum = sums.find((one) => one.left > price.right) ?? sums.findLast((one) => !OF_VAT.test(one.text))
    if (count !== undefined && sum !== undefined)
      return {
        quantity: count,
        unitCost: price,
        amount: sum,
        amountWithVat: null,
        isOrderSure: true,
        areColumnsSure: true,
        areColumnsNamed: true,
      }
  }
  return null
}

/**
 * Finds a column of amounts with VAT to the right of the amounts, confirmed by most rows. If the amounts come first in
 * the row, the column may also be to their left.
 */
function columnWithVat(
  rows: readonly Row[],
  triples: readonly Triple[],
  hull: (pieces: Piece[]) => FigureColumn,
): FigureColumn | null {
  const found: Piece[] = []
  for (const { row, quantity, unitCost, amount } of triples) {
    const minor = numberReadings(amount.text).map(minorOf)[0]
    if (minor === undefined || minor === null) continue
    const isLast = amount.left > Math.max(quantity.left, unitCost.left)
    const isOther = (piece: Piece) => piece !== quantity && piece !== unitCost && piece !== amount
    const withVat = rows[row]!.pieces.filter((piece) => isOther(piece) && isNumeric(piece.text)).findLast((piece) => {
      const value = minorOf(numberReadings(piece.text)[0]!)
      const isSame = value === minor && piece.left < amount.left
      if (value === null || value < minor || isSame || (isLast && piece.left < amount.right)) return false
      return vatRateBetween(minor as Minor, value) !== null
    })
    if (withVat !== undefined) found.push(withVat)
  }
  const middle = found.map(centreOf).sort((a, b) => a - b)[Math.floor(found.length / 2)]
  const near = found.filter((piece) => middle !== undefined && piece.left <= middle && middle <= piece.right)
  return near.length > 0 && 2 * near.length >= new Set(triples.map((one) => one.row)).size ? hull(near) : null
}
