/** Tests lists of all records (pages, sort orders, filters, search and refusals) and reading single records. */
import { expect, test } from 'vitest'
import { LIST_TABLES } from '../../server/lists/list-tables.ts'
import { STATE_LISTS } from '../../server/lists/state-lists.ts'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, addProduct, openShop, placeOrder, receive } from '../support/scene/fixtures.ts'
import { fillLists, type ListCompany, pageThrough } from '../support/scene/list-company.ts'

const service = useService()
const LISTS = [...STATE_LISTS, ...LIST_TABLES]
const paths = LISTS.map(({ path }) => path)
const UNKNOWN = '018cc251-f7e8-7001-8000-000000000001'

let filled: Promise<ListCompany> | null = null
/** Returns the company shared by all tests that do not write. */
const company = () => {
  filled ??= service.newCompany().then(fillLists)
  return filled
}

async function found(path: string): Promise<Json[]> {
  return pageThrough((await company()).client, path, 1_000)
}

const names = async (path: string) => (await found(path)).map((record) => record.name as string)

// Tests of pages and sort orders.

test.each(paths)(
  '%s: small pages together contain every record once, in the same order as one large page',
  async (path) => {
    const { client } = await company()
    const whole = await pageThrough(client, path, 1_000)
    expect(await pageThrough(client, path, 1)).toEqual(whole)
    if (path !== 'notifications') expect(whole.length).toBeGreaterThan(1)
  },
)

test.each(LISTS.flatMap(({ path, sorts }) => Object.keys(sorts).map((sort) => [path, sort] as const)))(
  'the list %s sorted by %s descending is exactly the reverse of the ascending list',
  async (path, sort) => {
    const { client } = await company()
    const up = await pageThrough(client, `${path}?sort=${sort}`, 1)
    expect(await pageThrough(client, `${path}?sort=-${sort}`, 2)).toEqual(up.toReversed())
  },
)

test('lists are sorted from the newest record to the oldest by default', async () => {
  const products = await found('products')
  expect(products.map(({ createdAt }) => createdAt)).toEqual(
    products
      .map(({ createdAt }) => createdAt)
      .sort()
      .reverse(),
  )
})

test('lists sorted by name ignore letter case and treat ё as е', async () => {
  const client = await service.newCompany()
  for (const name of ['ёжик', 'Ель', 'ЖУК', 'арбуз', 'Едок', 'Ёж']) await addProduct(client, { name })
  const sorted = await pageThrough(client, 'products?sort=name', 2)
  expect(sorted.map(({ name }) => name)).toEqual(['арбуз', 'Едок', 'Ёж', 'ёжик', 'Ель', 'ЖУК'])
})

test('records with equal names appear exactly once when the list is read page by page', async () => {
  const client = await service.newCompany()
  for (let count = 0; count < 7; count += 1) await addProduct(client, { name: 'Одно имя' })
  for (const sort of ['name', '-name']) {
    const ids = (await pageThrough(client, `products?sort=${sort}`, 2)).map(({ id }) => id)
    expect(new Set(ids).size).toBe(7)
    expect(ids).toEqual(sort === 'name' ? ids.toSorted() : ids.toSorted().reverse())
  }
})

test('records that existed when paging began appear exactly once, even if more are added while paging', async () => {
  const client = await service.newCompany()
  const before: string[] = []
  for (let count = 0; count < 30; count += 1) before.push(await addProduct(client, { name: `Товар ${count}` }))
  for (const path of ['products', 'products?sort=createdAt', 'products?sort=name', 'products?q=товар']) {
    let isDone = false
    const coming = (async () => {
      for (let count = 0; !isDone; count += 1) await addProduct(client, { name: `Товар ${count % 30}` })
    })()
    const ids = (await pageThrough(client, path, 3)).map(({ id }) => id)
    isDone = true
    await coming
    expect(new Set(ids).size).toBe(ids.length)
    expect(before.filter((id) => !ids.includes(id))).toEqual([])
  }
})

