/** Where in a table quantity, price and amount stand: found by arithmetic over all rows, by headings when that fails. */
import type { Milli, Minor } from '../domain/quantity.ts'
import { fitOf } from './line-choices.ts'
import { isNumeric, minorOf, type NumberReading, numberReadings } from './numbers.ts'
import { centreOf, type Piece, type Row, textOf } from './pieces.ts'
import { type Headings, headingBonus, headingsOf, isCrossed, isLevel } from './table-headings.ts'
import { vatRateBetween } from './vat.ts'

/** Left and right end of a column, in pixels. */
export interface Column {
  readonly left: number
  readonly right: number
}

export interface TableShape {
  readonly quantity: Column
  readonly unitCost: Column
  readonly amount: Column
  readonly amountWithVat: Column | null
  /** Headings or kopecks tell quantity from price; otherwise they could change places. */
  readonly isOrderSure: boolean
}

/** Three numbers of one row of which two multiplied are the third. */
interface Triple {
  readonly row: number
  readonly quantity: Piece
  readonly unitCost: Piece
  readonly amount: Piece
  readonly weight: number
}

/** Amounts stand behind quantity and price unless the rows say otherwise: what a row there proves counts for so much. */
const UNUSUAL_ORDER = 0.8

/** Rows have no more numbers than this in any form known; longer ones are noise. */
const MAX_NUMBERS = 18

export const TOTALS_WORDS =
  /итог|всего|перенос|перенесен|предыдущ|по\s+странице|к\s*оплате|в том числе|без\s+(налога|ндс)\s*\(|^\s*ндс|сумма ндс|скидка/iu

/** The shape with most rows behind it; `tolerance` is about a letter's height, in pixels. */
export function shapeOf(rows: readonly Row[], tolerance: number): TableShape | null {
  const triples = rows.flatMap((row, index) => (isNumbering(row) ? [] : triplesOf(row, index)))
  const headings = headingsOf(rows)
  let best: Triple | null = null
  let bestSupport = 0
  for (const triple of triples) {
    const alike = triples.filter((other) => other.row !== triple.row && isAlike(triple, other, tolerance))
    const support = triple.weight + weightByRow(alike) + headingBonus(triple, headings, tolerance)
    if (support > bestSupport) [best, bestSupport] = [triple, support]
  }
  if (best === null) return shapeOfHeadings(headings, tolerance)
  const { chosen, isOrderSure } = uncrossed(best, triples, { headings, tolerance })
  const alike = triples.filter((other) => isAlike(chosen, other, tolerance))
  const hull = (pieces: Piece[]): Column => ({
    left: Math.min(...pieces.map((piece) => piece.left)),
    right: Math.max(...pieces.map((piece) => piece.right)),
  })
  const shape = {
    quantity: hull(alike.map((one) => one.quantity)),
    unitCost: hull(alike.map((one) => one.unitCost)),
    amount: hull(alike.map((one) => one.amount)),
    isOrderSure,
  }
  return { ...shape, amountWithVat: columnWithVat(rows, alike, hull) }
}

/** Two factors may change places as far as the arithmetic goes, and decimals only hint at which is which: headings that say so decide. */
function uncrossed(
  best: Triple,
  triples: readonly Triple[],
  { headings, tolerance }: { headings: Headings; tolerance: number },
): { chosen: Triple; isOrderSure: boolean } {
  const { row, quantity, unitCost, amount } = best
  const doHeadingsCross = isCrossed(best, headings, tolerance)
  if (doHeadingsCross !== true)
    return { chosen: best, isOrderSure: doHeadingsCross === false || kopecksBonusOf(best) > 0 }
  const swapped = triples.find(
    (one) => one.row === row && one.quantity === unitCost && one.unitCost === quantity && one.amount === amount,
  )
  return { chosen: swapped ?? best, isOrderSure: swapped !== undefined }
}

const kopecksBonusOf = ({ quantity, unitCost }: Triple) =>
  kopecksBonus(numberReadings(quantity.text), numberReadings(unitCost.text))

/** Best of each row, so that a row with many coincidences does not count more than one with a single true triple. */
function weightByRow(triples: readonly Triple[]): number {
  const weights = new Map<number, number>()
  for (const { row, weight } of triples) weights.set(row, Math.max(weights.get(row) ?? 0, weight))
  return [...weights.values()].reduce((sum, weight) => sum + weight, 0)
}

/** «1 2 3 … 15»: the numbers of the columns themselves. */
export function isNumbering(row: Row): boolean {
  const numbers = row.pieces.map((piece) => Number(/^\d{1,2}$/.exec(piece.text.trim())?.[0] ?? Number.NaN))
  const steps = numbers.filter((number, index) => index > 0 && number === numbers[index - 1]! + 1).length
  return (steps >= 3 && steps >= 0.4 * (row.pieces.length - 1)) || isSmallAndRising(row)
}

/** «А 1 1а 1б 2 2а 3 …», some of it misread: nothing but short marks, of which most are more than the one before. */
function isSmallAndRising({ pieces }: Row): boolean {
  if (pieces.length < 6 || pieces.some((piece) => piece.text.trim().length > 3)) return false
  const numbers = pieces.flatMap((piece) => /\d+/.exec(piece.text)?.[0] ?? []).map(Number)
  const rises = numbers.filter((number, index) => index > 0 && number >= numbers[index - 1]!).length
  return numbers.length >= 5 && Math.max(...numbers) <= 20 && rises >= 0.7 * (numbers.length - 1)
}

function triplesOf(row: Row, index: number): Triple[] {
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
          // The usual order, and the nearest amount: the one without VAT stands before the one with.
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

/** From a place in a row to the nearest of others, those before it in the row counted from the last of them. */
const distanceOf = (place: number, others: readonly number[]) =>
  place > Math.max(...others) ? place - Math.max(...others) : Math.max(1, Math.min(...others) - place)

/** Where an amount stands twice, with VAT and without, the 1 before the name of the first line would make one the other's price. */
function isNumberOfFirstRow(piece: Piece, { pieces }: Row): boolean {
  return (
    piece === pieces[0] &&
    /^1[.)]?$/.test(piece.text.trim()) &&
    pieces.slice(1).some(({ text }) => /\p{L}{3}/u.test(text))
  )
}

type Readings = readonly NumberReading[]

/** Prices have kopecks, quantities seldom: that tells one from the other where no heading does. */
function kopecksBonus([quantity]: Readings, [unitCost]: Readings): number {
  if (quantity?.decimals === unitCost?.decimals) return 0
  return unitCost?.decimals === 2 ? 0.1 : quantity?.decimals === 2 ? -0.1 : 0
}

/** 0 when it does not add up; little for 1 × 46 = 46, which proves nothing. */
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
        best = Math.max(best, (isTrivial ? 0.3 : fit === 'rounded' ? 0.6 : 1) / (1 + doubt))
      }
    }
  return best
}

