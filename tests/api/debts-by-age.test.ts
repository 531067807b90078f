/** Debts by age: what partners owe the company and what it owes them, by how long. */
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
  moveDocument,
  movePayment,
  openShop,
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

/** Returns the day in Moscow that is this many days before today. */
const daysAgo = (days: number) => new Date(Date.now() + ZONE_MS - days * DAY_MS).toISOString().slice(0, 10)

async function openBooks() {
  const shop = await openShop(await service.newCompany())
  const serviceId = await addProduct(shop.client, { name: 'Доставка', kind: 'service' })
  return { ...shop, serviceId, shipped: new Map<string, number>() }
}
type Books = Awaited<ReturnType<typeof openBooks>>

/** Ships an order of the customer, to be dated back by `dateBack`. Returns the order's id. */
async function ship({ client, warehouseId, serviceId, shipped }: Books, customer: string, total: number, days: number) {
  const items = [{ productId: serviceId, quantity: 1, price: total }]
  const { id } = await client.made('POST', '/api/v1/orders', { customer, warehouseId, channel: 'Сайт', items })
  await client.made('PATCH', `/api/v1/orders/${id}/status`, { status: 'shipped' })
  shipped.set(id, days)
  return id as string
}

/** Dates the shipping of the orders back. The service cannot; and a later change of an order would date it again. */
async function dateBack({ client, shipped }: Books): Promise<void> {
  // Wait until the tables have all orders.
  await client.get('/api/v1/orders')
  const days = [...shipped.values()].map(daysAgo)
  await asSuperuser(
    `update orders as o set shipped_at = d.day + interval '9 hours'
       from unnest($1::uuid[], $2::date[]) as d (id, day) where o.id = d.id`,
    [[...shipped.keys()], days],
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

test('debts of a customer are as old as the shipping; payments for an order pay it, other money pays the oldest debts', async () => {
  const books = await openBooks()
  const { client, customer } = books
  const partnerId = (await client.state()).partners.find(({ name }: Json) => name === customer).id
  await ship(books, customer, 100, 120)
  await ship(books, customer, 200, 91)
  await ship(books, customer, 300, 90)
  const recent = await ship(books, customer, 400, 31)
  await ship(books, customer, 500, 30)
  const incoming = { partnerId, direction: 'incoming' }
  // 150 of the order of 31 days ago; 120 for no order, which pay all of the oldest order and 20 of the next.
  await pay(books, { ...incoming, amount: 270, orders: [{ orderId: recent, amount: 150 }] })
  await dateBack(books)
  const { items, totals } = await report(client, 'receivables-by-age')
  const row = { days30: 500, days60: 250, days90: 300, older: 180, debt: 1_230 }
  expect(items).toEqual([{ partnerId, partner: customer, ...row }])
  expect(totals).toEqual(row)
  expect((await report(client, 'payables-by-age')).items).toEqual([])
  // As of 60 days ago three orders were shipped, and the youngest of these was 30 days old.
  const then = (await report(client, `receivables-by-age?date=${daysAgo(60)}`)).items
  expect(then).toEqual([{ partnerId, partner: customer, days30: 300, days60: 300, days90: 0, older: 0, debt: 600 }])
})

test('debts to a supplier are as old as the receipt; a payment for a document pays that document', async () => {
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

test('money paid in advance is a debt of the other side from its date, and an advance for an order pays older orders until it is shipped', async () => {
  const books = await openBooks()
  const { client, customer, supplier, warehouseId, serviceId } = books
  const { partners } = await client.state()
  const idOf = (name: string) => partners.find((one: Json) => one.name === name).id
  await pay(books, { partnerId: idOf(supplier), amount: 70, paidAt: daysAgo(40) })
  await ship(books, customer, 50, 10)
  const items = [{ productId: serviceId, quantity: 1, price: 80 }]
  const open = await client.made('POST', '/api/v1/orders', { customer, warehouseId, channel: 'Сайт', items })
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

test('the spreadsheet of debts by age has titles in words', async () => {
  const books = await openBooks()
  await ship(books, books.customer, 100, 45)
  const reply = await fetch(`${service.url}/api/v1/reports/receivables-by-age?format=csv`, {
    headers: { authorization: `Bearer ${books.client.token}`, 'accept-language': 'ru' },
  })
  const text = await reply.text()
  expect(text).toContain('До 30 дней')
  expect(text).toContain('Больше 90 дней')
})

/** What changes a balance: above zero what the partner owes. `of`: the order or document that it is about. */
interface Entry {
  readonly partnerId: string
  readonly of: string
  readonly days: number
  readonly amount: bigint
  readonly isMoney: boolean
}

/** Divides the debts of one side by age, in kopecks: `sign` is 1 for what partners owe, −1 for what they are owed. */
function agesOf(entries: readonly Entry[], sign: bigint): Map<string, bigint[]> {
  const ages = new Map<string, bigint[]>()
  for (const [partnerId, own] of Map.groupBy(entries, (entry) => entry.partnerId)) {
    const cases = [...Map.groupBy(own, (entry) => entry.of).values()].map((parts) => {
      const goods = parts.filter(({ isMoney }) => !isMoney)
      const dated = goods.length > 0 ? goods : parts
      const sum = parts.reduce((total, { amount }) => total + sign * amount, 0n)
      return { sum, days: Math.max(...dated.map(({ days }) => days)) }
    })
    let spare = cases.reduce((total, { sum }) => (sum < 0n ? total - sum : total), 0n)
    const buckets = [0n, 0n, 0n, 0n]
    for (const { sum, days } of cases.filter((one) => one.sum > 0n).sort((a, b) => b.days - a.days)) {
      const isPaid = spare < sum ? spare : sum
      spare -= isPaid
      buckets[days <= 30 ? 0 : days <= 60 ? 1 : days <= 90 ? 2 : 3]! += sum - isPaid
    }
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

test('on random books the debts by age are those of a separate model, and add up to the balances and to the statements of the past', async () => {
  const seed = chooseSeed(USUAL_SEED)
  console.log(`debts-by-age.test.ts SEED=${seed}`)
  const chance = createChance(seed)
  const books = await openBooks()
  const { client, warehouseId, serviceId } = books
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
      const id = await ship(books, partner.name, total, days)
      partner.orders.push(id)
      entries.push({ partnerId, of: id, days, amount: kopecks(total), isMoney: false })
    } else if (deed === 'order') {
      const items = [{ productId: serviceId, quantity: 1, price: total }]
      const body = { customer: partner.name, warehouseId, channel: 'Сайт', items }
      partner.orders.push((await client.made('POST', '/api/v1/orders', body)).id)
    } else if (deed === 'receive') {
      const id = await receive(books, partnerId, total, days)
      partner.documents.push(id)
      entries.push({ partnerId, of: id, days, amount: -kopecks(total), isMoney: false })
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
        entries.push({ partnerId, of: orderId, days, amount: sign * kopecks(amount), isMoney: true })
      if (kopecks(total) > isFor)
        entries.push({ partnerId, of: documentId ?? id, days, amount: sign * (kopecks(total) - isFor), isMoney: true })
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
