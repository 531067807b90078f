/** Tests how reports are requested, paged and exported. The numbers in them are tested in reports-truth.test.ts. */
import { beforeAll, expect, test } from 'vitest'
import { readEdge } from '../../server/reports/dates.ts'
import { readXlsx, readXlsxFormats, sheetsOf } from '../support/figures/xlsx.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addPartner,
  addProduct,
  addWarehouse,
  moveOrder,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const LONG_AGO = 'from=2020-01-01'
let shop: Shop
let client: Client
/** The id of a product whose name a spreadsheet would take for a formula. */
let formulaId: string
let secondWarehouseId: string

beforeAll(async () => {
  shop = await openShop(await service.newCompany())
  client = shop.client
  formulaId = await addProduct(client, { name: '=1+1; "кавычки"', sku: 'A-1' })
  secondWarehouseId = await addWarehouse(client)
  await receive(shop, 3, 100.5)
  await receiveOf(shop, { productId: formulaId, quantity: 1.25, unitCost: 10 })
  await receiveOf(shop, { warehouseId: secondWarehouseId, quantity: 2, unitCost: 0.33 })
})

async function bytesOf(path: string, accept?: string, of = client): Promise<{ reply: Response; bytes: Buffer }> {
  const headers = { authorization: `Bearer ${of.token}`, ...(accept === undefined ? {} : { accept }) }
  const reply = await fetch(`${service.url}/api/v1/reports/${path}`, { headers })
  return { reply, bytes: Buffer.from(await reply.arrayBuffer()) }
}

const report = async (path: string, of = client): Promise<Json> => (await of.get(`/api/v1/reports/${path}`)).json

test('a report requested without a date shows the present situation', async () => {
  const { revision } = await client.state()
  const answer = await report('stock-valuation')
  expect(answer).toMatchObject({ revision, timeZone: 'Europe/Moscow', rowCount: 3, nextCursor: null })
  expect(answer.totals).toEqual({ quantity: 6.25, value: 314.66, byUnit: [{ uom: null, quantity: 6.25 }] })
  expect(answer.items[0]).toEqual({
    productId: shop.productId,
    product: 'Чайник',
    sku: null,
    uom: null,
    warehouseId: shop.warehouseId,
    warehouse: 'Основной',
    quantity: 3,
    value: 301.5,
  })
  expect(answer.items.map(({ value }: Json) => value)).toEqual([301.5, 0.66, 12.5])
})

test.each([
  ['stock?date=1969-12-31', 400, 'query/date'],
  ['stock?date=2026-02-30', 400, 'query/date'],
  ['stock?date=2026-02-30T10:00:00Z', 400, 'query/date'],
  ['stock?date=2026-03-01T10:00', 400, 'query/date'],
  ['stock?date=yesterday', 400, 'query/date'],
  ['stock?date=2026-03-01&timeZone=Mars/Olympus', 400, 'query/timeZone'],
  ['stock?timeZone=Mars/Olympus', 400, 'query/timeZone'],
  ['stock?from=2026-03-01', 400, 'query/from'],
  ['stock?groupBy=product', 400, 'query/groupBy'],
  ['stock-valuation?groupBy=channel', 400, 'query/groupBy'],
  ['turnover', 400, 'query/from'],
  ['turnover?from=2026-03-02&to=2026-03-01', 400, 'query/to'],
  ['turnover?from=2026-03-01T10:00:00Z&to=2026-03-01T10:00:00Z', 400, 'query/to'],
  ['gross-profit?from=2026-03-01&supplierId=x', 400, 'query/supplierId'],
  ['gross-profit?from=2026-03-01&groupBy=warehouse', 400, 'query/groupBy'],
  ['stock?format=pdf', 400, 'query/format'],
  ['stock?decimal=dot', 400, 'query/decimal'],
  ['stock?limit=0', 400, 'query/limit'],
  ['stock?limit=10001', 400, 'query/limit'],
  ['stock?limit=5&format=csv', 400, 'query/limit'],
  ['stock?cursor=MTIz&format=xlsx', 400, 'query/cursor'],
  ['stock?cursor=nonsense', 400, 'query/cursor'],
])('the report request %s is refused with status %i and the error path %s', async (path, status, at) => {
  const reply = await client.get(`/api/v1/reports/${path}`)
  expect(reply.status).toBe(status)
  expect(reply.json.code).toBe('VALIDATION_FAILED')
  expect(reply.json.errors.map((error: Json) => error.path)).toContain(at)
})

