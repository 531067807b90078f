/** Tests links between our records and records of external systems, and the external ids of orders and purchases. */
import { expect, test } from 'vitest'
import { pathsOf, readProblem } from '../support/contract/problems.ts'
import type { Client } from '../support/node/client.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import {
  addPartner,
  addProduct,
  findIn,
  ISSUED_ID,
  MOMENT,
  moveOrder,
  openShop,
  orderBody,
  placeOrder,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()
const PATH = '/api/v1/external-links'
const PAIR = { externalSource: 'ozon', externalId: '17' }

interface Link {
  readonly source: string
  readonly entityType: string
  readonly externalId: string
  readonly internalId: string
}
const linkOf = (entityType: string, internalId: string, fields: Partial<Link> = {}): Link => ({
  source: 'ozon',
  entityType,
  externalId: '17',
  internalId,
  ...fields,
})
const link = (client: Client, body: Link) => client.made('POST', PATH, body)

/** Creates a shop with one record of each kind that can have an external link. */
async function openLinked() {
  const shop = await openShop(await service.newCompany(), 10)
  const { id: orderId } = await placeOrder(shop)
  const ids = { product: shop.productId, partner: await addPartner(shop.client, 'Партнёр'), order: orderId as string }
  return {
    ...shop,
    ids,
    others: { ...ids, product: await addProduct(shop.client), partner: await addPartner(shop.client, 'П2') },
  }
}
const ENTITIES = ['product', 'partner', 'order'] as const

test.each(ENTITIES)(
  'an external link to a %s is created only once: sending the same four fields again returns the same link',
  async (entityType) => {
    const { client, ids } = await openLinked()
    const body = linkOf(entityType, ids[entityType])
    const made = await link(client, body)
    expect(made).toEqual({ id: expect.stringMatching(ISSUED_ID), ...body, createdAt: expect.stringMatching(MOMENT) })
    const { revision } = await client.state()
    expect(await link(client, { ...body, source: ' ozon ' })).toEqual(made)
    expect((await client.state()).revision).toBe(revision + 1)
  },
)

test('an external link with a key that already belongs to another record is refused, and the refusal names that record', async () => {
  const { client, ids, others } = await openLinked()
  for (const entityType of ['product', 'partner'] as const) {
    await link(client, linkOf(entityType, ids[entityType]))
    const problem = await client.refused('POST', PATH, linkOf(entityType, others[entityType]))
    expect(problem).toMatchObject({
      code: 'DUPLICATE_EXTERNAL_ID',
      blockers: [{ entity: entityType, id: ids[entityType] }],
    })
  }
})

test('external links may differ in only one of source, type and id, because the three together are the key', async () => {
  const { client, ids } = await openLinked()
  const links = [
    linkOf('product', ids.product),
    linkOf('partner', ids.partner),
    linkOf('order', ids.order),
    linkOf('product', ids.product, { source: 'Ozon' }),
    linkOf('product', ids.product, { externalId: '18' }),
  ]
  const made = []
  for (const body of links) made.push(await link(client, body))
  expect(new Set(made.map(({ id }) => id)).size).toBe(links.length)
})

test('an external link must refer to an existing record of the given kind, which may be archived', async () => {
  const { client, ids } = await openLinked()
  for (const [entityType, internalId] of [
    ['product', ids.partner],
    ['partner', ids.product],
    ['order', ids.product],
    ['order', UNKNOWN_ID],
    ['order', 'nobody'],
  ] as const)
    expect((await client.refused('POST', PATH, linkOf(entityType, internalId))).code).toBe('NOT_FOUND')
  await client.made('PATCH', `/api/v1/products/${ids.product}`, { name: 'Т', archived: true })
  await link(client, linkOf('product', ids.product))
})

test.each(ENTITIES)('a record of kind %s cannot be deleted while it has an external link', async (entityType) => {
  const { client, ids, others } = await openLinked()
  const id = entityType === 'order' ? ids.order : others[entityType]
  const made = await link(client, linkOf(entityType, id))
  const problem = await client.refused('DELETE', `/api/v1/${entityType}s/${id}`, {})
  expect(problem).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 external link'),
    blockers: [{ entity: 'external link', id: made.id, label: 'ozon: 17' }],
  })
})

// Tests of deleted links.

test.each(ENTITIES)(
  'a deleted external link to a %s can no longer be found, and the record can then be deleted',
  async (entityType) => {
    const { client, ids, others } = await openLinked()
    const id = entityType === 'order' ? ids.order : others[entityType]
    const made = await link(client, linkOf(entityType, id))
    const before = await client.state()
    expect(await client.made('DELETE', `${PATH}/${made.id}`, {})).toEqual({ id: made.id, deleted: true })
    expect(await client.state()).toEqual({ ...before, revision: before.revision + 1 })
    expect((await client.get(`${PATH}/${made.id}`)).status).toBe(404)
    expect((await client.get(`${PATH}?source=ozon&entityType=${entityType}&externalId=17`)).status).toBe(404)
    expect((await client.get(PATH)).json.items).toEqual([])
    expect(await client.refused('DELETE', `${PATH}/${made.id}`, {})).toMatchObject({ code: 'NOT_FOUND' })
    await client.made('DELETE', `/api/v1/${entityType}s/${id}`, {})
    const [, entry] = (await client.get('/api/v1/audit?limit=2')).json.items
    expect(entry).toMatchObject({
      action: 'external_link.deleted',
      entityType: 'external_link',
      entityId: made.id,
      summary: `Link ozon ${entityType} "17" deleted`,
    })
  },
)

