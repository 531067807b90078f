/** Migration 0014 on a database that the version before it filled: companies are in Moscow, and those with a summary still get it. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret } from '../../server/access/tokens.ts'
import { emptyTotals } from '../../server/domain/books.ts'
import { packTotals } from '../../server/engine/records.ts'
import type { Service } from '../../server/service.ts'
import { insertCompany } from '../../server/store/companies.ts'
import { Client } from '../support/client.ts'
import { setSettings } from '../support/notifications.ts'
import { emptyDatabase, startNode } from '../support/service.ts'

const FOLDER = new URL('../../server/migrations/', import.meta.url)
const MIGRATION = '0014-links-and-time-zones.sql'
const companies = [true, false].map((dailySummary) => ({ id: v7(), dailySummary, ...newSecret() }))
let made: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Client
let node: Service

beforeAll(async () => {
  made = await emptyDatabase()
  owner = new pg.Client({ connectionString: made.url })
  await owner.connect()
  await owner.query(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  for (const name of (await readdir(FOLDER)).filter((one) => one < MIGRATION).sort()) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    await owner.query(sql)
    const sha256 = createHash('sha256').update(sql).digest('hex')
    await owner.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  const totals = packTotals(emptyTotals())
  for (const { id, dailySummary, secretHash, prefix } of companies) {
    const at = new Date().toISOString()
    await insertCompany(owner, { id, name: 'ООО', at, totals, counters: '{"orders":0}' })
    const settings = { companyName: 'ООО', lowStockAlerts: false, dailySummary, revision: 0 }
    await owner.query('update settings set daily_summary = $2, record = $3 where company_id = $1', [
      id,
      dailySummary,
      JSON.stringify(settings),
    ])
    await owner.query(
      `insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at) values ($1, $2, $3, 'Сайт', $4, now())`,
      [secretHash, v7(), id, prefix],
    )
  }
  node = await startNode(made.url, { summaryTime: '23:59' })
})
afterAll(async () => {
  await node.stop()
  await owner.end()
  await made.drop()
})

const clientOf = ({ id, secret }: (typeof companies)[number]) => new Client(node.apiUrl, secret, id)

test('a company from before is in Moscow: in its state, in a list and in a report', async () => {
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

test('the company with a summary gets it still', async () => {
  const { rows } = await owner.query('select company_id, time_zone from summary_zones')
  expect(rows).toEqual([{ company_id: companies[0]!.id, time_zone: 'Europe/Moscow' }])
})

test('settings that were logged without a zone are shown as of then', async () => {
  const client = clientOf(companies[1]!)
  await setSettings(client, { timeZone: 'Asia/Omsk' })
  const { json } = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'then-and-now' })
  await setSettings(client, { timeZone: 'Asia/Tomsk' })
  await owner.query(
    `update commands set changes = replace(changes, ',"timeZone":"Asia/Omsk"', '') where company_id = $1`,
    [client.companyId],
  )
  const again = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'then-and-now' })
  expect(json.state.settings.timeZone).toBe('Asia/Omsk')
  expect(again.json.state.settings.timeZone).toBe('Europe/Moscow')
})
