/**
 * Checks that the number of rows that a commit reads does not depend on the size of the company. The test compares the
 * rows and index entries read in a company of 100 products and in one of 10,000. With `MANY=100000` the second company
 * has 100,000 products, which takes minutes to create.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listDataId } from '../../bench/list-data.ts'
import { fillCatalogue, filterValueId } from '../../bench/product-data.ts'
import { stockKey } from '../../server/domain/records.ts'
import { type Database, readCompany, type Tx } from '../../server/store/database.ts'
import { listLotsOfMovements } from '../../server/store/prefetch.ts'
import { findRecords } from '../../server/store/records.ts'
import type { Client, Json } from '../support/node/client.ts'
import { type OpenNode, startOpenNode } from '../support/node/open-node.ts'
import { cloneDatabase, newCompany } from '../support/node/service.ts'

const FEW = 100
const MANY = Number(process.env.MANY ?? 10_000)
/**
 * The allowed difference. It is needed because a commit may read one more index page or some index entries that have
 * not been cleaned up yet.
 */
const SLACK = 12

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let node: OpenNode
let admin: pg.Client
/** The only connection that the node uses for commits. Its query plans are made while the company is still small. */
let commits: pg.Client
/**
 * For the last commit and for its update of the list tables: the number of rows read by full table scans, plus the
 * number of index entries read.
 */
const lastRead = { commit_batch: 0, project_company: 0 }
/** The most recent count. Counts run one after the other because they share one connection. */
let counting: Promise<unknown> = Promise.resolve()

beforeAll(async () => {
  cloned = await cloneDatabase()
  node = await startOpenNode(cloned.url)
  admin = await connect('-c jit=off')
  commits = await connect('-c role=skladno_app')
  const query = node.database.query.bind(node.database) as (statement: unknown, values?: unknown) => unknown
  node.database.query = ((statement: string | pg.QueryConfig, values?: unknown[]) =>
    typeof statement !== 'string' && isCounted(statement.name)
      ? countInTurn(statement.name, statement)
      : query(statement, values)) as Database['query']
})
afterAll(async () => {
  await node.stop()
  await commits.end()
  await admin.end()
  await cloned.drop()
})

async function connect(options: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: cloned.url, options })
  await client.connect()
  return client
}

function isCounted(name: string | undefined): name is keyof typeof lastRead {
  return name === 'commit_batch' || name === 'project_company'
}

function countInTurn(name: keyof typeof lastRead, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  const result = counting.then(() => counted(name, statement))
  counting = result.catch(() => undefined)
  return result
}

async function counted(name: keyof typeof lastRead, statement: pg.QueryConfig): Promise<pg.QueryResult> {
  await commits.query('begin')
  const before = await readSoFar()
  const result = await commits.query(statement)
  lastRead[name] = (await readSoFar()) - before
  await commits.query('commit')
  return result
}

async function readSoFar(): Promise<number> {
  const { rows } = await commits.query<{ read: number }>(
    `select sum(pg_stat_get_xact_tuples_returned(oid))::int as read
       from pg_class
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`,
  )
  return rows[0]!.read
}

/**
 * Runs every kind of command that concerns products. They run in such an order that each command creates the records
 * that the next one needs.
 */
