/** SQL for the list of companies. Every statement covers all companies at once, except the one that measures sizes. */
import type { Database, Tx } from '../store/database.ts'
import { listCompanyTables, quoted } from './catalog-sql.ts'

interface HeadRow {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly projected: number
  readonly created_at: Date
  readonly last_at: Date
}

export async function listHeads(tx: Tx, ids: readonly string[]): Promise<HeadRow[]> {
  return (await tx.query<HeadRow>('select * from company_heads($1)', [ids])).rows
}

/** Returns when each company's tokens and sessions were last used. */
export async function listUses(tx: Tx): Promise<Map<string, Date>> {
  const { rows } = await tx.query<{ id: string; at: Date }>(
    `select company_id as id, max(used_at) as at
       from (select company_id, last_used_at as used_at from tokens where last_used_at is not null
              union all
             select company_id, last_used_at from sessions where company_id is not null) as uses
      group by company_id`,
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}

/** Counts the unfinished jobs of each company by queue. */
export async function listWaitingJobs(tx: Tx): Promise<Map<string, Record<string, number>>> {
  const { rows } = await tx.query<{ id: string; jobs: Record<string, number> }>(
    `select id, jsonb_object_agg(name, count) as jobs
       from (select coalesce(group_id, data ->> 'companyId') as id, name, count(*) as count
               from pgboss.job where state <= 'active' group by 1, 2) as waiting
      where id is not null
      group by id`,
  )
  return new Map(rows.map(({ id, jobs }) => [id, jobs]))
}

export interface CompanySize {
  readonly rows: number
  /** The size of the rows as stored, in bytes, without indexes. */
  readonly bytes: number
}

/** The number of bytes that PostgreSQL stores for each row in addition to its columns. */
const ROW_OVERHEAD = 28

/**
 * Counts each company's rows and their bytes in all tables. Every row is read once, but long values are not
 * decompressed.
 */
export async function measureRows(database: Database, ids: readonly string[]): Promise<Map<string, CompanySize>> {
  const client = await database.connect()
  try {
    const parts = (await listCompanyTables(client)).map(({ name, columns }) => {
      const bytes = columns.map((column) => `coalesce(pg_column_size(${quoted(column)}), 0)`).join(' + ')
      return `select count(*) as rows, coalesce(sum(${ROW_OVERHEAD} + ${bytes}), 0) as bytes from ${quoted(name)} where company_id = $1`
    })
    const text = `select sum(rows)::bigint as rows, sum(bytes)::bigint as bytes from (${parts.join(' union all ')}) as sizes`
    // Planning a query over fifty tables takes longer than reading a small company, so plan the statement only once.
    await client.query(
      `begin;
       select set_config('statement_timeout', '0', true),
              -- A Citus cluster has no plan for all companies.
              set_config('plan_cache_mode', case when to_regclass('pg_dist_node') is null then 'force_generic_plan' else 'auto' end, true)`,
    )
    const sizes = new Map<string, CompanySize>()
    for (const id of ids) {
      await client.query(`select set_config('app.company_id', $1, true)`, [id])
      const { rows } = await client.query<CompanySize>({
        name: 'size_of_company',
        text,
        values: [id],
        ...{ query_timeout: 3_600_000 },
      })
      sizes.set(id, rows[0]!)
    }
    await client.query('commit')
    return sizes
  } finally {
    client.release(true)
  }
}
