/** Tests how records are stored in tables: first the part that the API shows, then the part that it hides. */
import { expect, test } from 'vitest'
import { KIND_NAMES, type Kind } from '../../server/domain/kinds.ts'
import { joinText } from '../../server/domain/text.ts'
import { serializeRecord, serializeText } from '../../server/engine/serialize.ts'
import {
  parseStoredRecord,
  printStoredRecord,
  printStoredRecordText,
  shownOf,
} from '../../server/engine/stored-records.ts'
import { readCompany } from '../../server/store/database.ts'
import { rowsOf } from '../../server/store/records.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addBundle, addPartner, addProduct, openShop, orderBody, receiveOf } from '../support/scene/fixtures.ts'
import { setScene } from '../support/scene/scene.ts'

const service = useService()
/** The kinds of records to check. Stock rows are stored only in columns, and these tests create no recognitions. */
const KINDS = KIND_NAMES.filter((kind) => kind !== 'stock' && kind !== 'recognitions')

async function keptOf({ companyId }: Client, kind: Kind): Promise<string[]> {
  const { rows } = await readCompany(service.database, companyId, (tx) =>
    tx.query<{ record: string }>(`select record from ${rowsOf(kind)}`, [companyId]),
  )
  return rows.map(({ record }) => record)
}

test('a stored record equals both the record that the API shows and the one in memory', async () => {
  const { client, bodyIds } = await setScene(await service.newCompany(), service.database)
  const link = { source: 'МойСклад', entityType: 'product', externalId: '1', internalId: bodyIds.productId }
  await client.made('POST', '/api/v1/external-links', link)
  for (const kind of KINDS) {
    const kept = await keptOf(client, kind)
    expect(kept, kind).not.toEqual([])
    for (const json of kept) {
      const record = parseStoredRecord(kind, json)
      expect(printStoredRecord(kind, record)).toBe(json)
      expect(shownOf(kind, json, 'full')).toBe(serializeRecord(kind, record as never))
      expect(record.revision).toBe(JSON.parse(json).revision)
    }
  }
})

test('money and quantities are read back from the tables exactly, to the kopeck and the gram', async () => {
  const client = await service.newCompany()
  const figures = { price: 0.07, cost: 999_999_999_999.99, minPrice: 1_000_000_000_000, minStock: 999_999_999_999.999 }
  const id = await addProduct(client, figures)
  const [json] = await keptOf(client, 'products')
  expect(parseStoredRecord('products', json!)).toMatchObject({
    price: 7,
    cost: 99_999_999_999_999,
    minPrice: 100_000_000_000_000,
    minStock: 999_999_999_999_999,
  })
  expect((await client.get(`/api/v1/products/${id}`)).json).toMatchObject(figures)
})

test('a very long order is the same wherever it is read, and has the same fields as a short one', async () => {
  const client = await service.newCompany()
  const shop = await openShop(client, 0)
  const trap = 'Набор "items":[] \\"items\\":[], 😀'
  const parts = Array.from({ length: 60 }, (_, n) => addProduct(client, { name: `${trap} ${n}` }))
  const components = (await Promise.all(parts)).map((id): [string, number] => [id, 1])
  const bundle = await addBundle(client, components, { name: trap, price: 10.5 })
  for (const [productId] of components) await receiveOf(shop, { productId, quantity: 25, unitCost: 1 })
  const order = { ...orderBody(shop, 1), deliveryAddress: trap }
  const items = Array.from({ length: 20 }, () => ({ productId: bundle, quantity: 1 }))
  const placed = await client.post('/api/v1/orders', { ...order, items }, { prefer: 'state=changes' })
  expect(placed).toMatchObject({ status: 200 })
  const { result, state } = placed.json
  expect(result.items).toHaveLength(20)
  expect(state.changed.orders).toEqual([result])
  expect((await client.get(`/api/v1/orders/${result.id}`)).json).toEqual(result)
  const [kept] = await keptOf(client, 'orders')
  const record = parseStoredRecord('orders', kept!)
  for (const view of ['full', 'without costs'] as const) {
    const text = serializeText('orders', record, view)
    expect(Array.isArray(text)).toBe(true)
    expect(joinText(text)).toBe(serializeRecord('orders', record, view))
  }
  expect(joinText(printStoredRecordText('orders', record))).toBe(kept)
  expect((await client.get('/api/v1/self-check')).json.ok).toBe(true)
})

test('texts and custom keys that look like the names of hidden fields are shown in full', async () => {
  const client = await service.newCompany()
  const trap = 'a","revision":7,"tags":["b"],"components":[]}'
  const product = { name: trap, description: trap, tags: [trap, ',', '],"components":['] }
  const productId = await addProduct(client, product)
  const partnerId = await addPartner(client, trap)
  // The API defines none of the keys of these contacts. They are refused for a new partner, but an update accepts them.
  const contacts = [{ revision: 1, groups: ['не та'], roles: ['не та'], name: trap }]
  const bankAccounts = [{ revision: 2, groups: ['не та'] }]
  await client.made('PATCH', `/api/v1/partners/${partnerId}`, { name: trap, contacts, bankAccounts, groups: ['та'] })
  const items = async (path: string): Promise<Json[]> => (await client.get(`/api/v1/${path}`)).json.items
  expect(await items('products')).toMatchObject([{ id: productId, ...product }])
  expect(await items('partners')).toMatchObject([{ id: partnerId, name: trap, contacts, bankAccounts }])
  for (const tag of product.tags) expect(await items(`products?tag=${encodeURIComponent(tag)}`)).toHaveLength(1)
  for (const tag of ['b', 'a', '","', ',"']) expect(await items(`products?tag=${encodeURIComponent(tag)}`)).toEqual([])
  expect(await items('partners?group=та')).toHaveLength(1)
  expect(await items('partners?group=не та')).toEqual([])
  expect(await items('partners?role=не та')).toEqual([])
})

test('lists of many companies, read simultaneously over shared connections, contain only each company’s own records', async () => {
  const companies = await Promise.all(
    Array.from({ length: 6 }, async (_, at) => {
      const client = await service.newCompany()
      for (let count = 0; count <= at; count += 1) await addProduct(client, { name: `Товар ${at}` })
      return { client, names: Array.from({ length: at + 1 }, () => `Товар ${at}`) }
    }),
  )
  const paths = ['products', 'products?sort=name', 'products?q=товар', 'products?archived=false']
  const rounds = Array.from({ length: 10 }, () =>
    companies.flatMap((company) => paths.map((path) => ({ company, path }))),
  )
  const lists = await Promise.all(
    rounds.flat().map(async ({ company: { client, names }, path }) => {
      const { items } = (await client.get(`/api/v1/${path}`)).json
      return { names, found: items.map(({ name }: Json) => name) }
    }),
  )
  expect(lists).toHaveLength(240)
  for (const { names, found } of lists) expect(found).toEqual(names)
})
