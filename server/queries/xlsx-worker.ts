/** A thread that makes one spreadsheet from the rows that it is sent, and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { Format, Workbook } from 'wasm-xlsxwriter'
import type { ReportRow } from '../store/reports.ts'
import { isNumber, localTimes, plain, Totals } from './report-cells.ts'
import type { ColumnKind } from './report-columns.ts'
import { type Sheet, type SheetMessage, TAKEN } from './xlsx-messages.ts'

const TEXT_WIDTH = 30
const NUMBER_WIDTH = 16
const FORMATS: Partial<Record<ColumnKind, string>> = {
  count: '0',
  quantity: '#,##0.000',
  money: '#,##0.00',
  percent: '0.00',
}

const { name, timeZone, columns, totalsIn } = workerData as Sheet
const local = localTimes(timeZone)
const totals = totalsIn === null ? null : new Totals(columns, totalsIn)
const workbook = new Workbook()
const sheet = workbook.addWorksheet()
const bold = () => new Format().setBold()
const formats = columns.map(({ kind }) => FORMATS[kind])
const plainFormats = formats.map((format) => (format === undefined ? null : new Format().setNumFormat(format)))
const boldFormats = formats.map((format) => (format === undefined ? bold() : bold().setNumFormat(format)))
let rowCount = 0

/** What the library takes for an empty cell is undefined. It takes no text for a formula, a number or a link. */
function cellOf(kind: ColumnKind, value: string | null): string | number | undefined {
  if (value === null) return undefined
  if (isNumber(kind)) return Number(plain(kind, value))
  return kind === 'moment' ? local(value) : value
}

function begin(): void {
  sheet.setName(name)
  sheet.setFreezePanes(1, 0)
  for (const [at, { kind }] of columns.entries()) sheet.setColumnWidth(at, isNumber(kind) ? NUMBER_WIDTH : TEXT_WIDTH)
  const titles = columns.map(({ title }) => title)
  sheet.writeRowWithFormat(0, 0, titles, bold())
  rowCount = 1
}

/** Column by column: one call for many cells, all of one format. */
function add(rows: readonly ReportRow[]): void {
  if (totals !== null) for (const row of rows) totals.add(row)
  for (const [at, { kind }] of columns.entries()) {
    const cells = rows.map((row) => cellOf(kind, row[at]!))
    const format = plainFormats[at]!
    if (format === null) sheet.writeColumn(rowCount, at, cells)
    else sheet.writeColumnWithFormat(rowCount, at, cells, format)
  }
  rowCount += rows.length
}

function addTotals(row: ReportRow): void {
  for (const [at, value] of row.entries()) {
    // The first cell of the totals is a word, whatever its column holds.
    const cell = at === 0 ? value! : cellOf(columns[at]!.kind, value)
    if (cell !== undefined) sheet.writeWithFormat(rowCount, at, cell, boldFormats[at]!)
  }
}

function finish(): Uint8Array<ArrayBuffer> {
  if (totals !== null) addTotals(totals.row())
  return workbook.saveToBufferSync() as Uint8Array<ArrayBuffer>
}

begin()
parentPort!.on('message', (rows: SheetMessage) => {
  if (rows !== null) {
    add(rows)
    return parentPort!.postMessage(TAKEN)
  }
  const bytes = finish()
  parentPort!.postMessage(bytes, [bytes.buffer])
  parentPort!.close()
})
