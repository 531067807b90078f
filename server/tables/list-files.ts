/**
 * Writes a whole list as CSV or XLSX, reading it page by page as clients would, in time slices of the thread. Source:
 * docs/lists.md "As a table".
 */
import type { Language } from '../domain/languages.ts'
import type { ListPage } from '../queries/cursor.ts'
import { csvPrinter, type DecimalSign, refuseLongXlsx, startXlsx } from '../reports/formats.ts'
import type { ReportRow } from '../reports/reports-sql.ts'
import type { Sheet } from '../reports/xlsx-messages.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { type ListColumn, rowOf, type Shown } from './list-columns.ts'

/** Rows per page when a list is read for a file. */
export const ROWS_OF_A_PAGE = 250

/** Making a spreadsheet takes a core and memory. */
const inTurn = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 16,
  maxWaitMs: 30_000,
  refusal: 'Too many spreadsheets of this company are being made. Try again in a moment, or ask for csv.',
})

/** The lines of records, on a second sheet. Each cell is made from `{head, line}`. */
export interface ListLines {
  /** The sheet's name. */
  readonly name: string
  /** The record's field that contains the lines, such as `items`. */
  readonly field: string
  readonly columns: readonly ListColumn[]
  /** The record columns on the first sheet, without the lines. */
  readonly heads: readonly ListColumn[]
}

/** A list to be written as a table. */
export interface ListSource {
  readonly asker: Asker
  readonly language: Language
  /** The sheet's name. */
  readonly name: string
  readonly timeZone: string
  readonly columns: readonly ListColumn[]
  /** The records' lines, which a spreadsheet has on a second sheet, one row each. */
  readonly lines?: ListLines
  /** Reads the page at a cursor; without a cursor the first page. */
  readPage(cursor: string | undefined): Promise<ListPage>
}

async function* pagesOf({ readPage }: ListSource): AsyncGenerator<readonly string[]> {
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await readPage(cursor)
    yield items
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}

function* mapSteps<I, T>(items: readonly I[], printed: (item: I) => T): Generator<void, T[]> {
  const all: T[] = []
  for (const item of items) {
    all.push(printed(item))
    yield
  }
  return all
}

/** The list as CSV, in pieces. */
export async function* listCsv(source: ListSource, sign: DecimalSign): AsyncGenerator<Buffer> {
  const { asker, columns } = source
  const printer = csvPrinter(source, sign)
  let isFirst = true
  for await (const items of pagesOf(source)) {
    const rows = mapSteps(items, (item) => printer.printRow(rowOf(columns, JSON.parse(item) as Shown)))
    const text = (await inSlices(asker, rows)).join('')
    yield Buffer.from(isFirst ? printer.head + text : text)
    isFirst = false
  }
}

/** The list as XLSX. Refuses VALIDATION_FAILED when it has too many rows for XLSX, UNAVAILABLE. */
export function listXlsx(source: ListSource): Promise<Buffer> {
  const { asker, language, name, timeZone, lines } = source
  const columns = lines?.heads ?? source.columns
  return inTurn(asker, async () => {
    const sheets = [sheetOf(name, columns), ...(lines === undefined ? [] : [sheetOf(lines.name, lines.columns)])]
    const maker = startXlsx({ timeZone, language, sheets })
    const rowCounts = [0, 0]
    const send = async (sheet: number, rows: ReportRow[]) => {
      rowCounts[sheet]! += rows.length
      refuseLongXlsx(rowCounts[sheet]!)
      maker.send({ sheet, rows })
      await maker.caughtUp()
    }
    try {
      for await (const items of pagesOf(source)) {
        const records = await inSlices<Shown[]>(
          asker,
          mapSteps(items, (item) => JSON.parse(item) as Shown),
        )
        await send(
          0,
          await inSlices(
            asker,
            mapSteps(records, (record) => rowOf(columns, record)),
          ),
        )
        if (lines !== undefined) await send(1, await inSlices(asker, lineRows(lines, records)))
      }
      maker.send(null)
      return await maker.made
    } finally {
      maker.stop()
    }
  })
}

/** The columns already have their ids last. */
const sheetOf = (name: string, columns: readonly ListColumn[]): Sheet => ({
  name,
  columns: columns.map(({ title, kind }) => ({ name: title, title, kind, isTotalled: false })),
  hasTotals: false,
})

function* lineRows({ field, columns }: ListLines, records: readonly Shown[]): Generator<void, ReportRow[]> {
  const rows: ReportRow[] = []
  for (const head of records)
    for (const line of (head[field] ?? []) as Shown[]) {
      rows.push(rowOf(columns, { head, line }))
      yield
    }
  return rows
}
