/**
 * Checks that every number in every report equals the sum of the rows that the app opens when a user clicks the number.
 * Uses a random history of half a year.
 */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { askReport, printed, SPECS, sumAt } from '../support/app/drill-downs.ts'
import { createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, addProduct, addWarehouse } from '../support/scene/fixtures.ts'
import { joinAs } from '../support/scene/members.ts'
import { playWorkload, type Workload } from '../support/scene/report-workload.ts'

// The tests set the clock far ahead, which a node does not accept by default.
const service = useService({ maxClockLeadMs: 0 })
const START = Date.parse('2041-08-20T10:00:00Z')
const DAY_MS = 86_400_000
const STEPS = 110
/** The number of rows that are checked in each report. */
const ROWS = 2
const chance = createChance(20_261_124)
let workload: Workload
let client: Client
let today: string

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

beforeAll(async () => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  const advance = () => vi.setSystemTime(Date.now() + chance.between(1, 2 * DAY_MS))
  workload = await playWorkload(await service.newCompany(), chance, STEPS, advance)
  client = workload.client
  await pay(advance)
  for (const productId of workload.productIds) {
    const { name } = (await client.get(`/api/v1/products/${productId}`)).json
    await client.made('PATCH', `/api/v1/products/${productId}`, { name, minStock: 100_000 })
  }
  today = dayOf(Date.now() + 3 * 3_600_000)
})
afterAll(() => vi.useRealTimers())

/**
 * Creates supplier invoices with their receipts, and payments with and without a document. Some payments have only a
 * day, some also a time, some neither.
 */
async function pay(advance: () => void): Promise<void> {
  const partnerId = await addPartner(client, 'Завод', { type: 'Поставщик' })
  const [warehouseId, productId] = [workload.warehouseIds[0]!, workload.productIds[0]!]
  const posted = async (path: string, body: object) => {
    advance()
    const { id } = await client.made('POST', `/api/v1/procurement/${path}`, body)
    await client.made('PATCH', `/api/v1/procurement/${path}/${id}/status`, { status: 'posted' })
    return id as string
  }
  const lines = [{ productId, quantity: 3, unitCost: 41.37 }]
  const invoice = { kind: 'supplier_invoice', supplierId: partnerId, warehouseId, lines }
  for (let round = 0; round < 6; round += 1) {
    const sourceDocumentId = await posted('documents', invoice)
    const receiptId = await posted('documents', { ...invoice, kind: 'receipt', sourceDocumentId })
    for (const documentId of [sourceDocumentId, receiptId, undefined]) {
      const paidAt = chance.pick([undefined, dayOf(Date.now()), new Date(Date.now()).toISOString()])
      await posted('payments', {
        ...{ direction: documentId === undefined ? chance.pick(['incoming', 'outgoing']) : 'outgoing', method: 'bank' },
        ...{ partnerId, amount: chance.between(1, 4_000) / 100 },
        ...(documentId === undefined ? {} : { documentId }),
        ...(paidAt === undefined ? {} : { paidAt }),
      })
    }
  }
}

const ASKED = SPECS.flatMap((spec) =>
  (spec.groups === undefined ? [''] : Object.keys(spec.groups)).flatMap((groupBy) =>
    (spec.shows === undefined ? [''] : Object.keys(spec.shows.choices)).map((show) => ({ spec, groupBy, show })),
  ),
)

/** Returns the possible queries of a report: without a filter, and with each filter. */
function addressesOf({ time, narrows = [] }: (typeof SPECS)[number], row: Json | undefined): Record<string, string>[] {
  const [from, to] = [dayOf(START + 20 * DAY_MS), dayOf(START + 90 * DAY_MS)]
  const when = { now: [{}], day: [{}, { date: to }], period: [{ from }, { from, to }] }[time] as Record<
    string,
    string
  >[]
  const narrowing = [
    {},
    ...(narrows.includes('warehouse') ? [{ warehouse: workload.warehouseIds[1]! }] : []),
    ...(narrows.includes('product') ? [{ product: row?.productId ?? workload.productIds[0]! }] : []),
    ...(narrows.includes('customer') ? [{ customer: row?.customerId, channel: 'Ozon' }] : []),
  ]
  return when.flatMap((one) => narrowing.map((other) => ({ ...one, ...other }) as Record<string, string>))
}

