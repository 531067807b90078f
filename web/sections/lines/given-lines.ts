/** Decides which lines of a table are added to the form, and determines what is wrong with the other lines. */

import type { Product } from '../../../sdk/types.ts'
import { figureOf, isUnread } from '../../../spellings/figures.ts'
import type { Say } from '../../words/words.ts'
import { type FoundLine, productIn } from './found-lines.ts'
import { readQuantity } from './product-line.ts'
import type { WantedFigures } from './table-columns.ts'
import type { TableLine } from './table-lines.ts'

/** The requirements of a form for the lines that it takes from a table. */
export interface TableWish {
  /** The numbers that the form's lines have besides the quantity, such as the price. */
  readonly figures: WantedFigures
  /** Whether the lines are the counts of a stocktake, so that 0 is a valid quantity too. */
  readonly isCount?: boolean
  /** Returns the reason why the form cannot accept a product; null if it can. */
  readonly refusalOf?: (product: Product) => string | null
  readonly onLines: (lines: readonly GivenLine[]) => void
}

/** A line as it is passed to the form. Its numbers are strings with a decimal point, or '' if missing. */
export interface GivenLine {
  readonly product: Product
  /** The code that is enough to identify the product; null if there is none. */
  readonly code: string | null
  readonly quantity: string
  readonly price: string
  readonly discount: string
}

/** The user's changes to a line of the table. Fields that the user did not change are absent. */
export interface Mended {
  /** The id of the product that the user chose for the line. */
  readonly productId?: string
  readonly quantity?: string
  readonly price?: string
  readonly discount?: string
  /** Whether the user decided not to add the line to the form. */
  readonly isLeft?: boolean
}

export type FigureName = 'quantity' | 'price' | 'discount'

export interface CheckedLine {
  readonly line: TableLine
  readonly mended: Mended
  /** The products that the line may refer to; undefined while the line is being looked up. */
  readonly found: FoundLine | undefined
  readonly product: Product | null
  /** What is wrong with the product; null if nothing is wrong or the product is still being looked up. */
  readonly problem: string | null
  /** A note for the user about a line that can still be added; null if there is none. */
  readonly note: string | null
  /** The names of the numbers that are missing or unreadable. */
  readonly badFigures: readonly FigureName[]
}

export const figureOfLine = ({ line, mended }: Pick<CheckedLine, 'line' | 'mended'>, name: FigureName): string =>
  mended[name] ?? line[name]

export const isGood = ({ product, problem, badFigures }: CheckedLine): boolean =>
  product !== null && problem === null && badFigures.length === 0

export const isTaken = (one: CheckedLine): boolean => isGood(one) && one.mended.isLeft !== true

interface Checking {
  readonly say: Say<'lines'>
  readonly wish: TableWish
  readonly mended: Readonly<Record<number, Mended>>
  readonly foundOf: (line: TableLine) => FoundLine | undefined
  /** The products that the user chose in lines, by product id. */
  readonly chosen: ReadonlyMap<string, Product>
}

const MAX_PERCENT = 100
const NOT_MENDED: Mended = {}

/** Checks all lines. Adds a note if an earlier line has the same product, because the row may be in the table twice. */
export function checked(lines: readonly TableLine[], { say, wish, mended, foundOf, chosen }: Checking): CheckedLine[] {
  const rowOf = new Map<string, number>()
  return lines.map((line) => {
    const own = mended[line.row] ?? NOT_MENDED
    const found = foundOf(line)
    const product = productOf(own, found, chosen)
    const before = product === null ? undefined : rowOf.get(product.id)
    if (product !== null && before === undefined && own.isLeft !== true) rowOf.set(product.id, line.row)
    const one = { line, mended: own, found, product }
    return {
      ...one,
      problem: problemOf(one, { say, wish }),
      note: noteOf(one, { say, before, isCount: wish.isCount }),
      badFigures: badFiguresOf(one, wish),
    }
  })
}

function productOf({ productId }: Mended, found: FoundLine | undefined, chosen: Checking['chosen']): Product | null {
  if (productId !== undefined) return chosen.get(productId) ?? null
  return found === undefined ? null : productIn(found)
}

/** Returns whether the product of a line is still being looked up. */
export const isLooking = ({ mended, found, product }: Line): boolean =>
  product === null && (mended.productId !== undefined || found === undefined)

type Line = Pick<CheckedLine, 'line' | 'mended' | 'found' | 'product'>

function problemOf(one: Line, { say, wish }: Pick<Checking, 'say' | 'wish'>): string | null {
  const { line, found, product } = one
  if (product !== null) return wish.refusalOf?.(product) ?? null
  if (found === undefined || isLooking(one)) return null
  const text = [...line.codes, line.text, line.name].find((one) => one !== '')
  if (text === undefined) return say('noProduct')
  if (found.products.length === 0) return say('notFound', { text })
  return found.isExact ? say('several', { text }) : say('onlyLike', { text })
}

interface Noting extends Pick<Checking, 'say'> {
  /** The number of the first row with the same product; undefined if there is none. */
  readonly before: number | undefined
  readonly isCount: boolean | undefined
}

function noteOf({ mended, found, product }: Line, { say, before, isCount }: Noting): string | null {
  if (before !== undefined) return say(isCount === true ? 'repeatedCount' : 'repeated', { row: before })
  const isPackage = mended.productId === undefined && product !== null && (found?.count ?? 1) !== 1
  return isPackage ? say('packageCode', { count: found!.count }) : null
}

function badFiguresOf(one: Line, { figures, isCount }: TableWish): FigureName[] {
  const quantity = figureOfLine(one, 'quantity')
  const isQuantity = readQuantity(quantity) !== null || (isCount === true && figureOf(quantity) === 0)
  const others = figures.filter((name) => {
    const text = figureOfLine(one, name)
    return isUnread(text) || (name === 'discount' && (figureOf(text) ?? 0) > MAX_PERCENT)
  })
  return [...(isQuantity ? [] : ['quantity' as const]), ...others]
}

/** Returns the valid lines of the table, with the fields that the form needs. */
export const givenOf = (lines: readonly CheckedLine[], { figures }: TableWish): GivenLine[] =>
  lines.filter(isTaken).map((one) => ({
    product: one.product!,
    code: one.mended.productId === undefined ? one.found!.code : null,
    quantity: figureOfLine(one, 'quantity'),
    price: figures.includes('price') ? figureOfLine(one, 'price') : '',
    discount: figures.includes('discount') ? figureOfLine(one, 'discount') : '',
  }))
