/** Formats a report as JSON, as CSV for spreadsheets, or as XLSX. */
import { Worker } from 'node:worker_threads'
import { dsvFormat } from 'd3-dsv'
import { inLanguage, type Language } from '../domain/languages.ts'
import { invalid } from '../domain/refusals.ts'
import {
  hasTotal,
  isNumber,
  localTimes,
  mergeUnits,
  plainCell,
  ReportTotals,
  withoutMixed,
  withShares,
} from './cells.ts'
import type { Column, ColumnKind } from './columns.ts'
import { REPORTS } from './report-list.ts'
import { type Report, writeReportCursor } from './reports.ts'
import type { ReportPart, ReportRow, UnitSums } from './reports-sql.ts'
import { type Book, type SheetAnswer, type SheetMessage, TAKEN } from './xlsx-messages.ts'

/**
 * The maximum number of rows in a spreadsheet. Creating a larger spreadsheet takes seconds and gigabytes; CSV has no
 * such cost.
 */
export const MAX_XLSX_ROWS = 100_000
const XLSX_LIMIT_MS = 120_000
/** The number of unprocessed messages of the thread from which no further rows are read until the thread catches up. */
const MAX_BEHIND = 8
/** The length of a day as text, such as `2026-03-01`. */
const DAY_LENGTH = 10
const BYTE_ORDER_MARK = '\ufeff'
const END_OF_ROW = '\r\n'

export type DecimalSign = 'comma' | 'point'

function printJsonRow(columns: readonly Column[], row: ReportRow): string {
  const fields = columns.map(({ name, kind }, at) => {
    const value = row[at]!
    const printed = value === null ? 'null' : isNumber(kind) ? plainCell(kind, value) : JSON.stringify(value)
    return `"${name}":${printed}`
  })
  return `{${fields.join(',')}}`
}

/**
 * Formats one page of a report as JSON: the query, the totals of the whole report, the rows, and a cursor for the next
 * page.
 */
export function printReportPage(report: Report, part: ReportPart): string {
  const { columns, start, end, offset, timeZone } = report
  const iso = (at: number) => JSON.stringify(new Date(at).toISOString())
  const period = start === null ? `"before":${iso(end)}` : `"from":${iso(start)},"before":${iso(end)}`
  const totalled = columns.filter(hasTotal)
  const units = part.byUnit === null ? null : mergeUnits(part.byUnit)
  const whole = withoutMixed(columns, part.totals, units?.length ?? 0)
  const sums = withShares(columns, whole).filter((_, at) => hasTotal(columns[at]!))
  const totals = printJsonRow(totalled, sums)
  const byUnit = units === null ? '' : `,"byUnit":[${units.map((one) => printUnitSums(columns, one)).join(',')}]`
  const next = offset + part.rows.length
  const cursor = next < part.rowCount ? JSON.stringify(writeReportCursor(report, next)) : 'null'
  return [
    `{"revision":${report.revision},${period},"timeZone":${JSON.stringify(timeZone)},"rowCount":${part.rowCount}`,
    `"totals":${totals.slice(0, -1)}${byUnit}}`,
    `"items":[${part.rows.map((row) => printJsonRow(columns, row)).join(',')}]`,
    `"nextCursor":${cursor}}`,
  ].join(',')
}

/** Formats the sums of quantities in one unit, such as `{"uom":"шт","quantity":12}`. */
function printUnitSums(columns: readonly Column[], { unit, sums }: UnitSums): string {
  const shown = columns.map((column, at) => (column.isUnit ? unit : sums[at]!))
  const isShown = (_: unknown, at: number) => columns[at]!.isUnit || sums[at] !== null
  return printJsonRow(columns.filter(isShown), shown.filter(isShown))
}

/** Puts an apostrophe before text that a spreadsheet would run as a formula. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

export interface TableWriter {
  add(rows: readonly ReportRow[], report: Report): void
  finish(report: Report): Promise<Buffer>
  /** Releases all resources of the writer, whether it has finished or not. */
  discard(): void
}

/** The columns of a table, and the time zone in which the table shows times. */
export interface SheetShape {
  readonly columns: readonly { readonly title: string; readonly kind: ColumnKind }[]
  readonly timeZone: string
}

/** Formats CSV: UTF-8 with a byte order mark, and either `;` with decimal commas or `,` with decimal points. */
export interface CsvPrinter {
  /** The beginning of the file: byte order mark and titles. */
  readonly head: string
  printRow(row: ReportRow): string
  /** Formats a totals row. The first cell contains a word, whatever the kind of its column. */
  printTotals(row: ReportRow): string
}

export function csvPrinter({ columns, timeZone }: SheetShape, sign: DecimalSign): CsvPrinter {
  const dsv = dsvFormat(sign === 'comma' ? ';' : ',')
  const point = sign === 'comma' ? ',' : '.'
  const local = localTimes(timeZone)
  const cells = columns.map(({ kind }) => {
    if (kind === 'moment') return local
    if (kind === 'day') return (value: string) => (value.length === DAY_LENGTH ? value : local(value))
    return isNumber(kind) ? (value: string) => plainCell(kind, value, point) : harmless
  })
  const printCells = (row: readonly string[]) => `${dsv.formatRow(row as string[])}${END_OF_ROW}`
  const shown = (row: ReportRow) => row.map((value, at) => (value === null ? '' : cells[at]!(value)))
  return {
    head: `${BYTE_ORDER_MARK}${printCells(columns.map(({ title }) => harmless(title)))}`,
    printRow: (row) => printCells(shown(row)),
    printTotals: ([word, ...sums]) => printCells(shown([null, ...sums]).with(0, word ?? '')),
  }
}

