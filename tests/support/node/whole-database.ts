/** Reads whole databases, bypassing row-level security, to compare them table by table. */
import pg from 'pg'

export interface WholeDatabase {
  readonly client: pg.Client
  /** Returns, for each table, the number of the company's rows and a hash of the sorted rows. */
  rowsOf(companyId: string): Promise<Record<string, { readonly count: number; readonly hash: string | null }>>
  /** Returns the same numbers and hashes for all rows that belong to other companies or to none. */
  rowsBeside(companyId: string): Promise<Record<string, { readonly count: number; readonly hash: string | null }>>
  close(): Promise<void>
}

/** Opens a connection of the superuser, who can read the rows of all companies. */
export async function openWhole(url: string): Promise<WholeDatabase> {
  const client = new pg.Client({ connectionString: url })
  // The connection breaks when the database is dropped at the end of a test file, which is not an error.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(`set timezone = 'UTC'`)
  const { rows: tables } = await client.query<{ name: string; isOfCompany: boolean }>(
    `select t.relname as name,
            exists (select from pg_attribute where attrelid = t.oid and attname = 'company_id' and not attisdropped) as "isOfCompany"
       from pg_class t where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') order by 1`,
  )
  const hashes = async (companyId: string, condition: (isOfCompany: boolean) => string | null) => {
    const found: Record<string, { count: number; hash: string | null }> = {}
    for (const { name, isOfCompany } of tables) {
      const where = condition(isOfCompany)
      if (where === null) continue
      const { rows } = await client.query<{ count: number; hash: string | null }>(
        `select count(*)::int as count, md5(string_agg(line, ' ' order by line collate "C")) as hash
           from (select row_to_json(t)::text as line from "${name}" as t where ${where.replace('$1', client.escapeLiteral(companyId))}) as lines`,
      )
      found[name] = rows[0]!
    }
    return found
  }
  return {
    client,
    rowsOf: (companyId) => hashes(companyId, (isOfCompany) => (isOfCompany ? 'company_id = $1' : null)),
    rowsBeside: (companyId) =>
      hashes(companyId, (isOfCompany) => (isOfCompany ? 'company_id is distinct from $1' : 'true')),
    close: () => client.end(),
  }
}
