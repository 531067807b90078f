import { expect, test } from 'vitest'
import { pathsOf } from '../support/contract/problems.ts'
import type { Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import {
  addPartner,
  addPriceType,
  addProduct,
  ISSUED_ID,
  MOMENT,
  moveOrder,
  openShop,
  placeOrder,
  receiveOf,
  setArchived,
  UNKNOWN_ID,
} from '../support/scene/fixtures.ts'

const service = useService()

const pathOf = (id: string) => `/api/v1/partners/${id}`
const shopWith = async (onHand = 0) => openShop(await service.newCompany(), onHand)

const EMPTY = {
  type: null,
  roles: [],
  contact: null,
  phone: null,
  email: null,
  legalKind: null,
  fullName: null,
  inn: null,
  kpp: null,
  ogrn: null,
  legalAddress: null,
  actualAddress: null,
  contacts: [],
  bankAccounts: [],
  groups: [],
  note: null,
  priceTypeId: null,
  discountPercent: null,
  customValues: {},
  archived: false,
}

const PLAIN = {
  roles: ['Покупатель', 'VIP'],
  contact: 'Анна',
  phone: '+7 495 123-45-67',
  email: 'Zakaz@Romashka.example',
  legalKind: 'ООО',
  fullName: 'ООО «Ромашка»',
  inn: '7701234567',
  kpp: '770101001',
  ogrn: '1027700132195',
  legalAddress: 'Мясницкая, 5',
  actualAddress: 'Садовая, 1',
  groups: ['Чай'],
  note: 'Звонить утром',
  discountPercent: 2.5,
  customValues: { Менеджер: 'Пётр' },
}
const CONTACTS = [{ name: 'Анна', phone: '1', email: 'a@b.example' }]
const ACCOUNTS = [{ bankName: 'Банк', accountNumber: '40702810', bic: '044525225', correspondentAccount: '301' }]

test('a partner can be created with only a name, and the response contains all its fields', async () => {
  const client = await service.newCompany()
  const { json } = await client.post('/api/v1/partners', { name: ' Ромашка ' })
  expect(json.result).toEqual({
    ...EMPTY,
    id: expect.stringMatching(ISSUED_ID),
    name: 'Ромашка',
    createdAt: expect.stringMatching(MOMENT),
    updatedAt: json.result.createdAt,
  })
  expect(json.state.partners).toEqual([json.result])
  expect(json.state.totals.partners).toBe(1)
})

test('all fields sent for a new partner are stored', async () => {
  const client = await service.newCompany()
  const fields = { type: 'Поставщик', ...PLAIN, contacts: CONTACTS, bankAccounts: ACCOUNTS }
  expect(await client.made('POST', '/api/v1/partners', { name: 'Ромашка', ...fields })).toMatchObject(fields)
})

test('a partner update keeps omitted fields and clears fields set to null', async () => {
  const client = await service.newCompany()
  const before = await client.made('POST', '/api/v1/partners', { name: 'Ромашка', type: 'Покупатель', ...PLAIN })
  const same = await client.made('PATCH', pathOf(before.id), {})
  expect(same).toEqual({ ...before, updatedAt: same.updatedAt })
  const nulls = Object.fromEntries(Object.keys(PLAIN).map((field) => [field, null]))
  expect(await client.made('PATCH', pathOf(before.id), nulls)).toMatchObject({ ...EMPTY, type: 'Покупатель' })
})

test('a partner’s type cannot be updated', async () => {
  const client = await service.newCompany()
  const problem = await client.refused('PATCH', pathOf(await addPartner(client, 'А')), { type: 'Покупатель' })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/type'])
})

test.each([
  ['contacts', { phone: '1' }, '/contacts/0/name'],
  ['bankAccounts', { accountNumber: '1' }, '/bankAccounts/0/bankName'],
  ['bankAccounts', { bankName: 'Банк' }, '/bankAccounts/0/accountNumber'],
  ['contacts', { name: 'А', fax: '1' }, '/contacts/0/fax'],
])('a new partner’s %s %j is refused', async (field, entry, path) => {
  const client = await service.newCompany()
  const problem = await client.refused('POST', '/api/v1/partners', { name: 'А', [field]: [entry] })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual([path])
})

test('a partner update accepts contacts and bank accounts of any shape', async () => {
  const client = await service.newCompany()
  const id = await addPartner(client, 'А', { contacts: CONTACTS })
  const fields = { contacts: [{ telegram: '@a', phone: 5 }], bankAccounts: [{}] }
  expect(await client.made('PATCH', pathOf(id), fields)).toMatchObject(fields)
})

test('an unknown partner type is refused', async () => {
  const client = await service.newCompany()
  const problem = await client.refused('POST', '/api/v1/partners', { name: 'А', type: 'supplier' })
  expect(problem.code).toBe('VALIDATION_FAILED')
  expect(pathsOf(problem)).toEqual(['/type'])
})

test('a price type newly assigned to a partner must exist and be active', async () => {
  const client = await service.newCompany()
  const archivedId = await addPriceType(client)
  const id = await addPartner(client, 'А')
  const keptBy = await addPartner(client, 'Б', { priceTypeId: archivedId })
  await setArchived(client, 'price-types', archivedId)
  for (const [priceTypeId, code] of [
    [UNKNOWN_ID, 'NOT_FOUND'],
    [archivedId, 'ARCHIVED'],
  ]) {
    expect(await client.refused('POST', '/api/v1/partners', { name: 'А', priceTypeId })).toMatchObject({ code })
    expect(await client.refused('PATCH', pathOf(id), { priceTypeId })).toMatchObject({ code })
  }
  expect(await client.made('PATCH', pathOf(keptBy), { priceTypeId: archivedId })).toMatchObject({
    priceTypeId: archivedId,
  })
})

test('a partner that no record refers to can be deleted', async () => {
  const client = await service.newCompany()
  const id = await addPartner(client, 'А')
  const { json } = await client.delete(pathOf(id))
  expect(json.result).toEqual({ id, deleted: true })
  expect(json.state.partners).toEqual([])
  expect(json.state.totals.partners).toBe(0)
  expect(await client.refused('DELETE', pathOf(id), {})).toMatchObject({ code: 'NOT_FOUND' })
})

test('a customer with an order cannot be deleted, and the refusal names the order', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  await moveOrder(shop, order.id, 'shipped')
  expect(await shop.client.refused('DELETE', pathOf(order.customerId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 order'),
    blockers: [{ entity: 'order', id: order.id, label: expect.stringContaining('00001') }],
  })
})

test('a partner that supplied a lot cannot be deleted, even if the lot is used up', async () => {
  const shop = await shopWith(5)
  const { client, productId, warehouseId } = shop
  const { supplierId } = (await client.state()).lots[0]
  await client.made('POST', '/api/v1/stock/writeoff', { productId, warehouseId, quantity: 5, reason: 'Бой' })
  expect(await client.refused('DELETE', pathOf(supplierId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    detail: expect.stringContaining('1 lot'),
  })
})

test('a partner that is a product’s preferred supplier cannot be deleted', async () => {
  const client = await service.newCompany()
  const preferredSupplierId = await addPartner(client, 'А')
  const productId = await addProduct(client, { preferredSupplierId })
  expect(await client.refused('DELETE', pathOf(preferredSupplierId), {})).toMatchObject({
    code: 'HAS_REFERENCES',
    blockers: [{ entity: 'product', id: productId, label: 'Товар' }],
  })
})

test('customers and suppliers are found by name regardless of case and surrounding spaces, and the response has the stored spelling', async () => {
  const shop = await shopWith(5)
  await addPartner(shop.client, 'ООО «Ёлка»')
  expect(await placeOrder(shop, { customer: '  ооо «ЁЛКА» ' })).toMatchObject({ customer: 'ООО «Ёлка»' })
  expect(await receiveOf(shop, { supplier: 'ООО «ёлка»' })).toMatchObject({
    supplier: 'ООО «Ёлка»',
    supplierId: expect.stringMatching(ISSUED_ID),
  })
})

test.each([
  ['a supplier by type', { type: 'Поставщик' }, true, false],
  ['a customer by type', { type: 'Покупатель' }, false, true],
  ['a supplier by role', { roles: ['supplier'] }, true, false],
  ['a customer by role', { roles: [' ПОКУПАТЕЛЬ '] }, false, true],
  ['both by type and role', { type: 'Поставщик', roles: ['customer'] }, true, true],
  ['both by roles', { roles: ['Поставщик', 'Покупатель'] }, true, true],
  ['both, if neither type nor role is set', {}, true, true],
  ['both, if only other roles are set', { roles: ['Перевозчик'] }, true, true],
])(
  'a partner’s type and roles decide whether it can be a supplier, a customer or both: %s',
  async (_who, fields, supplies, buys) => {
    const shop = await shopWith(5)
    await addPartner(shop.client, 'Икс', fields)
    const receipt = { ...shop, client: undefined, customer: undefined, supplier: 'Икс', unitCost: 1, quantity: 1 }
    const received = await shop.client.post('/api/v1/stock/receipt', receipt)
    const items = [{ productId: shop.productId, quantity: 1 }]
    const order = { customer: 'Икс', warehouseId: shop.warehouseId, channel: 'Сайт', items }
    const placed = await shop.client.post('/api/v1/orders', order)
    expect([received.json.code, placed.json.code]).toEqual([
      supplies ? undefined : 'NOT_FOUND',
      buys ? undefined : 'NOT_FOUND',
    ])
  },
)

test('an order for a customer with an unknown name is refused as not found', async () => {
  const shop = await shopWith(5)
  const items = [{ productId: shop.productId, quantity: 1 }]
  const order = { customer: 'Никто', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  expect(await shop.client.refused('POST', '/api/v1/orders', order)).toMatchObject({
    code: 'NOT_FOUND',
    detail: expect.stringContaining('Никто'),
  })
})

test('an order is refused as ambiguous if several active partners share the customer’s name, and the refusal lists them', async () => {
  const shop = await shopWith(5)
  const ids = [await addPartner(shop.client, 'Близнец'), await addPartner(shop.client, 'БЛИЗНЕЦ')]
  const items = [{ productId: shop.productId, quantity: 1 }]
  const order = { customer: 'близнец', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  const problem = await shop.client.refused('POST', '/api/v1/orders', order)
  expect(problem).toMatchObject({ code: 'AMBIGUOUS_PARTNER', detail: expect.stringContaining('2') })
  expect(problem.blockers?.map((blocker) => blocker.id)).toEqual(ids)
})

test('an id sent as a partner’s name is refused, and the refusal explains the mistake', async () => {
  const shop = await shopWith(5)
  const stranger = await service.newCompany()
  const [id, foreign] = [await addPartner(shop.client, 'ООО «Ромашка»'), await addPartner(stranger, 'Чужой')]
  const items = [{ productId: shop.productId, quantity: 1 }]
  const order = (customer: string) => ({ customer, warehouseId: shop.warehouseId, channel: 'Сайт', items })
  const mine = await shop.client.refused('POST', '/api/v1/orders', order(id))
  expect(mine.code).toBe('NOT_FOUND')
  expect(mine.detail).toBe('`customer` must be a name, but this is the id of "ООО «Ромашка»". Send the name.')
  const theirs = await shop.client.refused('POST', '/api/v1/orders', order(foreign))
  expect(theirs.detail).toBe(`There is no customer called "${foreign}". Create the partner first.`)
})

test('giving a partner the same name and role as another partner succeeds with a warning', async () => {
  const client = await service.newCompany()
  const path = '/api/v1/partners'
  const warningsOf = async (method: 'POST' | 'PATCH', where: string, body: object) =>
    (await client.made(method, where, body)).warnings as Json[] | undefined
  const first = await addPartner(client, 'Близнец', { type: 'Поставщик' })
  // Check that a partner with another role or another name does not make the name ambiguous.
  expect(await warningsOf('POST', path, { name: 'близнец', type: 'Покупатель' })).toBeUndefined()
  expect(await warningsOf('POST', path, { name: 'Другой' })).toBeUndefined()
  const warned = await client.made('POST', path, { name: ' БЛИЗНЕЦ ', type: 'Поставщик' })
  expect(warned.warnings).toMatchObject([
    { code: 'AMBIGUOUS_PARTNER', path: '/name', records: [{ id: first, name: 'Близнец' }] },
  ])
  const other = await addPartner(client, 'Третий', { type: 'Поставщик' })
  expect(await warningsOf('PATCH', `${path}/${other}`, { note: 'Ничего' })).toBeUndefined()
  expect((await warningsOf('PATCH', `${path}/${other}`, { name: 'Близнец' }))?.[0].records).toHaveLength(2)
  const resolved = { name: 'Близнец', type: 'Поставщик', phone: '+7 916 000-00-00' }
  expect((await warningsOf('POST', `${path}/resolve`, resolved))?.[0].records).toHaveLength(3)
  expect(await warningsOf('POST', `${path}/resolve`, resolved)).toBeUndefined()
  await setArchived(client, 'partners', first)
  expect((await warningsOf('PATCH', `${path}/${first}`, { archived: false }))?.[0].records).toHaveLength(3)
  // Check that the warning was only in the response and is not stored with the record.
  expect((await client.get(`${path}/${first}`)).json).not.toHaveProperty('warnings')
})

test('when several partners share a name, an order uses the active one that is a customer', async () => {
  const shop = await shopWith(5)
  const { client } = shop
  await setArchived(client, 'partners', await addPartner(client, 'Близнец'))
  await addPartner(client, 'Близнец', { type: 'Поставщик' })
  const customerId = await addPartner(client, 'Близнец', { type: 'Покупатель' })
  expect(await placeOrder(shop, { customer: 'Близнец' })).toMatchObject({ customerId })
})

test('a name that only archived partners have is refused as archived', async () => {
  const shop = await shopWith(5)
  await setArchived(shop.client, 'partners', await addPartner(shop.client, 'Бывший'))
  const items = [{ productId: shop.productId, quantity: 1 }]
  const order = { customer: 'Бывший', warehouseId: shop.warehouseId, channel: 'Сайт', items }
  expect(await shop.client.refused('POST', '/api/v1/orders', order)).toMatchObject({ code: 'ARCHIVED' })
  const receipt = {
    productId: shop.productId,
    warehouseId: shop.warehouseId,
    supplier: 'Бывший',
    unitCost: 1,
    quantity: 1,
  }
  expect(await shop.client.refused('POST', '/api/v1/stock/receipt', receipt)).toMatchObject({ code: 'ARCHIVED' })
})

test('orders keep the old name of a partner that is renamed', async () => {
  const shop = await shopWith(5)
  const order = await placeOrder(shop)
  await shop.client.made('PATCH', pathOf(order.customerId), { name: 'Пётр' })
  expect(await placeOrder(shop, { customer: 'пётр' })).toMatchObject({ customer: 'Пётр', customerId: order.customerId })
  expect((await shop.client.state()).orders[0]).toEqual(order)
})

test.each([UNKNOWN_ID, 'nobody'])('a partner with the unknown id %s is not found', async (id) => {
  const client = await service.newCompany()
  expect(await client.refused('PATCH', pathOf(id), {})).toMatchObject({ code: 'NOT_FOUND' })
  expect(await client.refused('DELETE', pathOf(id), {})).toMatchObject({ code: 'NOT_FOUND' })
})
