/** Tests debts by age: how much partners owe the company and the company owes them, and for how long. */
import pg from 'pg'
import { expect, test } from 'vitest'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addDocument,
  addPartner,
  addPayment,
  addProduct,
  cancelShipment,
  moveDocument,
  movePayment,
  openShop,
  shipOrder,
} from '../support/scene/fixtures.ts'

const service = useService()
const DAY_MS = 86_400_000
const ZONE_MS = 3 * 3_600_000
const USUAL_SEED = 20_261_126

const report = async (client: Client, path: string): Promise<Json> => {
  const { status, json, text } = await client.get(`/api/v1/reports/${path}`)
  expect(status, text).toBe(200)
  return json
}
const kopecks = (amount: number) => BigInt(Math.round(amount * 100))

/** Returns the day in Moscow the given number of days before today. */
const daysAgo = (days: number) => new Date(Date.now() + ZONE_MS - days * DAY_MS).toISOString().slice(0, 10)

async function openBooks() {
  const shop = await openShop(await service.newCompany())
  const serviceId = await addProduct(shop.client, { name: 'Доставка', kind: 'service' })
  const deliveries: { readonly id: string; readonly isReversal: boolean; readonly days: number }[] = []
  return { ...shop, serviceId, deliveries }
}
type Books = Awaited<ReturnType<typeof openBooks>>

async function place({ client, warehouseId, serviceId }: Books, customer: string, prices: readonly number[]) {
  const items = prices.map((price) => ({ productId: serviceId, quantity: 1, price }))
  return client.made('POST', '/api/v1/orders', { customer, warehouseId, channel: 'Сайт', items })
}

/**
 * Ships a line of an order, or everything not yet shipped. `dateBack` later backdates the shipment by `days`, and also
 * the cancellations made by `takeBack`. Returns the shipment's id.
 */
async function shipLine({ client, deliveries }: Books, orderId: string, days: number, line?: number): Promise<string> {
  const { id } = await shipOrder({ client }, orderId, line === undefined ? undefined : [[line, 1]])
  deliveries.push({ id, isReversal: false, days })
  return id
}

async function takeBack({ client, deliveries }: Books, id: string, days: number): Promise<void> {
  await cancelShipment({ client }, id)
  deliveries.push({ id, isReversal: true, days })
}

/** Places an order of the customer and ships it at once. Returns the order's id. */
async function ship(books: Books, customer: string, total: number, days: number): Promise<string> {
  const { id } = await place(books, customer, [total])
  await shipLine(books, id, days)
  return id
}

/** Backdates shipments and their cancellations directly in the database, because the service offers no way to do so. */
async function dateBack({ client, deliveries }: Books): Promise<void> {
  // Wait until the tables have all orders.
  await client.get('/api/v1/orders')
  await asSuperuser(
    `update deliveries as o set at = d.day + interval '9 hours'
       from unnest($1::uuid[], $2::boolean[], $3::date[]) as d (id, is_reversal, day)
      where o.id = d.id and o.is_reversal = d.is_reversal`,
    [
      deliveries.map(({ id }) => id),
      deliveries.map(({ isReversal }) => isReversal),
      deliveries.map(({ days }) => daysAgo(days)),
    ],
  )
}

async function receive({ client, productId, warehouseId }: Books, supplierId: string, total: number, days: number) {
  const lines = [{ productId, quantity: 1, unitCost: total }]
  const fields = { kind: 'receipt', supplierId, warehouseId, lines, issuedAt: daysAgo(days) }
  const id = await addDocument(client, fields)
  await moveDocument(client, id, 'posted')
  return id
}

async function pay({ client }: Books, fields: object): Promise<string> {
  const id = await addPayment(client, fields)
  await movePayment(client, id, 'posted')
  return id
}

async function asSuperuser(text: string, values: unknown[]): Promise<void> {
  const client = new pg.Client({ connectionString: service.databaseUrl })
  await client.connect()
  try {
    await client.query(text, values)
  } finally {
    await client.end()
  }
}

