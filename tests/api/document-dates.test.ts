/**
 * Tests the number and date of the paper document that belongs to a record: entering and correcting them, lists, and
 * which reports use them.
 */
import { expect, test } from 'vitest'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addDocument,
  addPayment,
  addWarehouse,
  cancelShipment,
  draftReturn,
  moveDocument,
  movePayment,
  moveReturn,
  openShop,
  placeOrder,
  receive,
  receiveOf,
  type Shop,
  shipOrder,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { count, postStocktake, startStocktake } from '../support/scene/stocktakes.ts'

const service = useService()
const DAY_MS = 86_400_000
const USUAL_SEED = 20_261_127

const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)
const PAPER = { documentNumber: '18-б', documentDate: '2026-03-01' }
const paperOf = ({ documentNumber, documentDate }: Json) => ({ documentNumber, documentDate })
const idOf = async (shop: Shop, name: string): Promise<string> =>
  (await shop.client.state()).partners.find((one: Json) => one.name === name).id
const report = async ({ client }: Shop, path: string): Promise<Json> => {
  const { status, json, text } = await client.get(`/api/v1/reports/${path}`)
  expect(status, text).toBe(200)
  return json
}
const faultsOf = async ({ client }: Shop): Promise<Json[]> =>
  (await client.get('/api/v1/self-check')).json.checks.filter(({ ok }: Json) => !ok)
const read = async ({ client }: Shop, path: string): Promise<Json> => (await client.get(`/api/v1/${path}`)).json

/** Returns the day in Moscow the given number of days before today. */
const daysAgo = (days: number) => new Date(Date.now() + 3 * 3_600_000 - days * DAY_MS).toISOString().slice(0, 10)

const writeOff = ({ client, productId, warehouseId }: Shop, fields: object = {}): Promise<Json> =>
  client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 1, reason: 'Бой', ...fields })

async function ship(shop: Shop, price: number, paper: object = {}, quantity = 1): Promise<Json> {
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity, price }] })
  return shipOrder(shop, order.id, undefined, paper)
}

async function pay(shop: Shop, fields: object): Promise<string> {
  const id = await addPayment(shop.client, fields)
  await movePayment(shop.client, id, 'posted')
  return id
}

test('a shipment, a return, a stocktake, a receipt, a write-off and a transfer store the number and date of their paper document', async () => {
  const shop = await shopWith(10)
  const { client, productId, warehouseId } = shop
  const toWarehouseId = await addWarehouse(client)
  const shipment = await ship(shop, 150, PAPER)
  const draft = await client.made('POST', '/api/v1/customer-returns', {
    orderId: shipment.orderId,
    lines: [{ lineId: 1, quantity: 1 }],
    ...PAPER,
  })
  const posted = await moveReturn(shop, draft.id, 'posted')
  const transfer = { productId, warehouseId, toWarehouseId, quantity: 1, ...PAPER }
  const made = [
    [shipment, `shipments/${shipment.id}`],
    [posted, `customer-returns/${draft.id}`],
    [await client.made('POST', '/api/v1/stocktakes', { warehouseId, ...PAPER }), 'stocktakes'],
    [await receiveOf(shop, { quantity: 1, ...PAPER }), 'movements'],
    [await writeOff(shop, PAPER), 'movements'],
    [await client.made('POST', '/api/v1/stock/transfer', transfer), 'movements'],
  ] as const
  for (const [record, path] of made) {
    expect(paperOf(record)).toEqual(PAPER)
    const stored = await read(shop, path.includes('/') ? path : `${path}/${record.id}`)
    expect(stored).toEqual(record)
  }
  // Check that the posting time is the current time, whatever the document date is.
  expect(shipment.at.slice(0, 10) >= daysAgo(1)).toBe(true)
  expect(posted.postedAt.slice(0, 10) >= daysAgo(1)).toBe(true)
  expect(await faultsOf(shop)).toEqual([])
})

test('a record without a paper document has no document keys, and an empty document number counts as none', async () => {
  const shop = await shopWith(3)
  const bare = await ship(shop, 150)
  expect(Object.keys(bare).filter((key) => key.startsWith('document'))).toEqual([])
  const nothing = await writeOff(shop, { documentNumber: '  ', documentDate: null })
  expect(Object.keys(nothing).filter((key) => key.startsWith('document'))).toEqual([])
})

