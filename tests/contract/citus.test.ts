/**
 * Checks the rules that let the tables be distributed by company over a Citus cluster, on any PostgreSQL. On the cluster
 * that CITUS_URL names, also checks that they are. The whole suite runs there, too (docs/citus.md).
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { dumpDatabase } from '../../server/backup/dump.ts'
import type { BackupPlace } from '../../server/backup/place.ts'
import type { Batch } from '../../server/store/batches.ts'
import { CommitGroups } from '../../server/store/commit-groups.ts'
import { isKeyViolation } from '../../server/store/commits.ts'
import type { Statements } from '../../server/store/statements.ts'
import { listArrayInserts } from '../support/contract/array-inserts.ts'
import { withDatabaseName } from '../support/node/citus-cluster.ts'
import { useService } from '../support/node/service.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'

const ROOT = new URL('../../', import.meta.url)
const MIGRATIONS = new URL('server/migrations/', ROOT)
const DISTRIBUTE = readFileSync(new URL('deploy/citus/distribute.sql', ROOT), 'utf8')

/** The first migration that had to run on a cluster. */
const FIRST = '0058'

/** Tables that projections write, so that they are where the company's other rows are, although no policy protects them. */
const WRITTEN_BY_PROJECTIONS = ['ending_reservations', 'extsys_work', 'summary_zones']

const service = useService()
let client: pg.Client

beforeAll(async () => {
  client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
})
afterAll(() => client.end())

const sqlFiles = (folder: URL): URL[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => new URL(`file://${entry.parentPath}/${entry.name}`))

test('the tables that stay on the coordinator are those that are read before the company is known', async () => {
  const [, list = ''] = /local_tables constant regclass\[\] :=\s*array\[([^\]]*)\]/.exec(DISTRIBUTE)!
  const local = [...list.matchAll(/'(\w+)'/g)].map((match) => match[1]!)
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class as c join pg_attribute as a on a.attrelid = c.oid and a.attname = 'company_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity`,
  )
  expect([...local, ...WRITTEN_BY_PROJECTIONS].sort()).toEqual(rows.map(({ name }) => name).sort())
})

test('no insert of several rows of a company takes all of its rows from arrays', () => {
  expect(listArrayInserts(readFileSync(new URL('schema.sql', MIGRATIONS), 'utf8'))).toEqual([])
  for (const file of sqlFiles(new URL('server/', ROOT)))
    expect(listArrayInserts(readFileSync(file, 'utf8')), file.pathname).toEqual([])
})

test('the check of inserts finds one that takes its rows from arrays', () => {
  expect(listArrayInserts('insert into lots (company_id, id) select $1, unnest($2::uuid[])`')).toEqual(['lots'])
  expect(listArrayInserts('insert into lots (company_id) select p_company from unnest(a);')).toEqual(['lots'])
  expect(listArrayInserts('insert into lots (company_id) select company_id from companies, unnest(a);')).toEqual([])
  expect(listArrayInserts('insert into lots (company_id) select $1 on conflict do nothing;')).toEqual([])
})

test('a migration adds each constraint in a statement of its own', () => {
  const names = readdirSync(MIGRATIONS).filter((name) => /^\d{4}-.*\.sql$/.test(name) && name >= FIRST)
  for (const name of names) {
    const sql = readFileSync(new URL(name, MIGRATIONS), 'utf8').replace(/--.*/g, '')
    for (const [statement] of sql.matchAll(/alter table[^;]*\badd constraint\b[^;]*;/gi))
      expect([...statement.matchAll(/\b(add|drop|alter)\s+(constraint|column)\b/gi)], name).toHaveLength(1)
  }
})

test('a used key is recognized by the name of the constraint, or of a shard’s constraint in the message', () => {
  const message = 'duplicate key value violates unique constraint "commands_pkey_102018"'
  expect(isKeyViolation({ code: '23505', constraint: 'commands_pkey' })).toBe(true)
  expect(isKeyViolation({ code: '23505', message })).toBe(true)
  expect(isKeyViolation({ code: '23505', message: message.replace('commands_pkey', 'orders_pkey') })).toBe(false)
  expect(isKeyViolation({ code: '23505', constraint: 'commands_by_revision', message })).toBe(false)
  expect(isKeyViolation({ code: '23503', message })).toBe(false)
})

