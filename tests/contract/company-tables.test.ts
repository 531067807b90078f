/**
 * Checks that exporting, importing and deleting a company cover every table. All three get the list of tables from the
 * database's catalogue.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listCompanyTables, tiedToCompany } from '../../server/whole-company/catalog-sql.ts'
import { LEFT_OUT } from '../../server/whole-company/format.ts'
import { cloneDatabase } from '../support/node/service.ts'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let client: pg.Client

beforeAll(async () => {
  cloned = await cloneDatabase()
  client = new pg.Client({ connectionString: cloned.url })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await cloned.drop()
})

test('a new table with company data is listed with its columns, after the tables that it refers to', async () => {
  await client.query(`begin;
    create table aaa_new (company_id uuid not null, order_id uuid, twice integer generated always as (2) stored, name text,
      primary key (company_id), foreign key (company_id, order_id) references orders (company_id, id))`)
  const names = (await listCompanyTables(client)).map(({ name }) => name)
  const found = (await listCompanyTables(client)).find(({ name }) => name === 'aaa_new')
  await client.query('rollback')
  expect(found).toEqual({ name: 'aaa_new', columns: ['company_id', 'order_id', 'name'], parents: ['orders'] })
  expect(names.indexOf('aaa_new')).toBeGreaterThan(names.indexOf('orders'))
  expect(names).not.toContain('company_deletions')
})

test('every table with company data is listed, and each comes after the tables it refers to', async () => {
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id' order by 1`,
  )
  const tables = await listCompanyTables(client)
  const names = tables.map(({ name }) => name)
  expect([...names, 'company_deletions'].sort()).toEqual(rows.map(({ name }) => name).sort())
  for (const { name, parents } of tables)
    for (const parent of parents) expect(names.indexOf(parent)).toBeLessThanOrEqual(names.indexOf(name))
})

test('the tables deleted together with the company’s own row are those that refer to it, directly or indirectly', async () => {
  const tied = tiedToCompany(await listCompanyTables(client)).map(({ name }) => name)
  expect(tied[0]).toBe('companies')
  expect(tied).toEqual(expect.arrayContaining(['table_imports', 'table_import_rows', 'extsys_rows', 'tokens']))
  expect(tied).not.toContain('commands')
})

test('no exported table has a column whose name suggests a secret, and every table excluded from exports exists', async () => {
  const tables = await listCompanyTables(client)
  const names = tables.map(({ name }) => name)
  for (const name of Object.keys(LEFT_OUT)) expect(names).toContain(name)
  const secret = /secret|password|token|sealed|hash$/
  const exported = tables.filter(({ name }) => LEFT_OUT[name] === undefined)
  expect(
    exported.flatMap(({ name, columns }) => columns.filter((one) => secret.test(one)).map((one) => `${name}.${one}`)),
  ).toEqual([])
})