test('a document date before 2000 or more than a year ahead is refused with the allowed range of dates', async () => {
  const shop = await shopWith(5)
  const { client, productId, warehouseId } = shop
  const toWarehouseId = await addWarehouse(client)
  const order = await placeOrder(shop, { items: [{ productId, quantity: 1 }] })
  const sent = await ship(shop, 150)
  const lines = [{ lineId: 1, quantity: 1 }]
  const [{ id: movementId }] = (await read(shop, 'movements?type=receipt')).items
  const documentId = await addDocument(client)
  const asked = [
    ['POST', `/api/v1/orders/${order.id}/shipments`, {}],
    ['POST', '/api/v1/customer-returns', { orderId: sent.orderId, lines }],
    ['POST', '/api/v1/stocktakes', { warehouseId }],
    ['POST', '/api/v1/stock/receipt', { productId, warehouseId, supplier: shop.supplier, unitCost: 1, quantity: 1 }],
    ['POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 1, reason: 'Бой' }],
    ['POST', '/api/v1/stock/transfer', { productId, warehouseId, toWarehouseId, quantity: 1 }],
    ['PATCH', `/api/v1/shipments/${sent.id}/document-date`, {}],
    ['PATCH', `/api/v1/movements/${movementId}/document-date`, {}],
  ] as const
  const last = daysAgo(0).replace(/^\d+/, (year) => String(Number(year) + 1))
  for (const [method, path, body] of asked)
    for (const documentDate of ['1999-12-31', '2150-01-01'])
      expect(await client.refused(method, path, { ...body, documentDate })).toMatchObject({
        code: 'VALIDATION_FAILED',
        errors: [{ path: '/documentDate', code: 'NOT_BETWEEN', figures: { first: '2000-01-01', last } }],
      })
  const path = `/api/v1/procurement/documents/${documentId}/document-date`
  expect(await client.refused('PATCH', path, { issuedAt: '1999-12-31T23:00:00+03:00' })).toMatchObject({
    errors: [{ path: '/issuedAt', code: 'NOT_BETWEEN' }],
  })
  for (const documentDate of ['2026-02-30', '2026-03-01T10:00:00Z', 'вчера'])
    expect(await client.refused('POST', '/api/v1/stocktakes', { warehouseId, documentDate })).toMatchObject({
      errors: [{ path: '/documentDate', code: 'NOT_VALID' }],
    })
  expect(paperOf(await writeOff(shop, { documentDate: '2000-01-01' }))).toEqual({ documentDate: '2000-01-01' })
  expect(paperOf(await writeOff(shop, { documentDate: last }))).toEqual({ documentDate: last })
})

/** Creates a posted record of every kind that can have a paper document. Returns their paths. */
async function postedOfEach(shop: Shop): Promise<string[]> {
  const { client, productId, warehouseId } = shop
  const supplierId = await idOf(shop, shop.supplier)
  const shipment = await ship(shop, 150)
  const returned = await draftReturn(shop, shipment.orderId, [[1, 1]])
  await moveReturn(shop, returned.id, 'posted')
  const stocktakeId = await startStocktake(client, warehouseId)
  await count(client, stocktakeId, { productId, quantity: 7 })
  await postStocktake(client, stocktakeId)
  const written = await writeOff(shop)
  const lines = [{ productId, quantity: 2, unitCost: 90 }]
  const documentId = await addDocument(client, { kind: 'receipt', supplierId, warehouseId, lines })
  await moveDocument(client, documentId, 'posted')
  const paymentId = await pay(shop, { partnerId: supplierId, direction: 'outgoing', amount: 50 })
  return [
    `shipments/${shipment.id}`,
    `customer-returns/${returned.id}`,
    `stocktakes/${stocktakeId}`,
    `movements/${written.id}`,
    `procurement/documents/${documentId}`,
    `procurement/payments/${paymentId}`,
  ]
}

test('the document number and date of a posted record can be set, corrected and cleared without changing anything else', async () => {
  const shop = await shopWith(10)
  const { client } = shop
  for (const path of await postedOfEach(shop)) {
    const [number, date] = path.startsWith('procurement/documents')
      ? ['reference', 'issuedAt']
      : path.startsWith('procurement/payments')
        ? ['reference', 'paidAt']
        : ['documentNumber', 'documentDate']
    const [before, { stock, lots, orders, totals }] = [await read(shop, path), await client.state()]
    const correct = (body: object): Promise<Json> => client.made('PATCH', `/api/v1/${path}/document-date`, body)
    const without = ({ [number!]: _number, [date!]: _date, updatedAt: _at, revision: _revision, ...rest }: Json) => rest
    const set = await correct({ [number!]: ' 18-б ', [date!]: '2026-03-01' })
    expect(set).toMatchObject({ [number!]: '18-б', [date!]: '2026-03-01' })
    expect(without(set)).toEqual(without(before))
    expect(await correct({ [date!]: '2026-02-28' })).toMatchObject({ [number!]: '18-б', [date!]: '2026-02-28' })
    expect(await read(shop, path)).toMatchObject({ [number!]: '18-б', [date!]: '2026-02-28' })
    const cleared = await correct({ [number!]: null, [date!]: null })
    expect([cleared[number!] ?? null, cleared[date!] ?? null]).toEqual([null, null])
    expect(without(cleared)).toEqual(without(before))
    const after = await client.state()
    expect([after.stock, after.lots, after.orders, after.totals]).toEqual([stock, lots, orders, totals])
  }
  expect(await faultsOf(shop)).toEqual([])
})

test('the audit log shows the document number and date before and after a correction', async () => {
  const shop = await shopWith(5)
  const { client } = shop
  const { id, number } = await ship(shop, 150, PAPER)
  const correction = { documentNumber: '19', documentDate: '2026-02-28' }
  await client.made('PATCH', `/api/v1/shipments/${id}/document-date`, correction)
  const entries = async (language = 'ru') =>
    (await client.get('/api/v1/audit?action=shipment.dated', { headers: { 'accept-language': language } })).json.items
  const papers = { paper: '19', date: '2026-02-28', paperBefore: '18-б', dateBefore: '2026-03-01' }
  expect(await entries()).toMatchObject([
    {
      entityType: 'shipment',
      entityId: id,
      figures: { number, ...papers },
      summary: `Paper of shipment ${number}: no. 19 of 2026-02-28 (was no. 18-б of 2026-03-01)`,
    },
  ])
  const movement = await writeOff(shop, { quantity: 1.5 })
  await client.made('PATCH', `/api/v1/movements/${movement.id}/document-date`, { documentDate: '2026-02-28' })
  const [entry] = (await client.get('/api/v1/audit?action=stock.dated')).json.items
  // If there is no document date, the day of posting is used instead.
  expect(entry.figures).toEqual({
    ...{ quantity: 1.5, product: 'Чайник' },
    ...{ paper: '—', date: '2026-02-28', paperBefore: '—', dateBefore: daysAgo(0) },
  })
})

test('the document number and date of a movement created by another record must be corrected on that record', async () => {
  const shop = await shopWith(5)
  const shipment = await ship(shop, 150)
  const [{ id }] = (await read(shop, `movements?orderId=${shipment.orderId}`)).items
  expect(await shop.client.refused('PATCH', `/api/v1/movements/${id}/document-date`, PAPER)).toMatchObject({
    code: 'PAPER_ELSEWHERE',
    figures: { entity: 'shipment', id: shipment.id },
  })
  const path = `/api/v1/movements/${UNKNOWN_ID}/document-date`
  expect(await shop.client.refused('PATCH', path, PAPER)).toMatchObject({ code: 'NOT_FOUND' })
})

test('a storekeeper can enter a document number and date, but only managers can correct them', async () => {
  const shop = await shopWith(5)
  const storekeeper = await joinAs(service, shop.client.companyId, { role: 'storekeeper' })
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity: 1 }] })
  const shipment = await shipOrder({ client: storekeeper }, order.id, undefined, PAPER)
  expect(paperOf(shipment)).toEqual(PAPER)
  const path = `/api/v1/shipments/${shipment.id}/document-date`
  expect((await storekeeper.patch(path, { documentDate: null })).status).toBe(403)
  const manager = await joinAs(service, shop.client.companyId, { role: 'manager' })
  expect(paperOf(await manager.made('PATCH', path, { documentDate: '2026-03-02' }))).toEqual({
    ...PAPER,
    documentDate: '2026-03-02',
  })
})