async function* writes(client: Client): AsyncGenerator<string> {
  const made: Record<string, Json> = {}
  const write = async (method: 'POST' | 'PATCH' | 'DELETE', path: string, body: object = {}): Promise<Json> => {
    const record = await client.made(method, `/api/v1/${path}`, body)
    // Update the list tables after every single command.
    await readCompany(node.database, client.companyId, async () => undefined)
    return record
  }
  const product = (n: number) => listDataId('product', n)
  const warehouseId = listDataId('warehouse', 3)
  const prices = [1, 2].map((n) => ({ priceTypeId: listDataId('priceType', n), price: 5 }))
  const lines = [1, 2, 3].map((n) => ({ productId: product(n), quantity: 2, unitCost: 5 }))

  made.product = await write('POST', 'products', { name: 'Новый', prices, filterValueIds: [filterValueId(1)] })
  yield 'a product is created'
  const productPath = `products/${made.product.id}`
  await write('PATCH', productPath, { name: 'Другой', price: 5 })
  yield 'a product is changed'
  await write('PATCH', `products/${product(7)}`, { name: 'Другой' })
  yield 'a product of the catalogue is changed'
  await write('PATCH', `products/${product(7)}`, { name: 'Другой', prices: [prices[1]], filterValueIds: [] })
  yield 'prices and filter values of a product are changed'
  made.bundle = await write('POST', 'products', {
    name: 'Набор',
    kind: 'bundle',
    components: [{ productId: product(7), quantity: 2 }],
  })
  yield 'a bundle is created'
  await write('PATCH', `products/${made.bundle.id}`, {
    name: 'Набор',
    components: [2, 3].map((n) => ({ productId: product(n), quantity: 2 })),
  })
  yield 'components of a bundle are changed'
  await write('DELETE', `products/${made.bundle.id}`)
  yield 'a bundle is deleted'

  made.filter = await write('POST', 'filters', { name: 'Новое' })
  made.value = await write('POST', `filters/${made.filter.id}/values`, { name: 'Красный' })
  yield 'a value is added to a filter'
  await write('PATCH', `filters/${made.filter.id}`, { name: 'Иное', archived: false })
  yield 'a filter is changed'
  await write('DELETE', `filters/${made.filter.id}/values/${made.value.id}`)
  yield 'a value of a filter is deleted'

  made.document = await write('POST', 'procurement/documents', {
    kind: 'receipt',
    warehouseId,
    supplierId: listDataId('partner', 10),
    lines,
  })
  yield 'a document is created'
  const documentPath = `procurement/documents/${made.document.id}`
  await write('PATCH', documentPath, { kind: 'receipt', warehouseId, lines: lines.slice(1), reference: 'УПД-1' })
  yield 'lines of a document are changed'
  await write('PATCH', `${documentPath}/status`, { status: 'posted' })
  yield 'a document is posted'
  made.draft = await write('POST', 'procurement/documents', { kind: 'receipt', lines })
  await write('DELETE', `procurement/documents/${made.draft.id}`)
  yield 'a document is deleted'

  const [supplier, customer] = ['Поставка', 'Покупатели']
  await write('POST', 'partners', { name: supplier, type: 'Поставщик' })
  await write('POST', 'partners', { name: customer, type: 'Покупатель' })
  yield 'a partner is created'
  await write('POST', 'stock/receipt', { productId: product(2), warehouseId, supplier, unitCost: 5, quantity: 9 })
  yield 'goods are received'
  await write('POST', 'stock/transfer', {
    productId: product(2),
    warehouseId,
    toWarehouseId: listDataId('warehouse', 4),
    quantity: 1,
  })
  yield 'goods are transferred'
  const order = { customer, warehouseId, channel: 'Сайт', items: [{ productId: product(2), quantity: 1 }] }
  made.order = await write('POST', 'orders', order)
  yield 'an order is placed'
  await write('PATCH', `orders/${made.order.id}`, { channel: 'Почта', items: [{ productId: product(2), quantity: 2 }] })
  yield 'an order is changed'
  await write('PATCH', `orders/${made.order.id}/status`, { status: 'shipped' })
  yield 'an order is shipped'
  made.wrong = await write('POST', 'orders', order)
  await write('PATCH', `orders/${made.wrong.id}/status`, { status: 'cancelled' })
  yield 'an order is cancelled'
  await write('DELETE', `orders/${made.wrong.id}`)
  yield 'an order is deleted'
  made.link = await write('POST', 'external-links', {
    source: 'ozon',
    entityType: 'product',
    externalId: '1',
    internalId: product(2),
  })
  yield 'a product is linked'
  await write('DELETE', `external-links/${made.link.id}`)
  yield 'a link is deleted'
}

let few: Client
let many: Client

async function filled(products: number): Promise<Client> {
  const client = await newCompany(node.database, node.url, `Товаров: ${products}`)
  await fillCatalogue((text, values) => admin.query(text, values), client.companyId, { products })
  return client
}

/** Creates the small company first, so that the large one is later read with the query plans made for the small one. */
beforeAll(async () => {
  few = await filled(FEW)
  readOfFew = await readsOf(few)
  many = await filled(MANY)
}, 300_000)

let readOfFew: Record<string, number>

async function readsOf(client: Client): Promise<Record<string, number>> {
  const reads: Record<string, number> = {}
  for await (const what of writes(client)) {
    reads[what] = lastRead.commit_batch
    reads[`${what}, in the tables`] = lastRead.project_company
  }
  return reads
}

test(`a commit reads no more database rows in a company of ${MANY} products than in one of ${FEW}`, async () => {
  const readOfMany = await readsOf(many)
  const grown = Object.entries(readOfMany).filter(([what, read]) => read > readOfFew[what]! + SLACK)
  expect(Object.fromEntries(grown)).toEqual({})
})

/** Returns how many rows and index entries are read when records are looked up by their keys. */
async function readBy(client: Client, lookUp: (tx: Tx) => Promise<string[]>): Promise<number> {
  await commits.query('begin')
  await commits.query(`select set_config('app.company_id', $1, true)`, [client.companyId])
  const before = await readSoFar()
  expect(await lookUp(commits)).not.toEqual([])
  const read = (await readSoFar()) - before
  await commits.query('commit')
  return read
}

const stockKeys = [1, 2, 4].map((n) => stockKey(listDataId('product', n), listDataId('warehouse', 1 + n)))

test('stock rows that another node changed are read by key, without scanning the table', async () => {
  const lookUp =
    ({ companyId }: Client) =>
    (tx: Tx) =>
      findRecords(tx, companyId, 'stock', stockKeys)
  expect(await readBy(many, lookUp(many))).toBeLessThanOrEqual((await readBy(few, lookUp(few))) + SLACK)
})

test('the lots used by a document’s movements are read by key, without scanning the table', async () => {
  const documentOf = async ({ companyId }: Client) => {
    const { rows } = await admin.query(
      'select document_id as id from movements where company_id = $1 and document_id is not null',
      [companyId],
    )
    return rows[0].id as string
  }
  // With statistics from before the large company was created, PostgreSQL would expect the table to have one lot, and
  // might use any index.
  await admin.query('analyze lots, movements')
  const ids = [await documentOf(few), await documentOf(many)] as const
  const ofFew = await readBy(few, (tx) => listLotsOfMovements(tx, few.companyId, ids[0]))
  expect(await readBy(many, (tx) => listLotsOfMovements(tx, many.companyId, ids[1]))).toBeLessThanOrEqual(ofFew + SLACK)
})
