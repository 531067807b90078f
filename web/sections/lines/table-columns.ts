/** Determines what the columns of a table contain, from their headings or else from their contents. */
import { isUnread } from '../../../spellings/figures.ts'
import { foldHeader, looseHeader } from '../../../spellings/headers.ts'
import { cellText, type TableCell, type TableRow } from '../../components/table-file.ts'
import { figureIn } from './table-figures.ts'

/** The fields that a column can contain. `product` is a code or a name. */
export const FIELDS = ['sku', 'barcode', 'name', 'product', 'quantity', 'price', 'discount'] as const
export type Field = (typeof FIELDS)[number]
type Figure = 'price' | 'discount'

/** The numbers that the form accepts in each line besides the quantity. */
export type WantedFigures = readonly Figure[]

/** The fields by which the product of a line can be identified. */
export const PRODUCT_FIELDS: readonly Field[] = ['sku', 'barcode', 'name', 'product']

/**
 * The known headings of columns, with the preferred ones first: for example, a counted quantity is preferred to a
 * remaining one.
 */
const HEADINGS: Readonly<Record<Exclude<Field, 'product'>, readonly string[]>> = {
  sku: [
    'артикул',
    'артикул товара',
    'арт',
    'sku',
    'артикул поставщика',
    'код товара',
    'код номенклатуры',
    'код',
    'article',
    'item code',
    'product code',
    'part number',
    'code',
  ],
  barcode: [
    'штрихкод',
    'штрих-код',
    'штрих код',
    'штрихкоды',
    'шк',
    'ean',
    'ean13',
    'ean-13',
    'gtin',
    'barcode',
    'barcodes',
    'upc',
  ],
  name: [
    'наименование',
    'наименование товара',
    'название',
    'название товара',
    'товар',
    'товары (работы, услуги)',
    'товар (работа, услуга)',
    'товары',
    'номенклатура',
    'продукция',
    'позиция',
    'name',
    'product',
    'product name',
    'item',
    'description',
  ],
  quantity: [
    'количество фактическое',
    'фактическое количество',
    'посчитано',
    'факт',
    'количество',
    'кол-во',
    'кол во',
    'кол',
    'к-во',
    'заказ',
    'заказано',
    'quantity',
    'qty',
    'counted',
    'шт',
    'штук',
    'остаток',
  ],
  price: [
    'цена',
    'цена за единицу',
    'цена за ед',
    'цена за шт',
    'закупочная цена',
    'цена закупки',
    'цена с ндс',
    'цена без ндс',
    'себестоимость',
    'price',
    'unit price',
    'unit cost',
    'cost',
  ],
  discount: ['скидка', 'скидка %', '% скидки', 'процент скидки', 'discount', 'discount %'],
}

export interface Columns {
  /** The index of the last row of the heading; -1 if the table has no heading. */
  readonly head: number
  readonly headers: readonly string[]
  /** The field that each column contains; null for a column that is not used. */
  readonly fields: readonly (Field | null)[]
}

/** The heading is searched for in this many rows at the beginning of the table. */
const HEAD_ROWS = 30
/**
 * The share of a column's cells that must be numbers or barcodes for the column to be recognized as containing them.
 */
const MOST = 0.8
/** The most decimals that a number in a line can have. */
const QUANTITY_DECIMALS = 3

/** Finds the heading of a table, and determines which field each column contains. */
export function columnsOf(rows: readonly TableRow[], wanted: WantedFigures): Columns {
  const width = Math.max(0, ...rows.map(({ cells }) => cells.length))
  const { from, to, last, isKnown } = headOf(rows)
  const heads = rows.slice(Math.max(0, from), to + 1)
  const headers = Array.from(
    { length: width },
    (_, column) => heads.map(({ cells }) => cellText(cells[column])).findLast((text) => text !== '') ?? '',
  )
  const named = isKnown ? fieldsOf(heads, width).map((field) => (isWanted(field, wanted) ? field : null)) : []
  return { head: last, headers, fields: completed(named, rows.slice(last + 1), { width, wanted, isKnown }) }
}

/** Returns whether a table has a heading that names its columns. */
export const hasHeading = (rows: readonly TableRow[]): boolean => headOf(rows).isKnown

const isWanted = (field: Field | null, wanted: WantedFigures) =>
  (field !== 'price' && field !== 'discount') || wanted.includes(field)

/** Returns the field that each column contains according to the heading. No field is assigned to two columns. */
function fieldsOf(heads: readonly TableRow[], width: number): (Field | null)[] {
  const fields = Array.from({ length: width }, (): Field | null => null)
  const texts = (column: number) => heads.map(({ cells }) => cellText(cells[column])).filter((text) => text !== '')
  for (const [field, words] of Object.entries(HEADINGS) as [Field, readonly string[]][]) {
    const column = words
      .map((word) => fields.findIndex((taken, at) => taken === null && texts(at).some((text) => isCalled(text, word))))
      .find((at) => at !== -1)
    if (column !== undefined) fields[column] = field
  }
  return fields
}