test('a report on another company’s warehouse or product is refused as not found', async () => {
  const stranger = await openShop(await service.newCompany())
  for (const id of [UNKNOWN_ID, 'no-uuid', stranger.warehouseId, stranger.productId])
    for (const name of ['warehouseId', 'productId'])
      for (const path of [`stock?${name}=${id}`, `turnover?${LONG_AGO}&${name}=${id}`])
        expect((await client.get(`/api/v1/reports/${path}`)).json, path).toMatchObject({
          status: 404,
          code: 'NOT_FOUND',
        })
  expect((await report('stock', stranger.client)).items).toEqual([])
  const unauthorized = await fetch(`${service.url}/api/v1/reports/stock`)
  expect(unauthorized.status).toBe(401)
})

test('all pages of a report together equal the whole report as it was when the first page was requested', async () => {
  const own = await openShop(await service.newCompany(), 5)
  for (let index = 0; index < 4; index += 1)
    await receiveOf(own, { productId: await addProduct(own.client, { name: `Т${index}` }), quantity: index + 1 })
  const whole = await report('stock', own.client)
  const first = await report('stock?limit=2', own.client)
  await receive(own, 7)
  await receiveOf(own, { productId: await addProduct(own.client, { name: 'Новый' }) })
  const items = [...first.items]
  for (let page = first; page.nextCursor !== null; items.push(...page.items)) {
    page = await report(`stock?limit=2&cursor=${page.nextCursor}`, own.client)
    expect(page).toMatchObject({ before: first.before, rowCount: 5, totals: whole.totals })
  }
  expect(items).toEqual(whole.items)
  const beyond = await client.get(`/api/v1/reports/turnover?${LONG_AGO}&cursor=${first.nextCursor}`)
  expect(beyond.json).toMatchObject({ code: 'VALIDATION_FAILED' })
})

test('an exported CSV opens in Russian Excel: it has a byte order mark, semicolons, decimal commas and no formulas', async () => {
  const { reply, bytes } = await bytesOf('stock-valuation?format=csv')
  expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename=stock-valuation-\d{4}-\d\d-\d\d\.csv; filename\*=UTF-8/,
  )
  const [first, second] = [shop.warehouseId, secondWarehouseId]
  const text = [
    'ID товара;Товар;Артикул;Единица измерения;ID склада;Склад;Количество;Стоимость',
    `${shop.productId};Чайник;;;${first};Основной;3;301,5`,
    `${shop.productId};Чайник;;;${second};Второй;2;0,66`,
    `${formulaId};"'=1+1; ""кавычки""";A-1;;${first};Основной;1,25;12,5`,
    'Итого;;;;;;6,25;314,66',
    '',
  ].join('\r\n')
  expect(bytes.toString('utf8')).toBe(`\ufeff${text}`)
  const pointed = await bytesOf('stock-valuation?format=csv&decimal=point&groupBy=warehouse')
  expect(pointed.bytes.toString('utf8').split('\r\n').slice(1, 3)).toEqual([
    `${first},Основной,4.25,314`,
    `${second},Второй,2,0.66`,
  ])
})

test('an exported report has its column headings and total label in the requested language', async () => {
  const english = await bytesOf('stock-valuation?format=csv&language=en&decimal=point&groupBy=warehouse')
  expect(english.bytes.toString('utf8').replace('\ufeff', '').split('\r\n')).toEqual([
    'Warehouse ID,Warehouse,Quantity,Value',
    expect.stringContaining('Основной,4.25,314'),
    expect.stringContaining('Второй,2,0.66'),
    'Total,,6.25,314.66',
    '',
  ])
  const sheet = readXlsx((await bytesOf('stock-valuation?format=xlsx&language=en&groupBy=warehouse')).bytes)
  expect([sheet[0]![0], sheet.at(-1)![0]]).toEqual(['Warehouse', 'Total'])
  const headers = { authorization: `Bearer ${client.token}`, 'accept-language': 'en-GB,en;q=0.9' }
  const reply = await fetch(`${service.url}/api/v1/reports/stock?format=csv`, { headers })
  expect(await reply.text()).toContain('Product ID;Product;SKU;Unit;Warehouse ID;Warehouse;Quantity')
  expect(reply.headers.get('vary')).toMatch(/accept-language/i)
})

