/**
 * Writes a whole list as CSV or XLSX. Reads the list page by page as clients would, in time slices so that the thread
 * is not blocked. Source: docs/lists.md "As a table".
 */
import type { Language } from '../domain/languages.ts'
import type { ListPage } from '../queries/cursor.ts'
import { csvPrinter, type DecimalSign, refuseLongXlsx, startXlsx } from '../reports/formats.ts'
import type { ReportRow } from '../reports/reports-sql.ts'
import type { Sheet } from '../reports/xlsx-messages.ts'
import { type Asker, fairLimiter } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import { type ListColumn, rowOf, type Shown } from './list-columns.ts'

/** The number of rows per page when a list is read for a file. */
export const ROWS_OF_A_PAGE = 250

/** Limits how many spreadsheets are made at once, because making a spreadsheet takes a core and memory. */
const inTurn = fairLimiter({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 16,
  maxWaitMs: 30_000,
  refusal: 'Too many spreadsheets of this company are being made. Try again in a moment, or ask for csv.',
})

/** The item lines of a list's records, for the second sheet. Each cell is derived from `{head, line}`. */
export interface ListLines {
  /** The name of the second sheet, which contains the lines. */
  readonly name: string
  /** The record's field that contains the lines, such as `items`. */
  readonly field: string
  readonly columns: readonly ListColumn[]
  /** The record columns for the first sheet, without the item lines. */
  readonly heads: readonly ListColumn[]
}

/** The records of a list, and how they are written as a table. */
export interface ListSource {
  readonly asker: Asker
  readonly language: Language
  /** The name of the sheet that contains the records. */
  readonly name: string
  readonly timeZone: string
  readonly columns: readonly ListColumn[]
  /** The item lines of the records. In a spreadsheet they are on a second sheet, one line per row. */
  readonly lines?: ListLines
  /** Reads the page at a cursor, or the first page if there is no cursor. */
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

/** Yields the list as CSV, in chunks. */
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

/** Returns the list as XLSX. Refuses with VALIDATION_FAILED if it has too many rows for XLSX, or with UNAVAILABLE. */
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

/** Defines a sheet with the given columns. The columns with ids must already come last. */
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
