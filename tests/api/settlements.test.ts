/** Tests what partners and the company owe each other: the balances, and a partner's statement. */
import { expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addDocument,
  addPartner,
  addPayment,
  moveDocument,
  moveOrder,
  movePayment,
  openShop,
  placeOrder,
  receive,
  type Shop,
} from '../support/scene/fixtures.ts'

const service = useService()

const report = async (client: Client, path: string): Promise<Json> => (await client.get(`/api/v1/reports/${path}`)).json
const partnerId = async ({ client }: Shop, name: string): Promise<string> =>
  (await client.state()).partners.find((one: Json) => one.name === name).id
const pay = async (shop: Shop, fields: object) => {
  const id = await addPayment(shop.client, fields)
  await movePayment(shop.client, id, 'posted')
  return id
}
const ship = async (shop: Shop, quantity: number, price: number) => {
  const order = await placeOrder(shop, { items: [{ productId: shop.productId, quantity, price }] })
  await moveOrder(shop, order.id, 'shipped')
  return order
}

test('a company without any trade has no balances with partners', async () => {
  expect(await report(await service.newCompany(), 'partner-balances')).toMatchObject({ rowCount: 0, items: [] })
})

test('a partner’s balance combines shipments, receipts, returns and payments, and shows which side owes money', async () => {
  const shop = await openShop(await service.newCompany())
  const { client, productId, warehouseId } = shop
  const supplierId = await partnerId(shop, shop.supplier)
  const customerId = await partnerId(shop, shop.customer)
  await receive(shop, 10, 100)
  const lines = [{ productId, quantity: 5, unitCost: 90.01 }]
  const receipt = await addDocument(client, { kind: 'receipt', supplierId, warehouseId, lines })
  await moveDocument(client, receipt, 'posted')
  const returned = {
    kind: 'supplier_return',
    supplierId,
    warehouseId,
    lines: [{ productId, quantity: 1, unitCost: 90 }],
  }
  await moveDocument(client, await addDocument(client, returned), 'posted')
  // Create drafts and cancelled records, which must not affect the balances.
  await addDocument(client, { kind: 'receipt', supplierId, warehouseId, lines })
  await ship(shop, 3, 199.99)
  const cancelled = await placeOrder(shop, { items: [{ productId, quantity: 1 }] })
  await moveOrder(shop, cancelled.id, 'cancelled')
  await pay(shop, { partnerId: customerId, direction: 'incoming', amount: 500 })
  await pay(shop, { partnerId: supplierId, direction: 'outgoing', amount: 1300 })
  await movePayment(client, await pay(shop, { partnerId: customerId, direction: 'incoming', amount: 7 }), 'cancelled')
  await addPayment(client, { partnerId: customerId, direction: 'incoming', amount: 9 })

  const { items, totals } = await report(client, 'partner-balances')
  // The customer owes 599.97 − 500 = 99.97. The supplier is owed 1000 + 450.05 − 90 − 1300 = 60.05.
  const none = { shipped: 0, paidIn: 0, received: 0, returned: 0, takenBack: 0, paidOut: 0, receivable: 0, payable: 0 }
  const customer = { partnerId: customerId, partner: shop.customer, shipped: 599.97, paidIn: 500, receivable: 99.97 }
  const supplier = { partnerId: supplierId, partner: shop.supplier, received: 1450.05, returned: 90, paidOut: 1300 }
  expect(items).toEqual([
    { ...none, ...customer },
    { ...none, ...supplier, payable: 60.05 },
  ])
  expect(totals).toMatchObject({ receivable: 99.97, payable: 60.05 })
})

test('a statement lists a partner’s entries in a period by date, between the opening and closing balances', async () => {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  const customerId = await partnerId(shop, shop.customer)
  await receive(shop, 10, 100)
  const advance = { partnerId: customerId, direction: 'incoming', amount: 100, paidAt: '2026-01-10' }
  await pay(shop, advance)
  await pay(shop, { ...advance, amount: 30.5, paidAt: '2026-02-01' })
  await pay(shop, { ...advance, direction: 'outgoing', amount: 0.5, paidAt: '2026-02-28' })
  await ship(shop, 1, 250)

  const february = await report(client, `partner-statement?from=2026-02-01&to=2026-02-28&partnerId=${customerId}`)
  expect(
    february.items.map(({ date, kind, debit, credit, balance }: Json) => [date, kind, debit, credit, balance]),
  ).toEqual([
    ['2026-02-01', 'opening', 0, 0, -100],
    ['2026-02-01', 'incoming', 0, 30.5, -130.5],
    ['2026-02-28', 'outgoing', 0.5, 0, -130],
    ['2026-02-28', 'closing', 0, 0, -130],
  ])
  expect(february.totals).toEqual({ debit: 0.5, credit: 30.5 })

  const all = await report(client, `partner-statement?from=2026-02-01&partnerId=${customerId}`)
  expect(all.items.at(-1)).toMatchObject({ kind: 'closing', balance: 120 })
  const [, , , order] = all.items
  expect(order).toMatchObject({ kind: 'order', number: '00001', debit: 250, credit: 0, balance: 120 })
  expect((await client.get(`/api/v1/orders/${order.entryId}`)).json.total).toBe(250)
  const { items } = await report(client, 'partner-balances')
  expect(items.find((row: Json) => row.partnerId === customerId)).toMatchObject({ receivable: 120, payable: 0 })
})

test('a statement requested without a partner lists each partner with entries, one after the other', async () => {
  const shop = await openShop(await service.newCompany())
  const { client } = shop
  await receive(shop, 4, 25)
  await ship(shop, 2, 70)
  await addPartner(client, 'ООО «Тихоня»')
  const { items } = await report(client, 'partner-statement?from=2020-01-01')
  const closing = items.filter(({ kind }: Json) => kind === 'closing')
  expect(closing.map(({ partner, balance }: Json) => [partner, balance]).sort()).toEqual(
    [
      [shop.customer, 140],
      [shop.supplier, -100],
    ].sort(),
  )
  expect(items.filter(({ kind }: Json) => kind === 'opening').map(({ balance }: Json) => balance)).toEqual([0, 0])
})

test('a statement for a partner that does not exist is refused as not found', async () => {
  const client = await service.newCompany()
  const path = '/api/v1/reports/partner-statement?from=2026-01-01&partnerId=nobody'
  const { status, json } = await client.get(path)
  expect([status, json.code]).toEqual([404, 'NOT_FOUND'])
})

test('a statement can be exported as a spreadsheet with readable names for the kinds of entries', async () => {
  const shop = await openShop(await service.newCompany())
  await receive(shop, 1, 10)
  const reply = await fetch(`${service.url}/api/v1/reports/partner-statement?from=2020-01-01&format=csv`, {
    headers: { authorization: `Bearer ${shop.client.token}`, 'accept-language': 'ru' },
  })
  const text = await reply.text()
  expect(text).toContain('приёмка без документа')
  expect(text).toContain('сальдо на конец')
})
