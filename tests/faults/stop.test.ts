import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { lockCompany, writeCompany } from '../../server/store/commits.ts'
import { readCompany } from '../../server/store/database.ts'
import { chooseSeed, createChance } from '../support/chance/chance.ts'
import { send, writeOf } from '../support/node/exchange.ts'
import { findDifferences } from '../support/node/invariants.ts'
import {
  endServer,
  makeCompany,
  newDataDir,
  openData,
  postmasterPid,
  type ServerProcess,
  startServer,
} from '../support/node/server-process.ts'
import { useService } from '../support/node/service.ts'
import { auditTraffic, openTradedShop, repeatAll, runTraffic, type Traffic } from '../support/node/traffic.ts'
import { openShop, orderBody } from '../support/scene/fixtures.ts'

const CONNECTIONS = 32
const BEFORE_STOP = 120
/**
 * How many commands are waiting when the server is stopped, and how many milliseconds they have to reach the server.
 */
const ACCEPTED = 24
const ACCEPTED_MS = 2_000
const STOPPING_MS = 400
const TIMEOUT_MS = 240_000

const service = useService()
const servers: ServerProcess[] = []

afterEach(async () => {
  for (const server of servers.splice(0)) await endServer(server, 'SIGTERM')
})

async function start(dataDir: string): Promise<ServerProcess> {
  const server = await startServer(dataDir)
  servers.push(server)
  return server
}

/** Returns how many commands with these keys are in the company's log. */
async function countLogged(dataDir: string, companyId: string, keys: readonly string[]): Promise<number> {
  const database = await openData(dataDir)
  try {
    return await readCompany(database, companyId, async (tx) => {
      const { rows } = await tx.query<{ count: number }>(
        'select count(*) as count from commands where company_id = $1 and key = any($2)',
        [companyId, keys],
      )
      return rows[0]!.count
    })
  } finally {
    await database.end()
  }
}

async function audit(dataDir: string, companyId: string, { lines }: Pick<Traffic, 'lines'>): Promise<string[]> {
  const database = await openData(dataDir)
  try {
    return await auditTraffic(database, companyId, lines)
  } finally {
    await database.end()
  }
}

test(
  'after SIGTERM under load, every accepted request gets a response and the exit code is 0',
  async () => {
    const seed = chooseSeed(20_261_121)
    console.log(`stop.test.ts SEED=${seed}`)
    const dataDir = await newDataDir()
    const server = await start(dataDir.path)
    const target = await makeCompany(dataDir.path, server.url)
    const shop = await openTradedShop(target, createChance(seed))
    await audit(dataDir.path, target.companyId, { lines: [] })
    let ended: Promise<number | string> | null = null
    let exitCode: number | string | null = null
    const traffic = await runTraffic(shop, {
      connections: CONNECTIONS,
      urls: () => [server.url],
      isOver: ({ settledCount }) => {
        if (ended === null && settledCount >= BEFORE_STOP)
          ended = endServer(server, 'SIGTERM').then((code) => {
            exitCode = code
            return code
          })
        return exitCode !== null
      },
    })
    expect(await ended).toBe(0)
    expect(await postmasterPid(dataDir.path)).toBe(0)
    // Apart from responses with a command's outcome, clients must have received nothing but 503 problems.
    expect(traffic.faults).toEqual([])
    const unanswered = traffic.lines.filter(({ settled }) => settled === null)
    const again = await start(dataDir.path)
    const keys = unanswered.map(({ write }) => write.key)
    expect(await countLogged(dataDir.path, target.companyId, keys)).toBe(0)
    expect(await repeatAll({ ...target, url: again.url }, traffic)).toEqual([])
    expect(await audit(dataDir.path, target.companyId, traffic)).toEqual([])
    expect(await endServer(again, 'SIGTERM')).toBe(0)
    await dataDir.remove()
  },
  TIMEOUT_MS,
)

