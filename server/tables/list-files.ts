/**
 * A whole list as CSV or XLSX, page after page as clients would ask for them, in slices of the thread. Source: docs/lists.md "As a
 * table".
 */
import { inSlices } from '../domain/slices.ts'
import { type Asker, fairTurns } from '../domain/turns.ts'
import type { ListPage } from '../queries/list-cursor.ts'
import { csvPrinter, type DecimalSign, refuseLongXlsx, startXlsx } from '../queries/report-formats.ts'
import type { ReportRow } from '../store/reports.ts'
import { type ListColumn, rowOf, type Shown } from './list-columns.ts'

/** Rows are asked for so many at a time. */
export const ROWS_OF_A_PAGE = 250

/** A spreadsheet takes a core and memory while it is made. */
const inTurn = fairTurns({
  atOnce: 2,
  perCompany: 1,
  maxWaiting: 16,
  maxWaitMs: 30_000,
  refusal: 'Too many spreadsheets of this company are being made. Try again in a moment, or ask for csv.',
})

/** A list to be put into a table. */
export interface ListSource {
  readonly asker: Asker
  /** Of the sheet. */
  readonly name: string
  readonly timeZone: string
  readonly columns: readonly ListColumn[]
  /** The page at a cursor; the first one at none. */
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

function* mapSteps<T>(items: readonly string[], printed: (item: string) => T): Generator<void, T[]> {
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

/** The list as XLSX. Refuses VALIDATION_FAILED when it has too many rows for that, UNAVAILABLE. */
export function listXlsx(source: ListSource): Promise<Buffer> {
  const { asker, name, timeZone } = source
  return inTurn(asker, async () => {
    const columns = source.columns.map(({ title, kind }) => ({ title, kind, isTotalled: false }))
    const maker = startXlsx({ name, timeZone, columns, totalsIn: null })
    try {
      let rowCount = 0
      for await (const items of pagesOf(source)) {
        rowCount += items.length
        refuseLongXlsx(rowCount)
        maker.send(
          await inSlices<ReportRow[]>(
            asker,
            mapSteps(items, (item) => rowOf(source.columns, JSON.parse(item) as Shown)),
          ),
        )
        await maker.caughtUp()
      }
      maker.send(null)
      return await maker.made
    } finally {
      maker.stop()
    }
  })
}
