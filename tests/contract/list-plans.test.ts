/**
 * Checks that lists never scan a big table. The tests read the query plans of all list statements, on tables large
 * enough for a scan to be detected.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDataId, listDataStatements } from '../../bench/list-data.ts'
import type { View } from '../../server/domain/costs.ts'
import type { ListQuery } from '../../server/domain/lists.ts'
import { Companies } from '../../server/engine/companies.ts'
import { LIST_TABLES, type ListTable } from '../../server/lists/list-tables.ts'
import { readList } from '../../server/lists/lists.ts'
import { readAudit } from '../../server/queries/audit.ts'
import { printPage } from '../../server/queries/cursor.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { cloneDatabase, newCompany } from '../support/node/service.ts'

const BIG = ['orders', 'order_items', 'movements', 'lots', 'stock', 'commands']

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let database: Database
let companies: Companies
let companyId: string

beforeAll(async () => {
  cloned = await cloneDatabase()
  database = openDatabase(cloned.url, () => {})
  companyId = (await newCompany(database, 'http://none', 'Списки')).companyId
  companies = new Companies(database, console, 1e9)
  const admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  for (const statement of listDataStatements({ products: 12_000, partners: 3_000, orders: 12_000 }))
    await admin.query(statement, [companyId])
  await admin.query('update companies set revision = 12000 where company_id = $1', [companyId])
  await admin.query('update projections set revision = 12000, logged_since = 12000 where company_id = $1', [companyId])
  await admin.query('vacuum analyze')
  await admin.end()
}, 300_000)
afterAll(async () => {
  await database.end()
  await cloned.drop()
})

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** A function that runs an SQL statement. */
type Running = <T extends pg.QueryResultRow>(statement: pg.QueryConfig) => Promise<T[]>

/**
 * Adds the query plan of a statement to `seen`, with the numbers of rows read. A statement that reads no table is
 * skipped.
 */
async function explain(seen: { sql: string; nodes: Plan[] }[], run: Running, { text, values }: pg.QueryConfig) {
  if (!/^[\s(]*(select|with)\b[\s\S]*\bfrom\b/i.test(text)) return
  const [row] = await run<{ 'QUERY PLAN': string }>({ text: `explain (analyze, format json) ${text}`, values })
  seen.push({ sql: text, nodes: nodesOf(JSON.parse(row!['QUERY PLAN'])[0].Plan) })
}

/** Returns a wrapped database that adds the query plan of each statement to `seen` before running the statement. */
function explaining(seen: { sql: string; nodes: Plan[] }[]): Database {
  const connect = async () => {
    const client = await database.connect()
    const query = async (asked: string | pg.QueryConfig, values: unknown[] = []) => {
      const statement = typeof asked === 'string' ? { text: asked, values } : asked
      await explain(seen, async (one) => (await client.query(one)).rows, statement)
      return client.query(statement)
    }
    return { query, release: (error?: Error) => client.release(error) }
  }
  const explained = (readers: Database['readers']['gathered']) => {
    const through = (door: 'read' | 'readLog') => async (companyId: string, statement: pg.QueryConfig) => {
      await explain(seen, (one) => readers[door](companyId, one), statement)
      return readers[door](companyId, statement)
    }
    return { read: through('read'), readLog: through('readLog') }
  }
  const { gathered, 'in order': inOrder } = database.readers
  return { connect, readers: { gathered: explained(gathered), 'in order': explained(inOrder) } } as unknown as Database
}

/**
 * Returns a page of a list. Products and partners are read from memory, and other records from the database
 * `explained`.
 */
async function read(
  table: ListTable,
  query: Partial<ListQuery>,
  explained = database,
  view: View = 'full',
): Promise<string> {
  const company = async () => (await companies.get(companyId))!
  const lists = { database: explained, companyId, company, view }
  return printPage(await readList(lists, table, { limit: 50, ...query }))
}

/**
 * The maximum number of rows that a statement may read from one table, which follows from the limits in
 * server/lists/lists.ts. The big tables have twice as many rows.
 */
const MOST_READ = 6_001

/** Returns how many rows a node of a query plan read: the rows it returned, plus the rows it filtered out. */
function readBy(node: Plan): number {
  const { 'Actual Rows': rows = 0, 'Actual Loops': loops = 0 } = node
  return loops * (rows + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0))
}

/** Returns the full table scans, and the index scans that read more than a page needs. */
function faultsOf(seen: { sql: string; nodes: Plan[] }[]): string[] {
  return seen.flatMap(({ sql, nodes }) =>
    nodes
      .filter((node) => BIG.includes(node['Relation Name'] ?? ''))
      .filter((node) => node['Node Type'] === 'Seq Scan' || readBy(node) > MOST_READ)
      .map((node) => `${node['Node Type']} of ${readBy(node)} rows of ${node['Relation Name']}: ${sql}`),
  )
}