test('an exported CSV quotes cells with line breaks, and margins have the requested decimal sign', async () => {
  const own = await openShop(await service.newCompany(), 5)
  const productId = await addProduct(own.client, { name: 'два\nряда', price: 90 })
  await receiveOf(own, { productId, quantity: 1, unitCost: 60 })
  const { id } = await placeOrder(own, { items: [{ productId, quantity: 1 }] })
  await moveOrder(own, id, 'shipped')
  const { bytes } = await bytesOf(`gross-profit?${LONG_AGO}&format=csv`, undefined, own.client)
  expect(bytes.toString('utf8').split('\r\n')[1]).toBe(`${productId};"два\nряда";;;1;90;60;30;33,33;0;0`)
  const pointed = await bytesOf(`gross-profit?${LONG_AGO}&format=csv&decimal=point`, undefined, own.client)
  expect(pointed.bytes.toString('utf8').split('\r\n')[1]).toBe(`${productId},"два\nряда",,,1,90,60,30,33.33,0,0`)
})

test('an exported XLSX contains numbers as numbers and text as text', async () => {
  const { reply, bytes } = await bytesOf('stock-valuation?format=xlsx')
  expect(reply.headers.get('content-type')).toBe(XLSX)
  const rows = readXlsx(bytes)
  expect(rows).toHaveLength(5)
  expect(rows[0]).toEqual([
    'Товар',
    'Артикул',
    'Единица измерения',
    'Склад',
    'Количество',
    'Стоимость',
    'ID товара',
    'ID склада',
  ])
  expect(rows[3]!.slice(0, 2)).toEqual(['=1+1; "кавычки"', 'A-1'])
  expect(rows[3]!.slice(4, 6)).toEqual([1.25, 12.5])
  expect(rows[1]!.slice(0, 2)).toEqual(['Чайник', null])
  expect(rows[4]).toEqual(['Итого', null, null, null, 6.25, 314.66])
  const [sheet] = sheetsOf(bytes)
  expect(sheet!.name).toBe('Стоимость остатков')
  expect(reply.headers.get('content-disposition')).toContain(encodeURIComponent('Стоимость остатков'))
  // Check that the filter excludes the totals row, that the header row stays in view, and that no column is wider than
  // its content.
  expect(sheet!.xml).toContain('<autoFilter ref="A1:H4"/>')
  expect(sheet!.xml).toMatch(/<pane ySplit="1"[^>]*state="frozen"/)
  const widths = [...sheet!.xml.matchAll(/<col min="\d+" max="\d+" width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  )
  expect(widths[1]).toBeLessThan(15)
})

test('an XLSX export shows the overall margin, but no total for stock values at different times', async () => {
  const own = await openShop(await service.newCompany(), 5)
  const dear = await addProduct(own.client, { name: 'Дорогой', price: 100 })
  await receiveOf(own, { productId: dear, quantity: 1, unitCost: 90 })
  const { id } = await placeOrder(own, {
    items: [
      { productId: dear, quantity: 1 },
      { productId: own.productId, quantity: 2 },
    ],
  })
  await moveOrder(own, id, 'shipped')
  const answer = await report(`gross-profit?${LONG_AGO}`, own.client)
  const { profit, revenue, marginPercent } = answer.totals
  expect(marginPercent).toBe(Math.round((10_000 * profit) / revenue) / 100)
  const rows = readXlsx((await bytesOf(`gross-profit?${LONG_AGO}&format=xlsx`, undefined, own.client)).bytes)
  expect(rows.at(-1)![rows[0]!.indexOf('Маржа, %')]).toBe(marginPercent)
  const overTime = await bytesOf(`stock-value-over-time?${LONG_AGO}&format=xlsx`, undefined, own.client)
  const values = readXlsx(overTime.bytes)
  expect(values.flat()).not.toContain('Итого')
  expect(values[1]![0]).toBeTypeOf('number')
})

test('an exported XLSX shows titles and totals in bold, and numbers with the right number of decimals', async () => {
  const { bytes } = await bytesOf('stock-valuation?format=xlsx')
  const formats = readXlsxFormats(bytes)
  expect(formats[0]).toEqual(Array(8).fill('bold General'))
  expect(formats[2]!.slice(-4, -2)).toEqual(['General', '#,##0.00'])
  expect(formats[4]!.slice(-2)).toEqual(['bold General', 'bold #,##0.00'])
})

test('the exported XLSX of an empty report has its headings and zeros', async () => {
  const { bytes } = await bytesOf('turnover?from=2020-01-01&to=2020-01-31&format=xlsx')
  const [titles, totals, ...more] = readXlsx(bytes)
  expect(more).toEqual([])
  expect(totals).toEqual(['Итого', null, null, ...Array(titles!.length - 4).fill(0)])
})

test('a report adds up quantities separately for each unit of measure', async () => {
  const own = await openShop(await service.newCompany())
  const goods = [
    ['Сыр', 'кг', 3.5],
    ['Чашка', 'шт', 2],
    ['Блюдце', 'ШТ.', 5],
    ['Скатерть', null, 1],
  ] as const
  for (const [name, uom, quantity] of goods)
    await receiveOf(own, { productId: await addProduct(own.client, { name, uom }), quantity, unitCost: 10 })
  const sums = (quantity: string) => [
    { uom: 'кг', [quantity]: 3.5 },
    { uom: 'шт', [quantity]: 7 },
    { uom: null, [quantity]: 1 },
  ]
  const { totals, items } = await report('stock-valuation?limit=2', own.client)
  expect(totals).toEqual({ quantity: null, value: 115, byUnit: sums('quantity') })
  expect(items[0]).toMatchObject({ uom: 'кг', quantity: 3.5 })
  expect((await report(`turnover?${LONG_AGO}`, own.client)).totals.byUnit[0]).toMatchObject({
    ...{ uom: 'кг', openingQuantity: 0, receiptQuantity: 3.5, closingQuantity: 3.5 },
  })
  for (const path of ['stock-valuation?groupBy=warehouse', `stock-value-over-time?${LONG_AGO}`]) {
    const answer = await report(path, own.client)
    expect(answer.items.at(-1), path).toMatchObject({ quantity: null, value: 115 })
    expect(answer.totals.quantity ?? null, path).toBeNull()
  }
  const [cheese] = items
  const narrowed = await report(`stock-valuation?groupBy=warehouse&productId=${cheese.productId}`, own.client)
  expect(narrowed.items[0].quantity).toBe(3.5)
  const csv = (await bytesOf('stock?format=csv', undefined, own.client)).bytes.toString('utf8').split('\r\n')
  expect(csv.slice(-5)).toEqual(['Итого;;;;;;', 'Итого;;;кг;;;3,5', 'Итого;;;шт;;;7', 'Итого;;;;;;1', ''])
  const sheet = readXlsx((await bytesOf('stock-valuation?format=xlsx', undefined, own.client)).bytes)
  expect(sheet.slice(-4).map((row) => row.slice(2, 6))).toEqual([
    [null, null, null, 115],
    ['кг', null, 3.5],
    ['шт', null, 7],
    [null, null, 1],
  ])
  const listed = async (path: string) => (await own.client.get(`/api/v1/${path}totals=true&limit=1`)).json.totals
  const stock = await listed('stock?')
  expect(stock).toMatchObject({ count: 4, onHand: null, reserved: null, available: null })
  expect(stock.byUnit.map(({ uom, onHand }: Json) => ({ uom, onHand }))).toEqual(sums('onHand'))
  expect(await listed('lots?')).toMatchObject({ remaining: null, value: 115, byUnit: [{ remaining: 3.5 }, {}, {}] })
  expect(await listed('movements?')).toMatchObject({
    quantityIn: null,
    costIn: 115,
    byUnit: [{ quantityIn: 3.5 }, {}, {}],
  })
  expect(await listed(`stock?productId=${cheese.productId}&`)).toMatchObject({ onHand: 3.5, byUnit: [{ uom: 'кг' }] })
})

test('times in an exported XLSX are in the report’s time zone', async () => {
  const own = await openShop(await service.newCompany(), 5)
  const { id } = await placeOrder(own, { items: [{ productId: own.productId, quantity: 1 }] })
  await moveOrder(own, id, 'shipped')
  const path = `gross-profit?${LONG_AGO}&groupBy=order&timeZone=UTC`
  const { shippedAt } = (await report(path, own.client)).items[0]
  const { bytes } = await bytesOf(`${path}&format=xlsx`, undefined, own.client)
  const [titles, row] = readXlsx(bytes)
  const days = Date.parse(`${shippedAt.slice(0, 19)}Z`) / 86_400_000 + 25_569
  expect(row![titles!.indexOf('Отгружен')]).toBeCloseTo(days, 6)
  expect(readXlsxFormats(bytes)[1]![titles!.indexOf('Отгружен')]).toBe('dd.mm.yyyy hh:mm')
})

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  ['text/csv', 'text/csv'],
  [XLSX, XLSX],
  ['text/html, application/json;q=0.5, text/csv;q=0.8', 'text/csv'],
  ['text/csv;q=0, application/json', 'application/json'],
])('the response to a report request with Accept: %s has the type %s', async (accept, type) => {
  const { reply } = await bytesOf('stock', accept)
  expect(reply.headers.get('content-type')).toContain(type)
  expect(reply.headers.get('vary')).toContain('Accept')
})

