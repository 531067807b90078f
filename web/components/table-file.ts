/**
 * Reads the rows of a spreadsheet or of a text table in the browser. For the choice of library and why the file is not
 * sent to the server, see docs/decisions/0069-lines-from-anywhere.md.
 */
import { decodeText, textRows } from '../../spellings/table-text.ts'

/** The content of a cell: a number only if a workbook stores it as one, and otherwise text; '' if the cell is empty. */
export type TableCell = string | number

export interface TableRow {
  /** The row's number in the table, from 1, as a spreadsheet shows it. */
  readonly number: number
  readonly cells: readonly TableCell[]
}

export interface Table {
  /** The rows of the table that are not empty. */
  readonly rows: readonly TableRow[]
  /** The names of the workbook's visible sheets; empty for a text table. */
  readonly sheets: readonly string[]
  /** The name of the sheet that was read; null for a text table. */
  readonly sheet: string | null
  /** Whether the table has more rows than `rows` contains. */
  readonly isCut: boolean
}

export type TableFault = 'tooLarge' | 'oldExcel' | 'noTable' | 'broken' | 'empty'

/**
 * The largest file that is read. It has room for thousands of rows; a larger one would make the browser stop
 * responding.
 */
const MAX_FILE_BYTES = 10 * 1_048_576
const MAX_ROWS = 20_000
/** The first bytes of an Excel file that was written before 2007 or is protected by a password. */
const OLE2 = [0xd0, 0xcf, 0x11, 0xe0]
const ZIP = [0x50, 0x4b, 0x03, 0x04]

/** Reads a file. From a workbook, reads `sheet` or the first visible sheet. */
export async function readTableFile(file: Blob, sheet: string | null = null): Promise<Table | { fault: TableFault }> {
  if (file.size > MAX_FILE_BYTES) return { fault: 'tooLarge' }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const beginsWith = (magic: readonly number[]) => magic.every((byte, at) => bytes[at] === byte)
  if (beginsWith(OLE2)) return { fault: 'oldExcel' }
  if (beginsWith(ZIP)) return readWorkbook(bytes, sheet)
  const text = decodeText(bytes)
  return text === null ? { fault: 'noTable' } : readText(text)
}

/** Whether a pasted text is a list of lines rather than the text of a single field. */
export const isList = (text: string): boolean => /[\t\n]/.test(text.trim())

/** Reads cells copied from a spreadsheet. A text without tabs is split at semicolons instead. */
export const readPasted = (text: string): Table | { fault: TableFault } =>
  readText(`sep=${text.includes('\t') ? '\t' : ';'}\n${text}`)

function readText(text: string): Table | { fault: TableFault } {
  const rows = textRows(text, MAX_ROWS + 1).map(({ number, cells }) => ({
    number,
    cells: cells.map(withoutApostrophe),
  }))
  return tableOf(rows, { sheets: [], sheet: null })
}

/**
 * Removes an apostrophe at the beginning of a cell. Our CSV files put one before text that a spreadsheet would read as
 * a formula.
 */
const withoutApostrophe = (cell: string) => cell.replace(/^'(?=[=+\-@\t\r])/, '').trim()

async function readWorkbook(bytes: Uint8Array, asked: string | null): Promise<Table | { fault: TableFault }> {
  const { readXlsx } = await import('hucre/xlsx')
  try {
    const sheets: string[] = []
    await readXlsx(bytes, {
      sheets: ({ name, hidden, veryHidden }) => {
        if (hidden !== true && veryHidden !== true) sheets.push(name)
        return false
      },
    })
    const name = asked ?? sheets[0]
    if (name === undefined) return { fault: 'empty' }
    const book = await readXlsx(bytes, { sheets: [name], maxRows: MAX_ROWS + 1 })
    const [sheet] = book.sheets
    const cellOf = (row: number, column: number, value: unknown): TableCell => {
      const formula = value === null ? sheet?.cells?.get(`${row},${column}`)?.formula : undefined
      // The formula was written by a program that does not calculate results. Return the formula itself, so that the
      // cell does not look empty.
      return formula === undefined ? contentOf(value) : `=${formula}`
    }
    const rows = (sheet?.rows ?? []).map((values, row) => ({
      number: row + 1,
      cells: values.map((value, column) => cellOf(row, column, value)),
    }))
    return tableOf(rows, { sheets, sheet: name })
  } catch {
    return { fault: 'broken' }
  }
}

function contentOf(value: unknown): TableCell {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString().slice(0, 10)
  return String(value).trim()
}

function tableOf(
  rows: readonly TableRow[],
  { sheets, sheet }: Pick<Table, 'sheets' | 'sheet'>,
): Table | { fault: TableFault } {
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell !== ''))
  // If a workbook has several sheets and the first is empty, the user can still choose another one.
  if (filled.length === 0 && sheets.length < 2) return { fault: 'empty' }
  return { rows: filled.slice(0, MAX_ROWS), sheets, sheet, isCut: filled.length > MAX_ROWS }
}

/** Returns a cell as text. Numbers are written without an exponent and without binary rounding errors. */
export function cellText(cell: TableCell | undefined): string {
  if (cell === undefined || typeof cell === 'string') return cell ?? ''
  return Number.isInteger(cell) ? BigInt(cell).toString() : String(Number(cell.toPrecision(15)))
}