test('on a cluster, each company’s batch is a statement of its own', async () => {
  const names: (string | undefined)[] = []
  const statements = {
    async query({ name }: pg.QueryConfig) {
      names.push(name)
      await sleep(1)
      return { rows: [{ committed: name === 'commit_batch' ? true : [true, true, true] }] }
    },
  } as unknown as Statements
  const head = { companyId: 'one', expectedRevision: 0, revision: 0, at: 'now', totals: '{}', counters: '{}' }
  const batch: Batch = { ...head, results: [], changes: [], after: [], commands: [], figures: [] }
  const groupsOf = (isCluster: boolean) => new CommitGroups(statements, { isCluster: async () => isCluster })
  const commitFive = async (groups: CommitGroups) => Promise.all([1, 2, 3, 4, 5].map(() => groups.commit(batch)))
  await commitFive(groupsOf(false))
  expect(names.splice(0)).toEqual(['commit_batch', 'commit_batch', 'commit_batches'])
  await commitFive(groupsOf(true))
  expect(names).toEqual(Array.from({ length: 5 }, () => 'commit_batch'))
})

const nodes = inject('clusterNodes')
const onCluster = (title: string, run: () => Promise<void>) =>
  test.runIf(nodes.length > 0)(nodes.length > 0 ? title : `${title} (skipped: CITUS_URL names no cluster)`, run)

/** Returns the connection strings of the test's database on the nodes, the coordinator first. */
const databaseOnNodes = () => {
  const name = new URL(service.databaseUrl).pathname.slice(1)
  return nodes.map((url) => withDatabaseName(url, name))
}

onCluster('every company’s table is distributed, and the others are not', async () => {
  const { rows } = await client.query<{ name: string; distributed: boolean; isolated: boolean }>(
    `select relname as name, oid in (select logicalrelid from pg_dist_partition) as distributed, relrowsecurity as isolated
       from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  )
  const expected = ({ name, isolated }: (typeof rows)[number]) => isolated || WRITTEN_BY_PROJECTIONS.includes(name)
  expect(rows.filter((row) => row.distributed !== expected(row))).toEqual([])
})

onCluster('commits and projections run on the node that has the company’s rows', async () => {
  const { companyId } = await service.newCompany()
  for (const call of [`company_revision('${companyId}')`, `project_company('${companyId}', 500, 4194304)`]) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain select ${call}`)
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('Node: host=')
  }
})

onCluster('a dump of the coordinator is refused, because it is no backup of the cluster', async () => {
  const place = {} as BackupPlace
  const dump = dumpDatabase(service.databaseUrl, { place, name: 'none', signal: new AbortController().signal })
  await expect(dump).rejects.toThrow('back up each of its nodes')
})

onCluster('companies on all workers work, and a shard shows no rows without a company', async () => {
  const places = new Set<string>()
  for (let tries = 0; places.size < nodes.length - 1 && tries < 20; tries += 1) {
    const shop = await openShop(await service.newCompany(), 10)
    const { status } = await shop.client.post('/api/v1/orders', orderBody(shop, 2))
    expect(status).toBe(200)
    expect((await shop.client.state()).totals.orders).toBe(1)
    expect((await shop.client.get('/api/v1/orders')).json.items).toHaveLength(1)
    const { rows } = await client.query<{ table: string; port: number }>(
      `select shard_name as table, nodeport as port from citus_shards
        where table_name = 'orders'::regclass and shardid = get_shard_id_for_distribution_column('orders', $1::uuid)`,
      [shop.client.companyId],
    )
    const { table, port } = rows[0]!
    places.add(String(port))
    const worker = new pg.Client({
      connectionString: databaseOnNodes().find((url) => new URL(url).port === String(port))!,
    })
    await worker.connect()
    const countAs = async (...before: string[]) => {
      for (const statement of ['set citus.override_table_visibility to off', ...before]) await worker.query(statement)
      return (await worker.query<{ count: number }>(`select count(*)::int as count from ${table}`)).rows[0]!.count
    }
    expect(await countAs()).toBeGreaterThan(0)
    expect(await countAs('set role skladno_app')).toBe(0)
    await worker.end()
  }
  expect(places.size).toBe(nodes.length - 1)
})
