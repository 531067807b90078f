/** Tests reports by day, week and month over a history of half a year, with a clock that the test sets. */
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { periodsBetween } from '../../server/reports/periods.ts'
import { createChance } from '../support/chance/chance.ts'
import { profitOf } from '../support/model/report-ledger.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addDocument, addPartner, addPayment, movePayment, openShop } from '../support/scene/fixtures.ts'
import { playWorkload, type Workload } from '../support/scene/report-workload.ts'

// The tests set the clock far ahead, which a node does not accept by default.
const service = useService({ maxClockLeadMs: 0 })
/**
 * The start of the history. It lies in the future, because otherwise jobs that follow the real clock would count as
 * overdue.
 */
const START = Date.parse('2041-08-20T10:00:00Z')
const STEPS = 150
const DAY_MS = 86_400_000
let workload: Workload
let before: number

beforeAll(async () => {
  vi.useFakeTimers({ now: START, toFake: ['Date'] })
  const chance = createChance(20_261_123)
  const advance = () => vi.setSystemTime(Date.now() + chance.between(1, 2 * DAY_MS))
  workload = await playWorkload(await service.newCompany(), chance, STEPS, advance)
  before = Date.now() + 1
})
afterAll(() => vi.useRealTimers())

const kopecks = (amount: number) => Math.round(amount * 100)
const thousandths = (quantity: number) => Math.round(quantity * 1000)

async function report(path: string, client = workload.client): Promise<Json> {
  const reply = await client.get(`/api/v1/reports/${path}`)
  expect(reply.status, `${path}: ${reply.text}`).toBe(200)
  return reply.json
}

/**
 * Returns the ends of a report's periods, computed as simply as possible: day by day in Moscow time, which has no daylight
 * saving.
 */
function endsOf(rows: Json[], end: number): number[] {
  const starts = rows.map(({ period }) => Date.parse(`${period}T00:00:00+03:00`))
  return [...starts.slice(1), end]
}

test.each([
  ['day', 'from=2041-08-01&to=2041-10-31'],
  ['week', 'from=2041-08-01'],
  ['month', 'from=2041-01-01'],
])('the stock value report by %s shows the value of the lots at the end of each period', async (groupBy, period) => {
  const { warehouseIds, productIds, ledger } = workload
  const [warehouseId, productId] = [warehouseIds[0]!, productIds[1]!]
  const filters = [
    { query: '', isHere: () => true },
    { query: `&warehouseId=${warehouseId}`, isHere: (lot: Json) => lot.warehouseId === warehouseId },
    {
      query: `&productId=${productId}&warehouseId=${warehouseId}`,
      isHere: (lot: Json) => lot.warehouseId === warehouseId && lot.productId === productId,
    },
  ]
  for (const { query, isHere } of filters) {
    const answer = await report(`stock-value-over-time?${period}&groupBy=${groupBy}${query}`)
    const truth = endsOf(answer.items, Date.parse(answer.before)).map((end) => {
      const all = ledger.stockBefore(end, (lot) => (isHere(lot as unknown as Json) ? 'all' : null)).get('all')
      return all ?? { quantity: 0, value: 0 }
    })
    const got = answer.items.map((row: Json) => ({ quantity: thousandths(row.quantity), value: kopecks(row.value) }))
    expect(got).toEqual(truth)
    expect(new Set(truth.map(({ value }) => value)).size).toBeGreaterThan(2)
  }
})

test('the stock value at the end of a period equals the valuation report’s total for the period’s last day', async () => {
  const { items } = await report('stock-value-over-time?from=2041-08-01&to=2041-12-31&groupBy=month')
  for (const { period, value } of items) {
    const last = new Date(Date.UTC(Number(period.slice(0, 4)), Number(period.slice(5, 7)), 0))
      .toISOString()
      .slice(0, 10)
    expect((await report(`stock-valuation?date=${last}&groupBy=warehouse`)).totals.value).toBe(value)
  }
})

