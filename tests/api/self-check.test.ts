/**
 * Checks that the self-check accepts all data that the service itself wrote, and reports any other data under the name
 * of the check that found it.
 */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MEMORY_CHECK } from '../../server/self-check/memory.ts'
import { CHECK_NAMES, runChecks } from '../../server/self-check/self-check-sql.ts'
import { createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addPayment,
  addPriceType,
  addProduct,
  moveOrder,
  movePayment,
  moveReturn,
  postReturn,
} from '../support/scene/fixtures.ts'
import { playWorkload } from '../support/scene/report-workload.ts'

const service = useService()
const CLI = fileURLToPath(new URL('../../server/cli/self-check.ts', import.meta.url))
let client: Client
/** A superuser connection, which bypasses row-level security, and bypasses foreign keys while a test corrupts data. */
let admin: pg.Client

beforeAll(async () => {
  client = await service.newCompany()
  const { warehouseIds, productIds, orderable } = await playWorkload(client, createChance(7), 120)
  const place = { productId: productIds[0]!, warehouseId: warehouseIds[0]! }
  const purchase = { ...place, supplier: 'Поставка', quantity: 5, unitCost: 10 }
  const { id: purchaseId } = await client.made('POST', '/api/v1/purchases', purchase)
  await client.made('POST', '/api/v1/stock/receipt', { ...purchase, purchaseId, quantity: 3, damaged: 1 })
  const [first, second] = productIds as [string, string]
  for (const productId of [first, second])
    await client.made('POST', '/api/v1/stock/receipt', {
      ...place,
      productId,
      supplier: 'Поставка',
      quantity: 50,
      unitCost: 7,
    })
  await addProduct(client, { name: 'С ценой', prices: [{ priceTypeId: await addPriceType(client), price: 5 }] })
  const items = [first, orderable[6]!].map((productId) => ({ productId, quantity: 1 }))
  const order = { customer: 'Анна', warehouseId: warehouseIds[0]!, channel: 'Сайт', items }
  const { id: orderId, customerId } = await client.made('POST', '/api/v1/orders', order)
  const orders = [{ orderId, amount: 2 }]
  const paid = { partnerId: customerId, direction: 'incoming', amount: 3, orders }
  await movePayment(client, await addPayment(client, paid), 'posted')
  await takeGoodsBack(first, place.warehouseId)
  const settings = { companyName: 'Модель', lowStockAlerts: false, dailySummary: false, reservationHours: 1_000 }
  await client.made('PATCH', '/api/v1/settings', settings)
  const waiting = items.map((item) => ({ ...item, quantity: 10_000 }))
  await client.made('POST', '/api/v1/orders', { ...order, items: waiting, backorder: true })
  expect(orderable.length).toBeGreaterThan(productIds.length)
  await takeStock(client, place)
  admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
})
afterAll(() => admin.end())

/**
 * Ships three units of a product, posts a return of two of them, one damaged, and records a payment. Also posts another
 * return and cancels it.
 */
async function takeGoodsBack(productId: string, warehouseId: string): Promise<void> {
  const items = [{ productId, quantity: 3, price: 10 }]
  const order = await client.made('POST', '/api/v1/orders', { customer: 'Анна', warehouseId, channel: 'Сайт', items })
  await moveOrder({ client }, order.id, 'shipped')
  const posted = await postReturn({ client }, order.id, [[1, 2, 1]])
  const { id } = await postReturn({ client }, order.id, [[1, 1]])
  await moveReturn({ client }, id, 'cancelled')
  const money = {
    partnerId: order.customerId,
    direction: 'incoming',
    amount: 30,
    orders: [{ orderId: order.id, amount: 30 }],
  }
  await movePayment(client, await addPayment(client, money), 'posted')
  const refund = { partnerId: order.customerId, direction: 'outgoing', amount: 10, returnId: posted.id }
  await movePayment(client, await addPayment(client, refund), 'posted')
}