test('shipments, returns, documents and payments are sorted by document date, or else by when they were posted or created', async () => {
  const shop = await shopWith(20)
  const { client } = shop
  const partnerId = await idOf(shop, shop.supplier)
  const dates = ['2026-03-02', undefined, '2025-12-31', '2026-03-01', undefined, '2026-03-01']
  const lists: Record<string, { ids: string[]; sort: string }> = {
    shipments: { ids: [], sort: 'documentDate' },
    'customer-returns': { ids: [], sort: 'documentDate' },
    'procurement/documents': { ids: [], sort: 'issuedAt' },
    'procurement/payments': { ids: [], sort: 'paidAt' },
  }
  for (const date of dates) {
    const shipment = await ship(shop, 150, { documentDate: date })
    lists.shipments!.ids.push(shipment.id)
    const lines = [{ lineId: 1, quantity: 1 }]
    const back = { orderId: shipment.orderId, lines, documentDate: date }
    lists['customer-returns']!.ids.push((await client.made('POST', '/api/v1/customer-returns', back)).id)
    lists['procurement/documents']!.ids.push(await addDocument(client, { issuedAt: date }))
    const payment = { partnerId, direction: 'outgoing', amount: 1, paidAt: date }
    lists['procurement/payments']!.ids.push(await addPayment(client, payment))
  }
  // Records without a date are sorted as if dated today. These are the indexes of the records in the expected order.
  const order = [2, 3, 5, 0, 1, 4]
  for (const [path, { ids, sort }] of Object.entries(lists)) {
    const inOrder = order.map((at) => ids[at])
    const pages = async (query: string) => {
      const found: string[] = []
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page: Json = await read(
          shop,
          `${path}?${query}&limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        )
        found.push(...page.items.map(({ id }: Json) => id))
        cursor = page.nextCursor
      }
      return found
    }
    expect(await pages(`sort=${sort}`), path).toEqual(inOrder)
    expect(await pages(`sort=-${sort}`), path).toEqual(inOrder.toReversed())
  }
  const within = async (path: string, query: string, { ids }: { ids: string[] }) =>
    (await read(shop, `${path}?${query}`)).items.map(({ id }: Json) => ids.indexOf(id))
  for (const path of ['shipments', 'customer-returns']) {
    // When a list is filtered by a period of document dates, it is sorted by document date, newest first.
    const period = 'documentDateFrom=2026-03-01&documentDateTo=2026-03-02'
    expect(await within(path, period, lists[path]!)).toEqual([0, 5, 3])
    expect(await within(path, `documentDateFrom=${daysAgo(0)}`, lists[path]!)).toEqual([4, 1])
    expect(await within(path, 'documentDateTo=2026-01-01', lists[path]!)).toEqual([2])
  }
  const documents = lists['procurement/documents']!
  expect(await within('procurement/documents', 'issuedFrom=2026-03-01&issuedTo=2026-03-01', documents)).toEqual([5, 3])
  const payments = lists['procurement/payments']!
  expect(await within('procurement/payments', 'paidFrom=2026-03-01&sort=paidAt', payments)).toEqual([3, 5, 0])
})

test('a document date filter includes whole days in the company’s time zone, also for records dated by their posting time', async () => {
  const shop = await shopWith(3)
  const { revision: _revision, ...settings } = (await shop.client.state()).settings
  await shop.client.made('PATCH', '/api/v1/settings', { ...settings, timeZone: 'Asia/Vladivostok' })
  const dated = await ship(shop, 150, { documentDate: '2026-03-01' })
  const bare = await ship(shop, 150)
  const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Vladivostok' }).format(new Date(bare.at))
  const ids = async (query: string) => (await read(shop, `shipments?${query}`)).items.map(({ id }: Json) => id)
  expect(await ids('documentDateFrom=2026-03-01&documentDateTo=2026-03-01')).toEqual([dated.id])
  expect(await ids(`documentDateFrom=${today}&documentDateTo=${today}`)).toEqual([bare.id])
  // If a limit of the period is a point in time, the whole day that contains it is included: 20:00 UTC on the 28th is
  // already the 1st in Vladivostok.
  expect(await ids('documentDateTo=2026-02-28T20:00:00Z')).toEqual([dated.id])
  expect(await ids('documentDateTo=2026-02-28T10:00:00Z')).toEqual([])
})

test('statements and debts by age use document dates, while profit, turnover and stock use posting times', async () => {
  const shop = await shopWith()
  const { client } = shop
  const customerId = await idOf(shop, shop.customer)
  const supplierId = await idOf(shop, shop.supplier)
  // By document date, 10 units at 60.00 were bought 100 days ago. Of these, 2 were sold at 100.00 95 days ago, and 1
  // was sold at 100.00 40 days ago.
  await receiveOf(shop, { quantity: 10, unitCost: 60, documentDate: daysAgo(100) })
  const first = await ship(shop, 100, { documentDate: daysAgo(95) }, 2)
  const second = await ship(shop, 100)
  await client.made('PATCH', `/api/v1/shipments/${second.id}/document-date`, { documentDate: daysAgo(40) })
  // By document date, the customer returned one of the first two units 35 days ago, and paid 30.00 20 days ago.
  const back = await draftReturn(shop, first.orderId, [[1, 1]])
  await moveReturn(shop, back.id, 'posted')
  await client.made('PATCH', `/api/v1/customer-returns/${back.id}/document-date`, { documentDate: daysAgo(35) })
  await pay(shop, { partnerId: customerId, direction: 'incoming', amount: 30, paidAt: daysAgo(20) })

  const statement = await report(shop, `partner-statement?from=${daysAgo(96)}&partnerId=${customerId}`)
  expect(
    statement.items.map(({ date, kind, debit, credit, balance }: Json) => [date, kind, debit, credit, balance]),
  ).toEqual([
    [daysAgo(96), 'opening', 0, 0, 0],
    [daysAgo(95), 'order', 200, 0, 200],
    [daysAgo(40), 'order', 100, 0, 300],
    [daysAgo(35), 'customer_return', 0, 100, 200],
    [daysAgo(20), 'incoming', 0, 30, 170],
    [daysAgo(0), 'closing', 0, 0, 170],
  ])
  // The debt older than 90 days is 70: 200 − 100 returned − 30 paid without an order. Another 100 are 40 days old.
  const receivables = await report(shop, 'receivables-by-age')
  expect(receivables.items).toMatchObject([{ partnerId: customerId, days30: 0, days60: 100, days90: 0, older: 70 }])
  const payables = await report(shop, 'payables-by-age')
  expect(payables.items).toMatchObject([{ partnerId: supplierId, days30: 0, days60: 0, days90: 0, older: 600 }])
  // Before the earliest document date nobody owed anything. After it there are debts, although the goods moved only
  // today.
  expect((await report(shop, `payables-by-age?date=${daysAgo(101)}`)).items).toEqual([])
  expect((await report(shop, `payables-by-age?date=${daysAgo(99)}`)).items).toMatchObject([{ days30: 600 }])

  // By posting time, everything moved today. The profit is 3 × (100 − 60) − 1 × (100 − 60) = 80, and the stock is worth
  // 8 × 60.
  const [today, yesterday] = [daysAgo(0), daysAgo(1)]
  const profit = async (from: string, to: string) => (await report(shop, `gross-profit?from=${from}&to=${to}`)).totals
  expect(await profit(today, today)).toMatchObject({ revenue: 200, cost: 120, profit: 80 })
  expect(await profit(daysAgo(100), yesterday)).toMatchObject({ revenue: 0, cost: 0 })
  expect((await report(shop, `stock-valuation?date=${yesterday}`)).items).toEqual([])
  expect((await report(shop, 'stock-valuation')).totals).toMatchObject({ value: 480 })
  const turnover = await report(shop, `turnover?from=${today}&to=${today}`)
  expect(turnover.items).toMatchObject([{ openingQuantity: 0, closingQuantity: 8 }])
})

test('a statement reverses a cancelled shipment on the day of cancellation, whatever its document date', async () => {
  const shop = await shopWith(5)
  const customerId = await idOf(shop, shop.customer)
  const shipment = await ship(shop, 100, { documentDate: '2026-02-10' })
  await cancelShipment(shop, shipment.id)
  await shop.client.made('PATCH', `/api/v1/shipments/${shipment.id}/document-date`, { documentDate: '2026-02-11' })
  const { items } = await report(shop, `partner-statement?from=2026-01-01&partnerId=${customerId}`)
  const [opening, sold, back, closing] = items.map(({ date, debit, balance }: Json) => [
    date.slice(0, 10),
    debit,
    balance,
  ])
  expect([opening, sold]).toEqual([
    ['2026-01-01', 0, 0],
    ['2026-02-11', 100, 100],
  ])
  expect([back.slice(1), closing.slice(1)]).toEqual([
    [-100, 0],
    [0, 0],
  ])
  expect(back[0] >= daysAgo(1)).toBe(true)
  expect(await faultsOf(shop)).toEqual([])
})

test('random document dates on all records change no number in the reports on stock, cost, profit and turnover', async () => {
  const seed = chooseSeed(USUAL_SEED)
  console.log(`document-dates.test.ts SEED=${seed}`)
  const chance = createChance(seed)
  const someDay = () => new Date(Date.UTC(2000, 0, 1) + chance.below(9_700) * DAY_MS).toISOString().slice(0, 10)
  const [dated, bare] = [await shopWith(), await shopWith()]
  /** Runs the same action in both shops, and gives a document date in only one of them. */
  const both = async <T>(act: (shop: Shop, paper: object) => Promise<T>) => {
    await act(dated, { documentDate: someDay() })
    await act(bare, {})
  }
  for (let round = 0; round < 12; round += 1) {
    const [quantity, unitCost, price, sold] = [
      chance.between(2, 9),
      chance.between(1, 9_999) / 100,
      chance.between(1, 99),
      2,
    ]
    await both((shop, paper) => receiveOf(shop, { quantity, unitCost, ...paper }))
    await both(async (shop, paper) => {
      const shipment = await ship(shop, price, paper, sold)
      if (round % 3 > 0) return
      const lines = [{ lineId: 1, quantity: 1 }]
      const back = { orderId: shipment.orderId, lines, ...paper }
      await moveReturn(shop, (await shop.client.made('POST', '/api/v1/customer-returns', back)).id, 'posted')
    })
    if (round % 4 === 1) await both((shop, paper) => writeOff(shop, { quantity: 0.5, ...paper }))
    const { items } = await read(dated, 'shipments?limit=1000')
    await dated.client.made('PATCH', `/api/v1/shipments/${chance.pick(items as Json[]).id}/document-date`, {
      documentDate: someDay(),
    })
  }
  const today = daysAgo(0)
  const figuresOf = async (shop: Shop) => {
    const { stock, lots, totals } = await shop.client.state()
    const lotsOf = lots.map(({ received, remaining, unitCost }: Json) => [received, remaining, unitCost])
    const reports = await Promise.all(
      [
        'stock-valuation?',
        `turnover?from=${today}`,
        `gross-profit?from=${today}&groupBy=order`,
        `gross-profit?from=${today}&groupBy=day`,
        `stock-value-over-time?from=${today}&groupBy=day`,
        'shrinkage?from=2000-01-01',
      ].map((path) => report(shop, path)),
    )
    // The ids in the two shops differ, but the totals and the numbers in every row must be equal.
    const figures = reports.map(({ items, totals: sums }) => [
      items.map((row: Json) => Object.entries(row).filter(([name]) => !/Id$|^id$|At$/.test(name))),
      sums,
    ])
    return {
      stock: stock.map(({ onHand, reserved }: Json) => [onHand, reserved]),
      lotsOf,
      value: totals.stockValue,
      figures,
    }
  }
  expect(await figuresOf(dated)).toEqual(await figuresOf(bare))
  expect(await faultsOf(dated)).toEqual([])
}, 60_000)

test('exported lists contain the document number and date as well as the posting time', async () => {
  const shop = await shopWith(3)
  await ship(shop, 150, PAPER)
  const path = '/api/v1/shipments?format=csv&language=ru'
  const reply = await fetch(service.url + path, { headers: { authorization: `Bearer ${shop.client.token}` } })
  const [head, row] = (await reply.text()).split('\r\n').map((line) => line.split(';'))
  const cell = (title: string) => row![head!.indexOf(title)]
  expect([cell('Номер документа'), cell('Дата документа')]).toEqual(['18-б', '2026-03-01'])
  expect(cell('Отгружена')).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/)
})

test('simultaneous corrections of one document date are all kept, and each starts from the date that the correction before it set', async () => {
  const shop = await shopWith(3)
  const { id } = await ship(shop, 150)
  const path = `/api/v1/shipments/${id}/document-date`
  const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04']
  const replies = await Promise.all(days.map((documentDate) => shop.client.patch(path, { documentDate })))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { items } = await read(shop, 'audit?action=shipment.dated')
  // Check that each change starts from the date that the change before it set.
  const steps = items.map(({ figures }: Json) => [figures.dateBefore, figures.date]).toReversed()
  expect(steps.slice(1).map(([was]: string[]) => was)).toEqual(steps.slice(0, -1).map(([, is]: string[]) => is))
  expect((await read(shop, `shipments/${id}`)).documentDate).toBe(steps.at(-1)[1])
  await receive(shop, 1)
  expect(await faultsOf(shop)).toEqual([])
})