test.each(['day', 'week', 'month'])(
  'gross profit by %s has a row for each period and the same totals as gross profit by order',
  async (groupBy) => {
    const period = 'from=2041-09-03&to=2041-12-20'
    const answer = await report(`gross-profit?${period}&groupBy=${groupBy}`)
    const ends = endsOf(answer.items, Date.parse(answer.before))
    let start = Date.parse(answer.from)
    for (const [index, end] of ends.entries()) {
      const sales = workload.ledger.sales.filter(({ at }) => at >= start && at < end)
      const { revenue, cost, orders, unpricedItems, unpricedCost } = answer.items[index]
      const truth = profitOf(sales, () => 'all').get('all') ?? {
        revenue: 0,
        cost: 0,
        unpricedItems: 0,
        unpricedCost: 0,
      }
      const got = { revenue: kopecks(revenue), cost: kopecks(cost), unpricedItems, unpricedCost: kopecks(unpricedCost) }
      expect(got).toEqual(truth)
      const ofOrders = sales.filter(({ channel }) => channel !== null)
      expect(orders).toBe(new Set(ofOrders.map(({ orderId }) => orderId)).size)
      start = end
    }
    const { totals } = await report(`gross-profit?${period}&groupBy=order`)
    expect(answer.totals).toMatchObject(totals)
    if (groupBy === 'day') expect(answer.items.some(({ orders }: Json) => orders === 0)).toBe(true)
  },
)

test('a report’s weeks begin on Monday and its months on the 1st, but its first period begins with the report', async () => {
  const periods = async (query: string) =>
    (await report(`gross-profit?${query}`)).items.map(({ period }: Json) => period)
  expect(await periods('from=2041-09-03&to=2041-09-18&groupBy=week')).toEqual([
    '2041-09-03',
    '2041-09-09',
    '2041-09-16',
  ])
  expect(await periods('from=2041-09-03&to=2041-11-01&groupBy=month')).toEqual([
    '2041-09-03',
    '2041-10-01',
    '2041-11-01',
  ])
  expect(await periods('from=2041-09-29&to=2041-10-02&groupBy=day')).toEqual([
    '2041-09-29',
    '2041-09-30',
    '2041-10-01',
    '2041-10-02',
  ])
  expect(await periods('from=2041-09-29T22:00:00Z&to=2041-10-01T00:00:00Z&groupBy=day')).toEqual([
    '2041-09-30',
    '2041-10-01',
  ])
})

test('a day’s beginning is computed correctly in time zones with daylight saving and skipped days', () => {
  const of = (timeZone: string, from: string, to: string) =>
    periodsBetween({ start: Date.parse(from), end: Date.parse(to), timeZone }, 'day')
  const berlin = of('Europe/Berlin', '2026-03-27T23:00:00Z', '2026-03-30T22:00:00Z')
  expect(berlin.starts.map((at) => new Date(at).toISOString())).toEqual([
    '2026-03-27T23:00:00.000Z',
    '2026-03-28T23:00:00.000Z',
    '2026-03-29T22:00:00.000Z',
  ])
  const apia = of('Pacific/Apia', '2011-12-29T10:00:00Z', '2011-12-31T10:00:00Z')
  expect(apia.days).toEqual(['2011-12-29', '2011-12-30', '2011-12-31'])
  // Samoa skipped 30 December 2011, so the row for that day is empty and begins at the same instant as the row for the
  // next day.
  expect(apia.starts.slice(1).map((at) => new Date(at).toISOString())).toEqual([
    '2011-12-30T10:00:00.000Z',
    '2011-12-30T10:00:00.000Z',
  ])
})

test('a report of over 750 periods is refused with advice to use longer ones', async () => {
  for (const path of ['gross-profit', 'stock-value-over-time', 'cash-flow']) {
    const at = (query: string) => workload.client.get(`/api/v1/reports/${path}?${query}`)
    expect((await at('from=2039-12-31&to=2042-01-18&groupBy=day')).status).toBe(200)
    const { json } = await at('from=2039-08-01&to=2042-01-18&groupBy=day')
    expect(json).toMatchObject({ code: 'VALIDATION_FAILED', errors: [{ path: 'query/groupBy' }] })
    expect((await at('from=1970-01-01&groupBy=week')).status).toBe(400)
    expect((await at('from=1990-01-01&groupBy=month')).status).toBe(200)
  }
})

