/**
 * The server is killed while an owner deletes a company. The company is then either whole, or nobody can use it and the next
 * server finishes its deletion.
 */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../../server/store/database.ts'
import { Browser } from '../support/node/browser.ts'
import { Client, type Json } from '../support/node/client.ts'
import { endServer, newDataDir, openData, type ServerProcess, startServer } from '../support/node/server-process.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'
import { issued, newOwner, type Owner } from '../support/scene/team.ts'

const TIMEOUT_MS = 120_000
const ORDERS = 5
const DELETION = '/api/v1/company/deletion'

const data = await newDataDir()
let server: ServerProcess

beforeAll(async () => {
  server = await startServer(data.path)
}, TIMEOUT_MS)
afterAll(async () => {
  await endServer(server, 'SIGTERM')
  await data.remove()
})

interface Begun {
  readonly owner: Owner
  readonly client: Client
  readonly key: string
  readonly kept: number
}

async function count(database: Database, table: string, companyId: string): Promise<number> {
  const tx = await database.connect()
  try {
    await tx.query('begin')
    await tx.query(`select set_config('app.company_id', $1, true)`, [companyId])
    return (await tx.query<{ count: number }>(`select count(*) from ${table} where company_id = $1`, [companyId]))
      .rows[0]!.count
  } finally {
    await tx.query('rollback')
    tx.release()
  }
}

/** Asks for a deletion while a table is locked, and kills the server when the deletion waits for the table. */
async function killAt(table: string): Promise<Begun> {
  const owner = await newOwner(server.appUrl)
  const client = new Client(server.url, (await issued(owner)).secret, owner.companyId)
  const shop = await openShop(client, 100)
  for (let at = 0; at < ORDERS; at += 1) await client.made('POST', '/api/v1/orders', orderBody(shop, 1))
  await client.get('/api/v1/orders')
  const database = await openData(data.path)
  const kept = await count(database, 'commands', owner.companyId)
  const holder = await database.connect()
  await holder.query('begin')
  await holder.query(`lock table ${table} in share mode`)
  const key = randomUUID()
  const { companyName: name, password } = owner.account
  const asked = owner
    .post(DELETION, { name, password }, { headers: { 'idempotency-key': key } })
    .then(({ status }) => status)
    .catch(() => 'no answer')
  const waiting = `select from pg_locks where relation = '${table}'::regclass and not granted`
  await expect.poll(async () => (await holder.query(waiting)).rowCount, { timeout: 30_000 }).toBeGreaterThan(0)
  await endServer(server, 'SIGKILL')
  await holder.query('rollback')
  holder.release()
  await database.end()
  const answer = await asked
  expect(answer).toBe(table === 'tokens' ? 'no answer' : 200)
  server = await startServer(data.path)
  return { owner, client: client.at(server.url), key, kept }
}

/** The owner's browser at the address of the new server. */
const backAt = ({ owner }: Begun): Browser => {
  const browser = new Browser(server.appUrl)
  for (const [name, value] of owner.cookies) browser.cookies.set(name, value)
  return browser
}

async function receiptOf({ owner, key }: Begun): Promise<Json> {
  const nobody = new Browser(server.appUrl)
  const ask = async () => (await nobody.post(`${DELETION}/receipt`, { companyId: owner.companyId, key })).json
  await expect
    .poll(async () => (await ask()).finishedAt, { timeout: 90_000, interval: 500 })
    .toEqual(expect.any(String))
  return JSON.parse((await ask()).receipt)
}

test(
  'a server that is killed before it answers a company deletion leaves the company unchanged, and the deletion can be repeated',
  async () => {
    const begun = await killAt('tokens')
    const owner = backAt(begun)
    expect((await begun.client.get('/api/v1/bootstrap')).status).toBe(200)
    expect((await begun.client.get('/api/v1/orders')).json.items).toHaveLength(ORDERS)
    expect((await owner.get('/api/v1/self-check')).json.ok).toBe(true)
    const { companyName: name, password } = begun.owner.account
    const again = await owner.post(DELETION, { name, password }, { headers: { 'idempotency-key': begun.key } })
    expect([again.status, again.text]).toEqual([200, again.text])
    expect((await receiptOf(begun)).tables.orders).toEqual({ before: ORDERS, after: 0 })
  },
  TIMEOUT_MS,
)

test(
  'if a server is killed in the middle of a company deletion, nobody can use the company, and the next server finishes the deletion with the original counts',
  async () => {
    const begun = await killAt('orders')
    expect((await begun.client.get('/api/v1/bootstrap')).status).toBe(401)
    expect((await backAt(begun).get('/api/v1/session')).status).toBe(401)
    const { tables } = await receiptOf(begun)
    expect(tables).toMatchObject({
      ...{ commands: { before: begun.kept, after: 0 }, orders: { before: ORDERS, after: 0 } },
      ...{ memberships: { before: 1, after: 0 }, tokens: { before: 1, after: 0 } },
    })
    const database = await openData(data.path)
    expect(await count(database, 'orders', begun.owner.companyId)).toBe(0)
    await database.end()
  },
  TIMEOUT_MS,
)
