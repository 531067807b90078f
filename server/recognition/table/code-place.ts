/** Finds the table column that contains the article codes. */
import type { Row } from '../picture/pieces.ts'
import { heightOf, overlapOf } from '../picture/raster.ts'
import { bareCode, isCodeLike } from '../words/article-codes.ts'
import { unitCodeOf } from '../words/units.ts'
import type { ItemRow, TextColumn } from './table-rows.ts'

/** The maximum distance of headings from the first item line below them, in row heights. */
const HEADINGS_ABOVE = 14

/**
 * Words about units or types. A column whose heading contains one of these words does not contain article codes,
 * whatever other words the heading contains.
 */
const OF_UNITS = /океи|вида|един|измер|ед[.]?\s*изм/iu
/** Words in the headings of columns that are not about goods but about amounts, documents and the like. */
const OF_FIGURES =
  /цена|сумма|стоим|кол-?во|колич|мест|масса|вес|брутто|нетто|скид|ск[.]|%|ндс|ставка|налог|акциз|стран|происх|гтд|тамож|деклар|рнпт|серия|годен|дата|срок|заказ(?!чик)/iu
/**
 * Headings of the supplier's own codes, which are preferred to barcodes and to the codes of the supplier's accounting
 * program.
 */
const OF_ARTICLES = /артикул|арт(?!\p{L})|sku/iu
const OF_CODES = /артикул|арт(?!\p{L})|код|sku|штрих|номенкл|каталож|модель|barcode|part\s?n/iu

/** Scores from 0 to 1.7 how likely a column is to contain article codes, judging by its heading and its cells. */
export function codeScore(column: TextColumn, rows: readonly Row[], items: readonly ItemRow[]): number {
  const heading = headingOf(column, rows, items)
  const texts = column.cells.map((piece) => piece.text.trim())
  const shareOf = (matches: (text: string) => boolean) => texts.filter(matches).length / texts.length
  if (OF_UNITS.test(heading) || shareOf((text) => /^\d{1,3}\.?$/.test(text)) > 0.6) return 0
  const isNamed = OF_CODES.test(heading)
  // Values such as «1 292,78» are prices. Codes with a decimal point are therefore recognized only if their column's
  // heading shows that they are codes, or if they contain letters.
  const isMoney = shareOf((text) => /^\d[\d\s'’]*[.,]\d{2}$/.test(text)) > 0.5
  if (!isNamed && (isMoney || OF_FIGURES.test(heading))) return 0
  if (!isNamed && shareOf((text) => unitCodeOf(text) !== null) > 0.5) return 0
  // Codes of units, rates and countries repeat in many lines; product codes rarely do.
  const variety = texts.length < 3 ? 1 : new Set(texts).size / texts.length
  const looks = shareOf((text) => isCodeLike(bareCode(text)))
  const named = OF_ARTICLES.test(heading) ? 0.7 : isNamed ? 0.5 : 0
  return looks * Math.min(1, 1.5 * variety) + named
}

/** The maximum length of a heading. A row of headings has at least MIN_HEADINGS texts of at most this length. */
const LONGEST_HEADING = 40
const MIN_HEADINGS = 3

/**
 * Returns the text above a column, including text between the neighbouring columns, because a heading need not be
 * exactly above its cells.
 */
function headingOf(column: TextColumn, rows: readonly Row[], items: readonly ItemRow[]): string {
  const first = Math.min(...items.map((item) => item.top))
  const height = heightOf(items[0]!.row.pieces[0]!)
  const near = rows.filter(({ pieces }) =>
    pieces.every(({ top, bottom }) => bottom < first && top > first - HEADINGS_ABOVE * height),
  )
  const isHeadings = ({ pieces }: Row) =>
    pieces.filter(({ text }) => text.length <= LONGEST_HEADING).length >= Math.max(MIN_HEADINGS, pieces.length)
  const beside = items.flatMap(({ row }) => row.pieces).filter((piece) => !column.cells.includes(piece))
  const left = Math.max(0, ...beside.filter((piece) => piece.right <= column.left).map((piece) => piece.right))
  const right = Math.min(...beside.filter((piece) => piece.left >= column.right).map((piece) => piece.left))
  return near
    .slice(Math.max(0, near.findIndex(isHeadings)))
    .flatMap((row) => row.pieces)
    .filter(
      (piece) =>
        overlapOf(piece.left, piece.right, column.left, column.right) > 0 ||
        (piece.left >= left && piece.right <= right),
    )
    .map((piece) => piece.text)
    .join(' ')
}