test.each(ASKED.map((one) => [`${one.spec.name} ${one.groupBy} ${one.show}`, one] as const))(
  '%s: each number in the report is the sum of the rows that the number opens',
  async (_name, { spec, groupBy, show }) => {
    const customers = (await client.get('/api/v1/orders?limit=1')).json.items
    let opened = 0
    for (const narrowed of addressesOf(spec, { customerId: customers[0].customerId })) {
      const address = { ...narrowed, groupBy, ...(show && { show }) }
      const { items, totals } = await askReport(client, spec.name, address, today)
      const full = (items as Json[]).filter((row) =>
        Object.values(row).some((value) => typeof value === 'number' && value !== 0),
      )
      const rows = full.length <= ROWS ? full : Array.from({ length: ROWS }, () => chance.pick(full))
      for (const row of rows)
        for (const column of spec.columns(address, totals)) {
          const place = row[column.name] ? column.opens?.(row, address) : null
          if (!place?.sum) continue
          opened += 1
          const where = `${column.name} of ${JSON.stringify(row)} at ${JSON.stringify(address)}: ${JSON.stringify(place)}`
          expect(await sumAt(client, place, { today, ...narrowed }), where).toBe(row[column.name])
        }
    }
    if (groupBy !== 'lot') expect(opened).toBeGreaterThan(0)
  },
)

test('when a shipment is cancelled in the next month, each month’s numbers equal the sums of the rows that they open', async () => {
  const seller = await service.newCompany()
  const warehouseId = await addWarehouse(seller)
  const productId = await addProduct(seller, { price: 100 })
  const customer = 'Анна'
  await addPartner(seller, customer, { type: 'Покупатель' })
  await addPartner(seller, 'Завод', { type: 'Поставщик' })
  const receipt = { productId, warehouseId, supplier: 'Завод', quantity: 5, unitCost: 60 }
  await seller.made('POST', '/api/v1/stock/receipt', receipt)
  const items = [{ productId, quantity: 2 }]
  const { id } = await seller.made('POST', '/api/v1/orders', { customer, warehouseId, channel: 'Сайт', items })
  const shipment = await seller.made('POST', `/api/v1/orders/${id}/shipments`, {})
  const first = dayOf(Date.now())
  vi.setSystemTime(Date.now() + 40 * DAY_MS)
  await seller.made('POST', `/api/v1/shipments/${shipment.id}/cancel`, {})
  await seller.made('POST', `/api/v1/orders/${id}/shipments`, { lines: [{ lineId: 1, quantity: 1 }] })
  const second = dayOf(Date.now())
  const spec = SPECS.find(({ name }) => name === 'gross-profit')!
  const opened = async (from: string, to: string) => {
    const address = { from, to, groupBy: 'order' }
    const { items: rows, totals } = await askReport(seller, 'gross-profit', address, second)
    const [row] = rows
    const sums: Record<string, number> = {}
    for (const { name, opens } of spec.columns(address, totals)) {
      const place = opens?.(row, address)
      if (place?.sum) sums[name] = await sumAt(seller, place, { today: second, from, to })
    }
    expect(sums).toEqual({ revenue: row.revenue, cost: row.cost, unpricedItems: row.unpricedItems })
    return sums
  }
  // On the first day, two units were shipped at 100. On the second day, both were returned and one was shipped again.
  expect(await opened(first, first)).toEqual({ revenue: 200, cost: 120, unpricedItems: 0 })
  expect(await opened(second, second)).toEqual({ revenue: -100, cost: -60, unpricedItems: 0 })
})

