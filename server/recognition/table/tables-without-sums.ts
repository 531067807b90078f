/**
 * Reads tables that have quantities and prices but no amounts per line. Their columns are identified by the headings
 * and the total below.
 */
import { amountOf, type Milli } from '../../../amounts/quantity.ts'
import { centreOf, type Piece, type Row } from '../picture/pieces.ts'
import { overlapOf } from '../picture/raster.ts'
import { isNumeric, minorOf, type NumberReading } from '../words/numbers.ts'
import type { FigureColumn, TableShape } from './table-columns.ts'
import { type Headings, isLevel } from './table-headings.ts'
import { isNumbering, isTotalsRow } from './table-rows.ts'

interface Found {
  readonly shape: TableShape
  /** The number of rows with numbers in both columns. */
  readonly lines: number
}

/**
 * Finds the columns of a table without amounts. Returns null if the headings do not match or there is a column of
 * amounts.
 */
export function shapeWithoutAmounts(rows: readonly Row[], headings: Headings, tolerance: number): Found | null {
  for (const price of headings.unitCost) {
    const count = headings.quantity.find((one) => isLevel(one, price, tolerance))
    if (count === undefined || headings.amount.some((one) => isLevel(one, price, tolerance))) continue
    const isBeside = (one: Piece) => overlapOf(one.top, one.bottom, price.top, price.bottom) > 0
    const heads = rows.flatMap((row) => row.pieces).filter((one) => one.page === price.page && isBeside(one))
    const below = rows.filter((row) => row.page === price.page && !isTotalsRow(row) && !isNumbering(row))
    const cells = below.flatMap((row) => pairUnder(row, { count, price, heads }) ?? [])
    if (cells.length === 0) continue
    const columns = {
      quantity: hullOf(cells.map((one) => one.quantity)),
      unitCost: hullOf(cells.map((one) => one.unitCost)),
    }
    const shape = {
      ...columns,
      amount: null,
      amountWithVat: null,
      isOrderSure: true,
      areColumnsSure: true,
      areColumnsNamed: true,
    }
    return { shape, lines: cells.length }
  }
  return null
}

interface Heads {
  readonly count: Piece
  readonly price: Piece
  /** All headings in the same row as the price's heading. */
  readonly heads: readonly Piece[]
}

interface Pair {
  readonly quantity: Piece
  readonly unitCost: Piece
}

/**
 * Returns the two numbers of a row that are nearest to the headings and in the same order. A heading may be far to the
 * left of its numbers.
 */
function pairUnder(row: Row, { count, price, heads }: Heads): Pair | null {
  const [quantities, costs] = [numbersUnder(row, count, heads), numbersUnder(row, price, heads)]
  const isInOrder = ({ quantity, unitCost }: Pair) =>
    quantity !== unitCost && quantity.left < unitCost.left === count.left < price.left
  const farness = ({ quantity, unitCost }: Pair) =>
    Math.abs(centreOf(quantity) - centreOf(count)) + Math.abs(centreOf(unitCost) - centreOf(price))
  const pairs = quantities.flatMap((quantity) => costs.map((unitCost) => ({ quantity, unitCost }))).filter(isInOrder)
  return pairs.sort((a, b) => farness(a) - farness(b))[0] ?? null
}

/** Returns the numbers between the neighbouring headings. */
function numbersUnder({ pieces }: Row, head: Piece, heads: readonly Piece[]): Piece[] {
  const left = Math.max(0, ...heads.filter(({ right }) => right <= head.left).map(({ right }) => right))
  const right = Math.min(...heads.filter((one) => one.left >= head.right).map((one) => one.left))
  return pieces.filter(
    (piece) => piece.top > head.bottom && centreOf(piece) > left && centreOf(piece) < right && isNumeric(piece.text),
  )
}

const hullOf = (pieces: readonly Piece[]): FigureColumn => ({
  left: Math.min(...pieces.map(({ left }) => left)),
  right: Math.max(...pieces.map(({ right }) => right)),
})

/**
 * Returns the possible amounts of a line: the products of its possible quantities and prices. Only the total can show
 * which amounts are right.
 */
export function productsOf(quantities: readonly NumberReading[], costs: readonly NumberReading[]): NumberReading[] {
  const products = new Map<number, NumberReading>()
  for (const quantity of quantities)
    for (const cost of costs) {
      const unitCost = minorOf(cost)
      if (unitCost === null || quantity.milli === 0) continue
      const milli = 10 * amountOf(quantity.milli as Milli, unitCost)
      products.set(milli, { milli, decimals: 2, doubt: 0 })
    }
  return [...products.values()]
}