function isAlike(a: Triple, b: Triple, tolerance: number): boolean {
  return (
    isAligned(a.quantity, b.quantity, tolerance) &&
    isAligned(a.unitCost, b.unitCost, tolerance) &&
    isAligned(a.amount, b.amount, tolerance)
  )
}

/** Cells of a column share their right edge, their middle or their left edge. */
function isAligned(a: Column, b: Column, tolerance: number): boolean {
  return (
    Math.abs(a.right - b.right) <= tolerance ||
    Math.abs(a.left - b.left) <= tolerance ||
    Math.abs(a.left + a.right - b.left - b.right) <= 2 * tolerance
  )
}

/** Whose amount is not the line's. */
const OF_VAT = /^\W*сумма\s+(?:ндс|налога|скидки)/iu

/** When no row adds up: three headings on one level. */
function shapeOfHeadings({ quantity, unitCost, amount }: Headings, tolerance: number): TableShape | null {
  for (const price of unitCost) {
    const count = quantity.find((one) => isLevel(one, price, tolerance))
    const sums = amount.filter((one) => isLevel(one, price, tolerance))
    const sum = sums.find((one) => one.left > price.right) ?? sums.findLast((one) => !OF_VAT.test(one.text))
    if (count !== undefined && sum !== undefined)
      return { quantity: count, unitCost: price, amount: sum, amountWithVat: null, isOrderSure: true }
  }
  return null
}

/** The words of a line stand left of its amount; where that is not the last of the figures, anywhere beside them. */
export const textEndOf = ({ quantity, unitCost, amount }: TableShape): number =>
  amount.left > Math.max(quantity.left, unitCost.left) ? amount.left : Infinity

/** A column to the right of the amounts that holds them with VAT, in most of the rows; where the amounts come first, perhaps left of them. */
function columnWithVat(
  rows: readonly Row[],
  triples: readonly Triple[],
  hull: (pieces: Piece[]) => Column,
): Column | null {
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

export const isTotalsRow = (row: Row): boolean => TOTALS_WORDS.test(textOf(row))