test('a customer’s debts are aged from the shipment date; payments for an order pay that order, and other money pays the oldest debts', async () => {
  const books = await openBooks()
  const { client, customer } = books
  const partnerId = (await client.state()).partners.find(({ name }: Json) => name === customer).id
  await ship(books, customer, 100, 120)
  await ship(books, customer, 200, 91)
  await ship(books, customer, 300, 90)
  const recent = await ship(books, customer, 400, 31)
  await ship(books, customer, 500, 30)
  const incoming = { partnerId, direction: 'incoming' }
  // Of the payment of 270, 150 pay part of the order shipped 31 days ago. The other 120 belong to no particular order,
  // so they pay the whole oldest order and 20 of the next one.
  await pay(books, { ...incoming, amount: 270, orders: [{ orderId: recent, amount: 150 }] })
  await dateBack(books)
  const { items, totals } = await report(client, 'receivables-by-age')
  const row = { days30: 500, days60: 250, days90: 300, older: 180, debt: 1_230 }
  expect(items).toEqual([{ partnerId, partner: customer, ...row }])
  expect(totals).toEqual(row)
  expect((await report(client, 'payables-by-age')).items).toEqual([])
  // 60 days ago, three orders had been shipped, the newest of them 30 days earlier.
  const then = (await report(client, `receivables-by-age?date=${daysAgo(60)}`)).items
  expect(then).toEqual([{ partnerId, partner: customer, days30: 300, days60: 300, days90: 0, older: 0, debt: 600 }])
})

test('each shipment of an order is a debt with its own age, the oldest debt is paid first, and a cancelled shipment is no debt', async () => {
  const books = await openBooks()
  const { client, customer } = books
  const { id, customerId } = await place(books, customer, [100, 200, 400])
  await shipLine(books, id, 95, 1)
  const second = await shipLine(books, id, 70, 2)
  await shipLine(books, id, 40, 3)
  await takeBack(books, second, 10)
  await shipLine(books, id, 5, 2)
  await pay(books, {
    ...{ partnerId: customerId, direction: 'incoming', amount: 130, paidAt: daysAgo(1) },
    orders: [{ orderId: id, amount: 130 }],
  })
  await dateBack(books)
  const { items } = await report(client, 'receivables-by-age')
  // The payment of 130 pays the whole debt of 100 and 30 of the debt of 400. The goods for 200 were shipped twice, and
  // their debt is as old as the second shipment.
  const ages = { days30: 200, days60: 370, days90: 0, older: 0, debt: 570 }
  expect(items).toEqual([{ partnerId: customerId, partner: customer, ...ages }])
  // 20 days ago, all three lines had been shipped and nothing had been paid.
  const then = (await report(client, `receivables-by-age?date=${daysAgo(20)}`)).items
  expect(then).toMatchObject([{ days30: 400, days60: 200, days90: 100, older: 0, debt: 700 }])
})

test('debts to a supplier are aged from the receipt date, and a payment for a document pays that document', async () => {
  const books = await openBooks()
  const { client, supplier } = books
  const partnerId = (await client.state()).partners.find(({ name }: Json) => name === supplier).id
  await receive(books, partnerId, 1_000, 100)
  const newer = await receive(books, partnerId, 500, 5)
  await pay(books, { partnerId, amount: 450, documentId: newer })
  await pay(books, { partnerId, amount: 600 })
  const { items } = await report(client, 'payables-by-age')
  expect(items).toEqual([{ partnerId, partner: supplier, days30: 50, days60: 0, days90: 0, older: 400, debt: 450 }])
})

test('from its date on, an advance payment is owed by the side that received it; an advance for an order pays other shipped orders until that order is shipped', async () => {
  const books = await openBooks()
  const { client, customer, supplier } = books
  const { partners } = await client.state()
  const idOf = (name: string) => partners.find((one: Json) => one.name === name).id
  await pay(books, { partnerId: idOf(supplier), amount: 70, paidAt: daysAgo(40) })
  await ship(books, customer, 50, 10)
  const open = await place(books, customer, [80])
  await pay(books, {
    ...{ partnerId: idOf(customer), direction: 'incoming', amount: 80, paidAt: daysAgo(35) },
    orders: [{ orderId: open.id, amount: 80 }],
  })
  await dateBack(books)
  const owed = (await report(client, 'receivables-by-age')).items
  expect(owed).toMatchObject([{ partner: supplier, days60: 70, debt: 70 }])
  const owing = (await report(client, 'payables-by-age')).items
  expect(owing).toMatchObject([{ partner: customer, days60: 30, debt: 30 }])
})