test('a report’s format parameter takes precedence over the Accept header', async () => {
  const { reply } = await bytesOf('stock?format=json', 'text/csv')
  expect(reply.headers.get('content-type')).toContain('application/json')
})

test('an empty report has its headings and zeros', async () => {
  const { bytes } = await bytesOf('turnover?from=2020-01-01&to=2020-01-31&format=csv')
  const lines = bytes.toString('utf8').split('\r\n')
  expect(lines).toHaveLength(3)
  expect(lines[1]).toMatch(/^Итого;;;(;0)+$/)
  expect(await report('turnover?from=2020-01-01&to=2020-01-31')).toMatchObject({
    rowCount: 0,
    items: [],
    nextCursor: null,
  })
})

test('report totals above 2^53 kopecks are exact', async () => {
  const own = await openShop(await service.newCompany())
  for (let index = 0; index < 101; index += 1) await receive(own, 1, 999_999_999_999.99)
  const { text } = await own.client.get('/api/v1/reports/stock-valuation?groupBy=product')
  expect(text).toContain('"value":100999999999998.99')
})

test('a bundle’s profit in a report is its revenue minus the cost of its components', async () => {
  const own = await openShop(await service.newCompany())
  const cup = await addProduct(own.client, { name: 'Чашка' })
  const set = await addBundle(
    own.client,
    [
      [own.productId, 1],
      [cup, 4],
    ],
    { name: 'Сервиз', price: 1_000 },
  )
  await receive(own, 10, 100)
  await receiveOf(own, { productId: cup, quantity: 20, unitCost: 25 })
  await addPartner(own.client, 'Пётр', { type: 'Покупатель' })
  const items = [
    { productId: set, quantity: 2 },
    { productId: own.productId, quantity: 1 },
    { productId: cup, quantity: 3 },
  ]
  const { id } = await placeOrder(own, { items, channel: 'Ozon' })
  await moveOrder(own, id, 'shipped')
  const rows = (await report(`gross-profit?${LONG_AGO}`, own.client)).items
  const shown = rows.map(
    ({ product, quantity, revenue, cost, profit, marginPercent, unpricedItems, unpricedCost }: Json) => [
      ...[product, quantity, revenue, cost, profit, marginPercent, unpricedItems, unpricedCost],
    ],
  )
  expect(shown).toEqual([
    ['Сервиз', 2, 2_000, 400, 1_600, 80, 0, 0],
    ['Чайник', 1, 150, 100, 50, 33.33, 0, 0],
    ['Чашка', 3, 0, 75, -75, null, 1, 75],
  ])
  const byChannel = await report(`gross-profit?${LONG_AGO}&groupBy=channel`, own.client)
  expect(byChannel.items).toEqual([
    {
      channel: 'Ozon',
      orders: 1,
      revenue: 2_150,
      cost: 575,
      profit: 1_575,
      marginPercent: 73.26,
      unpricedItems: 1,
      unpricedCost: 75,
    },
  ])
  const byOrder = await report(`gross-profit?${LONG_AGO}&groupBy=order`, own.client)
  const order = await own.client.get('/api/v1/bootstrap')
  const { number, shippedAt, customerId } = order.json.orders[0]
  expect(byOrder.items[0]).toMatchObject({ orderId: id, number, shippedAt, customerId, customer: 'Иван', cost: 575 })
})