test('a search for words with rare letters finds all records that contain them, and no others', async () => {
  const client = await service.newCompany()
  const names = ['Утюг', 'Фен', 'Юла', 'Щуп', 'Шило', 'Цех', 'Эму', 'Съём', 'Zero шт']
  for (const name of names) await addProduct(client, { name })
  const found = async (q: string) =>
    (await pageThrough(client, `products?sort=name&q=${encodeURIComponent(q)}`, 3)).map(({ name }) => name)
  for (const name of names) expect(await found(name)).toEqual([name])
  expect(await found('ш')).toEqual(['Zero шт', 'Шило'])
  expect(await found('ю')).toEqual(['Утюг', 'Юла'])
  expect(await found('ЮГ')).toEqual(['Утюг'])
  expect(await found('съем')).toEqual(['Съём'])
  for (const q of ['z', 'zero']) expect(await found(q)).toEqual(['Zero шт'])
  for (const q of ['утzг', 'утzюг', 'утг', 'zю', 'фzен']) expect(await found(q)).toEqual([])
})

test('a search finds tags that contain quotes, backslashes or capital letters', async () => {
  const client = await service.newCompany()
  const tags = ['каталог\\новый', 'скидка "лучшая"', 'Ёж', '"']
  await addProduct(client, { name: 'Чайник', tags })
  await addProduct(client, { name: 'Утюг', tags: ['каталог', 'ёж'] })
  for (const tag of tags) {
    const found = await pageThrough(client, `products?tag=${encodeURIComponent(tag)}`, 2)
    expect(found.map(({ name }) => name)).toEqual(['Чайник'])
  }
})

// Tests of reading one record.

test.each(paths.filter((path) => path !== 'stock' && path !== 'notifications'))(
  'a record requested by its id is byte for byte the same as in the list %s',
  async (path) => {
    const { client } = await company()
    const { text } = await client.get(`/api/v1/${path}?limit=1`)
    const { items } = JSON.parse(text)
    const one = await client.get(`/api/v1/${path}/${items[0].id}`)
    expect(text).toBe(`{"items":[${one.text}],"nextCursor":${JSON.stringify(JSON.parse(text).nextCursor)}}`)
  },
)

test('lists and the company state contain the same JSON for a record', async () => {
  const { client } = await company()
  const state = await client.state()
  const kinds = { products: 'products', partners: 'partners', lots: 'lots?open=true', orders: 'orders', stock: 'stock' }
  for (const [kind, path] of Object.entries(kinds))
    expect(await pageThrough(client, path, 2), kind).toEqual(state[kind].toReversed())
})

test.each(paths.filter((path) => path !== 'stock'))(
  'reading a record of the list %s is answered with NOT_FOUND if the id is unknown, malformed or another company’s',
  async (path) => {
    const { client } = await company()
    const [own] = await pageThrough(client, path, 1)
    const stranger = await service.newCompany()
    const asked = [
      [client, UNKNOWN],
      [client, 'x'],
      [client, '%00'.slice(1)],
      [stranger, own?.id ?? UNKNOWN],
    ] as const
    for (const [asker, id] of asked) {
      const problem = readProblem(await asker.get(`/api/v1/${path}/${id}`))
      expect(problem.code).toBe('NOT_FOUND')
    }
  },
)

test.each(paths)('another company finds no records in the list %s', async (path) => {
  await company()
  const stranger = await service.newCompany()
  expect((await stranger.get(`/api/v1/${path}`)).text).toBe('{"items":[],"nextCursor":null}')
})

// Tests of filters.

