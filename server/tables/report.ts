/**
 * Creates the report of an import as a table: the original columns of the file, with each row's problems next to them.
 */
import { inLanguage, type Language, type Words } from '../domain/languages.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { type Database, readCompany } from '../store/database.ts'
import { type Cell, cellText } from './cells.ts'
import type { ImportColumn, ImportRow, TableImport } from './import-records.ts'
import { listImportRows } from './import-sql.ts'
import type { ListColumn, Shown } from './list-columns.ts'
import { type ListSource, ROWS_OF_A_PAGE } from './list-files.ts'
import { sayProblem } from './row-problems.ts'

const REASON: Words = ['Что исправить', 'What to mend']
const CHECKED: Words = ['Проверка', 'Check']
const ROW: Words = ['Строка файла', 'Row of the file']

export interface ReportOf {
  readonly database: Database
  readonly asker: Asker
  readonly one: TableImport
  readonly problems: boolean
  readonly language: Language
}

/**
 * Returns the rows to be written as CSV or XLSX: all rows, or only those with a problem. All cells are text, so that
 * numbers keep their original spelling.
 */
export function reportSource({ database, asker, one, problems, language }: ReportOf): ListSource {
  const { companyId } = asker
  const reasonOf = (row: ImportRow) =>
    row.problems.map((problem) => {
      const { message, column } = sayProblem(problem, language)
      const header = column === null ? '' : one.columns[column]?.header
      return header ? `${header}: ${message}` : message
    })
  return {
    asker,
    language,
    name: inLanguage(problems ? REASON : CHECKED, language),
    timeZone: 'UTC',
    columns: columnsOf(one.columns, language),
    async readPage(cursor) {
      const offset = Number(cursor ?? 0)
      const rows = await readCompany(database, asker, (tx) =>
        listImportRows(tx, companyId, { importId: one.id, problems, offset, limit: ROWS_OF_A_PAGE }),
      )
      const items = rows.map((row) =>
        JSON.stringify({ row: row.row, cells: row.cells, reason: reasonOf(row).join(' ') }),
      )
      return { items, nextCursor: rows.length < ROWS_OF_A_PAGE ? null : String(offset + ROWS_OF_A_PAGE) }
    },
  }
}

function columnsOf(columns: readonly ImportColumn[], language: Language): ListColumn[] {
  const own = columns.map(
    ({ header }, at): ListColumn => ({
      title: header,
      kind: 'text',
      valueOf: (record: Shown) => cellText((record.cells as Cell[])[at] ?? null) || null,
    }),
  )
  const reason: ListColumn = {
    title: inLanguage(REASON, language),
    kind: 'text',
    valueOf: ({ reason: said }) => String(said) || null,
  }
  const row: ListColumn = { title: inLanguage(ROW, language), kind: 'count', valueOf: (record) => String(record.row) }
  return [...own, reason, row]
}
