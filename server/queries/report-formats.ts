/** A report as JSON, as CSV for spreadsheets, and as XLSX. */
import { Worker } from 'node:worker_threads'
import { stringify } from 'csv-stringify/sync'
import { invalid } from '../domain/refusals.ts'
import type { ReportPart, ReportRow } from '../store/reports.ts'
import type { Column, ColumnKind } from './report-columns.ts'
import { type Report, writeReportCursor } from './reports.ts'
import type { Sheet } from './xlsx-worker.ts'

/** A spreadsheet of more rows takes seconds and gigabytes to make; CSV does not. */
export const MAX_XLSX_ROWS = 100_000
const XLSX_LIMIT_MS = 60_000
const BYTE_ORDER_MARK = '\ufeff'
const TOTAL = 'Итого'
const DECIMALS: Partial<Record<ColumnKind, number>> = { quantity: 3, money: 2 }

export type DecimalSign = 'comma' | 'point'

/** An integer of thousandths or hundredths in main units, exact at any size: `-1250` with 2 decimals gives `-12.5`. */
function shiftPoint(integer: string, decimals: number): string {
  const sign = integer.startsWith('-') ? '-' : ''
  const digits = integer.slice(sign.length).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  return `${sign}${digits.slice(0, -decimals)}${fraction === '' ? '' : `.${fraction}`}`
}

const isNumber = (kind: ColumnKind) => kind !== 'text' && kind !== 'moment'

/** A value as a decimal number, or as it is. */
function plain(kind: ColumnKind, value: string): string {
  const decimals = DECIMALS[kind]
  return decimals === undefined ? value : shiftPoint(value, decimals)
}

function printJsonRow(columns: readonly Column[], row: ReportRow): string {
  const fields = columns.map(({ name, kind }, at) => {
    const value = row[at]!
    const printed = value === null ? 'null' : isNumber(kind) ? plain(kind, value) : JSON.stringify(value)
    return `"${name}":${printed}`
  })
  return `{${fields.join(',')}}`
}

/** One page as JSON: what was asked, the totals of the whole report, the rows, and where the next page begins. */
export function printReportPage(report: Report, part: ReportPart, timeZone: string): string {
  const { columns, start, end, offset } = report
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

/** Adds up what the columns total, exactly. */
class Totals {
  private readonly columns: readonly Column[]
  private readonly sums: bigint[]

  constructor(columns: readonly Column[]) {
    this.columns = columns
    this.sums = columns.map(() => 0n)
  }

  add(row: ReportRow): void {
    for (const [at, { isTotalled }] of this.columns.entries()) if (isTotalled) this.sums[at]! += BigInt(row[at]!)
  }

  /** The last row of a table. */
  row(): ReportRow {
    return this.columns.map(({ isTotalled }, at) => (isTotalled ? String(this.sums[at]) : at === 0 ? TOTAL : null))
  }
}

/** A moment as spreadsheets read it: `2026-03-01 13:00:00`, in the report's time zone. */
function localTimes(timeZone: string): (moment: string) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return (moment) => format.format(new Date(moment))
}

/** Text that a spreadsheet would take for a formula is led by an apostrophe. */
function harmless(text: string): string {
  return /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
}

export interface TableWriter {
  add(rows: readonly ReportRow[], report: Report): void
  finish(report: Report): Promise<Buffer>
}

/** CSV with titles and a row of totals: UTF-8 with a byte order mark; `;` and decimal commas, or `,` and decimal points. */
export function csvWriter(timeZone: string, sign: DecimalSign): TableWriter {
  const options = { delimiter: sign === 'comma' ? ';' : ',', record_delimiter: 'windows' } as const
  const local = localTimes(timeZone)
  let totals: Totals | null = null
  const pieces: Buffer[] = [Buffer.from(BYTE_ORDER_MARK)]
  const print = (columns: readonly Column[], rows: readonly ReportRow[]) => {
    const cells = rows.map((row) =>
      columns.map(({ kind }, at) => {
        const value = row[at]!
        if (value === null) return ''
        if (kind === 'moment') return local(value)
        if (!isNumber(kind)) return harmless(value)
        return sign === 'comma' ? plain(kind, value).replace('.', ',') : plain(kind, value)
      }),
    )
    pieces.push(Buffer.from(stringify(cells, options)))
  }
  return {
    add(rows, { columns }) {
      totals ??= new Totals(columns)
      for (const row of rows) totals.add(row)
      print(columns, rows)
    },
    async finish({ columns }) {
      print(columns, [(totals ?? new Totals(columns)).row()])
      const titles = Buffer.from(stringify([columns.map(({ title }) => title)], options))
      return Buffer.concat([pieces[0]!, titles, ...pieces.slice(1)])
    },
  }
}

/** XLSX with titles and a row of totals. Made in a thread of its own: it would hold up everyone's commands. */
export function xlsxWriter(timeZone: string): TableWriter {
  const local = localTimes(timeZone)
  const kept: (string | number | null)[][] = []
  let totals: Totals | null = null
  const cellsOf = (columns: readonly Column[], row: ReportRow) =>
    columns.map(({ kind }, at) => {
      const value = row[at]!
      if (value === null) return null
      return isNumber(kind) ? Number(plain(kind, value)) : kind === 'moment' ? local(value) : value
    })
  return {
    add(rows, { columns }) {
      totals ??= new Totals(columns)
      if (kept.length + rows.length > MAX_XLSX_ROWS)
        throw invalid('query/format', `cannot be xlsx for more than ${MAX_XLSX_ROWS} rows; ask for csv, or for less`)
      for (const row of rows) {
        totals.add(row)
        kept.push(cellsOf(columns, row))
      }
    },
    finish({ name, columns }) {
      const total = (totals ?? new Totals(columns)).row()
      const rows = [...kept, cellsOf(columns, total)]
      // The first cell of the totals is a word, whatever its column holds.
      rows.at(-1)![0] = TOTAL
      const shown = columns.map(({ title, kind }) => ({
        title,
        decimals: DECIMALS[kind] ?? 0,
        isNumber: isNumber(kind),
      }))
      return makeXlsx({ name, columns: shown, rows })
    },
  }
}

function makeXlsx(sheet: Sheet): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), { workerData: sheet })
    const timer = setTimeout(() => void worker.terminate(), XLSX_LIMIT_MS)
    worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)))
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The spreadsheet was not made in time'))
    })
  })
}