test('a search for bundles by component matches only their current components', async () => {
  const client = await service.newCompany()
  const [productId, otherId] = [await addProduct(client), await addProduct(client)]
  const components = [productId, otherId].map((id) => ({ productId: id, quantity: 2 }))
  const bundleId = await addProduct(client, { name: 'Набор', kind: 'bundle', components })
  const containing = async (id: string) =>
    (await client.get(`/api/v1/products?componentId=${id}`)).json.items.map((one: Json) => one.id)
  expect([await containing(productId), await containing(otherId), await containing(bundleId)]).toEqual([
    [bundleId],
    [bundleId],
    [],
  ])
  const left = [{ productId: otherId, quantity: 1 }]
  await client.made('PATCH', `/api/v1/products/${bundleId}`, { name: 'Набор', components: left })
  expect([await containing(productId), await containing(otherId)]).toEqual([[], [bundleId]])
})

/** For each filter: its list, a query that uses it, and the number of matching records in the company. */
const FILTERS: [string, (ids: Readonly<Record<string, string>>) => string, number][] = [
  ['products', (ids) => `parentProductId=${ids.productId}`, 1],
  ['products', (ids) => `componentId=${ids.productId}`, 0],
  ['products', (ids) => `supplierId=${ids.supplierId}`, 1],
  ['products', (ids) => `valueId=${ids.valueId}`, 1],
  ['products', (ids) => `priceTypeId=${ids.priceTypeId}`, 1],
  ['products', () => 'category=Кухня', 1],
  ['products', () => 'category=кухня', 0],
  ['products', () => 'tag=новинка', 1],
  ['products', () => 'tag=нов', 0],
  ['products', () => 'kind=product&kind=bundle', 2],
  ['products', () => 'kind=bundle', 0],
  ['products', () => 'archived=false', 2],
  ['products', () => 'archived=true', 0],
  ['products', () => 'createdFrom=2020-01-01', 2],
  ['products', () => 'createdTo=2020-01-01', 0],
  ['partners', () => 'archived=false', 2],
  ['partners', () => 'role=supplier', 0],
  ['partners', () => 'group=x', 0],
  ['partners', () => 'type=Покупатель', 0],
  ['partners', (ids) => `priceTypeId=${ids.priceTypeId}`, 0],
  ['orders', () => 'status=new', 1],
  ['orders', () => 'status=new&status=shipped', 2],
  ['orders', () => 'status=cancelled', 0],
  ['orders', (ids) => `customerId=${ids.customerId}`, 2],
  ['orders', (ids) => `customerId=${ids.customerId}&status=shipped`, 1],
  ['orders', (ids) => `customerId=${ids.supplierId}`, 0],
  ['orders', (ids) => `warehouseId=${ids.warehouseId}`, 2],
  ['orders', (ids) => `warehouseId=${ids.secondId}`, 0],
  ['orders', (ids) => `productId=${ids.productId}`, 2],
  ['orders', (ids) => `productId=${ids.otherId}`, 0],
  ['orders', (ids) => `priceTypeId=${ids.priceTypeId}`, 1],
  ['orders', () => 'channel=Опт', 1],
  ['orders', () => 'externalSource=ozon&externalId=o1', 1],
  ['orders', () => 'externalId=o2', 0],
  ['orders', () => 'orderedFrom=2020-05-05&orderedTo=2020-05-05', 1],
  ['orders', () => 'orderedTo=2020-05-04', 0],
  ['orders', () => 'orderedFrom=2020-05-06', 1],
  ['orders', () => 'createdTo=2020-05-06&sort=orderedAt', 0],
  ['lots', () => 'open=true', 2],
  ['lots', () => 'open=false', 1],
  ['lots', (ids) => `productId=${ids.productId}`, 2],
  ['lots', (ids) => `supplierId=${ids.supplierId}`, 3],
  ['lots', (ids) => `warehouseId=${ids.secondId}`, 1],
  ['lots', (ids) => `sourceLotId=${ids.lotId}`, 1],
  ['movements', () => 'type=receipt', 3],
  ['movements', () => 'type=receipt&type=writeoff', 4],
  ['movements', () => 'type=shipment&type=transfer', 3],
  ['movements', (ids) => `productId=${ids.productId}`, 6],
  ['movements', (ids) => `warehouseId=${ids.secondId}`, 1],
  ['movements', (ids) => `orderId=${ids.shippedId}`, 3],
  ['movements', () => 'type=customer_return', 1],
  ['customer-returns', () => 'status=posted', 1],
  ['customer-returns', (ids) => `orderId=${ids.shippedId}`, 2],
  ['customer-returns', (ids) => `warehouseId=${ids.secondId}`, 1],
  ['customer-returns', (ids) => `productId=${ids.productId}`, 2],
  ['customer-returns', (ids) => `productId=${ids.otherId}`, 0],
  ['stock-rules', (ids) => `productId=${ids.productId}`, 1],
  ['stock-rules', (ids) => `warehouseId=${ids.secondId}`, 1],
  ['stock-rules', (ids) => `supplierId=${ids.supplierId}`, 1],
  ['supplier-items', (ids) => `productId=${ids.productId}`, 1],
  ['supplier-items', (ids) => `supplierId=${ids.supplierId}`, 2],
  ['supplier-items', (ids) => `supplierId=${ids.customerId}`, 0],
  ['movements', (ids) => `orderId=${ids.orderId}`, 0],
  ['movements', (ids) => `documentId=${ids.documentId}`, 0],
  ['movements', (ids) => `purchaseId=${ids.purchaseId}`, 0],
  ['movements', () => 'from=2020-01-01&to=2020-01-02', 0],
  ['movements', () => 'from=2020-01-01', 8],
  ['stock', (ids) => `productId=${ids.productId}`, 2],
  ['stock', (ids) => `productId=${ids.productId}&productId=${UNKNOWN}`, 2],
  ['stock', (ids) => `warehouseId=${ids.warehouseId}`, 2],
  ['stock', (ids) => `warehouseId=${ids.warehouseId}&inStock=true`, 1],
  ['stock', () => 'inStock=false', 1],
  ['contracts', (ids) => `partnerId=${ids.supplierId}`, 1],
  ['contracts', (ids) => `organizationId=${ids.organizationId}`, 2],
  ['contracts', () => 'kind=commission', 0],
  ['custom-fields', () => 'entityKind=nothing', 0],
  ['purchases', (ids) => `productId=${ids.otherId}`, 1],
  ['purchases', (ids) => `supplierId=${ids.supplierId}`, 2],
  ['purchases', () => 'status=open&status=partial', 2],
  ['purchases', () => 'externalSource=ozon&externalId=p1', 1],
  ['procurement/documents', (ids) => `sourceDocumentId=${ids.documentId}`, 1],
  ['procurement/documents', (ids) => `productId=${ids.productId}`, 2],
  ['procurement/documents', (ids) => `supplierId=${ids.supplierId}`, 2],
  ['procurement/documents', () => 'status=draft', 2],
  ['procurement/documents', () => 'status=posted', 1],
  ['procurement/payments', (ids) => `documentId=${ids.documentId}`, 1],
  ['procurement/payments', (ids) => `partnerId=${ids.supplierId}`, 2],
  ['procurement/payments', () => 'direction=incoming', 1],
  ['external-links', (ids) => `internalId=${ids.otherId}`, 1],
  ['warehouses', () => 'archived=false', 2],
  ['price-types', () => 'archived=true', 0],
]

