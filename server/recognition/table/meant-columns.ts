/**
 * Chooses the table's price and amount columns if quantity × price = amount is true for several combinations of
 * columns. The total decides first, then the headings.
 */
import type { Minor } from '../../../amounts/quantity.ts'
import type { Piece, Row } from '../picture/pieces.ts'
import { overlapOf } from '../picture/raster.ts'
import { minorOf, numberReadings } from '../words/numbers.ts'
import { vatRateBetween } from '../words/vat.ts'
import { amountsIn } from './amounts-in-row.ts'
import { type Headings, headingBonus } from './table-headings.ts'
import { isAligned, isAlike, type Triple, weightByRow } from './triples.ts'

/** Triples (quantity, price, amount) that use the same columns in different rows. */
interface Family {
  readonly best: Triple
  readonly alike: readonly Triple[]
  readonly support: number
}

export interface MeantColumns {
  readonly best: Triple
  /**
   * Whether quantity × price = amount is also true for other columns, and the amounts below the item lines do not
   * decide between them.
   */
  readonly isDoubtful: boolean
}

interface Table {
  readonly rows: readonly Row[]
  readonly headings: Headings
  readonly tolerance: number
}

/** The share of the best columns' support below which other columns are a coincidence. */
const RIVAL_SHARE = 0.5
const MAX_FAMILIES = 5

/** Chooses the columns. Returns null if quantity × price = amount is true for no columns. */
export function meantColumns(triples: readonly Triple[], table: Table): MeantColumns | null {
  const families = familiesOf(triples, table)
  const [first] = families
  if (first === undefined) return null
  const rivals = families.slice(1).filter((one) => isRival(one, first, table.tolerance))
  if (rivals.length === 0) return { best: first.best, isDoubtful: false }
  const judged = [first, ...rivals].map((family) => ({
    family,
    isStated: isStated(family, table.rows),
    words: wordsFor(family, table),
  }))
  judged.sort(
    (a, b) => Number(b.isStated) - Number(a.isStated) || b.words - a.words || b.family.support - a.family.support,
  )
  const [meant, other] = judged
  const isDoubtful = meant!.isStated === other!.isStated && meant!.words === other!.words
  return { best: meant!.family.best, isDoubtful }
}

function familiesOf(triples: readonly Triple[], { headings, tolerance }: Table): Family[] {
  const all = triples
    .map((best) => {
      const alike = triples.filter((other) => other.row !== best.row && isAlike(best, other, tolerance))
      return { best, alike, support: best.weight + weightByRow(alike) + headingBonus(best, headings, tolerance) }
    })
    .sort((a, b) => b.support - a.support)
  const families: Family[] = []
  for (const family of all) {
    if (families.length === MAX_FAMILIES || family.support < RIVAL_SHARE * all[0]!.support) break
    if (!families.some(({ best }) => isSameColumns(best, family.best, tolerance))) families.push(family)
  }
  return families
}

/** Whether two triples use the same columns, whichever of the two factors counts as the quantity. */
const isSameColumns = (a: Triple, b: Triple, tolerance: number) =>
  isAlike(a, b, tolerance) || isAlike(a, { ...b, quantity: b.unitCost, unitCost: b.quantity }, tolerance)

/**
 * Whether another set of columns is a real alternative. In more than one row, the other set must have a different
 * price. It must also have either a different amount, or the same amount with a different quantity (as with packs and
 * pieces).
 */
function isRival(family: Family, first: Family, tolerance: number): boolean {
  const { best, alike } = family
  const isSame = (name: 'quantity' | 'unitCost' | 'amount') => isAligned(best[name], first.best[name], tolerance)
  if (alike.length === 0 || isSame('unitCost') || isSame('quantity') === isSame('amount')) return false
  return isSame('amount') || !isOtherByVat(family, first)
}

