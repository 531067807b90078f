/** Tests purchases: the quantities that suppliers still have to deliver, and the receipts against purchases. */
import { afterEach, expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { useService } from '../support/node/service.ts'
import {
  addBundle,
  addPartner,
  addProduct,
  addWarehouse,
  findIn,
  ISSUED_ID,
  MOMENT,
  openShop,
  type Shop,
  setArchived,
  stockRow,
} from '../support/scene/fixtures.ts'

const service = useService()
const PATH = '/api/v1/purchases'
const RECEIPT = '/api/v1/stock/receipt'
const opened: Client[] = []

afterEach(async () => {
  for (const client of opened.splice(0)) expect(await findDifferences(service.database, client.companyId)).toEqual([])
})

async function open(): Promise<Shop> {
  const shop = await openShop(await service.newCompany())
  opened.push(shop.client)
  return shop
}

const bodyOf = ({ productId, warehouseId, supplier }: Shop, fields: object = {}) => ({
  productId,
  warehouseId,
  supplier,
  quantity: 10,
  unitCost: 5,
  ...fields,
})
const buy = (shop: Shop, fields: object = {}) => shop.client.made('POST', PATH, bodyOf(shop, fields))
const receive = (shop: Shop, purchaseId: string, fields: object) =>
  shop.client.made('POST', RECEIPT, { ...bodyOf(shop), purchaseId, ...fields })
const refuseReceipt = (shop: Shop, purchaseId: string, fields: object) =>
  shop.client.refused('POST', RECEIPT, { ...bodyOf(shop), purchaseId, ...fields })

test('a new purchase has a number and every specified field, and does not change the stock', async () => {
  const shop = await open()
  const { client, productId, warehouseId } = shop
  const purchase = await buy(shop, { supplier: ' ПОСТАВКА ', quantity: 1.005, unitCost: 99.99 })
  expect(purchase).toEqual({
    id: expect.stringMatching(ISSUED_ID),
    number: '00001',
    status: 'open',
    productId,
    warehouseId,
    supplier: 'Поставка',
    supplierId: expect.stringMatching(ISSUED_ID),
    quantity: 1.005,
    unitCost: 99.99,
    received: 0,
    damaged: 0,
    missing: 0,
    externalSource: null,
    externalId: null,
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: expect.stringMatching(MOMENT),
  })
  const state = await client.state()
  expect(state.purchases).toEqual([purchase])
  expect([state.stock, state.lots, state.totals.purchases]).toEqual([[], [], 1])
  await client.made('PATCH', `/api/v1/partners/${purchase.supplierId}`, { name: 'Новое имя' })
  expect(await findIn(client, 'purchases', purchase.id)).toEqual(purchase)
})

test('a purchase’s product, warehouse and supplier must exist and be active', async () => {
  const shop = await open()
  const { client } = shop
  await addWarehouse(client)
  const refuse = async (fields: object) => (await client.refused('POST', PATH, bodyOf(shop, fields))).code
  expect(await refuse({ supplier: 'Никто' })).toBe('NOT_FOUND')
  expect(await refuse({ supplier: shop.customer })).toBe('NOT_FOUND')
  await addPartner(client, 'поставка')
  expect(await refuse({})).toBe('AMBIGUOUS_PARTNER')
  await addPartner(client, 'Бывший', { roles: ['supplier'] }).then((id) => setArchived(client, 'partners', id))
  expect(await refuse({ supplier: 'бывший' })).toBe('ARCHIVED')
  const supplier = await addPartner(client, 'Ясный').then(() => 'Ясный')
  for (const [collection, id] of [
    ['products', shop.productId],
    ['warehouses', shop.warehouseId],
  ] as const) {
    await setArchived(client, collection, id)
    expect(await refuse({ supplier })).toBe('ARCHIVED')
    await setArchived(client, collection, id, false)
  }
  expect(await buy(shop, { supplier })).toMatchObject({ supplier })
})

test('a bundle or a service cannot be purchased', async () => {
  const shop = await open()
  const bundle = await addBundle(shop.client, [[shop.productId, 1]])
  for (const productId of [bundle, await addProduct(shop.client, { kind: 'service' })])
    expect((await shop.client.refused('POST', PATH, bodyOf(shop, { productId }))).code).toBe('NOT_STOCKED')
})

test('a purchase whose amount is above the limit is refused', async () => {
  const shop = await open()
  const problem = await shop.client.refused('POST', PATH, bodyOf(shop, { quantity: 1e12, unitCost: 1.01 }))
  expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', ['/unitCost']])
  await buy(shop, { quantity: 1e12, unitCost: 1 })
})

test('each receipt adds its good, damaged and missing quantities to its purchase until nothing is left to receive', async () => {
  const shop = await open()
  const { client, productId, warehouseId } = shop
  const { id } = await buy(shop)
  const movement = await receive(shop, id, { quantity: 4, damaged: 1, missing: 0.5, unitCost: 7 })
  expect(movement).toMatchObject({
    type: 'receipt',
    quantity: 4,
    good: 2.5,
    damaged: 1,
    missing: 0.5,
    purchaseId: id,
    cost: 17.5,
  })
  expect(await findIn(client, 'purchases', id)).toMatchObject({
    status: 'partial',
    received: 2.5,
    damaged: 1,
    missing: 0.5,
  })
  await receive(shop, id, { quantity: 2, damaged: 1, missing: 1 })
  expect(await findIn(client, 'purchases', id)).toMatchObject({
    status: 'partial',
    received: 2.5,
    damaged: 2,
    missing: 1.5,
  })
  await receive(shop, id, { quantity: 3.999 })
  expect(await findIn(client, 'purchases', id)).toMatchObject({ status: 'partial', received: 6.499 })
  await receive(shop, id, { quantity: 0.001 })
  const done = await findIn(client, 'purchases', id)
  expect(done).toMatchObject({ status: 'received', received: 6.5, damaged: 2, missing: 1.5, quantity: 10, unitCost: 5 })
  expect(done.updatedAt > done.createdAt).toBe(true)
  expect(await stockRow(client, productId, warehouseId)).toMatchObject({ onHand: 6.5 })
  expect((await client.state()).lots.map((lot: { unitCost: number }) => lot.unitCost)).toEqual([7, 5, 5])
})

test('a purchase whose goods are all missing counts as received, but nothing goes into stock', async () => {
  const shop = await open()
  const { id } = await buy(shop)
  expect(await receive(shop, id, { quantity: 10, missing: 10 })).toMatchObject({ good: 0, lots: [], purchaseId: id })
  expect(await findIn(shop.client, 'purchases', id)).toMatchObject({ status: 'received', received: 0, missing: 10 })
  expect((await shop.client.state()).stock).toEqual([])
})

test('a receipt cannot exceed the remaining quantity of its purchase, counting damaged and missing quantities', async () => {
  const shop = await open()
  const { id } = await buy(shop)
  const over = await refuseReceipt(shop, id, { quantity: 10.001, missing: 5 })
  expect(over).toMatchObject({ code: 'PURCHASE_EXCEEDED', detail: expect.stringContaining('10.001') })
  await receive(shop, id, { quantity: 6, damaged: 6 })
  const rest = await refuseReceipt(shop, id, { quantity: 4.001 })
  expect(rest).toMatchObject({ code: 'PURCHASE_EXCEEDED', detail: expect.stringContaining('4 left') })
  await receive(shop, id, { quantity: 4 })
  expect((await refuseReceipt(shop, id, { quantity: 0.001 })).code).toBe('PURCHASE_EXCEEDED')
})

test('a receipt for a purchase must have the purchase’s product, warehouse and supplier', async () => {
  const shop = await open()
  const { client } = shop
  const { id } = await buy(shop)
  await addPartner(client, 'Другой')
  for (const [what, fields] of [
    ['product', { productId: await addProduct(client) }],
    ['warehouse', { warehouseId: await addWarehouse(client) }],
    ['supplier', { supplier: 'Другой' }],
  ] as const)
    for (const quantity of [1, 11]) {
      const problem = await refuseReceipt(shop, id, { ...fields, quantity })
      expect(problem).toMatchObject({ code: 'PURCHASE_MISMATCH', detail: expect.stringContaining(what) })
    }
  expect(await findIn(client, 'purchases', id)).toMatchObject({ status: 'open' })
})

test('a receipt refused for its quantities leaves its purchase unchanged', async () => {
  const shop = await open()
  const { id } = await buy(shop)
  expect(pathsOf(await refuseReceipt(shop, id, { quantity: 1, damaged: 1, missing: 0.001 }))).toEqual(['/quantity'])
  await setArchived(shop.client, 'products', shop.productId)
  expect((await refuseReceipt(shop, id, { quantity: 1 })).code).toBe('ARCHIVED')
})

test('simultaneous receipts together never exceed their purchase', async () => {
  const shop = await open()
  const { id } = await buy(shop)
  const bodies = Array.from({ length: 15 }, () => ({ ...bodyOf(shop), purchaseId: id, quantity: 1 }))
  const replies = await Promise.all(bodies.map((body) => shop.client.post(RECEIPT, body)))
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(10)
  for (const { json, status } of replies) if (status !== 200) expect(json.code).toBe('PURCHASE_EXCEEDED')
  expect(await findIn(shop.client, 'purchases', id)).toMatchObject({ status: 'received', received: 10 })
})

test('a purchase without receipts can be deleted, but its number is not used again', async () => {
  const shop = await open()
  const { id } = await buy(shop)
  expect(await shop.client.made('DELETE', `${PATH}/${id}`, {})).toEqual({ id, deleted: true })
  expect((await shop.client.state()).totals.purchases).toBe(0)
  expect((await refuseReceipt(shop, id, { quantity: 1 })).code).toBe('NOT_FOUND')
  expect(await buy(shop)).toMatchObject({ number: '00002' })
})

test('a purchase with any receipt cannot be deleted, even if all the goods were missing', async () => {
  const shop = await open()
  for (const fields of [{ quantity: 1 }, { quantity: 1, missing: 1 }, { quantity: 10 }]) {
    const { id } = await buy(shop)
    const movement = await receive(shop, id, fields)
    const problem = await shop.client.refused('DELETE', `${PATH}/${id}`, {})
    expect(problem).toMatchObject({
      code: 'HAS_REFERENCES',
      detail: expect.stringMatching(/1 receipt\. A purchase with a receipt cannot be deleted\.$/),
      blockers: [{ entity: 'receipt', id: movement.id }],
    })
  }
})

test('a purchase’s product, warehouse and supplier cannot be deleted while the purchase exists', async () => {
  const shop = await open()
  const { client, productId, warehouseId } = shop
  await addWarehouse(client)
  const { id, supplierId } = await buy(shop)
  for (const path of [`products/${productId}`, `warehouses/${warehouseId}`, `partners/${supplierId}`]) {
    const problem = await client.refused('DELETE', `/api/v1/${path}`, {})
    expect(problem).toMatchObject({
      code: 'HAS_REFERENCES',
      detail: expect.stringContaining('1 purchase'),
      blockers: [{ entity: 'purchase', id, label: 'Purchase 00001' }],
    })
  }
  const kind = await client.refused('PATCH', `/api/v1/products/${productId}`, { name: 'Х', kind: 'service' })
  expect(kind).toMatchObject({ code: 'KIND_IN_USE', detail: expect.stringContaining('1 purchase') })
  await client.made('DELETE', `${PATH}/${id}`, {})
  await client.made('PATCH', `/api/v1/products/${productId}`, { name: 'Х', kind: 'service' })
})

test('a warehouse can be archived although it has an open purchase', async () => {
  const shop = await open()
  await addWarehouse(shop.client)
  const { id } = await buy(shop)
  await setArchived(shop.client, 'warehouses', shop.warehouseId)
  expect((await refuseReceipt(shop, id, { quantity: 1 })).code).toBe('ARCHIVED')
})