test.each(FILTERS.map(([path, query, count]) => [path, String(query).slice(8), query, count] as const))(
  'GET /%s filtered by %s returns exactly the expected records',
  async (path, _shown, query, count) => {
    const { client, ids } = await company()
    expect(await pageThrough(client, `${path}?${query(ids)}`, 1)).toHaveLength(count)
  },
)

test.each(paths.filter((path) => path !== 'stock' && path !== 'notifications'))(
  'the list %s can be restricted to several ids',
  async (path) => {
    const { client } = await company()
    const all = await pageThrough(client, path, 50)
    const wanted = [all.at(-1)!.id, all[0]!.id]
    const query = [...wanted, ...wanted, UNKNOWN, 'x'].map((id) => `id=${id}`).join('&')
    for (const limit of [1, 50])
      expect((await pageThrough(client, `${path}?${query}`, limit)).map(({ id }) => id)).toEqual([
        ...new Set(wanted.toReversed()),
      ])
    expect(await pageThrough(client, `${path}?id=${UNKNOWN}`, 1)).toEqual([])
    const stranger = await service.newCompany()
    expect((await stranger.get(`/api/v1/${path}?${query}`)).json.items).toEqual([])
    const tooMany = Array.from({ length: 101 }, () => `id=${UNKNOWN}`).join('&')
    expect(pathsOf(readProblem(await client.get(`/api/v1/${path}?${tooMany}`)))).toEqual(['query/id'])
  },
)