test(
  'after SIGTERM, every accepted command that is still waiting is executed and gets its response',
  async () => {
    const dataDir = await newDataDir()
    const server = await start(dataDir.path)
    const target = await makeCompany(dataDir.path, server.url)
    const shop = await openTradedShop(target, createChance(1))
    const database = await openData(dataDir.path)
    const body = { name: 'Принят' }
    const { answers, ended } = await writeCompany(database, target.companyId, async (tx) => {
      await lockCompany(tx, target.companyId)
      const sent = Array.from({ length: ACCEPTED }, (_, index) =>
        send(shop.target, writeOf({ name: 'createWarehouse', params: {}, body }, `accepted-${index}`, 'state=summary')),
      )
      // Wait until all commands have reached the server: the first is in a commit that waits for the test's lock, and
      // the others wait behind it.
      await sleep(ACCEPTED_MS)
      const stopping = endServer(server, 'SIGTERM')
      await sleep(STOPPING_MS)
      return { answers: Promise.all(sent), ended: stopping }
    })
    await database.end()
    expect((await answers).map(({ status }) => status)).toEqual(Array.from({ length: ACCEPTED }, () => 200))
    expect(await ended).toBe(0)
    await dataDir.remove()
  },
  TIMEOUT_MS,
)

/** Makes the test database refuse something that the business rules allow, to simulate a bug in our code. */
async function forbidChannel(name: string): Promise<() => Promise<void>> {
  const admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
  await admin.query(
    `alter table commands add constraint no_${name} check (after not like '%"channel":"${name}"%') not valid`,
  )
  return async () => {
    await admin.query(`alter table commands drop constraint no_${name}`)
    await admin.end()
  }
}

test('a command that fails in the database gets a 500 response without internal details', async () => {
  const shop = await openShop(await service.newCompany(), 100)
  const allow = await forbidChannel('bad')
  const keys = Array.from({ length: 24 }, () => randomUUID())
  const send = (index: number) => {
    const body = { ...orderBody(shop, 1), channel: index % 8 === 5 ? 'bad' : 'good' }
    return shop.client.post('/api/v1/orders', body, { key: keys[index]! })
  }
  const replies = await Promise.all(keys.map((_key, index) => send(index)))
  for (const [index, reply] of replies.entries()) {
    expect(reply.status).toBe(index % 8 === 5 ? 500 : 200)
    if (reply.status === 200) continue
    expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/)
    expect(reply.json.code).toBe('INTERNAL')
    expect(Object.keys(reply.json).sort()).toEqual(['code', 'detail', 'requestId', 'status', 'title', 'type'])
    expect(reply.text).not.toMatch(/constraint|orders_|no_bad|postgres|commit_batch|\.ts/i)
  }
  expect((await shop.client.state()).totals.orders).toBe(21)
  expect(await findDifferences(service.database, shop.client.companyId)).toEqual([])
  await allow()
  // A 500 does not use up the key, so the same command succeeds once the fault is fixed.
  const again = await Promise.all(keys.map((_key, index) => send(index)))
  for (const [index, reply] of again.entries()) {
    expect(reply.status).toBe(200)
    if (replies[index]!.status === 200) expect(reply.text).toBe(replies[index]!.text)
  }
  expect((await shop.client.state()).totals.orders).toBe(24)
  expect(await findDifferences(service.database, shop.client.companyId)).toEqual([])
})

test('a company’s GET requests and refusals get correct responses while one of its commands keeps failing', async () => {
  const shop = await openShop(await service.newCompany(), 3)
  const allow = await forbidChannel('worse')
  for (let round = 0; round < 10; round += 1) {
    const bad = shop.client.post('/api/v1/orders', { ...orderBody(shop, 1), channel: 'worse' })
    const tooMuch = shop.client.post('/api/v1/orders', orderBody(shop, 4))
    const read = shop.client.get('/api/v1/bootstrap')
    expect((await bad).status).toBe(500)
    expect((await tooMuch).json.code).toBe('INSUFFICIENT_STOCK')
    expect((await read).json.stock[0]).toMatchObject({ onHand: 3, reserved: 0, available: 3 })
  }
  await allow()
  expect(await findDifferences(service.database, shop.client.companyId)).toEqual([])
})
