/**
 * Applies migration 0014 to a database of the previous version: companies have Moscow time, and those with a daily
 * summary still get it.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { Client } from '../support/node/client.ts'
import {
  databaseBefore,
  insertOlderCompany,
  type OlderCompany,
  type OlderDatabase,
} from '../support/node/older-schema.ts'
import { startNode } from '../support/node/service.ts'
import { setSettings } from '../support/scene/notifications.ts'

const companies: (OlderCompany & { readonly dailySummary: boolean })[] = []
let older: OlderDatabase
let node: Service

beforeAll(async () => {
  older = await databaseBefore('0014-links-and-time-zones.sql')
  for (const dailySummary of [true, false]) {
    const company = await insertOlderCompany(older.owner)
    const settings = { companyName: 'ООО', lowStockAlerts: false, dailySummary, revision: 0 }
    await older.owner.query('update settings set daily_summary = $2, record = $3 where company_id = $1', [
      company.id,
      dailySummary,
      JSON.stringify(settings),
    ])
    companies.push({ ...company, dailySummary })
  }
  node = await startNode(older.url, { summaryTime: '23:59' })
})
afterAll(async () => {
  await node.stop()
  await older.drop()
})

const clientOf = ({ id, secret }: (typeof companies)[number]) => new Client(node.apiUrl, secret, id)

test('a company from before the migration for time zones has Moscow time in its state, a list and a report', async () => {
  for (const company of companies) {
    const client = clientOf(company)
    expect((await client.state()).settings).toMatchObject({
      dailySummary: company.dailySummary,
      timeZone: 'Europe/Moscow',
    })
    expect((await client.get('/api/v1/orders?orderedFrom=2026-01-01')).status).toBe(200)
    const { json } = await client.get('/api/v1/reports/stock?date=2026-03-01')
    expect(json.timeZone).toBe('Europe/Moscow')
  }
})

test('a company that got a daily summary before the migration for time zones still gets it', async () => {
  const { rows } = await older.owner.query('select company_id, time_zone from summary_zones')
  expect(rows).toEqual([{ company_id: companies[0]!.id, time_zone: 'Europe/Moscow' }])
})

test('settings that were logged before time zones existed are shown with Moscow time', async () => {
  const client = clientOf(companies[1]!)
  await setSettings(client, { timeZone: 'Asia/Omsk' })
  const { json } = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'then-and-now' })
  await setSettings(client, { timeZone: 'Asia/Tomsk' })
  await older.owner.query(
    `update commands set changes = replace(replace(changes, ',"timeZone":"Asia/Omsk"', ''), ',"v":2', '') where company_id = $1`,
    [client.companyId],
  )
  const again = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'then-and-now' })
  expect(json.state.settings.timeZone).toBe('Asia/Omsk')
  expect(again.json.state.settings.timeZone).toBe('Europe/Moscow')
})