const VALUES: Readonly<Record<string, unknown>> = {
  kind: ['service'],
  status: ['cancelled'],
  type: ['writeoff'],
  channel: 'Опт',
  externalSource: 'ozon',
  externalId: 'ext-5',

  method: ['cash'],
  payment: ['overpaid'],
}

const FILLED: Partial<Record<ListTable['kind'], 'order' | 'lot' | 'movement'>> = {
  orders: 'order',
  lots: 'lot',
  movements: 'movement',
}

/** Returns a value for the filter that matches few or no records. */
function exampleOf(table: ListTable, name: string): unknown {
  if (/(From|To|^from|^to)$/.test(name)) return '2024-01-01T01:00:00Z'
  if (['archived', 'open', 'inStock', 'unread', 'fromFile'].includes(name)) return true
  if (name === 'status' && table.path === 'purchases') return ['open']
  if (name === 'direction') return table.kind === 'movements' ? 'out' : ['incoming']
  if (name === 'productId' && table.path === 'stock') return [listDataId('product', 77)]
  if (name === 'id') return [7, 4_000].map((n) => listDataId(FILLED[table.kind] ?? 'product', n))
  return VALUES[name] ?? (name.endsWith('Id') ? listDataId('product', 77) : 'x')
}

const ASKED = LIST_TABLES.flatMap((table) =>
  [undefined, ...Object.keys(table.sorts).flatMap((sort) => [sort, `-${sort}`])].flatMap((sort) => [
    [table, { sort }] as const,
    ...Object.keys(table.filters).map((name) => [table, { sort, [name]: exampleOf(table, name) }] as const),
    ...['чайник', '00077', 'ъ', 'нетничего', 'иванов семён', '+7 912 345'].map((q) => [table, { sort, q }] as const),
  ]),
)

test.each(ASKED.map(([table, query]) => [table.path, JSON.stringify(query), table, query] as const))(
  'the database never scans a big table for GET /%s with %s',
  async (_path, _shown, table, query) => {
    const seen: { sql: string; nodes: Plan[] }[] = []
    const page = JSON.parse(await read(table, query, explaining(seen)))
    expect(seen.length).toBeGreaterThan(0)
    expect(faultsOf(seen)).toEqual([])
    if (page.nextCursor === null) return
    await read(table, { ...query, cursor: page.nextCursor }, explaining(seen))
    expect(faultsOf(seen)).toEqual([])
  },
)

test('the database never scans a big table for lists without costs', async () => {
  for (const table of LIST_TABLES.filter(({ withoutCosts }) => withoutCosts !== undefined)) {
    const seen: { sql: string; nodes: Plan[] }[] = []
    for (const query of [{}, { sort: 'createdAt' }, { q: 'a' }])
      await read(table, query, explaining(seen), 'without costs')
    expect(seen.length).toBeGreaterThan(0)
    expect(faultsOf(seen)).toEqual([])
  }
})

test.each([
  {},
  { entityId: listDataId('product', 1) },
  { entityId: listDataId('order', 777), entityType: 'order' },
  { entityType: 'product' },
  { actorId: 'token-3' },
  { action: 'none' },
  { from: '2024-01-01T01:00:00Z', to: '2024-01-01T02:00:00Z' },
])('the database never scans a big table for GET /audit with %j', async (query) => {
  const seen: { sql: string; nodes: Plan[] }[] = []
  await readAudit(explaining(seen), { companyId, view: 'full' }, { limit: 100, ...query })
  expect(faultsOf(seen)).toEqual([])
})

/** Returns which indexes the database uses for a list with the given query. */
async function indexesFor(path: string, query: object): Promise<string[]> {
  const seen: { sql: string; nodes: Plan[] }[] = []
  const table = LIST_TABLES.find((one) => one.path === path)!
  await read(table, query, explaining(seen))
  return seen.flatMap(({ nodes }) => nodes.flatMap((node) => node['Index Name'] ?? []))
}

test.each([
  ['orders', { q: 'client777' }, 'orders_by_customer'],
  ['orders', { customerId: listDataId('partner', 7) }, 'orders_by_customer'],
  ['orders', { q: '00777' }, 'orders_by_number'],
  ['orders', { q: 'OZ-77' }, 'orders_by_external_number'],
  ['orders', { status: ['cancelled'] }, 'orders_cancelled'],
  ['orders', { status: ['new'] }, 'orders_open'],
  ['orders', { payment: ['overpaid'] }, 'orders_by_payment'],
  ['orders', { orderedFrom: '2024-01-01' }, 'orders_by_time'],
  ['movements', { type: ['writeoff'] }, 'movements_by_type'],
  ['orders', { id: [listDataId('order', 7)] }, 'orders_pkey'],
  ['movements', { orderId: listDataId('order', 7) }, 'movements_by_order'],
  ['movements', { productId: listDataId('product', 7) }, 'movements_by_product'],
  ['movements', { q: 'чайник синий 7' }, 'movements_by_product'],
  ['shipments', { status: ['cancelled'] }, 'shipments_cancelled'],
  ['stock', { warehouseId: listDataId('warehouse', 7) }, 'stock_by_warehouse'],
  ['lots', { productId: listDataId('product', 7) }, 'lots_by_product'],
])('the database uses the intended index for GET /%s with %j', async (path, query, index) => {
  expect(await indexesFor(path, query)).toContain(index)
})

