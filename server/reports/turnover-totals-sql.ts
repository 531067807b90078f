/**
 * Stored totals of movements in finished years, for the turnover report. A company's clock never goes back
 * (docs/decisions/0009), so no movement can be added to a year that ended before the company's last command. Therefore
 * such totals are computed only once and stay correct.
 */
import { writeCompany } from '../store/commits.ts'
import type { Database, Tx } from '../store/database.ts'

/** A year with its beginning and end, in milliseconds and as ids. */
export interface Year {
  readonly year: number
  readonly start: number
  readonly end: number
  readonly startId: string
  readonly endId: string
}

/** The PostgreSQL work memory for summing a long year, which needs more than everyday short statements. */
const WORK_MEMORY = '96MB'

/**
 * Returns the time of the company's first movement, in milliseconds since 1970, and when the years
 * with stored totals begin and end.
 */
export async function readKeptYears(
  tx: Tx,
  companyId: string,
): Promise<{ firstMovementAt: number | null; kept: Pick<Year, 'year' | 'startId' | 'endId'>[] }> {
  const { rows: movements } = await tx.query<{ id: string }>(
    'select id from movements where company_id = $1 order by id limit 1',
    [companyId],
  )
  const { rows: kept } = await tx.query<Pick<Year, 'year' | 'startId' | 'endId'>>(
    'select year, starts as "startId", ends as "endId" from turnover_years where company_id = $1',
    [companyId],
  )
  const first = movements[0]?.id
  return {
    firstMovementAt: first === undefined ? null : Number.parseInt(first.replace('-', '').slice(0, 12), 16),
    kept,
  }
}

/**
 * Stores the totals of a year, unless they are already stored or the year is not over. Replaces totals whose year began
 * or ended at a different time because the company's time zone was different then. When several nodes do this at once,
 * the later nodes wait for the lock on the year's row and then find the work done. The row and the totals are written
 * in one transaction, so that no year is ever half stored.
 */
export async function keepYear(database: Database, companyId: string, year: Year): Promise<void> {
  await writeCompany(database, companyId, async (tx) => {
    await tx.query(`select set_config('work_mem', '${WORK_MEMORY}', true)`)
    const { rowCount } = await tx.query(
      `insert into turnover_years (company_id, year, starts, ends)
       select company_id, $2, $3, $4 from companies join projections using (company_id)
        -- Otherwise a movement of the year may not be in its table yet.
        where company_id = $1 and last_at >= $5 and projections.revision = companies.revision
       on conflict (company_id, year) do update set starts = excluded.starts, ends = excluded.ends
        where (turnover_years.starts, turnover_years.ends) <> (excluded.starts, excluded.ends)`,
      [companyId, year.year, year.startId, year.endId, new Date(year.end)],
    )
    if (rowCount === 0) return
    await tx.query('delete from turnover_totals where company_id = $1 and year = $2', [companyId, year.year])
    await tx.query(
      `insert into turnover_totals (company_id, year, product_id, type, direction, good_milli, cost_minor)
       select company_id, $2, product_id, type, direction, sum_bigint(good_milli), sum_bigint(cost_minor)
         from movements
        where company_id = $1 and id >= $3 and id < $4 and type <> 'transfer'
        group by company_id, product_id, type, direction
        order by product_id`,
      [companyId, year.year, year.startId, year.endId],
    )
  })
}
