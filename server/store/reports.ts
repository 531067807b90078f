/** Running a report: its rows are found once, then added up and read from there on. */
import { prepareForLong, type Tx } from './database.ts'

/** A report's rows and how they are shown. All values come back as text, exact at any size. */
export interface ReportStatement {
  /** Selects the rows: keys and figures. `$1` is the company. */
  readonly rows: string
  readonly values: readonly unknown[]
  /** Joins that name what the rows have ids of. */
  readonly names: string
  /** Of the rows `r`; total, so that pages fit together. */
  readonly order: string
  readonly columns: readonly { readonly sql: string; readonly isTotalled: boolean }[]
}

export type ReportRow = readonly (string | null)[]

export interface ReportPart {
  readonly rowCount: number
  /** A value for each column that is totalled, null for the others. */
  readonly totals: ReportRow
  readonly rows: ReportRow[]
}

/** A report that takes longer is ended: the connection is needed. */
const LIMIT_MS = 25_000
/** So few that to print them holds nobody up for long. */
const ROWS_PER_FETCH = 2_000

/** Settings of the transaction in which reports are read. A cursor is planned for all of its rows, not for the first tenth. */
export async function prepareForReports(tx: Tx): Promise<void> {
  await prepareForLong(tx, LIMIT_MS)
  await tx.query(`select set_config('cursor_tuple_fraction', '1', true)`)
}

/** Some rows of a report from an offset, with the totals of all. */
export async function readReportPart(
  tx: Tx,
  statement: ReportStatement,
  page: { offset: number; limit: number },
): Promise<ReportPart> {
  const { columns, values } = statement
  const totals = columns.map(({ sql, isTotalled }) => (isTotalled ? `coalesce(sum(${sql}), 0)::text` : 'null'))
  const place = `limit $${values.length + 1} offset $${values.length + 2}`
  const { rows } = await tx.query<(string | null)[]>({
    text: `with report as materialized (${statement.rows})
           (select count(*)::text, ${totals.join(', ')} from report as r)
           union all
           (${shownRows(statement, 'null,', place)})`,
    values: [...values, page.limit, page.offset],
    rowMode: 'array',
  })
  const [counted, ...shown] = rows
  const [rowCount, ...sums] = counted!
  return { rowCount: Number(rowCount), totals: sums, rows: shown.map((row) => row.slice(1)) }
}

/** All rows of a report, some at a time. */
export async function* readWholeReport(tx: Tx, statement: ReportStatement): AsyncGenerator<ReportRow[]> {
  const text = `with report as materialized (${statement.rows}) ${shownRows(statement, '', '')}`
  await tx.query(`declare report_rows no scroll cursor for ${text}`, [...statement.values])
  const fetch = { text: `fetch ${ROWS_PER_FETCH} from report_rows`, rowMode: 'array' } as const
  // The next rows are on their way while these are looked at.
  let coming = tx.query<(string | null)[]>(fetch)
  for (;;) {
    const { rows } = await coming
    const isLast = rows.length < ROWS_PER_FETCH
    if (!isLast) {
      coming = tx.query<(string | null)[]>(fetch)
      // Whoever looks at these rows may throw, and then nobody waits for the next.
      coming.catch(() => undefined)
    }
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}

/** Names are joined to the rows that are shown, not to all. */
function shownRows({ columns, names, order }: ReportStatement, before: string, place: string): string {
  return `select ${before} ${columns.map(({ sql }) => `(${sql})::text`).join(', ')}
            from (select * from report as r order by ${order} ${place}) as r ${names}
           order by ${order}`
}

/** True when the company has such a record. */
export async function reportFilterExists(
  tx: Tx,
  table: 'products' | 'warehouses',
  companyId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(`select from ${table} where company_id = $1 and id::text = $2`, [companyId, id])
  return rowCount === 1
}
