/**
 * Checks that a node whose clock is years ahead executes no commands, and works as before once the clock is corrected.
 */
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { writeCompany } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import { type OpenNode, type OpenNodeSettings, startOpenNode } from '../support/node/open-node.ts'
import { newCompany, useService } from '../support/node/service.ts'
import { openShop, receive } from '../support/scene/fixtures.ts'

const TEN_YEARS_MS = 3_653 * 86_400_000
const MINUTE_MS = 60_000

const service = useService()
const nodes: OpenNode[] = []
afterAll(async () => {
  for (const node of nodes) await node.stop()
})

async function openNode(settings: OpenNodeSettings): Promise<OpenNode> {
  const node = await startOpenNode(service.databaseUrl, 1 << 30, settings)
  nodes.push(node)
  return node
}

/** Returns the times of a company's commands, and the time stored for its last command. */
async function timesOf(companyId: string): Promise<number[]> {
  const times = await readCompany(service.database, companyId, async (tx) => {
    const { rows } = await tx.query<{ at: Date }>(
      'select at from commands where company_id = $1 union all select last_at from companies where company_id = $1',
      [companyId],
    )
    return rows
  })
  return times.map(({ at }) => at.getTime())
}

test('a node refuses commands with 503 only while its clock is ten years ahead', async () => {
  let lead = 0
  const lines: string[] = []
  const node = await openNode({ lead: () => lead, lines })
  const shop = await openShop(await newCompany(node.database, node.url), 5)
  const before = await shop.client.state()
  lead = TEN_YEARS_MS
  const refused = await shop.client.post('/api/v1/warehouses', { name: 'Из будущего' }, { key: 'from-the-future' })
  expect([refused.status, refused.json]).toMatchObject([503, { code: 'UNAVAILABLE', detail: /clock of this node/ }])
  expect(refused.headers.get('retry-after')).toBe('1')
  const ready = await fetch(`${node.url}/readyz`)
  expect([ready.status, await ready.json()]).toMatchObject([503, { detail: /clock of this node/ }])
  expect(await shop.client.state()).toEqual(before)
  while (!lines.some((line) => line.includes('10 years ahead of the database clock'))) await sleep(10)
  lead = 0
  while ((await fetch(`${node.url}/readyz`)).status !== 200) await sleep(10)
  const done = await shop.client.post('/api/v1/warehouses', { name: 'Из будущего' }, { key: 'from-the-future' })
  expect(done.status).toBe(200)
  await receive(shop, 1, 1)
  for (const at of await timesOf(shop.client.companyId)) expect(at).toBeLessThan(Date.now() + MINUTE_MS)
})

test('a node started with its clock ten years ahead refuses commands but answers GET requests', async () => {
  const future = await openNode({ lead: () => TEN_YEARS_MS })
  const shop = await openShop(await service.newCompany(), 5)
  const there = shop.client.at(future.url)
  expect((await there.get('/api/v1/bootstrap')).text).toBe((await shop.client.get('/api/v1/bootstrap')).text)
  expect((await there.post('/api/v1/warehouses', { name: 'А' })).json).toMatchObject({
    code: 'UNAVAILABLE',
    detail: /ahead/,
  })
  expect((await shop.client.post('/api/v1/warehouses', { name: 'А' })).status).toBe(200)
  for (const at of await timesOf(shop.client.companyId)) expect(at).toBeLessThan(Date.now() + MINUTE_MS)
})

test('a company whose last command is dated in the future keeps working', async () => {
  const shop = await openShop(await service.newCompany(), 5)
  const future = new Date(Date.now() + TEN_YEARS_MS)
  await writeCompany(service.database, shop.client.companyId, (tx) =>
    tx.query('update companies set last_at = $2 where company_id = $1', [shop.client.companyId, future]),
  )
  const lines: string[] = []
  const node = await openNode({ lines })
  const there = { ...shop, client: shop.client.at(node.url) }
  await receive(there, 1, 1)
  await receive(there, 1, 1)
  const { lots } = await there.client.state()
  const received = lots.map(({ receivedAt, id }: { receivedAt: string; id: string }) => `${receivedAt} ${id}`)
  expect([...received].sort()).toEqual(received)
  expect(Date.parse(lots.at(-1).receivedAt)).toBe(future.getTime() + 1)
  expect(lines.filter((line) => line.includes('in the future'))).toHaveLength(1)
})

test('the shell commands create nothing while the machine’s clock is ahead', async () => {
  const ahead = `const now = Date.now; Date.now = () => now() + ${TEN_YEARS_MS}`
  const env = {
    ...process.env,
    DATABASE_URL: service.databaseUrl,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(ahead)}`,
  }
  const args = [
    'server/cli/company.ts',
    '--name',
    'Из будущего',
    '--email',
    'a@example.org',
    '--password',
    'long enough',
  ]
  const failure = await promisify(execFile)(process.execPath, args, { env }).then(
    () => null,
    (error: { stderr: string }) => error.stderr,
  )
  expect(failure).toMatch(/10 years ahead/)
})
