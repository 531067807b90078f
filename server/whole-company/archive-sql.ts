/** The SQL that reads a company's rows for an archive, and writes an archive's rows into the database. */
import pg from 'pg'
import { findCompanyName } from '../access/company-sql.ts'
import type { Tx } from '../store/database.ts'
import { type CompanyTable, quoted } from './catalog-sql.ts'

/** The number of characters of row data that are read at a time. A single longer row may exceed this number. */
const PIECE_CHARACTERS = 262_144
const FIRST_ROWS = 50
const MOST_ROWS = 2_000
/** The time limit for a statement that handles many rows, in milliseconds. */
export const LONG_MS = 3_600_000

/** A company’s id, name, revision and creation time. */
export interface CompanyHead {
  readonly id: string
  readonly name: string
  readonly revision: number
  readonly createdAt: Date
}

/** Returns a company's id, name, revision and creation time, or null when it does not exist. */
export async function findIdentity(tx: Tx, companyId: string): Promise<CompanyHead | null> {
  const { rows } = await tx.query<Omit<CompanyHead, 'name'>>(
    'select company_id as id, revision, created_at as "createdAt" from companies where company_id = $1',
    [companyId],
  )
  const [head] = rows
  return head === undefined ? null : { ...head, name: (await findCompanyName(tx, companyId))! }
}

/**
 * Reads a company's rows of a table as lines of JSON, a few hundred kilobytes at a time, from the transaction's
 * snapshot.
 */
export async function* readRows(
  tx: Tx,
  companyId: string,
  { name, columns }: CompanyTable,
): AsyncGenerator<readonly string[]> {
  await tx.query(`select set_config('TimeZone', 'UTC', true)`)
  await tx.query(
    `declare exported no scroll cursor for
      select row_to_json(t)::text as line
        from (select ${columns.map(quoted)} from ${quoted(name)} where company_id = ${pg.escapeLiteral(companyId)}) as t`,
  )
  let atOnce = FIRST_ROWS
  for (;;) {
    const { rows } = await tx.query<{ line: string }>({
      text: `fetch ${atOnce} from exported`,
      ...{ query_timeout: LONG_MS },
    })
    if (rows.length === 0) break
    const lines = rows.map(({ line }) => line)
    const characters = lines.reduce((sum, line) => sum + line.length, 0)
    atOnce = Math.max(1, Math.min(MOST_ROWS, Math.floor((PIECE_CHARACTERS * rows.length) / characters)))
    yield lines
  }
  await tx.query('close exported')
}

/** Lists the hashes of the files that the company's records refer to. */
export async function listFilesOf(tx: Tx, companyId: string, tables: readonly CompanyTable[]): Promise<string[]> {
  const naming = tables.filter(({ columns }) => columns.includes('sha256'))
  const { rows } = await tx.query<{ sha256: string }>(
    `${naming.map(({ name }) => `select sha256 from ${quoted(name)} where company_id = $1`).join(' union ')} order by 1`,
    [companyId],
  )
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Returns two functions: one that writes rows of a table, given as a JSON array, and one to call after the last rows.
 * All rows get this company's id, whatever id they contain. Rows of a table that refers to itself are first collected
 * and then written together.
 */
export async function openRowWriter(
  tx: Tx,
  companyId: string,
  { name, columns, parents }: CompanyTable,
): Promise<{ write(rows: string): Promise<void>; finish(): Promise<void> }> {
  const table = quoted(name)
  const insert = `insert into ${table} (${columns.map(quoted)})
    select ${columns.map((column) => (column === 'company_id' ? '$1::uuid' : quoted(column)))}`
  const long = { query_timeout: LONG_MS }
  if (!parents.includes(name))
    return {
      async write(rows) {
        // With RETURNING, a Citus cluster accepts rows that come from no table (docs/decisions/0081).
        const text = `${insert} from json_populate_recordset(null::${table}, $2::json) returning true`
        await tx.query({ name: `import ${name}`.slice(0, 63), text, values: [companyId, rows], ...long })
      },
      finish: async () => undefined,
    }
  await tx.query('create temporary table collected (rows json not null) on commit drop')
  return {
    async write(rows) {
      await tx.query({ text: 'insert into collected values ($1)', values: [rows], ...long })
    },
    async finish() {
      const from = `collected cross join lateral json_populate_recordset(null::${table}, rows)`
      // ON CONFLICT serves the same purpose without returning all rows, so they are counted.
      const text = `${insert} from ${from} on conflict do nothing`
      const { rowCount } = await tx.query({ text, values: [companyId], ...long })
      const { rows } = await tx.query<{ count: number }>(
        'select coalesce(sum(json_array_length(rows)), 0)::bigint as count from collected',
      )
      if (rowCount !== rows[0]!.count) throw Object.assign(new Error('two rows have the same key'), { code: '23505' })
      await tx.query('drop table collected')
    },
  }
}

/** Checks the deferred constraints now. Otherwise they would be checked during the commit, which must not take long. */
export async function checkConstraints(tx: Tx): Promise<void> {
  await tx.query({ text: 'set constraints all immediate', ...{ query_timeout: LONG_MS } })
}