const isCalled = (header: string, word: string) => foldHeader(header) === word || looseHeader(header) === word

interface Head {
  /** The indexes of the first and the last row with column names; -1 if there are none. */
  readonly from: number
  readonly to: number
  /** The index of the last row before the lines, which may be a row of column numbers. */
  readonly last: number
  /** Whether the field of each column can be recognized from the words in the heading. */
  readonly isKnown: boolean
}

/**
 * Finds the heading of a table: the row with the most known column names. A second row with further names also belongs
 * to it, and so does a row with column numbers, which printed forms have.
 */
function headOf(rows: readonly TableRow[]): Head {
  let best = { at: -1, known: 0 }
  for (const [at, row] of rows.slice(0, HEAD_ROWS).entries()) {
    const found = knownIn([row])
    // A single word may be a title, such as «Заказ», unless it is the name of a product column.
    const isEnough = found.length > 1 || (found.length === 1 && PRODUCT_FIELDS.includes(found[0]!))
    if (isEnough && found.length > best.known && !hasFigure(row)) best = { at, known: found.length }
  }
  if (best.at === -1) return unknownHead(rows)
  let to = best.at
  const next = rows[to + 1]
  if (next !== undefined && !hasFigure(next) && knownIn([rows[to]!, next]).length > best.known) to += 1
  return { from: best.at, to, last: isNumbering(rows[to + 1]) ? to + 1 : to, isKnown: true }
}

/**
 * Treats the first row as a heading if it has no numbers and the second row has some. The app knows none of the words
 * in such a heading.
 */
function unknownHead(rows: readonly TableRow[]): Head {
  const [first, second] = rows
  const isHead = first !== undefined && second !== undefined && first.cells.length > 1 && !hasFigure(first)
  const at = isHead && second.cells.slice(1).some(isFigure) ? 0 : -1
  return { from: at, to: at, last: at, isKnown: false }
}

function knownIn(heads: readonly TableRow[]): Field[] {
  const width = Math.max(...heads.map(({ cells }) => cells.length))
  return fieldsOf(heads, width).filter((field) => field !== null)
}

const isFigure = (cell: TableCell) => cell !== '' && !isUnread(figureIn(cell, QUANTITY_DECIMALS, true))
const hasFigure = ({ cells }: TableRow) => cells.some(isFigure)

const NUMBERED_COLUMNS = 4
/** Returns whether a row contains only the numbers of the columns: `1 2 3 4`, or letters and numbers. */
function isNumbering(row: TableRow | undefined): boolean {
  const texts = (row?.cells ?? []).map(cellText).filter((text) => text !== '')
  const numbers = texts.filter((text) => !/^\p{L}$/u.test(text))
  return texts.length >= NUMBERED_COLUMNS && numbers.every((text, at) => Number(text) === Number(numbers[0]) + at)
}

interface Rest {
  readonly width: number
  readonly wanted: WantedFigures
  readonly isKnown: boolean
}

/**
 * Finds the columns that the heading does not name. The product column is found by its contents. Without a heading, the
 * first column of numbers is the quantity and the next one the price. If there is a heading, but it names no quantity,
 * no column is taken for the quantity, because the column might contain amounts. A first column that only numbers the
 * rows is ignored.
 */
function completed(
  named: readonly (Field | null)[],
  rows: readonly TableRow[],
  { width, wanted, isKnown }: Rest,
): (Field | null)[] {
  const fields = Array.from({ length: width }, (_, column): Field | null => named[column] ?? null)
  const cells = (column: number) => rows.map((row) => row.cells[column] ?? '').filter((cell) => cell !== '')
  const isMostly = (column: number, fits: (cell: TableCell) => boolean) =>
    cells(column).length > 0 && cells(column).filter(fits).length >= cells(column).length * MOST
  const free = () => fields.flatMap((field, at) => (field === null && cells(at).length > 0 ? [at] : []))
  const isOrdinal = (column: number) =>
    column === 0 &&
    width > 2 &&
    cells(column).length > 1 &&
    cells(column).every((cell, at) => cellText(cell) === String(at + 1))
  const hasProduct = () => fields.some((field) => field !== null && PRODUCT_FIELDS.includes(field))
  const give = (column: number | undefined, field: Field) => {
    if (column !== undefined) fields[column] = field
  }
  if (!hasProduct())
    give(
      free().find((at) => isMostly(at, isBarcode)),
      'barcode',
    )
  const texts = free().filter((at) => !isMostly(at, isFigure))
  if (!hasProduct()) give(texts[0] ?? free().find((at) => !isOrdinal(at)), 'product')
  if (isKnown) return fields
  give(fields.includes('product') ? texts[1] : texts[0], 'name')
  const figures = free().filter((at) => isMostly(at, isFigure) && !isOrdinal(at))
  give(figures[0], 'quantity')
  if (wanted.includes('price')) give(figures[1], 'price')
  return fields
}

const isBarcode = (cell: TableCell) => /^(\d{8}|\d{12,14})$/.test(cellText(cell))