test('a report filtered in turn by each product, customer or channel adds up to the whole report', async () => {
  const from = dayOf(START)
  const whole = (await askReport(client, 'gross-profit', { from, groupBy: 'order' }, today)).totals
  for (const [groupBy, key, name] of [
    ['product', 'productId', 'product'],
    ['customer', 'customerId', 'customer'],
    ['channel', 'channel', 'channel'],
  ] as const) {
    const { items } = await askReport(client, 'gross-profit', { from, groupBy }, today)
    for (const by of ['order', 'month', 'customer', 'channel', 'product']) {
      let [revenue, cost] = [0, 0]
      for (const row of items) {
        // Goods returned without an order have no channel to filter by.
        const { totals } =
          row[key] === null
            ? { totals: row }
            : await askReport(client, 'gross-profit', { from, groupBy: by, [name]: row[key] }, today)
        expect([totals.revenue, totals.cost]).toEqual([row.revenue, row.cost])
        revenue += Math.round(totals.revenue * 100)
        cost += Math.round(totals.cost * 100)
      }
      expect([revenue, cost]).toEqual([Math.round(whole.revenue * 100), Math.round(whole.cost * 100)])
    }
  }
})

test('each count in the overview equals the number of records in the list that the count opens', async () => {
  const { shippedToday, orders, belowMinimum, unpaid } = (await client.get('/api/v1/summary')).json
  const totalsAt = async (path: string, query: object) =>
    (await client.get(`/api/v1/${path}?${printed({ ...query, limit: 1, totals: true })}`)).json.totals
  expect(await totalsAt('orders', { status: ['shipped'], shippedFrom: today })).toMatchObject(shippedToday)
  for (const status of ['new', 'picking'])
    expect(await totalsAt('orders', { status: [status] })).toMatchObject(orders[status])
  expect((await askReport(client, 'below-minimum', {}, today)).rowCount).toBe(belowMinimum.count)
  expect((await askReport(client, 'unpaid-documents', {}, today)).totals.due).toBe(unpaid.due)
})

test('the totals of a filtered or searched list cover all its pages', async () => {
  for (const query of [
    'movements?q=товар 1',
    'movements?type=shipment&type=receipt',
    'lots?open=true&q=товар',
    'orders?q=борис',
  ]) {
    const [path, search] = query.split('?') as [string, string]
    const items: Json[] = []
    let cursor: string | null = ''
    do {
      const page: Json = (await client.get(`/api/v1/${path}?${search}&limit=100${cursor && `&cursor=${cursor}`}`)).json
      expect(page).not.toHaveProperty('totals')
      items.push(...page.items)
      cursor = page.nextCursor
    } while (cursor !== null)
    const { totals } = (await client.get(`/api/v1/${path}?${search}&limit=2&totals=true`)).json
    expect(items.length, query).toBeGreaterThan(2)
    expect(totals.count).toBe(items.length)
    const sum = (name: string) => items.reduce((all, item) => all + Math.round((item[name] ?? 0) * 1_000), 0) / 1_000
    if (path === 'lots') expect([totals.received, totals.remaining]).toEqual([sum('received'), sum('remaining')])
    if (path === 'orders') expect(totals.total).toBe(sum('total'))
  }
  expect((await client.get('/api/v1/products?q=товар&totals=true')).json.totals).toEqual({ count: 6 })
})

test('a user who may not see costs gets list totals without costs, and is refused the list of payments', async () => {
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const totalsOf = async (path: string) =>
    Object.keys((await storekeeper.get(`/api/v1/${path}?totals=true`)).json.totals)
  expect(await totalsOf('movements')).toEqual(['count', 'quantityIn', 'quantityOut', 'quantityMoved', 'byUnit'])
  expect(await totalsOf('lots')).toEqual(['count', 'received', 'remaining', 'byUnit'])
  expect(await totalsOf('orders')).toEqual(['count', 'total', 'paid'])
  const lots = (await storekeeper.get('/api/v1/reports/stock?groupBy=lot')).json
  expect(Object.keys(lots.items[0])).not.toContain('unitCost')
  expect((await storekeeper.get('/api/v1/procurement/payments?totals=true')).status).toBe(403)
  expect((await storekeeper.get('/api/v1/orders?totals=true&format=csv')).json.errors[0].path).toBe('query/totals')
})
