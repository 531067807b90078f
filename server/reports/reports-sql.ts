/** Runs a report. Its rows are computed once; the sums and pages are then read from this result. */
import { prepareForLong, type Tx } from '../store/database.ts'

/**
 * The SQL of a report: its rows, and how they are shown. All values are returned as text, so that they are exact at any
 * size.
 */
export interface ReportStatement {
  /** Selects the rows of the report: their keys and values. `$1` is the company. */
  readonly rows: string
  readonly values: readonly unknown[]
  /** The joins that add names to the ids in the rows. */
  readonly names: string
  /** The SQL that orders the rows `r`. It must be a total order, so that no row is lost or repeated between pages. */
  readonly order: string
  readonly columns: readonly ReportColumn[]
}

interface ReportColumn {
  readonly sql: string
  readonly isTotalled: boolean
  /** The kind of a column's values. If rows have a unit, quantities are summed separately for each unit. */
  readonly kind: string
  readonly isUnit?: true
}

/** An SQL expression for the unit of product `p`. */
export const UNIT = `p.record::json ->> 'uom'`

export type ReportRow = readonly (string | null)[]

/** The sums of the quantities in one unit; the unit is null for goods without a unit. */
export interface UnitSums {
  readonly unit: string | null
  readonly sums: ReportRow
}

export interface ReportPart {
  readonly rowCount: number
  /**
   * The total of each totalled column; null for other columns, and for columns where some row has
   * no value.
   */
  readonly totals: ReportRow
  /**
   * The sums for each unit, in the positions of `totals` and with units spelled as in products; null when the rows have
   * no unit.
   */
  readonly byUnit: readonly UnitSums[] | null
  readonly rows: ReportRow[]
}

/** The time limit of a report, in milliseconds. A report that takes longer is cancelled, to free its connection. */
const LIMIT_MS = 25_000
/** The number of rows fetched at a time. It is small, so that formatting them does not block other work for long. */
const ROWS_PER_FETCH = 2_000

/**
 * Prepares a transaction for reading reports. Tells the planner that a cursor reads all of its rows, not just the first
 * tenth.
 */
export async function prepareForReports(tx: Tx): Promise<void> {
  await prepareForLong(tx, LIMIT_MS)
  await tx.query(`select set_config('cursor_tuple_fraction', '1', true)`)
}

/** Reads some rows of a report, starting at an offset, with the totals of all rows. */
export async function readReportPart(
  tx: Tx,
  statement: ReportStatement,
  page: { offset: number; limit: number },
): Promise<ReportPart> {
  const { columns, values } = statement
  const totals = columns.map(({ sql, isTotalled }) => (isTotalled ? totalSql(sql) : 'null'))
  const place = `limit $${values.length + 1} offset $${values.length + 2}`
  const { rows } = await tx.query<(string | null)[]>({
    text: `with report as materialized (${statement.rows})
           (select count(*)::text, ${unitSumsSql({ columns })}, ${totals.join(', ')} from report as r)
           union all
           (${shownRows(statement, 'null, null,', place)})`,
    values: [...values, page.limit, page.offset],
    rowMode: 'array',
  })
  const [counted, ...shown] = rows
  const [rowCount, units, ...sums] = counted!
  const byUnit = hasUnitSums(statement) ? unitSumsOf(units ?? '[]') : null
  return { rowCount: Number(rowCount), totals: sums, byUnit, rows: shown.map((row) => row.slice(2)) }
}

const hasUnitSums = ({ columns }: Pick<ReportStatement, 'columns'>) =>
  columns.some(({ isUnit }) => isUnit) && columns.some(({ kind, isTotalled }) => kind === 'quantity' && isTotalled)

/**
 * Builds an SQL expression for the total of a column. It is null when some row has no value, as for a warehouse that
 * has both kilograms and pieces.
 */
const totalSql = (sql: string) => `case when count(*) = count(${sql}) then coalesce(sum(${sql}), 0)::text end`

/**
 * Builds an SQL expression that sums quantities by unit without rounding. It returns them as JSON text, or null if the
 * rows have no unit.
 */
function unitSumsSql({ columns }: Pick<ReportStatement, 'columns'>): string {
  if (!hasUnitSums({ columns })) return 'null'
  const quantities = columns.map(({ sql, kind, isTotalled }, at) =>
    kind === 'quantity' && isTotalled ? { sql, name: `q${at}` } : null,
  )
  const sums = quantities.map((one) => (one === null ? 'null' : `sum(r.${one.name})::text`))
  const ofProduct = quantities.flatMap((one) => (one === null ? [] : [`, sum(${one.sql}) as ${one.name}`]))
  // Read each product's record once, however many rows the product has in the report.
  return `(select json_agg(u.sums)::text from (
             select json_build_array(${[UNIT, ...sums].join(', ')}) as sums
               from (select product_id${ofProduct.join('')} from report as r group by product_id) as r
               left join products p on p.company_id = $1 and p.id = r.product_id
              group by ${UNIT}) as u)`
}

const unitSumsOf = (json: string): readonly UnitSums[] =>
  (JSON.parse(json) as [string | null, ...(string | null)[]][]).map(([unit, ...sums]) => ({ unit, sums }))

/** Reads all rows of a report, a limited number at a time. */
export async function* readWholeReport(tx: Tx, statement: ReportStatement): AsyncGenerator<ReportRow[]> {
  const text = `with report as materialized (${statement.rows}) ${shownRows(statement, '', '')}`
  await tx.query(`declare report_rows no scroll cursor for ${text}`, [...statement.values])
  const fetch = { text: `fetch ${ROWS_PER_FETCH} from report_rows`, rowMode: 'array' } as const
  // Start reading the next rows while the current rows are processed.
  let coming = tx.query<(string | null)[]>(fetch)
  for (;;) {
    const { rows } = await coming
    const isLast = rows.length < ROWS_PER_FETCH
    if (!isLast) {
      coming = tx.query<(string | null)[]>(fetch)
      // If processing these rows throws, nobody awaits the next read, so a failure of that read must not be reported as
      // unhandled.
      coming.catch(() => undefined)
    }
    if (rows.length > 0) yield rows
    if (isLast) return
  }
}

/** Builds a query that joins the names only to the rows to be shown. */
function shownRows({ columns, names, order }: ReportStatement, before: string, place: string): string {
  return `select ${before} ${columns.map(({ sql }) => `(${sql})::text`).join(', ')}
            from (select * from report as r order by ${order} ${place}) as r ${names}
           order by ${order}`
}

/** Returns the units of all products that ever had lots, spelled as in the products. `$1` is the company. */
export async function listUnitsInStock(
  tx: Tx,
  companyId: string,
  { warehouseId, productId }: { readonly warehouseId?: string | undefined; readonly productId?: string | undefined },
): Promise<readonly (string | null)[]> {
  const { rows } = await tx.query<{ unit: string | null }>(
    `select distinct ${UNIT} as unit
       from products p
      where p.company_id = $1 and ($2::uuid is null or p.id = $2)
        and exists (select from lots l
                     where l.company_id = $1 and l.product_id = p.id and ($3::uuid is null or l.warehouse_id = $3))`,
    [companyId, productId ?? null, warehouseId ?? null],
  )
  return rows.map(({ unit }) => unit)
}

/** Whether the company has the record whose id is used as a report filter. */
export async function reportFilterExists(
  tx: Tx,
  table: 'products' | 'warehouses' | 'partners' | 'stocktakes',
  companyId: string,
  id: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(`select from ${table} where company_id = $1 and id::text = $2`, [companyId, id])
  return rowCount === 1
}