test('filtering a list by a malformed id or another company’s id finds nothing', async () => {
  expect(await found('orders?customerId=x')).toEqual([])
  expect(await found(`orders?productId=${UNKNOWN}`)).toEqual([])
})

test('a list of orders filtered by a period is sorted by order date', async () => {
  const orders = await found('orders?orderedFrom=2020-01-01')
  expect(orders.map(({ orderedAt }) => orderedAt)).toEqual(
    orders
      .map(({ orderedAt }) => orderedAt)
      .toSorted()
      .reverse(),
  )
})

// Tests of search.

test.each([
  ['чайник', 1],
  ['ЧАЙНИК', 1],
  ['елка', 1],
  ['ЁЛКА', 1],
  ['ёлка айни', 1],
  ['ёлка утюг', 0],
  ['«Ёлка»', 1],
  ['1,7', 1],
  ['b-1020', 1],
  ['1020/7', 1],
  ['5100005', 1],
  ['новин', 1],
  ['у', 1],
  ['ю', 1],
  ['юг', 1],
  ['%', 1],
  ['50%_', 1],
  ['5_%', 0],
  ['\\', 1],
  ['нет такого', 0],
  ['', 2],
  ['   ', 2],
])('a search of products for %j finds the expected products', async (q, count) => {
  expect(await names(`products?q=${encodeURIComponent(q)}`)).toHaveLength(count)
})

test.each([
  ['+7 916 123-45-67', 'ООО «Ромашка»'],
  ['89161234567', 'ООО «Ромашка»'],
  ['8 (916) 123', 'ООО «Ромашка»'],
  ['1234567', 'ООО «Ромашка»'],
  ['+74957654321', 'Семён Ёжиков'],
  ['(495) 765', 'Семён Ёжиков'],
  ['ежиков семен', 'Семён Ёжиков'],
  ['MAIL.example', 'Семён Ёжиков'],
  ['ооо "ромашка"', 'ООО «Ромашка»'],
])('a search of partners for %j finds the expected partners', async (q, name) => {
  expect(await names(`partners?q=${encodeURIComponent(q)}`)).toEqual([name])
})

test.each([
  ['orders?q=0001', 1],
  ['orders?q=00001', 1],
  ['orders?q=0', 2],
  ['orders?q=OZ-7', 1],
  ['orders?q=o1', 1],
  ['orders?q=ежиков', 2],
  ['orders?q=8495765', 2],
  ['orders?q=ёжиков&status=new', 1],
  ['orders?q=ромашка', 0],
  ['stock?q=чайник', 2],
  ['lots?q=утюг', 1],
  ['movements?q=чайник&type=transfer', 1],
  ['purchases?q=ромашка', 2],
  ['purchases?q=0002', 1],
  ['procurement/documents?q=ромашка', 2],
  ['procurement/payments?q=00002', 1],
  ['contracts?q=ромашка', 1],
  ['warehouses?q=елочный', 1],
  ['price-types?q=опт', 1],
  ['external-links?q=ozon', 2],
])('the search GET /%s finds the expected number of records', async (path, count) => {
  expect(await found(encodeURI(path))).toHaveLength(count)
})