test('the debts-by-age spreadsheet has readable column titles', async () => {
  const books = await openBooks()
  await ship(books, books.customer, 100, 45)
  const reply = await fetch(`${service.url}/api/v1/reports/receivables-by-age?format=csv`, {
    headers: { authorization: `Bearer ${books.client.token}`, 'accept-language': 'ru' },
  })
  const text = await reply.text()
  expect(text).toContain('До 30 дней')
  expect(text).toContain('Больше 90 дней')
})

/**
 * A change of a partner's balance; the amount is positive if the partner owes more. `of` is the order or document to
 * which the change belongs. `part` is the single shipment or document; all payments for the same order or document form
 * one part.
 */
interface Entry {
  readonly partnerId: string
  readonly of: string
  readonly part: string
  readonly days: number
  readonly amount: bigint
}

interface Part {
  readonly sum: bigint
  readonly days: number
}

const spareOf = (parts: readonly Part[]) => parts.reduce((total, { sum }) => (sum < 0n ? total - sum : total), 0n)

/** Pays debts from a sum, oldest first. Returns the remaining debts and the unused rest of the sum. */
function payOldest(debts: readonly Part[], sum: bigint): { readonly debts: Part[]; readonly spare: bigint } {
  let spare = sum
  const left = [...debts]
    .sort((a, b) => b.days - a.days)
    .map((debt) => {
      const isPaid = spare < debt.sum ? spare : debt.sum
      spare -= isPaid
      return { ...debt, sum: debt.sum - isPaid }
    })
  return { debts: left.filter((debt) => debt.sum > 0n), spare }
}

/**
 * Divides the debts of one side by age, in kopecks. `sign` is 1 for the debts of partners to the company, and −1 for
 * the company's debts to them.
 */
function agesOf(entries: readonly Entry[], sign: bigint): Map<string, bigint[]> {
  const ages = new Map<string, bigint[]>()
  for (const [partnerId, own] of Map.groupBy(entries, (entry) => entry.partnerId)) {
    const cases = [...Map.groupBy(own, (entry) => entry.of).values()].map((about) =>
      [...Map.groupBy(about, ({ part }) => part).values()].map((same) => ({
        sum: same.reduce((total, { amount }) => total + sign * amount, 0n),
        days: Math.max(...same.map(({ days }) => days)),
      })),
    )
    const settledCases = cases.map((parts) =>
      payOldest(
        parts.filter(({ sum }) => sum > 0n),
        spareOf(parts),
      ),
    )
    const spare = settledCases.reduce((total, one) => total + one.spare, 0n)
    const buckets = [0n, 0n, 0n, 0n]
    for (const { sum, days } of payOldest(
      settledCases.flatMap(({ debts }) => debts),
      spare,
    ).debts)
      buckets[days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3]! += sum
    const debt = buckets.reduce((total, part) => total + part, 0n)
    if (debt > 0n) ages.set(partnerId, [...buckets, debt])
  }
  return ages
}

const shownAges = (items: readonly Json[]) =>
  new Map(
    items.map(({ partnerId, days30, days60, days90, older, debt }) => [
      partnerId as string,
      [days30, days60, days90, older, debt].map(kopecks),
    ]),
  )
const sorted = <T>(map: Map<string, T>) => [...map].sort(([a], [b]) => (a < b ? -1 : 1))

