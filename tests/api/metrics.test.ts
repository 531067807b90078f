/** Tests the metrics that a node provides for Prometheus. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { METERS } from '../../server/runtime/meters.ts'
import type { Service } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { startMailServer } from '../support/fakes/mail-server.ts'
import { Browser, newAccount } from '../support/node/browser.ts'
import { growthOf, readFigures } from '../support/node/metrics.ts'
import { cloneDatabase, newCompany, startNode, testFiles } from '../support/node/service.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'

const LARGEST = 2

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let mails: Awaited<ReturnType<typeof startMailServer>>
let node: Service
let database: Database

beforeAll(async () => {
  cloned = await cloneDatabase()
  mails = await startMailServer()
  const place = testFiles().place
  node = await startNode(cloned.url, {
    metrics: { host: '127.0.0.1', port: 0, companies: LARGEST },
    mail: { smtpUrl: mails.url, from: 'skladno@example.org' },
    dataDir: 'folder' in place ? place.folder : '/nonexistent',
  })
  database = openDatabase(cloned.url, () => {})
})
afterAll(async () => {
  await database.end()
  await node.stop()
  await mails.close()
  await cloned.drop()
})

const figures = () => readFigures(node.metricsUrl!)
const client = () => newCompany(database, node.apiUrl)

test('the metrics count requests by method, route and status class, and contain no ids', async () => {
  const shop = await openShop(await client(), 5)
  const before = await figures()
  const { id: order } = await shop.client.made('POST', '/api/v1/orders', orderBody(shop, 1))
  await shop.client.get(`/api/v1/orders/${order}`)
  await shop.client.get(`/api/v1/orders/${randomUUID()}`)
  await shop.client.get('/api/v1/nonsense/secret-path')
  await expect.poll(async () => growthOf(before, await figures(), seriesOf('none', 'none', '4xx'))).toBe(1)
  const after = await figures()
  const counted = (method: string, route: string, status: string) =>
    growthOf(before, after, seriesOf(method, route, status))
  expect(counted('POST', '/api/v1/orders', '2xx')).toBe(1)
  expect(counted('GET', '/api/v1/orders/:orderId', '2xx')).toBe(1)
  expect(counted('GET', '/api/v1/orders/:orderId', '4xx')).toBe(1)
  expect(after.text).not.toMatch(/secret-path|nonsense/)
  expect(after.text).not.toContain(order)
})

const seriesOf = (method: string, route: string, status: string) =>
  `skladno_http_request_seconds_count{method="${method}",route="${route}",status="${status}"}`

test('commands are counted by outcome, refusals by code, and commits with their batches', async () => {
  const shop = await openShop(await client(), 5)
  const before = await figures()
  const key = randomUUID()
  await shop.client.post('/api/v1/orders', orderBody(shop, 1), { key })
  await shop.client.post('/api/v1/orders', orderBody(shop, 1), { key })
  await shop.client.post('/api/v1/orders', orderBody(shop, 500))
  await shop.client.post('/api/v1/orders', {})
  const after = await figures()
  const grown = (name: string) => growthOf(before, after, name)
  const outcomes = ['executed', 'replayed', 'refused', 'failed'].map((outcome) =>
    grown(`skladno_commands_total{outcome="${outcome}"}`),
  )
  expect(outcomes).toEqual([1, 1, 1, 0])
  expect(grown('skladno_refusals_total{code="INSUFFICIENT_STOCK"}')).toBe(1)
  expect(grown('skladno_refusals_total{code="VALIDATION_FAILED"}')).toBe(1)
  // The refused order is committed to the log too, because it uses up its idempotency key.
  expect(grown('skladno_commits_total{outcome="committed"}')).toBe(2)
  expect(grown('skladno_commit_seconds_count')).toBe(2)
  expect(grown('skladno_commit_commands_sum')).toBe(2)
})

test('a batch counts as one request, and each of its commands is counted as a command', async () => {
  const shop = await openShop(await client(), 5)
  const before = await figures()
  const commands = ['А', 'Б'].map((name) => ({
    key: randomUUID(),
    method: 'POST',
    path: '/api/v1/warehouses',
    body: { name },
  }))
  for (const mode of ['each', 'all'])
    expect(
      (
        await shop.client.post('/api/v1/batch', {
          mode,
          commands: commands.map((one) => ({ ...one, key: randomUUID() })),
        })
      ).status,
    ).toBe(200)
  await expect.poll(async () => growthOf(before, await figures(), seriesOf('POST', '/api/v1/batch', '2xx'))).toBe(2)
  const after = await figures()
  expect(growthOf(before, after, seriesOf('POST', '/api/v1/warehouses', '2xx'))).toBe(0)
  expect(growthOf(before, after, 'skladno_commands_total{outcome="executed"}')).toBe(4)
})

test('the metrics describe the state of the node, and by company id only the state of the largest companies', async () => {
  // A node of an earlier test file in this process may have counted its jobs.
  METERS.jobsDue.reset()
  const companies = [await client(), await client(), await client()]
  for (const one of companies) await one.get('/api/v1/bootstrap')
  const { series, text } = await figures()
  const value = (name: string) => series.get(name)
  expect(value('skladno_companies_loaded')).toBeGreaterThanOrEqual(3)
  expect(value('skladno_companies_held_bytes')).toBeGreaterThan(0)
  expect(value('skladno_companies_limit_bytes')).toBe(1 << 30)
  expect(value('skladno_commands_waiting')).toBe(0)
  expect(value('skladno_companies_standing_still')).toBe(0)
  expect(value('skladno_database_reachable')).toBe(1)
  expect(value('skladno_database_writable')).toBe(1)
  expect(value('skladno_clock_trusted')).toBe(1)
  expect(value('skladno_draining')).toBe(0)
  expect(value('skladno_pool_connections{pool="work",state="open"}')).toBeGreaterThan(0)
  expect(value('skladno_disk_free_bytes')).toBeGreaterThan(0)
  expect(value('skladno_disk_free_bytes')).toBeLessThan(value('skladno_disk_size_bytes')!)
  expect(value('skladno_jobs_due{queue="recognition"}') ?? 0).toBe(0)
  expect(value('nodejs_eventloop_lag_p99_seconds')).toBeDefined()
  expect([...series.keys()].filter((name) => name.startsWith('skladno_info{'))).toHaveLength(1)
  for (const name of ['held_bytes', 'commands_waiting', 'projection_lag'])
    expect(text.split('\n').filter((line) => line.startsWith(`skladno_company_${name}{`))).toHaveLength(LARGEST)
})

test('companies that are loaded and background jobs are counted', async () => {
  const before = await figures()
  await (await client()).get('/api/v1/bootstrap')
  const loaded = growthOf(before, await figures(), 'skladno_company_load_seconds_count')
  expect(loaded).toBe(1)
  // Every node looks for unsent e-mails when it starts.
  const done = 'skladno_jobs_total{queue="notification-mail-look",outcome="completed"}'
  await expect.poll(async () => (await figures()).series.get(done) ?? 0).toBeGreaterThan(0)
})

test('e-mails and failed sign-ins are counted', async () => {
  const browser = new Browser(node.appUrl)
  const account = newAccount()
  const before = await figures()
  expect((await browser.signUp(account)).status).toBe(200)
  await new Browser(node.appUrl).signIn({ ...account, password: 'wrong password' })
  await expect.poll(async () => growthOf(before, await figures(), 'skladno_mails_total{outcome="sent"}')).toBe(1)
  const after = await figures()
  expect(growthOf(before, after, 'skladno_sign_in_failures_total{reason="wrong"}')).toBe(1)
})

test('the metrics address serves nothing but metrics', async () => {
  for (const path of ['/', '/healthz', '/api/v1/bootstrap'])
    expect((await fetch(new URL(path, node.metricsUrl!))).status).toBe(404)
  expect((await fetch(node.metricsUrl!, { method: 'POST' })).status).toBe(404)
})

test('neither the API address nor the app address serves metrics, and without METRICS_PORT there is no metrics address', async () => {
  for (const url of [node.apiUrl, node.appUrl]) expect((await fetch(`${url}/metrics`)).status).toBe(404)
  const quiet = await startNode(cloned.url)
  expect(quiet.metricsUrl).toBeNull()
  await quiet.stop()
})
