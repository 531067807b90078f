/** Copies of a company: what takes thousands of commands to make is made once, and each test has it for itself. */
import pg from 'pg'
import { v7 } from 'uuid'
import { Client } from './client.ts'
import { issueToken, type TestService } from './service.ts'

/** What belongs to a company has it first in its primary key (CONTRIBUTING.md "Migrations"). */
const TABLES = `
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0] and k.attname = 'company_id'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace
   group by c.oid, c.relname`

/** Another company with the same records under the same ids, the same commands behind it and a token of its own. No files. */
export async function copyCompany(service: TestService, original: Client): Promise<Client> {
  const companyId = v7()
  // As the superuser: rows of one company are read and those of another written, in any order of the tables.
  const admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
  try {
    const { rows } = await admin.query<{ name: string; columns: string[] }>(TABLES)
    const copies = rows.map(({ name, columns }) => {
      const values = columns.map((column) => (column === 'company_id' ? `'${companyId}'` : column))
      return `insert into ${name} (${columns}) select ${values} from ${name} where company_id = '${original.companyId}';`
    })
    await admin.query(`begin; set local session_replication_role = replica; ${copies.join(' ')} commit`)
  } finally {
    await admin.end()
  }
  const { token } = await issueToken(service.database, companyId)
  return new Client(original.url, token, companyId)
}
