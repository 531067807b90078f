/** Reads the item lines of a document from its text rows. */
import { judgedLine } from '../judge/judge.ts'
import type { Look, LookAgain } from '../picture/looks.ts'
import { centreOf, middleOf, type Piece, placeOfPieces, type Row } from '../picture/pieces.ts'
import { type Box, overlapOf, quantileOf } from '../picture/raster.ts'
import type { CodeReadings } from '../words/article-codes.ts'
import type { ReadLine } from '../words/extraction.ts'
import { mayBeFigures, type NumberReading, numberReadings } from '../words/numbers.ts'
import { spelledCodes } from './code-column.ts'
import { codeDoubts } from './code-doubts.ts'
import { descriptionsOf } from './line-texts.ts'
import { type FigureColumn, figuresOf, type TableShape, textEndOf } from './table-columns.ts'
import { type ItemRow, isNumbering, isTotalsRow } from './table-rows.ts'
import { shapeOf } from './table-shape.ts'
import { productsOf } from './tables-without-sums.ts'

const LOOKS: readonly Look[] = ['figures', 'latin-figures', 'larger', 'softer', 'smaller']

/**
 * The maximum number of cells of a document that are reread. Documents in which every line needs rereading reach it.
 */
const MAX_LOOKS = 240

export interface ReadTable {
  readonly lines: ReadLine[]
  /** The text rows that were recognized as item lines. */
  readonly rows: readonly Row[]
}

/** Reads the item lines of all pages. `letterHeight`: in pixels. */
export async function tableIn(rows: readonly Row[], letterHeight: number, again: LookAgain): Promise<ReadTable> {
  const lines: (Omit<ReadLine, 'sku' | 'doubts'> & { readonly nameDoubts: readonly number[] })[] = []
  const codes: (CodeReadings | null)[] = []
  const taken: Row[] = []
  let last: TableShape | null = null
  const looks = { left: MAX_LOOKS }
  for (const page of new Set(rows.map((row) => row.page))) {
    const ofPage = rows.filter((row) => row.page === page)
    const found: TableShape | null = shapeOf(ofPage, letterHeight) ?? last
    if (found === null) continue
    // On later pages, the table continues without headings, so use the knowledge from the earlier pages.
    const shape: TableShape = { ...found, areColumnsNamed: found.areColumnsNamed || last?.areColumnsNamed === true }
    last = shape
    const items = withoutFoot(itemRowsOf(ofPage, shape, letterHeight), ofPage, { shape, letterHeight })
    const texts = await descriptionsOf(ofPage, items, { shape, letterHeight, again })
    for (const [index, item] of items.entries()) {
      const line = await readAgainUntilRight(item, shape, { letterHeight, again, looks })
      const { pieces, code, ...words } = texts[index]!
      codes.push(code)
      const place = placeOfPieces([...item.row.pieces, ...pieces])
      const order = {
        ...(shape.isOrderSure && shape.areColumnsSure ? {} : { isOrderDoubtful: true }),
        ...(shape.areColumnsNamed ? {} : { areColumnsUnnamed: true }),
      }
      lines.push({ ...line, ...words, ...order, ...(place === null ? {} : { place }) })
      taken.push(item.row)
    }
  }
  const skus = spelledCodes(codes)
  const doubts = codeDoubts(codes, skus)
  return { lines: lines.map((line, index) => withDoubts(line, skus[index]!, doubts[index]!)), rows: taken }
}

/** Adds the code to a line, and the positions of doubtful letters in its name and code, if any. */
export function withDoubts(
  { nameDoubts, ...line }: Omit<ReadLine, 'sku' | 'doubts'> & { readonly nameDoubts: readonly number[] },
  sku: string | null,
  skuDoubts: readonly number[],
): ReadLine {
  const isPlain = nameDoubts.length === 0 && skuDoubts.length === 0
  return { ...line, sku, ...(isPlain ? {} : { doubts: { name: nameDoubts, sku: skuDoubts } }) }
}

