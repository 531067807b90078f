/**
 * Copies a company in the database, so that a company that needs thousands of commands to set up is created only once,
 * and each test still gets its own copy.
 */
import pg from 'pg'
import { v7 } from 'uuid'
import { readCompany } from '../../../server/store/database.ts'
import { Client } from './client.ts'
import { issueToken } from './new-company.ts'
import type { TestService } from './service.ts'

/** Finds the tables of company data by their primary key, which begins with the company's id (CONTRIBUTING.md "Migrations"). */
const TABLES = `
  select c.relname as name, array_agg(quote_ident(a.attname) order by a.attnum) as columns
    from pg_class c
    join pg_index i on i.indrelid = c.oid and i.indisprimary
    join pg_attribute k on k.attrelid = c.oid and k.attnum = i.indkey[0] and k.attname = 'company_id'
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
   where c.relnamespace = 'public'::regnamespace
   group by c.oid, c.relname`

/**
 * One superuser connection for each database. Each connection is kept open for its prepared statements, because
 * planning forty statements would take most of a copy's time.
 */
const copiers = new WeakMap<TestService, Promise<pg.Client>>()

/** Copies a company with the same records, record ids and commands, and issues a token for the copy. Files are not copied. */
export async function copyCompany(service: TestService, original: Client): Promise<Client> {
  const companyId = v7()
  const copier = copiers.get(service) ?? openCopier(service)
  copiers.set(service, copier)
  // Wait until the list tables are up to date: the tables are copied one after another and must not change in between.
  await readCompany(service.database, original.companyId, async () => undefined)
  await (await copier).query('select pg_temp.copy_company($1, $2)', [original.companyId, companyId])
  const { token } = await issueToken(service.database, companyId)
  return new Client(original.url, token, companyId)
}

/** Connects as the superuser, who can read and write rows of any company and fill the tables in any order. */
async function openCopier({ databaseUrl }: TestService): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  // This connection breaks when the database is dropped at the end of the test file, which is not an error.
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
