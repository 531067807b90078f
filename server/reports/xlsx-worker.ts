/** A thread that creates one spreadsheet from the rows that it receives, and then ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { Format, Workbook, type Worksheet } from 'wasm-xlsxwriter'
import { hasTotal, isNumber, localTimes, plainCell, ReportTotals } from './cells.ts'
import type { ColumnKind } from './columns.ts'
import type { ReportRow } from './reports-sql.ts'
import { type Book, type Sheet, type SheetMessage, TAKEN } from './xlsx-messages.ts'

/** Column widths, in characters. `filter` is the width of the filter button, which covers the end of a title. */
const WIDTHS = { least: 8, most: 60, padding: 2, filter: 3 }
/** How many characters a number format adds to a number's width, for separators and decimals. */
const NUMBER_PADDING = 4
const MAX_SHEET_NAME = 31

const { timeZone, language, sheets } = workerData as Book
const local = localTimes(timeZone)
const isRussian = language === 'ru'

/** Number formats by kind. Quantities have no format, so whole quantities are shown without decimals. */
const FORMATS: Partial<Record<ColumnKind, string>> = {
  count: '0',
  money: '#,##0.00',
  percent: '0.00',
  moment: isRussian ? 'dd.mm.yyyy hh:mm' : 'yyyy-mm-dd hh:mm',
  day: isRussian ? 'dd.mm.yyyy' : 'yyyy-mm-dd',
}
const DATE_WIDTHS: Partial<Record<ColumnKind, number>> = { moment: 16, day: 10 }

const DAY_MS = 86_400_000
/** Spreadsheets count days from the end of 1899, and count incorrectly before March 1900. */
const DAYS_BEFORE_1970 = 25_569
const FIRST_RIGHT_DAY = 61

/**
 * Converts a local time or day to a spreadsheet's date number. Dates that a spreadsheet cannot
 * represent stay text.
 */
function dateCell(text: string): string | number {
  const shown = text.length === 10 ? text : local(text)
  const at = Date.parse(`${shown.replace(' ', 'T')}${shown.length === 10 ? 'T00:00:00' : ''}Z`)
  const serial = at / DAY_MS + DAYS_BEFORE_1970
  return serial >= FIRST_RIGHT_DAY ? serial : shown
}

/**
 * Returns the cell value for the spreadsheet library, where undefined is an empty cell. Text is never interpreted as a
 * formula, number or link.
 */
function cellOf(kind: ColumnKind, value: string | null): string | number | undefined {
  if (value === null) return undefined
  if (isNumber(kind)) return Number(plainCell(kind, value))
  return kind === 'text' ? value : dateCell(value)
}

const isId = ({ name, kind }: Sheet['columns'][number]) => kind === 'text' && (name === 'id' || name.endsWith('Id'))

const workbook = new Workbook()
const bold = () => new Format().setBold()

class SheetWriter {
  private readonly sheet: Worksheet
  private readonly columns: Sheet['columns']
  /** For each column of the sheet, its position in the incoming rows. */
  private readonly order: readonly number[]
  private readonly widths: number[]
  private readonly totals: ReportTotals | null
  private rowCount = 1

  constructor({ name, columns, hasTotals }: Sheet) {
    this.sheet = workbook.addWorksheet()
    const places = columns.map((_column, at) => at)
    this.order = [...places.filter((at) => !isId(columns[at]!)), ...places.filter((at) => isId(columns[at]!))]
    this.columns = this.order.map((at) => columns[at]!)
    this.totals = hasTotals && columns.some(hasTotal) ? new ReportTotals(columns, language) : null
    this.widths = this.columns.map(({ kind, title }) =>
      Math.max(WIDTHS.least, title.length + WIDTHS.filter, DATE_WIDTHS[kind] ?? 0),
    )
    this.sheet.setName(name.replaceAll(/[[\]:*?/\\]/g, ' ').slice(0, MAX_SHEET_NAME))
    this.sheet.setFreezePanes(1, 0)
    this.sheet.writeRowWithFormat(
      0,
      0,
      this.columns.map(({ title }) => title),
      bold(),
    )
  }

  /** Adds rows column by column, with one call for many cells of the same format. */
  add(rows: readonly ReportRow[]): void {
    if (this.totals !== null) for (const row of rows) this.totals.add(row)
    for (const [at, { kind }] of this.columns.entries()) {
      const cells = rows.map((row) => cellOf(kind, row[this.order[at]!]!))
      this.widen(at, cells)
      const format = FORMATS[kind]
      if (format === undefined) this.sheet.writeColumn(this.rowCount, at, cells)
      else this.sheet.writeColumnWithFormat(this.rowCount, at, cells, new Format().setNumFormat(format))
    }
    this.rowCount += rows.length
  }

  /** Widens the column to fit its longest cell. */
  private widen(at: number, cells: readonly (string | number | undefined)[]): void {
    const { kind } = this.columns[at]!
    if (DATE_WIDTHS[kind] !== undefined) return
    for (const cell of cells) {
      if (cell === undefined) continue
      const length = typeof cell === 'number' ? String(cell).length + NUMBER_PADDING : cell.length
      if (length > this.widths[at]!) this.widths[at] = Math.min(length, WIDTHS.most)
    }
  }

  finish(): void {
    const last = this.columns.length - 1
    this.sheet.autofilter(0, 0, this.rowCount - 1, last)
    for (const row of this.totals?.rows() ?? []) this.addTotals(row)
    for (const [at, width] of this.widths.entries()) this.sheet.setColumnWidth(at, width + WIDTHS.padding)
  }

  private addTotals([word, ...rest]: ReportRow): void {
    const sums = [null, ...rest]
    for (const [at, { kind }] of this.columns.entries()) {
      // The first cell in a row of totals is a word, even in a column of numbers.
      const cell = at === 0 ? word! : cellOf(kind, sums[this.order[at]!]!)
      if (cell === undefined) continue
      this.widen(at, [cell])
      const format = at === 0 ? undefined : FORMATS[kind]
      this.sheet.writeWithFormat(this.rowCount, at, cell, format === undefined ? bold() : bold().setNumFormat(format))
    }
    this.rowCount += 1
  }
}

const writers = sheets.map((sheet) => new SheetWriter(sheet))
parentPort!.on('message', (message: SheetMessage) => {
  if (message !== null) {
    writers[message.sheet]!.add(message.rows)
    return parentPort!.postMessage(TAKEN)
  }
  for (const writer of writers) writer.finish()
  const bytes = workbook.saveToBufferSync() as Uint8Array<ArrayBuffer>
  parentPort!.postMessage(bytes, [bytes.buffer])
  parentPort!.close()
})
