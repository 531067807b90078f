/**
 * Reads the rows of a table as lines of goods, and lists the rows that did not become lines, so that the user can be
 * informed.
 */
import { figureOf } from '../../../spellings/figures.ts'
import { cellText, type TableCell, type TableRow } from '../../components/table-file.ts'
import { milli } from '../../data/amounts.ts'
import type { Columns, Field } from './table-columns.ts'
import { figureIn } from './table-figures.ts'

export interface TableLine {
  /** The number of the row in the table; the first row has the number 1. */
  readonly row: number
  /** The article number and the barcodes in the row; empty if the table has none. */
  readonly codes: readonly string[]
  /** Text from a column without a heading. It may be a code or a name. */
  readonly text: string
  readonly name: string
  /** Numbers with a decimal point; '' if a number is missing, or the marked text of a cell that is not a number. */
  readonly quantity: string
  readonly price: string
  readonly discount: string
}

export interface TableLines {
  readonly lines: readonly TableLine[]
  /** The row numbers of rows that contain totals. */
  readonly totals: readonly number[]
  /** The row numbers of rows that name a product but have no quantity. */
  readonly blank: readonly number[]
  /** How many lines are left out because there are more than the maximum. */
  readonly beyond: number
}

/** The maximum number of lines that a form accepts from one table. */
const MAX_LINES = 500

const QUANTITY_DECIMALS = 3
const MONEY_DECIMALS = 2
const TOTAL = /^(?:итого|всего|total|grand total)(?![\p{L}\p{N}-])/iu

interface Reading {
  /** Whether 0 is a valid quantity, as in a stocktake. Otherwise a row with 0 counts as having no quantity. */
  readonly isCount: boolean
  /** Whether the app's language separates thousands with a comma. */
  readonly isCommaOfThousands: boolean
}

/** Reads the rows below the heading of the table. */
export function readTableLines(rows: readonly TableRow[], { head, fields }: Columns, reading: Reading): TableLines {
  const { isCount, isCommaOfThousands } = reading
  const [lines, totals, blank] = [[] as TableLine[], [] as number[], [] as number[]]
  const hasQuantity = fields.includes('quantity')
  let sum = 0
  for (const row of rows.slice(head + 1)) {
    const line = lineOf(row, fields, isCommaOfThousands)
    const isNamed = line.codes.length > 0 || line.text !== '' || line.name !== ''
    const isNone = line.quantity === '' || (line.quantity === '0' && !isCount)
    const quantity = milli(figureOf(line.quantity) ?? 0)
    if (isTotal(row, line) || (!isNamed && !isNone && lines.length > 1 && quantity === sum)) totals.push(row.number)
    else if (hasQuantity && isNone) {
      if (isNamed) blank.push(row.number)
    } else if (isNamed || hasQuantity) {
      lines.push(hasQuantity ? line : { ...line, quantity: '1' })
      sum += quantity
    }
  }
  return { lines: lines.slice(0, MAX_LINES), totals, blank, beyond: Math.max(0, lines.length - MAX_LINES) }
}

/** A row with a code is never a total, even if its name looks like one: a product may be called «Всего понемногу». */
const isTotal = ({ cells }: TableRow, { codes }: TableLine) =>
  codes.length === 0 && cells.some((cell) => TOTAL.test(cellText(cell)))

function lineOf({ number, cells }: TableRow, fields: Columns['fields'], isCommaOfThousands: boolean): TableLine {
  const cellOf = (field: Field): TableCell => cells[fields.indexOf(field)] ?? ''
  const text = (field: Field) => cellText(cellOf(field))
  const figure = (cell: TableCell, decimals: number) => figureIn(cell, decimals, isCommaOfThousands)
  const codes = [text('sku'), ...text('barcode').split(/[;,\s]+/)].filter((code) => code !== '')
  return {
    row: number,
    codes,
    text: text('product'),
    name: text('name'),
    quantity: figure(cellOf('quantity'), QUANTITY_DECIMALS),
    price: figure(cellOf('price'), MONEY_DECIMALS),
    discount: figure(percent(cellOf('discount')), MONEY_DECIMALS),
  }
}

const percent = (cell: TableCell) => (typeof cell === 'string' ? cell.replace(/\s*%$/, '') : cell)