test('a search finds a product’s new name and a partner’s new phone at once, and no longer finds the old name and phone', async () => {
  const client = await service.newCompany()
  const id = await addProduct(client, { name: 'Старое имя' })
  await client.made('PATCH', `/api/v1/products/${id}`, { name: 'Новое имя', barcodes: ['777000'] })
  const count = async (path: string) => (await pageThrough(client, encodeURI(path), 10)).length
  expect([await count('products?q=старое'), await count('products?q=новое'), await count('products?q=777000')]).toEqual(
    [0, 1, 1],
  )
  const partnerId = await addPartner(client, 'Иван', { phone: '111' })
  const contacts = [{ name: 'Пётр', phone: '8 (903) 000-11-22' }]
  await client.made('PATCH', `/api/v1/partners/${partnerId}`, { contacts })
  expect([
    await count('partners?q=79030001122'),
    await count('partners?q=петр'),
    await count('partners?q=phone'),
  ]).toEqual([1, 1, 0])
})

// Tests of finding external links by their key.

test('an external link can be found by its source, type and external id, and an order by its external source and id', async () => {
  const { client, ids } = await company()
  const find = (query: string) => client.get(`/api/v1/external-links?${query}`)
  const link = await find('source=ozon&entityType=product&externalId=1')
  expect(link.json).toMatchObject({ source: 'ozon', entityType: 'product', externalId: '1', internalId: ids.productId })
  const order = await find('source=ozon&entityType=order&externalId=o1')
  expect(order.json).toMatchObject({ source: 'ozon', entityType: 'order', externalId: 'o1', internalId: ids.orderId })
  expect(readProblem(await find('source=ozon&entityType=partner&externalId=1')).code).toBe('NOT_FOUND')
  for (const part of ['source=ozon', 'entityType=order&externalId=1'])
    expect(pathsOf(readProblem(await find(part)))[0]).toMatch(/^query\/(source|entityType|externalId)$/)
})

// Tests of refusals.

test.each(paths)('the list %s refuses unknown or invalid query parameters', async (path) => {
  const { client } = await company()
  const asked = {
    'limit=0': 'limit',
    'limit=1001': 'limit',
    'limit=x': 'limit',
    'sort=price': 'sort',
    'page=2': 'page',
    'cursor=': 'cursor',
    'cursor=nonsense': 'cursor',
  }
  for (const [query, name] of Object.entries(asked)) {
    const problem = readProblem(await client.get(`/api/v1/${path}?${query}`))
    expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', [`query/${name}`]])
  }
})

test('a paging cursor is valid only for the list, sort order and filters from which it came', async () => {
  const { client } = await company()
  const cursorOf = async (path: string) => encodeURIComponent((await client.get(`/api/v1/${path}`)).json.nextCursor)
  const cursor = await cursorOf('products?limit=1')
  expect((await client.get(`/api/v1/products?limit=7&cursor=${cursor}`)).status).toBe(200)
  for (const path of [
    'products?sort=name',
    'products?sort=createdAt',
    'products?archived=false',
    'products?q=чай',
    'orders',
  ])
    await expectBadCursor(client, encodeURI(path), cursor)
})

async function expectBadCursor(client: Client, path: string, cursor: string): Promise<void> {
  const problem = readProblem(await client.get(`/api/v1/${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`))
  expect([path, problem.code, pathsOf(problem)]).toEqual([path, 'VALIDATION_FAILED', ['query/cursor']])
}

test('a paging cursor that was tampered with is refused and never reaches the database as SQL', async () => {
  const { client } = await company()
  const { json } = await client.get('/api/v1/products?limit=1&sort=name')
  const [marks, key, id] = JSON.parse(Buffer.from(json.nextCursor, 'base64url').toString())
  for (const forged of [
    [marks, key, 'x'],
    [marks, 5, id],
    [marks, null, id],
    [marks, '\u0000', id],
    [marks, key],
    [marks, key, id, 1],
    {},
    7,
    null,
  ]) {
    const cursor = Buffer.from(JSON.stringify(forged)).toString('base64url')
    await expectBadCursor(client, 'products?sort=name', cursor)
  }
})