function itemRowsOf(rows: readonly Row[], shape: TableShape, letterHeight: number): ItemRow[] {
  const sure = rows.flatMap((row, index) =>
    itemOf(row, { shape, letterHeight, isWithin: false }) === null ? [] : [index],
  )
  const [first = Infinity, last = -1] = [sure[0], sure.at(-1)]
  return rows.flatMap((row, index) => {
    const isWithin = index > first && index < last
    return itemOf(row, { shape, letterHeight, isWithin }) ?? []
  })
}

interface AsItem {
  readonly shape: TableShape
  readonly letterHeight: number
  /** Whether there are item lines both above and below the row. */
  readonly isWithin: boolean
}

/** Returns a text row as an item line of the table, or null if the row is not an item line. */
function itemOf(row: Row, { shape, letterHeight, isWithin }: AsItem): ItemRow | null {
  if (isNumbering(row) || isTotalsRow(row)) return null
  const cells = figuresOf(shape).map((column) => cellOf(row, column, letterHeight))
  const legible = cells.filter((pieces) => readingsOf(pieces).some((reading) => reading.doubt <= 2))
  const isDescribed = row.pieces.some(
    (piece) => centreOf(piece) < textEndOf(shape) && /\p{L}{2}/u.test(piece.text) && !cells.flat().includes(piece),
  )
  // In a row under a stamp, only one number may be readable.
  const isStamped = isWithin && isDescribed && legible.length === 1 && isFilled(row, shape, letterHeight)
  if (!isStamped && (legible.length < 2 || (!isDescribed && legible.length < 3))) return null
  if (!isDescribed && !startsWithNumber(row, shape) && !isProof(cells)) return null
  const numbers = cells.flat()
  const top = quantileOf(
    numbers.map((piece) => piece.top),
    0.5,
  )
  const bottom = quantileOf(
    numbers.map((piece) => piece.bottom),
    0.5,
  )
  return { row, top, bottom }
}

/** Whether every number column contains something in this row, readable or not. */
const isFilled = (row: Row, shape: TableShape, letterHeight: number) =>
  figuresOf(shape).every(({ left, right }) =>
    row.pieces.some((piece) => overlapOf(piece.left, piece.right, left - letterHeight, right + letterHeight) > 0),
  )

/**
 * Removes the rows after the totals, because signatures and stamps there contain numbers, too. Keeps rows up to the
 * last row where quantity × price = amount.
 */
function withoutFoot(
  items: readonly ItemRow[],
  rows: readonly Row[],
  { shape, letterHeight }: { shape: TableShape; letterHeight: number },
): ItemRow[] {
  const multiplies = ({ row }: ItemRow) => isProof(figuresOf(shape).map((column) => cellOf(row, column, letterHeight)))
  const last = items.findLastIndex(multiplies)
  const totals = rows.findIndex((row, at) => isTotalsRow(row) && (last < 0 || at > rows.indexOf(items[last]!.row)))
  return items.filter(({ row }, index) => index <= last || totals < 0 || rows.indexOf(row) < totals)
}

/**
 * Whether quantity × price = amount is true, which proves that the row is an item line even without a name beside the
 * numbers. The name is then in another row.
 */
function isProof([quantity = [], unitCost = [], amount = []]: readonly Piece[][]): boolean {
  return doesAddUp({
    quantity: readingsOf(quantity),
    unitCost: readingsOf(unitCost),
    amount: readingsOf(amount),
    amountWithVat: [],
  })
}

/**
 * Whether a row begins with a line number to the left of its other numbers. Then the name is in the row above or
 * below.
 */
function startsWithNumber(row: Row, shape: TableShape): boolean {
  const first = row.pieces[0]!
  const left = Math.min(...figuresOf(shape).map((column) => column.left))
  return first.right < left && /^\d{1,3}[.)]?$/.test(first.text.trim())
}

