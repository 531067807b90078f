/** Tests which imports a user can see and use, by role, uploader and company, at the API's address and at the app's. */
import { beforeAll, expect, test } from 'vitest'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { addPartner, addProduct, addWarehouse } from '../support/scene/fixtures.ts'
import { joinAs, type SessionClient } from '../support/scene/members.ts'
import { applied, mapped, sendTable, TABLE_IMPORTS, upload } from '../support/scene/tables.ts'

const service = useService()
const STOCK = 'Артикул;Остаток;Цена закупки\nT;10;777,77\n'
const PRODUCTS = 'Артикул;Название;Себестоимость\nX;А;555,55\n'
let client: Client
let manager: SessionClient
let storekeeper: SessionClient
let viewer: SessionClient
let warehouseId: string

beforeAll(async () => {
  client = await service.newCompany()
  warehouseId = await addWarehouse(client)
  await addPartner(client, 'Остатки', { type: 'Поставщик' })
  await addProduct(client, { name: 'Чай', sku: 'T' })
  manager = await joinAs(service, client.companyId, { role: 'manager' })
  storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  viewer = await joinAs(service, client.companyId, { role: 'viewer' })
})

const codeOf = ({ json }: { json: Json }) => json.code

test('a user’s role decides which kinds of table they can import', async () => {
  for (const kind of ['products', 'partners', 'opening_stock', 'stock_rules', 'supplier_items']) {
    expect(codeOf(await sendTable(viewer, PRODUCTS, { kind }))).toBe('FORBIDDEN')
    expect((await sendTable(manager, PRODUCTS, { kind })).status).toBe(200)
    const { status, json } = await sendTable(storekeeper, PRODUCTS, { kind })
    expect(json.code ?? status).toBe(kind === 'opening_stock' ? 200 : 'FORBIDDEN')
    const targets = await storekeeper.get(`${TABLE_IMPORTS}/targets?kind=${kind}`)
    expect(targets.status).toBe(kind === 'opening_stock' ? 200 : 403)
  }
})

test('a storekeeper can import an opening stock table, and the audit log names them', async () => {
  const { id } = await upload(storekeeper, STOCK, { kind: 'opening_stock' })
  await mapped(storekeeper, id, { warehouseId, supplier: 'Остатки' })
  expect((await applied(storekeeper, id)).counts.applied).toBe(1)
  const { items } = (await client.get('/api/v1/audit?limit=100')).json
  const receipt = items.find(({ action }: Json) => action === 'stock.received')
  expect(receipt.actor).toMatchObject({ type: 'user', name: storekeeper.browser.account.name })
})

test('a user who may not see costs sees and changes only their own table imports', async () => {
  const { id } = await upload(manager, STOCK.replace('T;', 'T2;'), { kind: 'opening_stock' })
  const products = await upload(manager, PRODUCTS)
  await mapped(manager, products.id)
  for (const one of [id, products.id]) {
    for (const path of ['', '/rows', '/rows?format=csv'])
      expect(codeOf(await storekeeper.get(`${TABLE_IMPORTS}/${one}${path}`))).toBe('NOT_FOUND')
    for (const step of ['apply', 'pause', 'resume', 'cancel'])
      expect(codeOf(await storekeeper.post(`${TABLE_IMPORTS}/${one}/${step}`))).toBe('NOT_FOUND')
    expect(codeOf(await storekeeper.send('PUT', `${TABLE_IMPORTS}/${one}/columns`, {}))).toBe('NOT_FOUND')
    expect(codeOf(await storekeeper.delete(`${TABLE_IMPORTS}/${one}`))).toBe('NOT_FOUND')
    expect((await client.get(`${TABLE_IMPORTS}/${one}`)).status).toBe(200)
  }
  // Check that sending the manager's idempotency key does not give the storekeeper access either.
  const key = 'the cancel of the manager'
  expect((await manager.post(`${TABLE_IMPORTS}/${id}/cancel`, {}, { key })).status).toBe(200)
  const replay = await storekeeper.post(`${TABLE_IMPORTS}/${id}/cancel`, {}, { key })
  expect([codeOf(replay), replay.text.includes('777,77')]).toEqual(['NOT_FOUND', false])
  const seen = (await storekeeper.get(TABLE_IMPORTS)).json.items
  expect(seen.length).toBeGreaterThan(0)
  expect(new Set(seen.map(({ createdBy }: Json) => createdBy.name))).toEqual(
    new Set([storekeeper.browser.account.name]),
  )
  const log = await storekeeper.get('/api/v1/audit?limit=1000')
  expect(log.text).not.toMatch(/777[.,]77|555[.,]55/)
})

test('another company cannot find this company’s table imports', async () => {
  const { id } = await upload(client, PRODUCTS)
  const other = await service.newCompany()
  const reads = ['', '/rows', '/rows?format=xlsx'].map((path) => other.get(`${TABLE_IMPORTS}/${id}${path}`))
  for (const reply of await Promise.all(reads)) expect(codeOf(reply)).toBe('NOT_FOUND')
  for (const step of ['apply', 'pause', 'resume', 'cancel'])
    expect(codeOf(await other.post(`${TABLE_IMPORTS}/${id}/${step}`))).toBe('NOT_FOUND')
  expect(codeOf(await other.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, {}))).toBe('NOT_FOUND')
  expect(codeOf(await other.delete(`${TABLE_IMPORTS}/${id}`))).toBe('NOT_FOUND')
  expect((await other.get(TABLE_IMPORTS)).json.items).toEqual([])
})

test('every command on a table import needs an idempotency key and, in a session, an Origin', async () => {
  const { id } = await upload(client, PRODUCTS)
  const paths: [string, string][] = [
    ['POST', `${TABLE_IMPORTS}?kind=products`],
    ['PUT', `${TABLE_IMPORTS}/${id}/columns`],
    ['DELETE', `${TABLE_IMPORTS}/${id}`],
    ...['apply', 'pause', 'resume', 'cancel'].map((step): [string, string] => [
      'POST',
      `${TABLE_IMPORTS}/${id}/${step}`,
    ]),
  ]
  for (const [method, path] of paths) {
    expect(codeOf(await client.send(method, path, {}, { key: '' })), path).toBe('IDEMPOTENCY_KEY_REQUIRED')
    const elsewhere = { headers: { origin: 'https://elsewhere.example' } }
    expect(codeOf(await manager.send(method, path, {}, elsewhere)), path).toBe('ORIGIN_REJECTED')
  }
})
