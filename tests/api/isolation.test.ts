/**
 * Checks that companies are separated twice: the service searches for records only within a company, and row-level
 * security in the database would hide other companies' records anyway.
 */
import { expect, test } from 'vitest'
import { issueFromShell } from '../../server/access/tokens.ts'
import { countFiles, takeRequests } from '../../server/limits/limits-sql.ts'
import { EMPTY_CHECKPOINT } from '../../server/moysklad/jobs/checkpoint.ts'
import { insertJob } from '../../server/moysklad/jobs/job-sql.ts'
import { putLinks } from '../../server/moysklad/jobs/link-sql.ts'
import { insertRows } from '../../server/moysklad/jobs/row-sql.ts'
import { putSourceRows } from '../../server/moysklad/jobs/source-sql.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { APP_ROLE, readCompany, type Tx } from '../../server/store/database.ts'
import { readProblem } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { everyKindOfChange } from '../support/scene/changes.ts'
import { addDelivery } from '../support/scene/deliveries.ts'
import {
  addContract,
  addDocument,
  addField,
  addFilter,
  addFilterValue,
  addOrganization,
  addPartner,
  addPayment,
  addPriceType,
  addPurchase,
  findIn,
  moveOrder,
  openShop,
  orderBody,
  placeOrder,
  postReturn,
  receive,
  type Shop,
  setAlerts,
} from '../support/scene/fixtures.ts'
import { count, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()

const shopOf = async (name: string) => openShop(await service.newCompany(name), 10)

/** Runs a statement with the service's database role, in a transaction with the given company set, or none. */
async function queryAs(companyId: string | null, sql: string, values: unknown[] = []) {
  // Wait until the tables contain everything that was committed.
  if (companyId !== null && companyId !== '') await readCompany(service.database, companyId, async () => undefined)
  const connection = await service.database.connect()
  try {
    await connection.query('begin')
    if (companyId !== null) await connection.query(`select set_config('app.company_id', $1, true)`, [companyId])
    const { rows, rowCount } = await connection.query(sql, values)
    return { rows, rowCount }
  } finally {
    await connection.query('rollback')
    connection.release()
  }
}

/** Returns the names of all tables that contain rows of company data. */
async function companyTables(): Promise<string[]> {
  const { rows } = await queryAs(
    null,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relrowsecurity order by 1`,
  )
  return rows.map((row) => row.relname as string)
}

/** Creates a shop that has at least one row in every table of company data. */
async function fullShop(name: string): Promise<Shop> {
  const shop = await shopOf(name)
  const { client, productId, warehouseId, supplier } = shop
  const filterValueIds = [await addFilterValue(client, await addFilter(client))]
  const prices = [{ priceTypeId: await addPriceType(client), price: 1 }]
  const fields = { name: 'Чайник', price: 150, minStock: 10, prices, filterValueIds }
  await client.made('PATCH', `/api/v1/products/${productId}`, fields)
  const components = [{ productId, quantity: 1 }]
  const bundle = await client.made('POST', '/api/v1/products', { name: 'Набор', kind: 'bundle', components })
  await addField(client)
  const partnerId = await addPartner(client, 'Партнёр')
  const organizationId = await addOrganization(client)
  await addContract(client, { partnerId, organizationId })
  await addPurchase(client, { productId, warehouseId, supplier })
  await addDocument(client, { lines: [{ productId, quantity: 1, unitCost: 1 }] })
  await addPayment(client, { partnerId })
  await client.made('POST', '/api/v1/stock-rules', { productId, minStock: 1 })
  await client.made('POST', '/api/v1/supplier-items', { productId, supplierId: partnerId })
  const link = { source: 'ozon', entityType: 'product', externalId: '1', internalId: productId }
  await client.made('POST', '/api/v1/external-links', link)
  await issueFromShell(service.database, client.companyId, { name: 'Сайт' })
  await setAlerts(client, true)
  const order = await placeOrder(shop, { items: [{ productId: bundle.id, quantity: 1 }] })
  await moveOrder(shop, order.id, 'shipped')
  await count(client, await startStocktake(client, warehouseId), { productId, quantity: 1 })
  await addPayment(client, { partnerId: order.customerId, orders: [{ orderId: order.id, amount: 1 }] })
  await postReturn(shop, order.id, [[1, 1]])
  await addDelivery(client, { supplierId: partnerId, warehouseId, lines: [{ productId, quantity: 1, unitCost: 1 }] })
  await addFiles(shop)
  await addKeptYear(shop)
  await addCheckpoint(shop)
  await addOwnersRows(shop)
  await addPlainRecord(shop)
  await addLimited(shop)
  return shop
}

/** Adds a year with stored totals, because a new shop has no completed year. */
async function addKeptYear({ client: { companyId }, productId }: Shop): Promise<void> {
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query('insert into turnover_years values ($1, 2000, $1, $2)', [
      companyId,
      'ffffffff-ffff-ffff-ffff-ffffffffffff',
    ])
    await tx.query(`insert into turnover_totals values ($1, $2, 1, 1, 2000, 1, 'receipt')`, [companyId, productId])
  })
}

/**
 * Adds a checkpoint, because a new shop has none. The checkpoint belongs to another history, so the service never uses
 * it.
 */
async function addCheckpoint({ client: { companyId } }: Shop): Promise<void> {
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query('insert into checkpoints (company_id, revision, command_id, head) values ($1, 1, $1, $2)', [
      companyId,
      Buffer.of(0),
    ])
    await tx.query('insert into state_chunks (company_id, digest, content) values ($1, $2, $2)', [
      companyId,
      Buffer.of(0),
    ])
  })
}

/** Adds a record of a kind that the service does not use and that has no table of its own. */
async function addPlainRecord({ client: { companyId }, productId: id }: Shop): Promise<void> {
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query(`insert into plain_records values ($1, 'none', $2, 0, '{"name":"Тайный"}')`, [companyId, id])
  })
}

/** Counts requests and files, as for a company with limits. */
async function addLimited({ client: { companyId } }: Shop): Promise<void> {
  await takeRequests(service.database, companyId, { limit: 10, share: 1 })
  await writeCompany(service.database, companyId, (tx) => countFiles(tx, companyId))
}

/** Adds the records that owners manage: tokens, members, and a connection to MoySklad. */
async function addOwnersRows({ client: { companyId }, productId: id }: Shop): Promise<void> {
  await writeCompany(service.database, companyId, async (tx) => {
    await tx.query(
      `insert into access_log values ($1, $2, 0, now(), 'user', 'u', 'Тайный', 'token.issued', 'token', 't', 'Тайный', '{}')`,
      [companyId, id],
    )
    await tx.query(
      `insert into extsys_connections values ($1, 'sealed', 'a', 'Тайный', 'Тайный', '{}', now(), 'u', 'Тайный')`,
      [companyId],
    )
    await addImport(tx, companyId, id)
    await tx.query(
      `insert into table_imports (company_id, id, kind, status, file_name, sha256, size, language, sheets, header_row, columns,
                                  options, created_at, updated_at, created_by_type, created_by_id, created_by_name)
       values ($1, $2, 'products', 'done', 'Тайный', 'none', 1, 'ru', '[]', 1, '[]', '{}', now(), now(), 'user', 'u', 'Тайный')`,
      [companyId, id],
    )
    await tx.query(
      `insert into table_import_rows (company_id, import_id, row, plan, cells, problems) values ($1, $2, 1, 'create', '[]', '[]')`,
      [companyId, id],
    )
    await tx.query(`insert into table_headers values ($1, 'products', 'тайный', 'sku')`, [companyId])
  })
}

/** Adds a MoySklad import with the rows it read, its report and its results. */
async function addImport(tx: Tx, companyId: string, id: string): Promise<void> {
  const by = { id: 'u', name: 'Тайный' }
  const options = { products: true, partners: false, warehouses: false, organizations: false, purchases: false }
  await insertJob(tx, companyId, {
    ...{ id, options, accountId: 'a', createdAt: new Date(), createdBy: by, checkpoint: EMPTY_CHECKPOINT },
  })
  const [row] = [{ externalId: 'e', source: '{"name":"Тайный"}', suppliers: [] }]
  await putSourceRows(tx, companyId, { jobId: id, list: 'product', rows: [row] })
  await insertRows(tx, companyId, id, [
    {
      ...{ number: 0, id, entityType: 'product', externalId: 'e', name: 'Тайный', action: 'create', status: 'planned' },
      ...{ internalId: null, problems: [], data: {}, body: null, archived: false, isDue: false, isArchiveDue: false },
    },
  ])
  await putLinks(tx, companyId, [
    { kind: 'product', externalId: 'e', internalId: id, last: { body: {}, archived: false } },
  ])
}

/** Adds the database rows of files without storing any bytes, because these tests are about rows. */
async function addFiles({ client: { companyId }, productId: id }: Shop): Promise<void> {
  const connection = await service.database.connect()
  try {
    await connection.query('begin')
    await connection.query(`select set_config('app.company_id', $1, true)`, [companyId])
    await connection.query(`insert into product_images values ($1, $2, $2, 'none', 'image/png')`, [companyId, id])
    await connection.query(
      `insert into procurement_imports (company_id, id, revision, status, sha256, attempt, queued_at, record)
       values ($1, $2, 0, 'rejected', 'none', 1, now(), '{}')`,
      [companyId, id],
    )
    await connection.query(
      `insert into recognitions (company_id, id, revision, import_id, model, duration_ms, record)
       values ($1, $2, 0, $2, 'none', 1, '{}')`,
      [companyId, id],
    )
    await connection.query(`insert into recognition_pages values ($1, $2, 1, 0, '{}')`, [companyId, id])
    await connection.query('commit')
  } finally {
    connection.release()
  }
}

// Tests through the API.

test('one company’s commands do not change a single byte of another company’s state', async () => {
  const [mine, theirs] = [await shopOf('А'), await service.newCompany('Б')]
  const before = await mine.client.get('/api/v1/bootstrap')
  for await (const _sent of everyKindOfChange(theirs)) {
    // The loop body is empty because iterating is enough to send the commands.
  }
  expect((await mine.client.get('/api/v1/bootstrap')).text).toBe(before.text)
})

test('the responses to one company’s requests contain no data of another company', async () => {
  const [mine, theirs] = [await shopOf('Тайная'), await service.newCompany('Б')]
  for (const path of ['bootstrap', 'bootstrap?since=0', 'catalog', 'audit']) {
    const { text } = await theirs.get(`/api/v1/${path}`)
    for (const secret of [mine.client.companyId, mine.productId, mine.warehouseId, 'Чайник', 'Тайная'])
      expect(text).not.toContain(secret)
  }
})

test('a price type of another company is not found in the catalog', async () => {
  const [mine, theirs] = [await service.newCompany(), await service.newCompany()]
  const priceTypeId = await addPriceType(theirs)
  expect(readProblem(await mine.get(`/api/v1/catalog?priceTypeId=${priceTypeId}`)).code).toBe('NOT_FOUND')
})

test('the refusal of a request with another company’s record id reveals nothing about that record', async () => {
  const [mine, theirs] = [await shopOf('А'), await shopOf('Б')]
  const ask = (productId: string) =>
    mine.client.refused('PATCH', `/api/v1/products/${productId}`, { name: 'Мой', price: 1 })
  const [foreign, unknown] = [await ask(theirs.productId), await ask(theirs.warehouseId)]
  expect(foreign.detail.replace(theirs.productId, '')).toBe(unknown.detail.replace(theirs.warehouseId, ''))
})

test('a partner of another company cannot be the customer of an order', async () => {
  const [mine, theirs] = [await shopOf('А'), await shopOf('Б')]
  await addPartner(theirs.client, 'Чужой')
  const problem = await mine.client.refused('POST', '/api/v1/orders', { ...orderBody(mine, 1), customer: 'Чужой' })
  expect(problem.code).toBe('NOT_FOUND')
})

test('resolving a contact creates a new partner if only another company has that contact as a partner', async () => {
  const [mine, theirs] = [await service.newCompany(), await service.newCompany()]
  const contact = { name: 'Иван', type: 'Покупатель', phone: '+7 916 1234567' }
  const foreign = await theirs.made('POST', '/api/v1/partners/resolve', contact)
  const own = await mine.made('POST', '/api/v1/partners/resolve', contact)
  expect(own).toMatchObject({ created: true })
  expect(own.id).not.toBe(foreign.id)
})

test('each company has its own external ids and order numbers', async () => {
  const pair = { externalSource: 'ozon', externalId: '17' }
  for (const shop of [await shopOf('А'), await shopOf('Б')])
    expect(await placeOrder(shop, pair)).toMatchObject({ ...pair, number: '00001' })
})

test('when several companies trade at the same time, each gets only its own results', async () => {
  const shops = [await shopOf('А'), await shopOf('Б'), await shopOf('В')]
  const orders = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      shops[index % 3]!.client.post('/api/v1/orders', orderBody(shops[index % 3]!, 1)),
    ),
  )
  expect(orders.filter((reply) => reply.status === 200)).toHaveLength(30)
  for (const shop of shops) {
    const state = await shop.client.state()
    expect(state.totals.orders).toBe(10)
    expect(state.orders.every((order: { warehouseId: string }) => order.warehouseId === shop.warehouseId)).toBe(true)
  }
})

test('a receipt changes only its own company’s stock', async () => {
  const [mine, theirs] = [await shopOf('А'), await shopOf('Б')]
  await receive(mine, 5)
  expect((await theirs.client.state()).stock).toMatchObject([{ onHand: 10 }])
  expect(await findIn(theirs.client, 'products', mine.productId)).toBeUndefined()
})

// Tests in the database, with the service's own role.

test('every database table of company data has rows of a company that trades', async () => {
  const { client } = await fullShop('А')
  for (const table of await companyTables()) {
    const { rowCount } = await queryAs(client.companyId, `select from ${table}`)
    expect(rowCount, table).toBeGreaterThan(0)
  }
})

test('in a database session without a company, the service’s database role sees no rows', async () => {
  await fullShop('А')
  for (const table of await companyTables())
    expect((await queryAs(null, `select from ${table}`)).rowCount, table).toBe(0)
})

test('in a database session with an empty company, the service’s database role finds no rows', async () => {
  await fullShop('А')
  for (const table of await companyTables()) expect((await queryAs('', `select from ${table}`)).rowCount, table).toBe(0)
})

test('in a database session of another company, the service’s database role cannot read, change or delete this company’s rows', async () => {
  const [mine, stranger] = [await fullShop('А'), await service.newCompany('Б')]
  const { companyId } = mine.client
  const whole = await mine.client.get('/api/v1/bootstrap')
  for (const table of await companyTables())
    for (const statement of [
      `select from ${table} where company_id = $1`,
      `update ${table} set company_id = company_id where company_id = $1`,
      `delete from ${table} where company_id = $1`,
    ])
      expect((await queryAs(stranger.companyId, statement, [companyId])).rowCount, statement).toBe(0)
  expect((await mine.client.get('/api/v1/bootstrap')).text).toBe(whole.text)
})

test('in a database session of one company, the service’s database role sees only that company’s rows', async () => {
  const [mine] = [await fullShop('А'), await fullShop('Б')]
  for (const table of await companyTables()) {
    const { rows } = await queryAs(mine.client.companyId, `select distinct company_id from ${table}`)
    expect(rows, table).toEqual([{ company_id: mine.client.companyId }])
  }
})

test('the service’s database role can neither insert a row for another company nor move one to it', async () => {
  const [mine, stranger] = [await fullShop('А'), await service.newCompany('Б')]
  for (const table of await companyTables()) {
    const { rows } = await queryAs(
      null,
      `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
        where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' and attname <> 'company_id'`,
      [table],
    )
    const { columns } = rows[0]
    const copy = `insert into ${table} (company_id, ${columns}) select $1, ${columns} from ${table}`
    const move = `update ${table} set company_id = $1`
    for (const statement of [copy, move])
      await expect(queryAs(mine.client.companyId, statement, [stranger.companyId]), statement).rejects.toMatchObject({
        message: expect.stringContaining('row-level security'),
      })
  }
})