test('both ends of a shipping period limit the index scan, so that the orders of a minute are found without reading others', async () => {
  const seen: { sql: string; nodes: Plan[] }[] = []
  const orders = LIST_TABLES.find(({ kind }) => kind === 'orders')!
  const minute = { shippedFrom: '2024-01-01T01:40:00Z', shippedTo: '2024-01-01T01:41:00Z' }
  const { items } = JSON.parse(await read(orders, minute, explaining(seen)))
  expect(items).toHaveLength(50)
  const mostRead = Math.max(
    ...seen.flatMap(({ nodes }) => nodes.filter((node) => node['Relation Name'] === 'orders').map(readBy)),
  )
  // Before the index is used, the newest 250 orders are read.
  expect(mostRead).toBeLessThanOrEqual(251)
})

/** Returns the ids of all records of a list, read page by page. */
async function idsOf(path: string, query: object): Promise<string[]> {
  const table = LIST_TABLES.find((one) => one.path === path)!
  const ids: string[] = []
  let cursor: string | undefined
  do {
    const page = JSON.parse(await read(table, { ...query, ...(cursor === undefined ? {} : { cursor }) })) as Page
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return ids
}

interface Page {
  items: { id: string }[]
  nextCursor: string | null
}

/** Returns a condition for orders whose partner has these words in the name, phone, e-mail or INN. */
const ordersOf = (...words: string[]) => {
  const text = `search_text(concat_ws(' ', name, phone, regexp_replace(phone, '[^0-9]', '', 'g'), email, inn))`
  return `customer_id in (select id from partners where ${words.map((word) => `${text} like '%${word}%'`).join(' and ')})`
}

test.each([
  ['orders', { warehouseId: listDataId('warehouse', 7) }, `warehouse_id = '${listDataId('warehouse', 7)}'`, 'id desc'],
  [
    'orders',
    { q: '77' },
    `${ordersOf('77')} or number like '00077%' or number like '0077%' or number like '077%' or number like '77%'`,
    'id desc',
  ],
  ['orders', { q: 'волков юлия' }, ordersOf('волков', 'юлия'), 'id desc'],
  ['orders', { q: 'Волков Юлия', sort: 'orderedAt' }, ordersOf('волков', 'юлия'), 'ordered_at, id'],
  ['orders', { q: 'волков', status: ['cancelled'] }, `${ordersOf('волков')} and status = 'cancelled'`, 'id desc'],
  ['orders', { q: 'ива' }, ordersOf('ива'), 'id desc'],
  ['orders', { q: 'а' }, ordersOf('а'), 'id desc'],
  ['orders', { q: 'а', sort: '-orderedAt' }, ordersOf('а'), 'ordered_at desc, id desc'],
  ['movements', { q: 'утюг' }, `product_id in (select id from products where name like 'Утюг%')`, 'id desc'],
  [
    'lots',
    { q: 'б', open: true },
    `product_id in (select id from products where search_text(concat_ws(' ', name, sku)) like '%б%') and is_open`,
    'id desc',
  ],
  ['lots', { q: 'Чайник синий' }, `product_id in (select id from products where name like 'Чайник синий%')`, 'id desc'],
  [
    'orders',
    { productId: listDataId('product', 14) },
    `id in (select order_id from order_items where product_id = '${listDataId('product', 14)}')`,
    'id desc',
  ],
  ['orders', { status: ['cancelled'], sort: 'orderedAt' }, `status = 'cancelled'`, 'ordered_at, id'],
])('the pages of GET /%s with %j equal the result of a full scan', async (path, query, condition, order) => {
  const admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  const { rows } = await admin.query(`select id from ${path} where ${condition} order by ${order}`)
  await admin.end()
  expect(rows.length).toBeGreaterThan(0)
  expect(await idsOf(path, query)).toEqual(rows.map(({ id }) => id))
})

test('the check detects a full scan, which the planner chooses without our settings for lists', async () => {
  const { rows } = await database.query(
    `explain (format json) select record from orders where company_id = $1 order by total_minor limit 50`,
    [companyId],
  )
  const nodes = nodesOf(JSON.parse(rows[0]['QUERY PLAN'])[0].Plan)
  expect(faultsOf([{ sql: '', nodes }])).toHaveLength(1)
})
