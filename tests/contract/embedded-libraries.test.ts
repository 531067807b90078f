/**
 * Checks that nobody can reach the code in our embedded PostgreSQL that uses its old bundled libraries
 * (docs/security.md, "The embedded PostgreSQL").
 */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { cloneDatabase } from '../support/node/service.ts'

/** The PostgreSQL protocol message that requests TLS: the message's length, then a fixed number. */
const TLS_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f])
const XML =
  /\bxml(parse|table|element|forest|agg|concat|comment|exists|serialize|pi|root|text|validate|_is_well_formed\w*)\s*\(|\bxpath(_exists)?\s*\(|::\s*xml\b|_to_xml/i

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
/** Database connections that use the service's database role. */
let database: Database
let admin: pg.Client

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
})
afterAll(async () => {
  await database.end()
  await admin.end()
  await cloned.drop()
})

test('our PostgreSQL settings turn TLS off, so a client that requests TLS is refused', async () => {
  const { rows } = await admin.query(
    `select setting, regexp_replace(sourcefile, '.*/', '') as file from pg_settings where name = 'ssl'`,
  )
  expect(rows).toEqual([{ setting: 'off', file: 'skladno.conf' }])
  const socket = connect(Number(new URL(inject('tcpUrl')).port), '127.0.0.1')
  socket.end(TLS_REQUEST)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toBe('N')
})

test('no PostgreSQL extension is installed, and the service’s database role cannot install one', async () => {
  const { rows } = await admin.query('select extname from pg_extension')
  expect(rows).toEqual([{ extname: 'plpgsql' }])
  for (const name of ['pgcrypto', 'xml2', 'sslinfo', '"uuid-ossp"', 'plpython3u'])
    await expect(database.query(`create extension ${name}`), name).rejects.toThrow(/permission denied/)
})

test('none of our database columns or functions uses XML', async () => {
  const { rows } = await admin.query(
    `select c.relname, a.attname from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.atttypid in ('xml'::regtype, 'xml[]'::regtype)
     union all
     select p.proname, p.prosrc from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname <> 'pg_catalog' and n.nspname <> 'information_schema' and p.prosrc ~* '\\yxml|xpath'`,
  )
  expect(rows).toEqual([])
})

test('none of our SQL statements uses XML or an ICU collation', () => {
  const sources = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(ts|sql)$/.test(path),
  )
  expect(sources.length).toBeGreaterThan(100)
  const found = sources.filter((path) => {
    const text = readFileSync(`server/${path}`, 'utf8')
    return XML.test(text) || /-x-icu/.test(text)
  })
  expect(found).toEqual([])
})

test('the database compares text by PostgreSQL’s own locale, not by ICU', async () => {
  const { rows } = await admin.query(
    `select datlocprovider as provider, datlocale as locale from pg_database where datname = current_database()`,
  )
  expect(rows).toEqual([{ provider: 'b', locale: 'C.UTF-8' }])
})