/** Posts a stocktake that finds a surplus, and starts another one, in which two products were mixed up. */
async function takeStock(owner: Client, { productId, warehouseId }: { productId: string; warehouseId: string }) {
  const start = async (scope: object) =>
    (await owner.made('POST', '/api/v1/stocktakes', { warehouseId, scope })).id as string
  const first = await start({ productIds: [productId] })
  const count = (id: string) =>
    owner.made('POST', `/api/v1/stocktakes/${id}/counts`, { lines: [{ productId, quantity: 1_000 }] })
  await count(first)
  await owner.made('PATCH', `/api/v1/stocktakes/${first}/status`, { status: 'review' })
  await owner.made('POST', `/api/v1/stocktakes/${first}/post`, {})
  const second = await start({ all: true })
  await count(second)
  const [shortProductId, overProductId] = [
    await addProduct(owner, { name: 'А' }),
    await addProduct(owner, { name: 'Б' }),
  ]
  const receipt = { productId: shortProductId, warehouseId, supplier: 'Поставка', quantity: 5, unitCost: 7 }
  await owner.made('POST', '/api/v1/stock/receipt', receipt)
  const lines = [
    { productId: shortProductId, quantity: 3 },
    { productId: overProductId, quantity: 2 },
  ]
  await owner.made('POST', `/api/v1/stocktakes/${second}/counts`, { lines })
  const misSorts = [{ shortProductId, overProductId, quantity: 2 }]
  await owner.made('PUT', `/api/v1/stocktakes/${second}/mis-sorts`, { misSorts })
}

