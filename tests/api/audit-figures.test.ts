/**
 * Tests audit log entries as data: `figures` by action, entries from earlier versions, and what the database stores.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACTIONS, summaryOf } from '../../server/domain/audit-log.ts'
import { sayingOf } from '../../server/domain/audit-saying.ts'
import type { Client, Json } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { everyKindOfChange } from '../support/scene/changes.ts'
import { moveOrder, openShop, placeOrder, receiveOf, type Shop } from '../support/scene/fixtures.ts'
import { joinAs, type SessionClient } from '../support/scene/members.ts'

const service = useService()
let admin: pg.Client

beforeAll(async () => {
  admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
})
afterAll(() => admin.end())

const auditOf = async (reader: Client | SessionClient, query = 'limit=1000') =>
  (await reader.get(`/api/v1/audit?${query}`)).json.items as Json[]

/** Creates a shop and ships an order from it. */
async function shipped(): Promise<{ shop: Shop; orderId: string }> {
  const shop = await openShop(await service.newCompany())
  await receiveOf(shop, { unitCost: 12.34, quantity: 10 })
  const { id } = await placeOrder(shop)
  await moveOrder(shop, id, 'shipped')
  return { shop, orderId: id }
}

test('an audit log entry contains its names and numbers as data, and an English summary made from them', async () => {
  const { shop, orderId } = await shipped()
  const [moved, placed] = await auditOf(shop.client, `entityType=order&entityId=${orderId}`)
  const { number, customer, total, items, cost } = moved!.details.result
  expect(placed).toMatchObject({
    action: 'order.created',
    summary: `Order ${number} for "${customer}": ${items.length} items, ${total}`,
    figures: { number, customer, items: items.length, total },
  })
  expect(moved).toMatchObject({
    action: 'order.shipped',
    summary: `Order ${number} shipped at a cost of ${cost}`,
    figures: { number, cost },
  })
})

test('every audit log entry has the `figures` defined for its action, whatever was changed', async () => {
  const client = await service.newCompany()
  for await (const _sent of everyKindOfChange(client));
  const entries = await auditOf(client)
  expect(new Set(entries.map(({ action }) => action)).size).toBeGreaterThan(35)
  for (const { action, figures, summary } of entries) {
    const { how, ...own } = figures
    const saying = sayingOf(ACTIONS[action]!, how)!
    expect(Object.keys(own), action).toEqual(Object.keys(saying.figures))
    expect(summary, action).toBe(summaryOf({ action, figures }))
  }
})

test('an audit log entry written by an earlier version keeps its stored summary, but shows no cost to users who may not see costs', async () => {
  const { shop, orderId } = await shipped()
  const { client } = shop
  const storekeeper = await joinAs(service, client.companyId, { role: 'storekeeper' })
  const query = `action=order.shipped&entityId=${orderId}`
  const [now] = await auditOf(client, query)
  await admin.query('update commands set summary = $3, figures = null where company_id = $1 and id = $2', [
    ...[client.companyId, now!.id, 'Order 00001 shipped at a cost of 12.34'],
  ])
  const { figures: _figures, ...rest } = now!
  const [old] = await auditOf(client, query)
  expect(old).toEqual({ ...rest, summary: 'Order 00001 shipped at a cost of 12.34' })
  const [shown] = await auditOf(storekeeper, query)
  expect(shown!.summary).toBe(`Order ${now!.figures.number} shipped`)
  expect(shown).not.toHaveProperty('figures')
  expect((await client.get(`/api/v1/audit/${now!.id}`)).json).toEqual(old)
  expect((await client.get('/api/v1/audit?format=csv')).text).toContain('Order 00001 shipped at a cost of 12.34')
})

test('the database stores the content of an audit log entry only once, as data', async () => {
  const { shop, orderId } = await shipped()
  const { rows } = await admin.query(
    `select summary, figures from commands where company_id = $1 and entity_id = $2 order by revision`,
    [shop.client.companyId, orderId],
  )
  expect(rows.map(({ summary }) => summary)).toEqual(['', ''])
  expect(Object.keys(JSON.parse(rows[0].figures))).toEqual(['number', 'customer', 'items', 'total'])
})