/** Returns the columns with their titles in the given language. */
function titled(columns: readonly Column[], language: Language) {
  return columns.map(({ name, title, kind, isTotalled, isUnit, percentOf }) => ({
    name,
    title: inLanguage(title, language),
    kind,
    isTotalled,
    ...(isUnit && { isUnit }),
    ...(percentOf === undefined ? {} : { percentOf }),
  }))
}

/** Returns the rows with the API's values replaced by words for people. */
function inWords(rows: readonly ReportRow[], columns: readonly Column[], language: Language): readonly ReportRow[] {
  if (columns.every(({ values }) => values === undefined)) return rows
  return rows.map((row) =>
    row.map((value, at) => {
      const words = value === null ? undefined : columns[at]!.values?.[value]
      return words === undefined ? value : inLanguage(words, language)
    }),
  )
}

/** Writes CSV with titles and totals rows. */
export function csvWriter(sign: DecimalSign, language: Language): TableWriter {
  let totals: ReportTotals | null = null
  let printer: CsvPrinter | null = null
  const pieces: Buffer[] = []
  const printerOf = (report: Report) => {
    printer ??= csvPrinter({ ...report, columns: titled(report.columns, language) }, sign)
    return printer
  }
  return {
    add(rows, report) {
      totals ??= new ReportTotals(report.columns, language)
      for (const row of rows) totals.add(row)
      const { printRow } = printerOf(report)
      pieces.push(Buffer.from(inWords(rows, report.columns, language).map(printRow).join('')))
    },
    async finish(report) {
      const { head, printTotals } = printerOf(report)
      const rows = report.columns.some(hasTotal) ? (totals ?? new ReportTotals(report.columns, language)).rows() : []
      const sums = rows.map(printTotals).join('')
      return Buffer.concat([Buffer.from(head), ...pieces, Buffer.from(sums)])
    },
    discard: () => undefined,
  }
}

/**
 * Writes XLSX with titles and totals rows. The file is created in a separate thread while the next rows are read. On
 * the main thread, creating it would delay the commands of all companies.
 */
export function xlsxWriter(language: Language): TableWriter {
  let maker: XlsxMaker | null = null
  let rowCount = 0
  const makerOf = ({ name, columns, timeZone }: Report) => {
    const sheet = {
      name: inLanguage(REPORTS[name].title, language),
      columns: titled(columns, language),
      hasTotals: true,
    }
    maker ??= startXlsx({ timeZone, language, sheets: [sheet] })
    return maker
  }
  return {
    add(rows, report) {
      rowCount += rows.length
      refuseLongXlsx(rowCount)
      makerOf(report).send({ sheet: 0, rows: inWords(rows, report.columns, language) })
    },
    finish(report) {
      const { send, made } = makerOf(report)
      send(null)
      return made
    },
    discard: () => maker?.stop(),
  }
}

/** Refuses VALIDATION_FAILED for a report with too many rows for a spreadsheet. */
export function refuseLongXlsx(rowCount: number): void {
  if (rowCount > MAX_XLSX_ROWS)
    throw invalid(
      'query/format',
      `cannot be xlsx for more than ${MAX_XLSX_ROWS} rows; request csv, or fewer rows`,
      'NOT_HERE',
    )
}

export interface XlsxMaker {
  send(message: SheetMessage): void
  /** Resolves when the thread has few messages left to process. */
  caughtUp(): Promise<void>
  readonly made: Promise<Buffer>
  stop(): void
}

/** Starts a thread that creates one spreadsheet from the rows sent to it; null marks the end of the rows. */
export function startXlsx(book: Book): XlsxMaker {
  // Load the library in this thread as well. All threads share its machine code as long as one of them has loaded it,
  // and recompiling it takes a second of CPU time.
  import('wasm-xlsxwriter').catch(() => undefined)
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { workerData: book })
  const stop = () => void worker.terminate()
  const timer = setTimeout(stop, XLSX_LIMIT_MS)
  let behind = 0
  let wake = () => {}
  const made = new Promise<Buffer>((resolve, reject) => {
    worker.on('message', (answer: SheetAnswer) => {
      if (answer !== TAKEN) return resolve(Buffer.from(answer.buffer))
      behind -= 1
      wake()
    })
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The spreadsheet was not made in time'))
    })
  })
  // The thread may fail before anyone waits for its result, or when nobody ever will, so do not let its failure be
  // reported as an unhandled rejection.
  made.catch(() => undefined)
  return {
    send(message) {
      behind += 1
      worker.postMessage(message)
    },
    async caughtUp() {
      while (behind > MAX_BEHIND) await Promise.race([made, new Promise<void>((resolve) => (wake = resolve))])
    },
    made,
    stop,
  }
}
