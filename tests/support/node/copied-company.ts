/** Copies a company, so that what takes thousands of commands is made once and each test still has its own. */
import pg from 'pg'
import { v7 } from 'uuid'
import { readCompany } from '../../../server/store/database.ts'
import { Client } from './client.ts'
import { issueToken, type TestService } from './service.ts'

/** Finds company tables: their primary key begins with the company (CONTRIBUTING.md "Migrations"). */
const TABLES = `
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0] and k.attname = 'company_id'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace
   group by c.oid, c.relname`

/** The superuser's connection to each database, with prepared statements: most of a copy's time is planning forty statements. */
const copiers = new WeakMap<TestService, Promise<pg.Client>>()

/**
 * Returns another company with the same records under the same ids, the same commands and a token of its own. Files are not
 * copied.
 */
export async function copyCompany(service: TestService, original: Client): Promise<Client> {
  const companyId = v7()
  const copier = copiers.get(service) ?? openCopier(service)
  copiers.set(service, copier)
  // Wait for the projection: the tables are copied one after the other and must not change meanwhile.
  await readCompany(service.database, original.companyId, async () => undefined)
  await (await copier).query('select pg_temp.copy_company($1, $2)', [original.companyId, companyId])
  const { token } = await issueToken(service.database, companyId)
  return new Client(original.url, token, companyId)
}

/** Connects as the superuser, who can read one company's rows and write another's, in any table order. */
async function openCopier({ databaseUrl }: TestService): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // The connection ends when the database is dropped at the end of the file.
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES)
  const copies = rows.map(({ name, columns }) => {
    const values = columns.map((column) => (column === 'company_id' ? 'copy_id' : column))
    return `insert into ${name} (${columns}) select ${values} from ${name} where company_id = original_id;`
  })
  await client.query(`set session_replication_role = replica;
    create function pg_temp.copy_company(original_id uuid, copy_id uuid) returns void language plpgsql as $$
      #variable_conflict use_column
      begin ${copies.join(' ')} end $$`)
  return client
}
