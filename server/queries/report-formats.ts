/** A report as JSON, as CSV for spreadsheets, and as XLSX. */
import { Worker } from 'node:worker_threads'
import { dsvFormat } from 'd3-dsv'
import { invalid } from '../domain/refusals.ts'
import type { ReportPart, ReportRow } from '../store/reports.ts'
import { isNumber, localTimes, plain, Totals } from './report-cells.ts'
import type { Column } from './report-columns.ts'
import { type Report, writeReportCursor } from './reports.ts'
import type { Sheet, SheetMessage } from './xlsx-worker.ts'

/** A spreadsheet of more rows takes seconds and gigabytes to make; CSV does not. */
export const MAX_XLSX_ROWS = 100_000
const XLSX_LIMIT_MS = 60_000
const BYTE_ORDER_MARK = '\ufeff'
const END_OF_ROW = '\r\n'

export type DecimalSign = 'comma' | 'point'

function printJsonRow(columns: readonly Column[], row: ReportRow): string {
  const fields = columns.map(({ name, kind }, at) => {
    const value = row[at]!
    const printed = value === null ? 'null' : isNumber(kind) ? plain(kind, value) : JSON.stringify(value)
    return `"${name}":${printed}`
  })
  return `{${fields.join(',')}}`
}

/** One page as JSON: what was asked, the totals of the whole report, the rows, and where the next page begins. */
export function printReportPage(report: Report, part: ReportPart): string {
  const { columns, start, end, offset, timeZone } = report
  const iso = (at: number) => JSON.stringify(new Date(at).toISOString())
  const period = start === null ? `"before":${iso(end)}` : `"from":${iso(start)},"before":${iso(end)}`
  const totalled = columns.filter(({ isTotalled }) => isTotalled)
  const sums = part.totals.filter((_, at) => columns[at]!.isTotalled)
  const next = offset + part.rows.length
  const cursor = next < part.rowCount ? JSON.stringify(writeReportCursor(report, next)) : 'null'
  return [
    `{"revision":${report.revision},${period},"timeZone":${JSON.stringify(timeZone)},"rowCount":${part.rowCount}`,
    `"totals":${printJsonRow(totalled, sums)}`,
    `"items":[${part.rows.map((row) => printJsonRow(columns, row)).join(',')}]`,
    `"nextCursor":${cursor}}`,
  ].join(',')
}

/** Text that a spreadsheet would take for a formula is led by an apostrophe. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

export interface TableWriter {
  add(rows: readonly ReportRow[], report: Report): void
  finish(report: Report): Promise<Buffer>
  /** Lets go of what it holds, finished or not. */
  discard(): void
}

/** How the values of each column stand in CSV. */
function csvCells({ columns, timeZone }: Report, sign: DecimalSign): ((value: string) => string)[] {
  const local = localTimes(timeZone)
  const point = sign === 'comma' ? ',' : '.'
  return columns.map(({ kind }) => {
    if (kind === 'moment') return local
    return isNumber(kind) ? (value) => plain(kind, value, point) : harmless
  })
}

/** CSV with titles and a row of totals: UTF-8 with a byte order mark; `;` and decimal commas, or `,` and decimal points. */
export function csvWriter(sign: DecimalSign): TableWriter {
  const dsv = dsvFormat(sign === 'comma' ? ';' : ',')
  let totals: Totals | null = null
  let cells: ((value: string) => string)[] | null = null
  const pieces: Buffer[] = []
  const print = (rows: readonly (readonly string[])[]) => {
    pieces.push(Buffer.from(rows.map((row) => `${dsv.formatRow(row as string[])}${END_OF_ROW}`).join('')))
  }
  const cellsOf = (report: Report, rows: readonly ReportRow[]) => {
    cells ??= csvCells(report, sign)
    const ofColumn = cells
    return rows.map((row) => row.map((value, at) => (value === null ? '' : ofColumn[at]!(value))))
  }
  return {
    add(rows, report) {
      totals ??= new Totals(report.columns)
      for (const row of rows) totals.add(row)
      print(cellsOf(report, rows))
    },
    async finish(report) {
      const { columns } = report
      print(cellsOf(report, [(totals ?? new Totals(columns)).row()]))
      const titles = dsv.formatRow(columns.map(({ title }) => title))
      return Buffer.concat([Buffer.from(`${BYTE_ORDER_MARK}${titles}${END_OF_ROW}`), ...pieces])
    },
    discard: () => undefined,
  }
}

/**
 * XLSX with titles and a row of totals. Made in a thread of its own, which works while the next rows are read: it would hold up
 * everyone's commands.
 */
export function xlsxWriter(): TableWriter {
  let maker: XlsxMaker | null = null
  let rowCount = 0
  const makerOf = ({ name, columns, timeZone }: Report) => {
    const shown = () => columns.map(({ title, kind, isTotalled }) => ({ title, kind, isTotalled }))
    maker ??= startXlsx({ name, timeZone, columns: shown(), hasTotals: true })
    return maker
  }
  return {
    add(rows, report) {
      rowCount += rows.length
      if (rowCount > MAX_XLSX_ROWS)
        throw invalid('query/format', `cannot be xlsx for more than ${MAX_XLSX_ROWS} rows; ask for csv, or for less`)
      makerOf(report).send(rows)
    },
    finish(report) {
      const { send, made } = makerOf(report)
      send(null)
      return made
    },
    discard: () => maker?.stop(),
  }
}

export interface XlsxMaker {
  /** Rows, or null after the last ones. */
  send(message: SheetMessage): void
  readonly made: Promise<Buffer>
  stop(): void
}

/** Begins a spreadsheet in a thread of its own; whoever does not take it stops it. */
export function startXlsx(sheet: Sheet): XlsxMaker {
  // Threads share the library's machine code, while one of them has it loaded: to compile it anew takes a second of CPU.
  import('wasm-xlsxwriter').catch(() => undefined)
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { workerData: sheet })
  const stop = () => void worker.terminate()
  const timer = setTimeout(stop, XLSX_LIMIT_MS)
  const made = new Promise<Buffer>((resolve, reject) => {
    worker.once('message', (bytes: Uint8Array<ArrayBuffer>) => resolve(Buffer.from(bytes.buffer)))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The spreadsheet was not made in time'))
    })
  })
  // It may fail before anyone waits for it, or when nobody ever will.
  made.catch(() => undefined)
  return { send: (message) => worker.postMessage(message), made, stop }
}