test('a database connection used for one company keeps no trace of that company', async () => {
  const shop = await fullShop('А')
  const connection = await service.database.connect()
  try {
    await connection.query('select company_revision($1)', [shop.client.companyId])
    expect((await connection.query('select from products')).rowCount).toBe(0)
  } finally {
    connection.release()
  }
})

test('the service’s database role cannot switch off row-level security', async () => {
  const attempts = [
    'set row_security = off; select from products',
    'alter table products disable row level security',
    'truncate products cascade',
    'drop policy company_isolation on products',
    'create table loot as select 1',
  ]
  await fullShop('А')
  for (const attempt of attempts)
    await expect(queryAs(null, attempt), attempt).rejects.toMatchObject({ code: expect.stringMatching(/^42/) })
  const { rows } = await queryAs(null, 'select current_user as role')
  expect(rows).toEqual([{ role: APP_ROLE }])
})

test('simultaneous requests with the tokens of several companies each get the state of their own company', async () => {
  const clients: Client[] = []
  for (let count = 0; count < 8; count += 1) clients.push(await service.newCompany(`К${count}`))
  const asked = Array.from({ length: 200 }, (_, index) => clients[(index * 7) % clients.length]!)
  const answers = await Promise.all(asked.map((client) => client.state()))
  expect(answers.map((state) => state.company.id)).toEqual(asked.map((client) => client.companyId))
})
