/**
 * Checks that an outage of PostgreSQL produces only two lines in the log, however many requests fail, and that the
 * readiness check reports the outage.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { pino } from 'pino'
import { test } from 'vitest'
import { type Service, startService } from '../../server/service.ts'
import { openDatabase } from '../../server/store/database.ts'
import { type CuttingProxy, startCuttingProxy } from '../support/fakes/cutting-proxy.ts'
import type { Client } from '../support/node/client.ts'
import { cloneDatabase, newCompany, nodeConfig } from '../support/node/service.ts'
import { addWarehouse } from '../support/scene/fixtures.ts'

const ERROR = 50
const WARN = 40
const READERS = 8
const OUTAGE_MS = 2_500

interface Line {
  readonly level: number
  readonly msg: string
}

/** Registers a clean-up that runs after the test. Clean-ups run in reverse order of registration. */
type Finally = (end: () => Promise<void>) => void

/** Starts a node on the database at `url`, and collects its log lines. */
async function start(url: string, onTestFinished: Finally): Promise<{ node: Service; lines: Line[] }> {
  const lines: Line[] = []
  const write = (line: string) => void lines.push(JSON.parse(line))
  const node = await startService(nodeConfig(url), pino({ level: 'info' }, { write }))
  onTestFinished(() => node.stop())
  return { node, lines }
}

async function clone(onTestFinished: Finally) {
  const cloned = await cloneDatabase()
  onTestFinished(() => cloned.drop())
  return cloned
}

async function companyOf(databaseUrl: string, { apiUrl }: Service): Promise<Client> {
  const database = openDatabase(databaseUrl, () => {})
  const client = await newCompany(database, apiUrl)
  await database.end()
  return client
}

const ready = async ({ apiUrl }: Service) => (await fetch(`${apiUrl}/readyz`)).status
const whyUnready = async ({ apiUrl }: Service) =>
  ((await (await fetch(`${apiUrl}/readyz`)).json()) as { detail?: string }).detail
const loud = (lines: readonly Line[]) =>
  lines.filter(({ level }) => level >= WARN).map(({ level, msg }) => [level, msg])

test.concurrent('while PostgreSQL is unreachable, the log gets a single error, and a single line when PostgreSQL is back', async ({
  expect,
  onTestFinished,
}) => {
  const cloned = await clone(onTestFinished)
  const proxy = await startCuttingProxy(cloned.tcpUrl)
  let back: CuttingProxy | null = null
  onTestFinished(async () => back?.stop())
  const { node, lines } = await start(proxy.url, onTestFinished)
  const client = await companyOf(cloned.url, node)
  await addWarehouse(client)
  await proxy.stop()
  const endsAt = Date.now() + OUTAGE_MS
  const reading = Array.from({ length: READERS }, async () => {
    const statuses = new Set<number>()
    while (Date.now() < endsAt) {
      statuses.add((await client.get('/api/v1/audit')).status)
      await sleep(20)
    }
    return statuses
  })
  for (const statuses of await Promise.all(reading)) expect([...statuses]).toEqual([503])
  expect(loud(lines)).toEqual([[ERROR, 'PostgreSQL cannot be reached']])
  expect(await ready(node)).toBe(503)
  back = await startCuttingProxy(cloned.tcpUrl, Number(new URL(proxy.url).port))
  await expect.poll(() => lines.length > 0 && loud(lines).length).toBe(2)
  expect(loud(lines)[1]).toEqual([WARN, expect.stringMatching(/^PostgreSQL can be reached again after \d+ s$/)])
  await expect.poll(() => ready(node)).toBe(200)
  expect((await client.get('/api/v1/audit')).status).toBe(200)
})

test.concurrent('if a single database connection breaks, the log gets one warning and reports no outage', async ({
  expect,
  onTestFinished,
}) => {
  const cloned = await clone(onTestFinished)
  const { node, lines } = await start(cloned.url, onTestFinished)
  const client = await companyOf(cloned.url, node)
  await addWarehouse(client)
  const admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name like 'skladno % work' limit 1`,
  )
  await admin.end()
  await expect.poll(() => loud(lines).length).toBe(1)
  expect(loud(lines)).toEqual([[WARN, 'A database connection broke']])
  expect(await ready(node)).toBe(200)
})

/** Makes the database refuse writes to the command log with a PostgreSQL error. */
async function refuseWrites(url: string, code: string): Promise<() => Promise<void>> {
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  await admin.query(`
    create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '${code}'; end $$;
    create trigger refuse before insert on commands execute function refuse()`)
  return async () => {
    await admin.query('drop trigger refuse on commands; drop function refuse()')
    await admin.end()
  }
}

test.concurrent('a full disk makes the node unready while it refuses commands, and the first successful write makes it ready again', async ({
  expect,
  onTestFinished,
}) => {
  const cloned = await clone(onTestFinished)
  const { node, lines } = await start(cloned.url, onTestFinished)
  const client = await companyOf(cloned.url, node)
  await addWarehouse(client)
  const allow = await refuseWrites(cloned.url, '53100')
  const refused = client.post('/api/v1/warehouses', { name: 'Нет места' })
  await expect.poll(() => ready(node)).toBe(503)
  expect(await whyUnready(node)).toBe('The database accepts no writes: could not extend file: No space left on device.')
  expect((await refused).status).toBe(503)
  // Check that reading works while writes are refused.
  expect((await client.get('/api/v1/bootstrap')).status).toBe(200)
  await allow()
  await addWarehouse(client)
  expect(await ready(node)).toBe(200)
  expect(loud(lines).filter(([, msg]) => String(msg).includes('writes'))).toEqual([
    [ERROR, 'PostgreSQL refuses writes: could not extend file: No space left on device'],
    [WARN, expect.stringMatching(/^PostgreSQL takes writes again after \d+ s$/)],
  ])
})

test.concurrent('if nobody writes to a node that is not ready, the node becomes ready again after five seconds', async ({
  expect,
  onTestFinished,
}) => {
  const cloned = await clone(onTestFinished)
  const { node } = await start(cloned.url, onTestFinished)
  const client = await companyOf(cloned.url, node)
  const allow = await refuseWrites(cloned.url, '53100')
  expect((await client.post('/api/v1/warehouses', { name: 'Нет места' })).status).toBe(503)
  expect(await ready(node)).toBe(503)
  await allow()
  await expect.poll(() => ready(node)).toBe(200)
})

test.concurrent('a read-only database makes the node unready, and commands get 503 instead of 500', async ({
  expect,
  onTestFinished,
}) => {
  const cloned = await clone(onTestFinished)
  const { node } = await start(cloned.url, onTestFinished)
  const client = await companyOf(cloned.url, node)
  const admin = new pg.Client({ connectionString: cloned.url })
  await admin.connect()
  const setReadOnly = async (value: 'on' | 'off') => {
    await admin.query(`begin read write; do $$ begin execute format(
      'alter database %I set default_transaction_read_only = ${value}', current_database()); end $$; commit`)
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name like 'skladno %'`,
    )
  }
  await setReadOnly('on')
  await expect.poll(() => ready(node)).toBe(503)
  await expect.poll(() => whyUnready(node)).toBe('The database accepts no writes: it is read-only.')
  expect((await client.post('/api/v1/warehouses', { name: 'Нельзя' })).status).toBe(503)
  await setReadOnly('off')
  await expect.poll(() => ready(node)).toBe(200)
  await admin.end()
})
