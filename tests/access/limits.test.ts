/**
 * Tests how much one caller may request. A client without a valid token that sends too many requests delays only
 * itself.
 */
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { Browser } from '../support/node/browser.ts'
import { Client } from '../support/node/client.ts'
import { openStream as openEvents } from '../support/node/event-stream.ts'
import { issueToken } from '../support/node/new-company.ts'
import { useService } from '../support/node/service.ts'
import { until } from '../support/scene/notifications.ts'
import { issued, newOwner } from '../support/scene/team.ts'

const service = useService({ trustProxy: 1 })

describe('with a request limit', () => {
  const PER_MINUTE = 5
  const limited = useService({ rateLimitPerMinute: PER_MINUTE })

  // The clock of this process stands still unless a test moves it, so a minute never ends too early.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  /**
   * Returns a response's status and its `ratelimit` header: the requests left, and the seconds until there are more.
   */
  const read = ({ status, headers }: { status: number; headers: Headers }) => [status, headers.get('ratelimit')]

  test('each response states how many requests are left in the minute, and requests above the limit get 429', async () => {
    const client = await limited.newCompany()
    for (let left = PER_MINUTE - 1; left >= 0; left -= 1) {
      const reply = await client.get('/api/v1/warehouses')
      expect(read(reply)).toEqual([200, `"requests";r=${left};t=60`])
      expect(reply.headers.get('ratelimit-policy')).toBe(`"requests";q=${PER_MINUTE};w=60`)
    }
    vi.setSystemTime(Date.now() + 20_500)
    const beyond = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'not-used-up-by-it' })
    expect(read(beyond)).toEqual([429, '"requests";r=0;t=40'])
    expect([beyond.json.code, beyond.headers.get('retry-after')]).toEqual(['RATE_LIMITED', '40'])
    expect(beyond.headers.get('content-type')).toContain('application/problem+json')
    vi.setSystemTime(Date.now() + 40_000)
    const reply = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'not-used-up-by-it' })
    expect([reply.status, reply.headers.get('idempotent-replayed')]).toEqual([200, null])
  })

  test('each token, each session and each address has its own request limit', async () => {
    const client = await limited.newCompany()
    const other = new Client(client.url, (await issueToken(limited.database, client.companyId)).token, client.companyId)
    for (let count = 0; count < PER_MINUTE; count += 1) await client.get('/api/v1/warehouses')
    expect((await client.get('/api/v1/warehouses')).status).toBe(429)
    expect((await other.get('/api/v1/warehouses')).status).toBe(200)

    // Signing up creates the session and uses up one request of its limit.
    const owner = await newOwner(limited.sessionUrl)
    const elsewhere = new Browser(limited.sessionUrl)
    await elsewhere.signIn(owner.account)
    const paths = ['session', 'tokens', 'members', 'bootstrap', 'invitations', 'warehouses', 'session']
    const replies = []
    for (const path of paths) replies.push((await owner.get(`/api/v1/${path}`)).status)
    expect(replies).toEqual([200, 200, 200, 200, 429, 429, 429])
    expect((await owner.post('/api/v1/tokens', { name: 'Сайт' })).json.code).toBe('RATE_LIMITED')
    expect((await elsewhere.get('/api/v1/session')).status).toBe(200)
    // Check that a user above the request limit can still sign out.
    expect((await owner.post('/api/auth/sign-out')).status).toBe(200)
  })

  test('requests without a valid token or session are not counted and get no limit headers', async () => {
    for (let count = 0; count <= PER_MINUTE; count += 1) {
      const response = await fetch(`${limited.url}/api/v1/bootstrap`, {
        headers: { authorization: 'Bearer skl_wrong' },
      })
      expect([response.status, response.headers.get('ratelimit')]).toEqual([401, null])
    }
  })
})

test('requests are not limited unless a request limit is set', async () => {
  expect(readConfig({}).rateLimitPerMinute).toBe(0)
  expect(readConfig({ RATE_LIMIT_PER_MINUTE: '600' }).rateLimitPerMinute).toBe(600)
  expect(() => readConfig({ RATE_LIMIT_PER_MINUTE: '-1' })).toThrow('RATE_LIMIT_PER_MINUTE')
  const { headers } = await (await service.newCompany()).get('/api/v1/warehouses')
  expect([headers.get('ratelimit'), headers.get('ratelimit-policy')]).toEqual([null, null])
})