test('the response to a list filter with an invalid value is 400', async () => {
  const { client } = await company()
  for (const query of [
    'status=lost',
    'createdFrom=yesterday',
    'orderedTo=2026-02-30',
    'channel=',
    `q=${'x'.repeat(201)}`,
  ])
    expect(pathsOf(readProblem(await client.get(`/api/v1/orders?${query}`)))[0]).toMatch(/^query\//)
})

// Tests of the audit log.

test('the audit log can be filtered by actor, entity, action and time, and read page by page', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const { client, productId } = shop
  const order = await placeOrder(shop)
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Иной' })
  const audit = (query: string) => pageThrough(client, `audit?${query}`, 1)
  const whole = await pageThrough(client, 'audit', 100)
  expect(await audit('from=2020-01-01')).toEqual(whole)
  const where = (check: (entry: Json) => boolean) => whole.filter(check)
  expect(await audit(`entityId=${productId}`)).toEqual(where((entry) => entry.entityId === productId))
  expect(await audit(`entityId=${productId}`)).toHaveLength(2)
  expect(await audit(`entityId=${order.id}`)).toHaveLength(1)
  expect(await audit(`entityId=${order.id}&entityType=product`)).toEqual([])
  expect(await audit('entityType=partner')).toHaveLength(2)
  expect(await audit('action=order.created')).toHaveLength(1)
  expect(await audit('actorType=user')).toEqual([])
  expect(await audit(`actorId=${whole[0].actor.id}&actorType=token`)).toEqual(whole)
  const { at } = whole[2]
  expect(await audit(`from=${at}`)).toEqual(where((entry) => entry.at >= at))
  expect(await audit(`to=${at}`)).toEqual(where((entry) => entry.at <= at))
  expect(await audit(`from=${at}&to=${at}`)).toEqual(where((entry) => entry.at === at))
  await client.made('DELETE', `/api/v1/orders/${order.id}`, {})
  expect((await audit(`entityId=${order.id}`)).map(({ action }) => action)).toEqual(['order.deleted', 'order.created'])
})

test('an audit entry can be read by its id, but not by another company', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const { client } = shop
  await placeOrder(shop)
  const { items } = (await client.get('/api/v1/audit')).json
  expect(items).toHaveLength(6)
  for (const entry of items) expect((await client.get(`/api/v1/audit/${entry.id}`)).json).toEqual(entry)
  const stranger = await service.newCompany()
  for (const [asker, id] of [
    [stranger, items[0].id],
    [client, UNKNOWN],
    [client, items[0].entityId],
    [client, 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
    [client, 'x'],
  ] as const)
    expect(readProblem(await asker.get(`/api/v1/audit/${id}`)).code).toBe('NOT_FOUND')
})

test('the audit log filtered by a movement’s id shows the command that created the movement', async () => {
  const shop = await openShop(await service.newCompany(), 10)
  const { client, productId, warehouseId } = shop
  const movement = await receive(shop, 2)
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 1, reason: 'Бой' })
  const audit = async (query: string) => (await client.get(`/api/v1/audit?${query}`)).json
  const entry = { entityId: movement.id, entityType: 'movement' }
  expect(await audit(`entityId=${movement.id}`)).toMatchObject({ items: [entry], nextCursor: null })
  expect(await audit(`entityId=${movement.id}&entityType=movement`)).toMatchObject({ items: [entry], nextCursor: null })
  const nobody = movement.id.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))
  for (const id of [nobody, 'settings', 'нет', 'ffffffff-ffff-7fff-bfff-ffffffffffff'])
    expect(await audit(`entityId=${encodeURIComponent(id)}`)).toEqual({ items: [], nextCursor: null })
})