test.each([
  ['2026-03-01', 'Europe/Moscow', '2026-02-28T21:00:00.000Z', '2026-03-01T21:00:00.000Z'],
  ['2026-03-01', 'UTC', '2026-03-01T00:00:00.000Z', '2026-03-02T00:00:00.000Z'],
  ['2026-03-08', 'America/New_York', '2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z'],
  // In Beirut clocks go forward at midnight, so this day begins at one o'clock.
  ['2026-03-29', 'Asia/Beirut', '2026-03-28T22:00:00.000Z', '2026-03-29T21:00:00.000Z'],
  // Ids cannot represent a time before 1970, so this day begins at the start of 1970 in UTC.
  ['1970-01-01', 'Europe/Moscow', '1970-01-01T00:00:00.000Z', '1970-01-01T21:00:00.000Z'],
  ['2026-12-31', 'Pacific/Kiritimati', '2026-12-30T10:00:00.000Z', '2026-12-31T10:00:00.000Z'],
  ['2026-03-01T10:00:00.123456+03:00', 'UTC', '2026-03-01T07:00:00.123Z', '2026-03-01T07:00:00.123Z'],
])('in a report, the day %s in the time zone %s lasts from %s to %s', (day, timeZone, start, end) => {
  expect(new Date(readEdge('from', day, timeZone, 'start')).toISOString()).toBe(start)
  expect(new Date(readEdge('to', day, timeZone, 'end')).toISOString()).toBe(end)
})