test('for random books, the debts by age match those of a separate model, and add up to the balances and to past statements', async () => {
  const seed = chooseSeed(USUAL_SEED)
  console.log(`debts-by-age.test.ts SEED=${seed}`)
  const chance = createChance(seed)
  const books = await openBooks()
  const { client } = books
  const partners: { id: string; name: string; orders: string[]; documents: string[] }[] = []
  for (const name of ['Альфа', 'Бета', 'Гамма', 'Дельта', 'Эпсилон'])
    partners.push({ id: await addPartner(client, name), name, orders: [], documents: [] })
  const entries: Entry[] = []
  const money = () => chance.between(1, 90_000) / 100
  for (let step = 0; step < 90; step += 1) {
    const partner = chance.pick(partners)
    const partnerId = partner.id
    const [days, total] = [chance.below(130), money()]
    const deed = chance.weigh([
      [5, 'ship'],
      [2, 'order'],
      [4, 'receive'],
      [8, 'pay'],
    ])
    if (deed === 'ship') {
      const prices = Array.from({ length: chance.between(1, 4) }, () => money())
      const { id } = await place(books, partner.name, prices)
      partner.orders.push(id)
      for (const [at, price] of prices.entries()) {
        const since = at === 0 ? days : chance.below(130)
        const part = await shipLine(books, id, since, at + 1)
        entries.push({ partnerId, of: id, part, days: since, amount: kopecks(price) })
        if (chance.happens(0.75)) continue
        const back = chance.below(since + 1)
        await takeBack(books, part, back)
        entries.push({ partnerId, of: id, part, days: back, amount: -kopecks(price) })
      }
    } else if (deed === 'order') {
      partner.orders.push((await place(books, partner.name, [total])).id)
    } else if (deed === 'receive') {
      const id = await receive(books, partnerId, total, days)
      partner.documents.push(id)
      entries.push({ partnerId, of: id, part: id, days, amount: -kopecks(total) })
    } else {
      const direction = chance.pick(['incoming', 'incoming', 'outgoing'])
      const ids =
        direction === 'incoming' ? [...partner.orders].sort(() => chance.next() - 0.5).slice(0, chance.below(3)) : []
      const parts = ids.map((orderId) => ({ orderId, amount: Math.max(0.01, Math.floor(total * 30) / 100) }))
      const isFor = parts.reduce((sum, { amount }) => sum + kopecks(amount), 0n)
      if (isFor > kopecks(total)) continue
      const documentId = partner.documents.length > 0 && chance.happens(0.5) ? chance.pick(partner.documents) : null
      const id = await pay(books, {
        partnerId,
        direction,
        amount: total,
        paidAt: daysAgo(days),
        orders: parts,
        documentId,
      })
      const sign = direction === 'incoming' ? -1n : 1n
      for (const { orderId, amount } of parts)
        entries.push({ partnerId, of: orderId, part: 'money', days, amount: sign * kopecks(amount) })
      if (kopecks(total) > isFor)
        entries.push({ partnerId, of: documentId ?? id, part: 'money', days, amount: sign * (kopecks(total) - isFor) })
    }
  }

  await dateBack(books)
  const owed = shownAges((await report(client, 'receivables-by-age')).items)
  const owing = shownAges((await report(client, 'payables-by-age')).items)
  expect(sorted(owed)).toEqual(sorted(agesOf(entries, 1n)))
  expect(sorted(owing)).toEqual(sorted(agesOf(entries, -1n)))
  expect(owed.size + owing.size).toBeGreaterThan(2)
  const balances = (await report(client, 'partner-balances')).items
  for (const { partnerId, receivable, payable } of balances)
    expect([owed.get(partnerId)?.[4] ?? 0n, owing.get(partnerId)?.[4] ?? 0n]).toEqual(
      [receivable, payable].map(kopecks),
    )

  for (const ago of [20, 50, 100]) {
    const past = entries.filter(({ days }) => days >= ago).map((entry) => ({ ...entry, days: entry.days - ago }))
    const then = shownAges((await report(client, `receivables-by-age?date=${daysAgo(ago)}`)).items)
    expect(sorted(then)).toEqual(sorted(agesOf(past, 1n)))
    const { items } = await report(client, `partner-statement?from=2020-01-01&to=${daysAgo(ago)}&limit=10000`)
    const closing = items.filter(({ kind, balance }: Json) => kind === 'closing' && balance > 0)
    expect(sorted(then).map(([id, ages]) => [id, ages[4]])).toEqual(
      sorted(new Map<string, bigint>(closing.map(({ partnerId, balance }: Json) => [partnerId, kopecks(balance)]))),
    )
  }
})
