/**
 * Finds the tables with company data in the database's own catalogue. Exporting, importing and deleting a company all
 * use this list, so that new tables are included automatically.
 */
import type { Tx } from '../store/database.ts'

/** The table that records which companies were deleted. Its rows must outlive the companies. */
const RECORD_OF_DELETIONS = 'company_deletions'

export interface CompanyTable {
  readonly name: string
  /** The columns that are written, in order, without computed columns. */
  readonly columns: readonly string[]
  /** The company tables to which this table's foreign keys refer, including itself if it refers to itself. */
  readonly parents: readonly string[]
}

/** Lists every table that has a `company_id` column. A table comes after all tables to which it refers. */
export async function listCompanyTables(tx: Tx): Promise<CompanyTable[]> {
  const { rows } = await tx.query<CompanyTable>(
    `select t.relname::text as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select distinct p.relname::text
                    from pg_constraint f
                    join pg_class p on p.oid = f.confrelid
                    join pg_attribute k on k.attrelid = p.oid and k.attname = 'company_id' and not k.attisdropped
                   where f.conrelid = t.oid and f.contype = 'f') as parents
       from pg_class t
      where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        and t.relname <> $1
        and exists (select from pg_attribute a where a.attrelid = t.oid and a.attname = 'company_id' and not a.attisdropped)
      order by t.relname`,
    [RECORD_OF_DELETIONS],
  )
  return inOrder(rows)
}

function inOrder(tables: readonly CompanyTable[]): CompanyTable[] {
  const ordered: CompanyTable[] = []
  const placed = new Set<string>()
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name, parents }) => !placed.has(name) && parents.every((parent) => parent === name || placed.has(parent)),
    )
    if (next.length === 0) throw new Error('The foreign keys between tables of companies form a circle')
    for (const table of next) {
      placed.add(table.name)
      ordered.push(table)
    }
  }
  return ordered
}

/**
 * Returns the companies table and all tables that refer to it, directly or indirectly. A company's rows in these tables
 * must be deleted together.
 */
export function tiedToCompany(tables: readonly CompanyTable[]): CompanyTable[] {
  const tied = new Set(['companies'])
  return tables.filter(({ name, parents }) => {
    if (name !== 'companies' && !parents.some((parent) => tied.has(parent))) return false
    tied.add(name)
    return true
  })
}

/** Returns the names of the applied migrations, which together determine the tables and columns of the database. */
export async function listMigrations(tx: Tx): Promise<string[]> {
  const { rows } = await tx.query<{ name: string }>('select name from migrations order by name')
  return rows.map(({ name }) => name)
}

/** Quotes a name as an SQL identifier. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