test('the number of a company’s open streams is limited, however many tokens it has', async () => {
  const client = await service.newCompany()
  const tokens = await Promise.all(Array.from({ length: 9 }, () => issueToken(service.database, client.companyId)))
  const clients = tokens.map(({ token }) => new Client(client.url, token, client.companyId))
  const open = (one: Client) => openEvents(one, { since: 0 })
  const streams = await Promise.all(clients.slice(0, 8).flatMap((one) => Array.from({ length: 32 }, () => open(one))))
  expect(streams.filter(({ status }) => status !== 200)).toEqual([])
  const tooMany = await open(clients[8]!)
  expect([tooMany.status, (await tooMany.json()).code]).toEqual([429, 'RATE_LIMITED'])
  // Check that another company can still open a stream.
  const other = await open(await service.newCompany())
  expect(other.status).toBe(200)
  for (const stream of [...streams, other]) await stream.close()
})

describe('guessed tokens', () => {
  let locker: pg.Client
  /**
   * A separate database connection, because within one transaction the statistics about other connections never change.
   */
  let watcher: pg.Client
  const started: Promise<unknown>[] = []
  beforeEach(async () => {
    const clients = [1, 2].map(() => new pg.Client({ connectionString: service.databaseUrl }))
    await Promise.all(clients.map((client) => client.connect()))
    locker = clients[0]!
    watcher = clients[1]!
  })
  afterEach(async () => {
    await locker.query('rollback')
    await Promise.all([locker.end(), watcher.end()])
    await Promise.all(started.splice(0))
  })

  /** Locks the tokens table, so that look-ups of tokens wait until the test releases it. */
  const hold = () => locker.query('begin; lock table tokens in access exclusive mode')

  let guesses = 0
  function guess(address: string, times: number): void {
    for (let count = 0; count < times; count += 1) {
      guesses += 1
      const headers = { authorization: `Bearer skl_wrong_${guesses}`, 'x-forwarded-for': address }
      started.push(fetch(`${service.url}/api/v1/bootstrap`, { headers }).then((response) => response.arrayBuffer()))
    }
  }

  const lookUps = async () => {
    const { rows } = await watcher.query<{ count: string }>(
      `select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like 'select token_id%from tokens%'`,
    )
    return Number(rows[0]!.count)
  }

  test('a client that guesses tokens gets only two look-ups at a time, which leaves room for other clients', async () => {
    await hold()
    guess('203.0.113.1', 40)
    await until(async () => (await lookUps()) === 2)
    guess('203.0.113.2', 1)
    await until(async () => (await lookUps()) === 3)
    for (const address of ['203.0.113.3', '203.0.113.4', '203.0.113.5']) guess(address, 20)
    await until(async () => (await lookUps()) === 4)
    // Check that no more than four look-ups run at a time, although sixty more clients are guessing tokens.
    const owner = await newOwner(service.sessionUrl)
    expect(await lookUps()).toBe(4)
    // Check that some database connections stay free for callers whose tokens are known.
    const made = await owner.post('/api/v1/warehouses', { name: 'Склад' })
    expect(made.status).toBe(200)
  })

  test('clients that guess tokens share one queue if they are in the same IPv6 network', async () => {
    await hold()
    for (let host = 1; host <= 8; host += 1) guess(`2001:db8:0:1::${host}`, 1)
    await until(async () => (await lookUps()) === 2)
    guess('2001:db8:0:2::1', 1)
    await until(async () => (await lookUps()) === 3)
  })

  test('a client that guesses tokens does not delay requests from the same address with a recently valid token', async () => {
    const owner = await newOwner(service.sessionUrl)
    const token = await issued(owner)
    expect(await token.ask(service.url)).toBe(200)
    await hold()
    guess('127.0.0.1', 40)
    await until(async () => (await lookUps()) === 2)
    // Wait until the cached token has expired and must be looked up again. The request with this token must get the
    // third look-up, although the guessing client's own requests are still waiting.
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    started.push(token.ask(service.url))
    await until(async () => (await lookUps()) === 3)
  })
})