test('after an external link is deleted, its key can be given to another record, even in the same batch', async () => {
  const { client, ids, others } = await openLinked()
  const first = await link(client, linkOf('product', ids.product))
  const [deleted, again] = await Promise.all([
    client.delete(`${PATH}/${first.id}`),
    client.post(PATH, linkOf('product', others.product)),
  ])
  expect([deleted.status, again.status]).toEqual([200, 200])
  expect(again.json.result).toMatchObject({ internalId: others.product })
  expect(again.json.result.id).not.toBe(first.id)
})

test('the external pair of an order (its source and id) cannot be deleted as an external link', async () => {
  const shop = await openLinked()
  const { client, ids } = shop
  const own = await placeOrder(shop, { ...PAIR, externalId: '18' })
  expect((await client.refused('DELETE', `${PATH}/${own.id}`, {})).code).toBe('NOT_FOUND')
  const made = await link(client, linkOf('order', ids.order))
  await client.made('DELETE', `${PATH}/${made.id}`, {})
  expect(await client.made('POST', '/api/v1/orders', { ...orderBody(shop, 1), ...PAIR })).toMatchObject(PAIR)
})

// Tests of external ids of orders and purchases.

test('an external link to one order cannot have the same source and id as the external pair of another order', async () => {
  const { client, ...shop } = { ...(await openLinked()) }
  const own = await placeOrder({ ...shop, client }, PAIR)
  const problem = await client.refused('POST', PATH, linkOf('order', shop.ids.order))
  expect(problem).toMatchObject({ code: 'DUPLICATE_EXTERNAL_ID', blockers: [{ entity: 'order', id: own.id }] })
  await link(client, linkOf('order', own.id))
  await link(client, linkOf('product', shop.productId))
})

test('an order cannot use an external pair that links to another order, although a purchase can', async () => {
  const shop = await openLinked()
  const { client, ids, productId, warehouseId, supplier } = shop
  await link(client, linkOf('order', ids.order))
  const problem = await client.refused('POST', '/api/v1/orders', { ...orderBody(shop, 1), ...PAIR })
  expect(problem).toMatchObject({ code: 'DUPLICATE_EXTERNAL_ID', blockers: [{ entity: 'order', id: ids.order }] })
  const purchase = { productId, warehouseId, supplier, quantity: 1, unitCost: 1, ...PAIR }
  const { id } = await client.made('POST', '/api/v1/purchases', purchase)
  const again = await client.refused('POST', '/api/v1/purchases', purchase)
  expect(again).toMatchObject({ code: 'DUPLICATE_EXTERNAL_ID', blockers: [{ entity: 'purchase', id }] })
  await client.made('DELETE', `/api/v1/purchases/${id}`, {})
  expect(await client.made('POST', '/api/v1/purchases', purchase)).toMatchObject(PAIR)
})

test.each(['externalSource', 'externalId'] as const)('a purchase with only %s is refused', async (field) => {
  const { client, productId, warehouseId, supplier } = await openLinked()
  const purchase = { productId, warehouseId, supplier, quantity: 1, unitCost: 1 }
  const other = field === 'externalId' ? 'externalSource' : 'externalId'
  for (const rest of [{}, { [other]: null }, { [other]: ' ' }]) {
    const problem = await client.refused('POST', '/api/v1/purchases', { ...purchase, [field]: '17', ...rest })
    expect([problem.code, pathsOf(problem)]).toEqual(['VALIDATION_FAILED', [`/${other}`]])
  }
})

test('a finished order can have external links, and then cannot be deleted', async () => {
  const shop = await openLinked()
  for (const status of ['shipped', 'cancelled']) {
    const { id } = await placeOrder(shop)
    await moveOrder(shop, id, status)
    await link(shop.client, linkOf('order', id, { source: status }))
  }
})

test('of simultaneous requests that claim one external pair, only one product, one order and one purchase get it', async () => {
  const shop = await openLinked()
  const { client, ids, others, productId, warehouseId, supplier } = shop
  const purchase = { productId, warehouseId, supplier, quantity: 1, unitCost: 1, ...PAIR }
  const succeeded = (replies: Reply[]) => replies.filter(({ status }) => status === 200).length
  const products = Array.from({ length: 8 }, (_, index) => linkOf('product', index % 2 ? ids.product : others.product))
  const links = await Promise.all(products.map((body) => client.post(PATH, body)))
  expect(succeeded(links)).toBe(4)
  const claims = await Promise.all([
    client.post(PATH, linkOf('order', ids.order)),
    ...Array.from({ length: 6 }, () => client.post('/api/v1/orders', { ...orderBody(shop, 1), ...PAIR })),
  ])
  expect(succeeded(claims)).toBe(1)
  const purchases = await Promise.all(Array.from({ length: 6 }, () => client.post('/api/v1/purchases', purchase)))
  expect(succeeded(purchases)).toBe(1)
  for (const reply of [...links, ...claims, ...purchases].filter(({ status }) => status !== 200))
    expect(readProblem(reply).code).toBe('DUPLICATE_EXTERNAL_ID')
  expect(await findIn(client, 'orders', ids.order)).toBeDefined()
})

test('external links raise the revision but are not part of the state or its totals', async () => {
  const { client, ids } = await openLinked()
  const { json } = await client.post(PATH, linkOf('product', ids.product), { prefer: 'state=changes' })
  expect(json.state).toMatchObject({ changed: {}, removed: {} })
})
