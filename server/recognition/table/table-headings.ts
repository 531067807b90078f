/** The headings of a table's columns, and what they show about the order of quantity and price. */
import { centreOf, type Piece, type Row } from '../picture/pieces.ts'

export interface Headings {
  readonly quantity: Piece[]
  readonly unitCost: Piece[]
  readonly amount: Piece[]
}

/** Columns of rates, VAT and discounts: these multiply, too, but are neither quantity nor price nor amount. */
const OF_OTHERS =
  /^[^\p{L}%]*(?:%|ставк|ндс|налог|акциз|скидк|наценк|(?:в\s*т\.?\s?ч\.?|в\s+том\s+числе)\s+ндс|сумма\s+(?:ндс|налога|скидки|акциза))/iu

/** A heading that continues below: «Сумма без учёта», then «НДС, руб.». */
const GOES_ON = /(?:без|с|уч[её]т\p{L}*|сумма|цена|стоимость|всего)\P{L}*$/iu
/** In heading heights, above it and at its sides. */
const ABOVE = 2.5
const ASIDE = 4

/** The headings of such columns. */
export function otherHeadingsOf(rows: readonly Row[]): Piece[] {
  const pieces = rows.flatMap((row) => row.pieces).filter(({ text }) => text.length <= LONGEST)
  const goesOn = (one: Piece) => {
    const height = one.bottom - one.top
    return pieces.some(
      (above) =>
        above.page === one.page &&
        above.bottom <= one.top + height / 2 &&
        one.top - above.bottom < ABOVE * height &&
        above.left < one.right + ASIDE * height &&
        above.right > one.left - ASIDE * height &&
        GOES_ON.test(above.text),
    )
  }
  return pieces.filter((one) => OF_OTHERS.test(one.text) && !goesOn(one))
}

/** Whether a cell is below one of these headings, and not below any of the table's own. */
export function isOfOthers(cell: Piece, others: readonly Piece[], headings: Headings): boolean {
  const own = [
    ...headings.quantity,
    ...headings.unitCost,
    ...headings.amount.filter(({ text }) => !OF_OTHERS.test(text)),
  ]
  const isUnder = (above: readonly Piece[]) => standsUnder(cell, above, 0)
  return isUnder(others) && !isUnder(own)
}

/** The quantity and price cells of one row. */
export interface Factors {
  readonly quantity: Piece
  readonly unitCost: Piece
}

const OF_QUANTITY =
  /^\W*(кол(ич|и|-|[.]|ьк)|кол$|к-во|кол-?во|отпущ(?!\p{L}*\s+на)|отгруж|выдано|принято\s*$|объ[её]м|qty|quantity)/iu
/** «Стоимость ед.» is a price, «Стоимость» an amount. */
const OF_PRICE = /^\W*(цена|тариф|\(тариф|расценка|стоимость\s+(?:за\s+)?ед|(unit\s+)?price)/iu
const OF_AMOUNT = /^\W*(сумма|стоимость|всего,? руб|amount|total|(?:всего|итого)\s*(?:$|,|с\s+ндс|без\s+ндс))/iu

const OF_NAME = /^\P{L}*(?:наименован|товар(?:\P{L}|ы|$)|номенклатур|описание|продукт|description)/iu

export type HeadingKind = 'name' | keyof Headings

/** The kind of a heading; null for another text. */
export function headingKindOf(text: string): HeadingKind | null {
  if (text.length > LONGEST) return null
  if (OF_NAME.test(text)) return 'name'
  if (OF_QUANTITY.test(text)) return 'quantity'
  if (OF_PRICE.test(text)) return 'unitCost'
  return OF_AMOUNT.test(text) ? 'amount' : null
}

const LONGEST = 40

export function headingsOf(rows: readonly Row[]): Headings {
  const pieces = rows.flatMap((row) => row.pieces).filter((piece) => piece.text.length <= LONGEST)
  const matching = (pattern: RegExp) => pieces.filter((piece) => pattern.test(piece.text))
  return {
    quantity: matching(OF_QUANTITY),
    unitCost: matching(OF_PRICE),
    amount: matching(OF_AMOUNT).filter(({ text }) => !OF_PRICE.test(text)),
  }
}

export function headingBonus(
  triple: Factors & { readonly amount: Piece },
  headings: Headings,
  tolerance: number,
): number {
  const stands = (cell: Piece, above: readonly Piece[]) => standsUnder(cell, above, tolerance)
  return (
    (stands(triple.quantity, headings.quantity) ? 0.4 : 0) +
    (stands(triple.unitCost, headings.unitCost) ? 0.4 : 0) +
    (stands(triple.amount, headings.amount) ? 0.2 : 0)
  )
}

function standsUnder(cell: Piece, above: readonly Piece[], tolerance: number): boolean {
  return above.some(
    (one) =>
      one.page === cell.page &&
      one.top < cell.top &&
      one.left < cell.right + tolerance &&
      one.right > cell.left - tolerance,
  )
}

/**
 * Whether the headings show that the assumed quantity is the price: by their order when they are level, since a heading
 * may be far to the left of its numbers; else by what is below them. null: undecided.
 */
export function isCrossed({ quantity, unitCost }: Factors, headings: Headings, tolerance: number): boolean | null {
  const pairs = headings.quantity.flatMap((count) =>
    headings.unitCost.filter((price) => isLevel(count, price, tolerance)).map((price) => ({ count, price })),
  )
  const above = pairs.filter(({ count }) => count.page === quantity.page && count.top < quantity.top)
  const priceFirst = above.filter(({ count, price }) => centreOf(price) < centreOf(count)).length
  if (above.length > 0 && (priceFirst === 0 || priceFirst === above.length))
    return priceFirst > 0 !== unitCost.left < quantity.left
  const isUnder = (cell: Piece, headed: readonly Piece[]) => standsUnder(cell, headed, tolerance)
  const isRight = isUnder(quantity, headings.quantity) || isUnder(unitCost, headings.unitCost)
  const isWrong = isUnder(quantity, headings.unitCost) && isUnder(unitCost, headings.quantity)
  return isRight === isWrong ? null : isWrong
}

/** Whether the headings confirm the assumed quantity and price, by their order or by being above them. */
export const areNamed = (
  triple: Factors & { readonly amount: Piece },
  headings: Headings,
  tolerance: number,
): boolean => headingBonus(triple, headings, tolerance) >= NAMED || isCrossed(triple, headings, tolerance) !== null

/** Reached when two of the three columns are below their headings. */
const NAMED = 0.55

/** In letter heights: headings of several lines need not begin at the same height. */
const SAME_LEVEL = 5

export const isLevel = (one: Piece, other: Piece, tolerance: number): boolean =>
  one.page === other.page && Math.abs(one.top - other.top) < SAME_LEVEL * tolerance