test('a report counts a payment on its payment date or, without one, on the day it was posted', async () => {
  vi.setSystemTime(Math.max(Date.now(), before))
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const partnerId = await addPartner(client, 'Сбыт')
  const pay = async (fields: object, status = 'posted') => {
    const id = await addPayment(client, { partnerId, method: 'bank', ...fields })
    if (status !== 'draft') await movePayment(client, id, status)
  }
  const now = new Date(Date.now()).toISOString()
  await pay({ direction: 'incoming', amount: 100.01, paidAt: '2041-03-01' })
  await pay({ direction: 'outgoing', amount: 40, paidAt: '2041-03-31' })
  // In Moscow this time falls on 1 April.
  await pay({ direction: 'outgoing', amount: 7.5, paidAt: '2041-03-31T21:00:00Z' })
  await pay({ direction: 'incoming', amount: 1, paidAt: '2041-02-28' })
  await pay({ direction: 'incoming', amount: 2, paidAt: '2041-05-01' })
  await pay({ direction: 'incoming', amount: 3, paidAt: '2041-03-05' }, 'draft')
  await pay({ direction: 'incoming', amount: 5 })
  const { items, totals } = await report('cash-flow?from=2041-03-01&to=2041-04-30', client)
  expect(items).toEqual([
    { period: '2041-03-01', payments: 2, received: 100.01, paid: 40, balance: 60.01 },
    { period: '2041-04-01', payments: 1, received: 0, paid: 7.5, balance: -7.5 },
  ])
  expect(totals).toEqual({ payments: 3, received: 100.01, paid: 47.5, balance: 52.51 })
  const today = await report(`cash-flow?from=${now.slice(0, 10)}&groupBy=day`, client)
  expect(today.totals).toMatchObject({ payments: 1, received: 5 })
})

test('the amount due on an invoice, or on a receipt without one, is its total minus outgoing payments', async () => {
  const shop = await openShop(await service.newCompany())
  const { client, productId, warehouseId } = shop
  const supplierId = await addPartner(client, 'ООО «Поставка»')
  const line = (unitCost: number) => ({ lines: [{ productId, quantity: 2, unitCost }] })
  const post = async (fields: object) => {
    const id = await addDocument(client, { supplierId, warehouseId, ...fields })
    await client.send('PATCH', `/api/v1/procurement/documents/${id}/status`, { status: 'posted' })
    return id
  }
  const pay = async (documentId: string, amount: number, direction = 'outgoing') => {
    const id = await addPayment(client, { partnerId: supplierId, direction, method: 'bank', amount, documentId })
    await movePayment(client, id, 'posted')
  }
  const unpaid = async () => {
    const { items, totals } = await report('unpaid-documents', client)
    return { due: items.map(({ documentId, due }: Json) => [documentId, due]), totals }
  }
  const invoice = await post({ kind: 'supplier_invoice', ...line(100.05), dueAt: '2041-12-01' })
  const early = await post({ kind: 'supplier_invoice', ...line(10), dueAt: '2041-11-01', reference: 'С-7' })
  const ofInvoice = await post({ kind: 'receipt', sourceDocumentId: invoice, ...line(100.05) })
  const alone = await post({ kind: 'receipt', ...line(50) })
  await addDocument(client, { kind: 'supplier_invoice', supplierId, ...line(1) })
  await post({ kind: 'purchase_order', ...line(3) })
  expect(await unpaid()).toMatchObject({
    due: [
      [early, 20],
      [invoice, 200.1],
      [alone, 100],
    ],
    totals: { total: 320.1, paid: 0, due: 320.1 },
  })
  const file = (await client.get('/api/v1/reports/unpaid-documents?format=csv')).text
  expect(file).toContain(';счёт поставщика;С-7;')
  expect(file).not.toContain('supplier_invoice')
  await pay(invoice, 100)
  await pay(ofInvoice, 50.1)
  await pay(alone, 30, 'incoming')
  await pay(early, 20)
  expect(await unpaid()).toMatchObject({
    due: [
      [invoice, 50],
      [alone, 100],
    ],
    totals: { total: 300.1, paid: 150.1, due: 150 },
  })
})

test.each([
  'stock-value-over-time?from=2041-08-01',
  'cash-flow?from=2041-08-01',
  'gross-profit?from=2041-08-01&groupBy=month',
])(
  'the export of the report %s has the report’s rows and, if the report has totals, a last row with them',
  async (path) => {
    const { items, totals } = await report(path)
    const reply = await workload.client.get(`/api/v1/reports/${path}&format=csv&decimal=point&language=en`)
    expect(reply.status, reply.text).toBe(200)
    const rows = reply.text.trim().split('\r\n').slice(1)
    const first = rows.map((row) => row.split(',')[0])
    const hasSums = Object.keys(totals ?? {}).length > 0
    expect(first).toEqual([...items.map(({ period }: Json) => period), ...(hasSums ? ['Total'] : [])])
    const xlsx = await workload.client.get(`/api/v1/reports/${path}&format=xlsx`)
    expect(xlsx.status).toBe(200)
  },
)