async function selfCheck(): Promise<Json> {
  const reply = await client.get('/api/v1/self-check')
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

test('after a random history of commands, the self-check finds no fault in the tables or in memory', async () => {
  const { revision } = await client.state()
  const answer = await selfCheck()
  expect(answer.checks.filter(({ ok }: Json) => !ok)).toEqual([])
  expect(answer).toMatchObject({ ok: true, revision })
  expect(answer.checks.map(({ name }: Json) => name)).toEqual([...CHECK_NAMES, MEMORY_CHECK])
})

test('a company without any records passes the self-check', async () => {
  const { json } = await (await service.newCompany()).get('/api/v1/self-check')
  expect(json).toMatchObject({ ok: true, revision: 0 })
})

test('the self-check refuses an unknown query parameter', async () => {
  const reply = await client.get('/api/v1/self-check?deep=1')
  expect(reply.status).toBe(400)
  expect(reply.json.errors[0].path).toBe('query/deep')
})

/** For each check, an SQL statement that corrupts the data so that the check fails; `$1` is the company's id. */
const CORRUPTIONS: Record<string, string> = {
  'the remainder of a lot is between zero and the received quantity': `
    alter table lots drop constraint lots_check;
    update lots set remaining_milli = received_milli + 1 where company_id = $1`,
  'the stock on hand is the sum of the lots':
    'update stock set on_hand_milli = on_hand_milli + 1 where company_id = $1',
  'the reserved stock is what the open orders need':
    'update stock set reserved_milli = reserved_milli + 1 where company_id = $1 and on_hand_milli > reserved_milli',
  'no more stock is reserved than is on hand': `
    alter table stock drop constraint stock_check;
    update stock set reserved_milli = on_hand_milli + 1 where company_id = $1`,
  'everything received of a product is on hand or has left': `delete from movements where company_id = $1 and type = 'writeoff'`,
  'everything that came into a warehouse is on hand or has left': `
    update movements set warehouse_id = to_warehouse_id, to_warehouse_id = warehouse_id
     where company_id = $1 and type = 'transfer'`,
  'a lot has what it received, less what was taken and not put back': `
    delete from movement_lots d using movements m
     where d.company_id = $1 and m.company_id = $1 and m.id = d.movement_id and m.type = 'reversal' and m.direction = 1`,
  'the lots of a movement add up to its quantity and cost':
    'update movements set cost_minor = cost_minor + 1 where company_id = $1',
  'goods are taken from a lot at the cost of the lot':
    'update lots set unit_cost_minor = unit_cost_minor + 1 where company_id = $1',
  'the table of lots taken agrees with the records of the movements': 'delete from movement_lots where company_id = $1',
  'a movement has the direction of its type and its time in its id': `
    update movements set at = at + interval '1 second' where company_id = $1 and type = 'shipment'`,
  'the stock value in the totals is the value of the lots': `
    update companies set totals = regexp_replace(totals, '"stockValue":"\\d+"', '"stockValue":"1"') where company_id = $1`,
  'a purchase counts what was received for it': 'update purchases set received_milli = 1 where company_id = $1',
  'a posted document has moved its lines, and a cancelled one has moved them back': `
    delete from movements where company_id = $1 and type = 'reversal'`,
  'a stocktake moved the differences that it posted, and took back what was cancelled': `
    update movements set direction = -1 where company_id = $1 and type = 'surplus'`,
  'a stocktake tells how many lines it has posted': `
    update stocktake_lines set movement_id = null where company_id = $1`,
  'no product of a warehouse is in two open stocktakes': `
    update stocktakes set status = 'counting' where company_id = $1`,
  'a stocktake nets no more than is short and over, and moves that cost': `
    update stocktake_lines set counted_milli = expected_milli, difference_milli = 0 where company_id = $1 and movement_id is null`,
  'what a stocktake counted of a product is the sum of its sheets': `
    update stocktake_lines set counted_milli = counted_milli + 1, expected_milli = expected_milli + 1 where company_id = $1`,
  'what was sold is what the shipments and returns say, at the cost of what moved':
    'update movements set revenue_minor = revenue_minor + 1 where company_id = $1',
  'what was delivered is what the shipments and returns say, and the orders from before them':
    'delete from deliveries where company_id = $1',
  'an order counts what its posted shipments shipped':
    'update shipments set amount_minor = amount_minor + 1 where company_id = $1',
  'a line counts what the posted shipments shipped of it, and reserves the rest or waits for it': `
    update orders set record = replace(record, '"reserved":', '"reserved":1') where company_id = $1`,
  'the stock rows say what orders wait for': 'update stock set waiting_milli = waiting_milli + 1 where company_id = $1',
  'nothing waits while something is available':
    'update stock set on_hand_milli = on_hand_milli + 1000 where company_id = $1',
  'an order waits for what its lines wait for': 'update orders set waits = false where company_id = $1',
  'the reservations that end are those of the orders': 'delete from ending_reservations where company_id = $1',
  'a posted return moved its goods and wrote damaged ones off, and a cancelled one undid it':
    'update movements set good_milli = good_milli - 1 where company_id = $1 and return_id is not null',
  'a return costs what its goods cost, and its lines add up to it':
    'update customer_returns set amount_minor = amount_minor + 1 where company_id = $1',
  'an order and its lines count what posted returns brought back, at most what was shipped': `
    update orders set record = replace(record, '"returned":2', '"returned":1') where company_id = $1`,
  'an order gets back what it drew, at the same cost once everything is back': `
    update movement_lots d set quantity_milli = 9000 from movements m
     where d.company_id = $1 and m.company_id = $1 and m.id = d.movement_id and m.type = 'customer_return'`,
  'what was paid back for a return is the sum of the posted payments for it':
    'update customer_returns set refunded_minor = 0 where company_id = $1',
  'the stored totals of a past year are the sums of its movements': `
    insert into turnover_years (company_id, year, starts, ends)
    values ($1, 2020, '00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-ffff-ffff-ffffffffffff')`,
  'every record that another record refers to exists': `delete from partners where company_id = $1`,
  'the table of order items agrees with the records of the orders':
    'update order_items set quantity_milli = quantity_milli + 1 where company_id = $1',
  'an order has the total of its items and the cost of its shipments':
    'update orders set cost_minor = cost_minor + 1 where company_id = $1',
  'the table of document lines agrees with the records of the documents':
    'update document_lines set quantity_milli = quantity_milli + 1 where company_id = $1',
  'the table of paid orders agrees with the records of the payments':
    'update payment_orders set amount_minor = amount_minor + 1 where company_id = $1',
  'what was paid for an order is the sum of the posted payments for it':
    'update orders set paid_minor = paid_minor + 1 where company_id = $1',
  'the tables of components and prices agree with the records of the products':
    'update product_components set quantity_milli = quantity_milli + 1 where company_id = $1',
  'the columns of a record agree with its JSON': `update warehouses set name = 'Другой' where company_id = $1`,
  'the revisions of the commands are numbered from 1 without gaps':
    'delete from commands where company_id = $1 and revision = 3',
  'every record has the last revision that the change log has for it':
    'update partners set revision = revision + 1 where company_id = $1',
  'the change log has each record as it was before each change': `
    update commands set changes = replace(changes, '"revision":', '"revision":1') where company_id = $1`,
  'the totals of a company count its records': `
    update companies set totals = regexp_replace(totals, '"lots":\\d+', '"lots":1') where company_id = $1`,
  'the tables contain what the commands stored in the log': `update lots set record = record || ' ' where company_id = $1`,
  'the tables have the same revision as the log':
    'update projections set revision = revision - 1 where company_id = $1',
  'no number was used twice or is above the counter': `update orders set number = '00001' where company_id = $1`,
}

test('every check of the self-check has a test below that corrupts the data', () => {
  expect(Object.keys(CORRUPTIONS).sort()).toEqual([...CHECK_NAMES].sort())
})

test.each(Object.entries(CORRUPTIONS))(
  'the self-check detects a violation of the rule: %s',
  async (name, corruption) => {
    await admin.query('begin')
    try {
      await admin.query(`set local session_replication_role = replica`)
      for (const statement of corruption.split(';'))
        await admin.query(statement.replaceAll('$1', `'${client.companyId}'`))
      const check = (await runChecks(admin, client.companyId)).find((one) => one.name === name)!
      expect(check.ok).toBe(false)
      expect(check.differences.length).toBeGreaterThan(0)
      expect(check.differences.length).toBeLessThanOrEqual(20)
    } finally {
      await admin.query('rollback')
    }
  },
)

/**
 * Further faults that the checks must detect. Each has the name of the check, a description, and the SQL statement that
 * causes the fault.
 */
const FAULTS: [check: string, what: string, corruption: string][] = [
  ['the reserved stock is what the open orders need', 'an order is gone', `delete from orders where status = 'new'`],
  [
    'the reserved stock is what the open orders need',
    'a wrong quantity of a component in an ordered bundle',
    `update orders set record = regexp_replace(record, '("components":.+?"quantity":)', '\\17') where status = 'new'`,
  ],
  [
    'the table of lots taken agrees with the records of the movements',
    'a wrong quantity',
    'update movement_lots set quantity_milli = quantity_milli + 1',
  ],
  [
    'the table of lots taken agrees with the records of the movements',
    'a wrong cost',
    'update movement_lots set unit_cost_minor = unit_cost_minor + 1',
  ],
  [
    'a purchase counts what was received for it',
    'damaged goods that count as received',
    'update purchases set damaged_milli = 0, received_milli = 3000',
  ],
  [
    'a purchase counts what was received for it',
    'wrong damaged goods in a movement',
    `update movements set record = replace(record, '"damaged":1', '"damaged":0.5') where purchase_id is not null`,
  ],
  [
    'what was sold is what the shipments and returns say, at the cost of what moved',
    'a missing sale',
    'delete from sales',
  ],
  [
    'what was sold is what the shipments and returns say, at the cost of what moved',
    'a wrong cost',
    'update sales set cost_minor = cost_minor + 1',
  ],
  [
    'what was sold is what the shipments and returns say, at the cost of what moved',
    'a wrong cost of shipped components',
    `update movements set cost_minor = cost_minor * 2 + 100 where type = 'shipment' and revenue_minor is null`,
  ],
  [
    'what was sold is what the shipments and returns say, at the cost of what moved',
    'a wrong amount in a record',
    `update orders set record = regexp_replace(record, '("amount":)\\d', '\\17') where status = 'shipped'`,
  ],
  ['the table of order items agrees with the records of the orders', 'a missing item', 'delete from order_items'],
  [
    'the table of order items agrees with the records of the orders',
    'a wrong price',
    'update order_items set price_minor = price_minor + 1',
  ],
  [
    'the table of order items agrees with the records of the orders',
    'a wrong quantity in a record',
    `update orders set record = regexp_replace(record, '("quantity":)', '\\19')`,
  ],
  [
    'an order has the total of its items and the cost of its shipments',
    'a wrong total',
    'update orders set total_minor = total_minor + 1',
  ],
  [
    'an order has the total of its items and the cost of its shipments',
    'an order without items',
    'delete from order_items',
  ],
  [
    'an order has the total of its items and the cost of its shipments',
    'a wrong cost of a shipment',
    `update movements set cost_minor = cost_minor + 1 where type = 'shipment'`,
  ],
  [
    'the table of document lines agrees with the records of the documents',
    'a missing line',
    'delete from document_lines',
  ],
  [
    'the table of document lines agrees with the records of the documents',
    'a wrong cost',
    'update document_lines set unit_cost_minor = unit_cost_minor + 1',
  ],
  [
    'the table of document lines agrees with the records of the documents',
    'a wrong total',
    'update documents set total_minor = total_minor + 1',
  ],
  [
    'the tables of components and prices agree with the records of the products',
    'a missing component',
    'delete from product_components',
  ],
  [
    'the tables of components and prices agree with the records of the products',
    'a missing price',
    'delete from product_prices',
  ],
  [
    'the tables of components and prices agree with the records of the products',
    'a wrong price',
    'update product_prices set price_minor = price_minor + 1',
  ],
  [
    'the tables of components and prices agree with the records of the products',
    'a changed price in a record',
    `update products set record = regexp_replace(record, '("prices":.+?"price":)', '\\16')`,
  ],
  ...['lots set unit_cost_minor', 'orders set total_minor', 'products set price_minor', 'movements set cost_minor'].map(
    (column): [string, string, string] => [
      'the columns of a record agree with its JSON',
      `update ${column}`,
      `update ${column} = ${column.split(' ')[2]} + 1`,
    ],
  ),
  ...['warehouses set name', 'partners set phone', 'price_types set name', 'products set sku', 'lots set record'].map(
    (column): [string, string, string] => [
      'the columns of a record agree with its JSON',
      `update ${column}`,
      column === 'lots set record'
        ? `update lots set record = replace(record, '"revision":', '"revision":9')`
        : `update ${column} = 'другое'`,
    ],
  ),
  ['every record has the last revision that the change log has for it', 'a deleted record', 'delete from partners'],
  [
    'every record has the last revision that the change log has for it',
    'a record that exists although the log removed it',
    `update commands set changes = regexp_replace(changes, '("kind":"partners","id":"[^"]+")', '\\1,"gone":true')`,
  ],
  [
    'the change log has each record as it was before each change',
    'a changed stock row',
    `update commands set changes = regexp_replace(changes, '("was":\\[\\d+,\\d+,)', '\\11')`,
  ],
  [
    'the change log has each record as it was before each change',
    'a record that the log does not have as it was before',
    `update commands set changes = regexp_replace(changes, ',"was":.*', '}]') where changes like '%"was":{%'`,
  ],
]

test.each(FAULTS)('the check "%s" of the self-check detects this fault: %s', async (name, _what, corruption) => {
  await admin.query('begin')
  try {
    await admin.query(`set local session_replication_role = replica`)
    expect((await admin.query(corruption)).rowCount).toBeGreaterThan(0)
    expect((await runChecks(admin, client.companyId)).find((one) => one.name === name)).toMatchObject({ ok: false })
  } finally {
    await admin.query('rollback')
  }
})

test('the self-check command in the shell gives the same result as the route while the server runs', async () => {
  expect(await runCli()).toMatchObject({ code: 0, answer: { ok: true, differing: [] } })
})

test('the self-check reports what differs, by route and in the shell, and the shell command exits with 1', async () => {
  const totals = `regexp_replace(totals, '"orders":(\\d+)', '"orders":1\\1')`
  await admin.query(`update companies set totals = ${totals} where company_id = $1`, [client.companyId])
  const answer = await selfCheck()
  expect(answer.ok).toBe(false)
  const named = answer.checks.filter(({ ok }: Json) => !ok)
  expect(named.map(({ name }: Json) => name)).toEqual(['the totals of a company count its records', MEMORY_CHECK])
  expect(named[0].differences[0]).toMatch(/^orders: totals 1\d+, records \d+$/)
  expect(named[1].differences).toEqual(['totals'])
  const { code, answer: told } = await runCli()
  expect(code).toBe(1)
  expect(told.differing).toHaveLength(1)
  expect(told.differing[0]).toMatchObject({ companyId: client.companyId, checks: [named[0]] })
})

test('the self-check detects, record by record, where memory differs from the tables', async () => {
  const row = { productId: '', warehouseId: '' }
  await admin.query('begin')
  const { rows } = await admin.query(
    `update stock set on_hand_milli = on_hand_milli + 1 where ctid = (select ctid from stock where company_id = $1 limit 1)
     returning product_id as "productId", warehouse_id as "warehouseId"`,
    [client.companyId],
  )
  await admin.query('commit')
  Object.assign(row, rows[0])
  const memory = (await selfCheck()).checks.find(({ name }: Json) => name === MEMORY_CHECK)
  expect(memory.differences).toContain(`stock ${row.productId}/${row.warehouseId} differs in memory`)
})

async function runCli(): Promise<{ code: number; answer: Json }> {
  const env = { ...process.env, DATABASE_URL: service.databaseUrl }
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [CLI], { env })
    return { code: 0, answer: JSON.parse(stdout) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    expect(stderr).toBe('')
    return { code, answer: JSON.parse(stdout) }
  }
}