/** Returns the pieces of a row that are in a column. If a gap split a number, there are several pieces. */
function cellOf(row: Row, column: FigureColumn, letterHeight: number): Piece[] {
  return row.pieces.filter((piece) => {
    const shared = overlapOf(piece.left, piece.right, column.left - letterHeight, column.right + letterHeight)
    return shared >= 0.6 * (piece.right - piece.left) && mayBeFigures(piece.text)
  })
}

function readingsOf(pieces: readonly Piece[]): NumberReading[] {
  return pieces.length === 0 ? [] : numberReadings(pieces.map((piece) => piece.text).join(' '))
}

interface Looking {
  readonly letterHeight: number
  readonly again: LookAgain
  readonly looks: { left: number }
}

type Numbers = Pick<ReadLine, 'quantity' | 'unitCost' | 'amount' | 'amountWithVat' | 'isWithoutAmount'>

/** Reads the numbers of a line, and rereads them with other settings until they add up. */
async function readAgainUntilRight(item: ItemRow, shape: TableShape, looking: Looking): Promise<Numbers> {
  const { quantity, unitCost, amount, amountWithVat } = shape
  const piecesIn = (column: FigureColumn | null) =>
    column === null ? [] : cellOf(item.row, column, looking.letterHeight)
  const cells = { quantity: piecesIn(quantity), unitCost: piecesIn(unitCost), amount: piecesIn(amount) }
  const numbers = {
    quantity: readingsOf(cells.quantity),
    unitCost: readingsOf(cells.unitCost),
    amount: readingsOf(cells.amount),
    amountWithVat: readingsOf(piecesIn(amountWithVat)),
  }
  if (amount === null)
    return { ...numbers, amount: productsOf(numbers.quantity, numbers.unitCost), isWithoutAmount: true }
  const columns = { quantity, unitCost, amount }
  for (const [round, look] of LOOKS.entries()) {
    if (isSettled(numbers, round) || looking.looks.left <= 0) break
    for (const name of ['quantity', 'unitCost', 'amount'] as const) {
      looking.looks.left--
      const box = boxOf(cells[name], columns[name], item)
      const text = await looking.again(item.row.page, box, look)
      numbers[name] = merged(numbers[name], numberReadings(text), 0.2 + 0.1 * round)
    }
  }
  return numbers
}

/**
 * Whether rereading can stop. If the price matches only as the rounded quotient of amount and quantity, the cells are
 * reread once, because a misread decimal would look the same.
 */
function isSettled(numbers: Numbers, round: number): boolean {
  const { addsUp, isRounded, amountWithVat } = judgedLine({ name: '', sku: null, unit: null, ...numbers })
  return addsUp && (!isRounded || amountWithVat !== null || round > 0)
}

const doesAddUp = (numbers: Numbers): boolean => judgedLine({ name: '', sku: null, unit: null, ...numbers }).addsUp

/** Returns a cell's box, or the box that it must have according to its column. */
function boxOf(pieces: readonly Piece[], column: FigureColumn, item: ItemRow): Box {
  const left = Math.min(column.left, ...pieces.map((piece) => piece.left))
  const right = Math.max(column.right, ...pieces.map((piece) => piece.right))
  const near = pieces.filter(
    (piece) => Math.abs(middleOf(piece) - middleOf({ ...item, left, right })) < item.bottom - item.top,
  )
  const top = Math.min(item.top, ...near.map((piece) => piece.top))
  const bottom = Math.max(item.bottom, ...near.map((piece) => piece.bottom))
  return { left, right, top, bottom }
}

/**
 * Merges the readings of two attempts. The doubt of readings that only the second attempt produced is slightly
 * increased.
 */
function merged(readings: readonly NumberReading[], more: readonly NumberReading[], doubt: number): NumberReading[] {
  const result = [...readings]
  for (const reading of more)
    if (!result.some((one) => one.milli === reading.milli)) result.push({ ...reading, doubt: reading.doubt + doubt })
  return result.sort((a, b) => a.doubt - b.doubt)
}
