/** Recognizes the headings of a table's columns, and determines whether they show the order of quantity and price. */
import { centreOf, type Piece, type Row } from '../picture/pieces.ts'

export interface Headings {
  readonly quantity: Piece[]
  readonly unitCost: Piece[]
  readonly amount: Piece[]
}

/**
 * Headings of columns for rates, VAT and discounts. The numbers below them may happen to multiply to an amount, but are
 * not quantity, price or amount.
 */
const OF_OTHERS =
  /^[^\p{L}%]*(?:%|ставк|ндс|налог|акциз|скидк|наценк|(?:в\s*т\.?\s?ч\.?|в\s+том\s+числе)\s+ндс|сумма\s+(?:ндс|налога|скидки|акциза))/iu

/** Matches a heading that continues in the line below: «Сумма без учёта», then «НДС, руб.». */
const GOES_ON = /(?:без|с|уч[её]т\p{L}*|сумма|цена|стоимость|всего)\P{L}*$/iu
/** How far a heading's upper lines may extend above its last line and beyond its sides, in heading heights. */
const ABOVE = 2.5
const ASIDE = 4

/** Finds the headings of columns for rates, VAT and discounts. */
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

/** Whether a cell is below one of the `others` headings and not below a heading of quantity, price or amount. */
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
  /^\P{L}*(кол(ич|и|-|[.]|ьк)|кол$|к-во|кол-?во|отпущ(?!\p{L}*\s+на)|отгруж|выдано|принято\s*$|объ[её]м|qty|quantity)/iu
/** Headings of a price: «Стоимость ед.» is a price, while «Стоимость» alone is an amount. */
const OF_PRICE = /^\P{L}*(цена|тариф|\(тариф|расценка|стоимость\s+(?:за\s+)?ед|(unit\s+)?price)/iu
const OF_AMOUNT = /^\P{L}*(сумма|стоимость|всего,? руб|amount|total|(?:всего|итого)\s*(?:$|,|с\s+ндс|без\s+ндс))/iu

const OF_NAME = /^\P{L}*(?:наименован|товар(?:\P{L}|ы|$)|номенклатур|описание|продукт|description)/iu

export type HeadingKind = 'name' | keyof Headings

/** Returns the kind of a heading, or null for any other text. */
export function headingKindOf(text: string): HeadingKind | null {
  if (text.length > LONGEST) return null
  if (OF_NAME.test(text)) return 'name'
  if (OF_QUANTITY.test(text)) return 'quantity'
  if (OF_PRICE.test(text)) return 'unitCost'
  return OF_AMOUNT.test(text) ? 'amount' : null
}

const LONGEST = 40

export function headingsOf(rows: readonly Row[]): Headings {
  const pieces = rows
    .flatMap((row) => row.pieces)
    .filter((piece) => piece.text.length <= LONGEST)
    .flatMap(separateHeadings)
  const matching = (pattern: RegExp) => pieces.filter((piece) => pattern.test(piece.text))
  return {
    quantity: matching(OF_QUANTITY),
    unitCost: matching(OF_PRICE),
    amount: matching(OF_AMOUNT).filter(({ text }) => !OF_PRICE.test(text)),
  }
}

/**
 * Separates headings that touch and were read as one text: «Цена, руб. без Объём» is a heading of prices and a heading
 * of quantities. Letters are about equally wide, so the number of letters is enough to estimate where each heading is.
 */
function separateHeadings(piece: Piece): Piece[] {
  const { text, left, right } = piece
  const kind = headingKindOf(text)
  if (kind === null) return [piece]
  for (const { index } of text.matchAll(/(?<=\s)\S/gu)) {
    const next = headingKindOf(text.slice(index))
    if (next === kind || (next !== 'quantity' && next !== 'unitCost')) continue
    const middle = left + ((right - left) * index) / text.length
    return [
      { ...piece, text: text.slice(0, index).trimEnd(), right: middle },
      ...separateHeadings({ ...piece, text: text.slice(index), left: middle }),
    ]
  }
  return [piece]
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
 * Whether the headings show that the number taken for the quantity is really the price. If both headings are level,
 * their order decides, because a heading may be far to the left of its numbers. Otherwise, the numbers below the
 * headings decide. Returns null when nothing decides.
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
  // A heading above both numbers proves nothing: it is two headings read as one text, or belongs to a group of columns.
  const isRight =
    (isUnder(quantity, headings.quantity) && !isUnder(unitCost, headings.quantity)) ||
    (isUnder(unitCost, headings.unitCost) && !isUnder(quantity, headings.unitCost))
  const isWrong = isUnder(quantity, headings.unitCost) && isUnder(unitCost, headings.quantity)
  return isRight === isWrong ? null : isWrong
}

/** Whether the headings confirm the assumed quantity and price, by their order or by being above the numbers. */
export const areNamed = (
  triple: Factors & { readonly amount: Piece },
  headings: Headings,
  tolerance: number,
): boolean => headingBonus(triple, headings, tolerance) >= NAMED || isCrossed(triple, headings, tolerance) !== null

/** The score if two of the three columns are below their headings. */
const NAMED = 0.55

/**
 * The maximum height difference, in letter heights, between the tops of headings in one row. Headings may have several
 * lines.
 */
const SAME_LEVEL = 5

export const isLevel = (one: Piece, other: Piece, tolerance: number): boolean =>
  one.page === other.page && Math.abs(one.top - other.top) < SAME_LEVEL * tolerance