/** Whether two sets of columns differ only by VAT in most rows. If so, both represent the same price. */
function isOtherByVat(one: Family, other: Family): boolean {
  const amounts = amountsOf(other)
  const pairs = [...amountsOf(one)].flatMap(([row, { minor }]) => {
    const beside = amounts.get(row)?.minor
    return beside === undefined ? [] : [[Math.min(minor, beside), Math.max(minor, beside)] as [Minor, Minor]]
  })
  return pairs.filter(([net, gross]) => vatRateBetween(net, gross) !== null).length > 0.5 * pairs.length
}

interface RowAmount {
  readonly minor: Minor
  readonly weight: number
}

/** Returns the amount of each row, according to the row's most reliable triple. */
function amountsOf({ best, alike }: Family): Map<number, RowAmount> {
  const amounts = new Map<number, RowAmount>()
  for (const { row, amount, weight } of [best, ...alike]) {
    const minor = numberReadings(amount.text).map(minorOf)[0]
    if (minor !== undefined && minor !== null && weight > (amounts.get(row)?.weight ?? 0))
      amounts.set(row, { minor, weight })
  }
  return amounts
}

/** Whether the sum of the amounts is stated below the rows, with or without VAT added. */
function isStated(family: Family, rows: readonly Row[]): boolean {
  const amounts = amountsOf(family)
  const sum = [...amounts.values()].reduce((all, { minor }) => all + minor, 0)
  const first = Math.min(...amounts.keys())
  const stated = rows.flatMap((row, index) => (index <= first || amounts.has(index) ? [] : amountsIn(row)))
  return stated.some((one) => one === sum || (one > sum && vatRateBetween(sum as Minor, one) !== null))
}

/**
 * Headings of prices that are not the price paid: list price, retail price, price before discount, price in another
 * currency.
 */
const NOT_MEANT =
  /без\s+(?:уч[её]та\s+)?скид|до\s+скид|розн|базов|прайс|каталог|рекоменд|р\.?р\.?ц|м\.?р\.?ц|у\.?\s?е\.?(?!\p{L})|usd|eur|cny|долл|евро|юан|[$€¥]|стар|справоч/iu
const MEANT = /(?:со?|с\s+уч[её]том)\s+ск(?:ид|\.)|договор|отпуск|закуп|руб|₽|rub/iu

/**
 * Headings of quantities and prices per pack. They are avoided if there are also columns with quantities and prices per
 * piece.
 */
const OF_PACKS = /упак|(?<!\p{L})уп(?!\p{L})|короб|(?<!\p{L})кор(?!\p{L})|ящик|мест(?!\p{L}*\s*хран)|блок|паллет/iu

function wordsFor({ best }: Family, { rows, tolerance }: Table): number {
  const headOf = (cell: Piece) => headingOver(cell, rows, tolerance)
  const heads = [best.unitCost, best.amount].map(headOf)
  const prices = heads.reduce((sum, head) => sum + (MEANT.test(head) ? 1 : 0) - (NOT_MEANT.test(head) ? 1 : 0), 0)
  return prices - [best.quantity, best.unitCost].map(headOf).filter((head) => OF_PACKS.test(head)).length
}

/** The largest height of a heading with all its lines, in letter heights. */
const HEAD_HEIGHT = 12
const LONGEST_HEAD = 40

/**
 * Returns the heading above a cell: the texts above the cell at about the height of the nearest text that is about
 * price, amount or quantity.
 */
function headingOver(cell: Piece, rows: readonly Row[], tolerance: number): string {
  const isOver = (piece: Piece) =>
    piece.page === cell.page &&
    piece.bottom <= cell.top &&
    piece.text.length <= LONGEST_HEAD &&
    overlapOf(piece.left, piece.right, cell.left, cell.right) > 0
  const over = rows.flatMap((row) => row.pieces).filter(isOver)
  const named = over.findLast(({ text }) => /цен|сумм|стоим|кол|к-во|price|amount|qty/iu.test(text))
  if (named === undefined) return ''
  return over
    .filter(({ top }) => Math.abs(top - named.top) < HEAD_HEIGHT * tolerance)
    .map(({ text }) => text)
    .join(' ')
}
