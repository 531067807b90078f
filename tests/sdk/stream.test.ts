/** Tests the SDK's event stream, and writes through the SDK while the database connection is cut. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ApiError, type ChangeEvent, type Client, createClient } from '../../sdk/index.ts'
import type { Service } from '../../server/service.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { type Cut, type CuttingProxy, startCuttingProxy } from '../support/fakes/cutting-proxy.ts'
import { type Gateway, startGateway } from '../support/fakes/unsteady-gateway.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { cloneDatabase, newCompany, startNode } from '../support/node/service.ts'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let proxy: CuttingProxy
let node: Service
let gateway: Gateway
let database: Database

beforeAll(async () => {
  cloned = await cloneDatabase()
  proxy = await startCuttingProxy(cloned.tcpUrl)
  node = await startNode(proxy.url)
  gateway = await startGateway(node.apiUrl)
  database = openDatabase(cloned.url, () => {})
})
afterAll(async () => {
  await gateway.stop()
  await database.end()
  await node.stop()
  await proxy.stop()
  await cloned.drop()
})

async function open(): Promise<{ client: Client; companyId: string }> {
  const { token, companyId } = await newCompany(database, gateway.url)
  return { client: createClient({ baseUrl: gateway.url, token }), companyId }
}

const namesIn = (event: ChangeEvent): string[] =>
  event.form === 'changes' ? (event.changes.changed.warehouses ?? []).map(({ name }) => name) : []

/** Reads the stream until `count` warehouses have been reported. */
async function readNames(stream: AsyncIterable<ChangeEvent>, count: number, after: () => void = () => {}) {
  const names: string[] = []
  const revisions: number[] = []
  for await (const event of stream) {
    names.push(...namesIn(event))
    revisions.push(event.revision)
    if (names.length >= count) break
    after()
  }
  return { names, revisions }
}

test('the SDK’s stream reports every change from a given revision on', async () => {
  const { client } = await open()
  await client.warehouses.create({ name: 'До' })
  const reading = readNames(client.changes.stream({ since: 1 }), 2)
  await client.warehouses.create({ name: 'А' })
  await client.warehouses.create({ name: 'Б' })
  expect((await reading).names).toEqual(['А', 'Б'])
})

test('the SDK gets the full state instead of changes if the server has another epoch', async () => {
  const { client } = await open()
  const { epoch: written } = await client.warehouses.create({ name: 'А' })
  const { revision: since, epoch } = await client.state.read()
  expect(epoch).toMatch(/^[0-9a-f]{12}$/)
  expect(written).toBe(epoch)
  expect((await client.changes.read({ since: 0 })).epoch).toBe(epoch)
  await client.warehouses.create({ name: 'Б' })
  const firstOf = async (from: { since: number; epoch: string }) => {
    for await (const event of client.changes.stream(from)) return event
    throw new Error('the stream ended')
  }
  expect(await firstOf({ since, epoch })).toMatchObject({ form: 'changes', revision: 2, epoch })
  const lost = '0123456789ab'
  expect(await firstOf({ since, epoch: lost })).toMatchObject({ form: 'state', revision: 2, epoch })
  const writing = async (name: string, of: string) =>
    (await client.warehouses.create({ name }, { prefer: `state=changes; since=${since}; epoch=${of}` })).state
  expect(await writing('В', epoch)).toHaveProperty('since', since)
  expect(await writing('Г', lost)).not.toHaveProperty('since')
})

test('an SDK stream whose connection keeps breaking reports every change once', async () => {
  const { client } = await open()
  const all = Array.from({ length: 6 }, (_, step) => `Склад ${step}`)
  const mark = gateway.passed.length
  const { promise: isCut, resolve } = Promise.withResolvers<void>()
  const reading = readNames(client.changes.stream({ since: 0 }), all.length, () => {
    gateway.cutAll()
    resolve()
  })
  await client.warehouses.create({ name: all[0]! })
  // Create the other warehouses only after the cut. If all were created before the stream begins, they would arrive at
  // once.
  await isCut
  for (const name of all.slice(1)) await client.warehouses.create({ name })
  const { names, revisions } = await reading
  expect(names).toEqual(all)
  expect(revisions).toEqual([...new Set(revisions)].sort((a, b) => a - b))
  const streams = gateway.passed.slice(mark).filter(({ path }) => path.startsWith('/api/v1/changes'))
  expect(streams.length).toBeGreaterThan(1)
})

test('an SDK stream continues after a gateway lost its connection to the service for a while', async () => {
  const { client } = await open()
  await client.warehouses.create({ name: 'А' })
  gateway.plan({ status: 502 }, 'cut before', { status: 503 })
  expect((await readNames(client.changes.stream({ since: 0 }), 1)).names).toEqual(['А'])
})

test('an SDK stream that is refused ends with the reason for the refusal', async () => {
  const { client } = await open()
  const ahead = await readNames(client.changes.stream({ since: 99 }), 1).catch((thrown: unknown) => thrown)
  expect(ahead).toBeInstanceOf(ApiError)
  expect(ahead).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  const stop = new AbortController()
  const waiting = readNames(client.changes.stream({ since: 0, signal: stop.signal }), 1)
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(waiting).rejects.toBe(reason)
})

test.each<Cut>(['before', 'during', 'after'])(
  'a write whose commit loses the database connection (cut %s) takes effect once, without the SDK’s caller noticing',
  async (cut) => {
    const { client, companyId } = await open()
    const name = `Склад ${randomUUID()}`
    proxy.cutNext(name, cut)
    const { result } = await client.warehouses.create({ name }, { prefer: 'state=full' })
    const state = await client.state.read()
    expect(state).toMatchObject({ revision: 1, warehouses: [{ id: result.id, name }] })
    expect(await findDifferences(database, companyId)).toEqual([])
  },
)
