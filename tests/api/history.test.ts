/**
 * Tests how far back the service can send changes. If reading the log would cost more than sending the full state, the
 * service sends the full state.
 */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { TOLD_BYTES, TOLD_ROWS } from '../../server/engine/history.ts'
import type { Client, Sending } from '../support/node/client.ts'
import { openStream } from '../support/node/event-stream.ts'
import type { Reply } from '../support/node/reply.ts'
import { useService } from '../support/node/service.ts'
import { applyChanges, inParallel } from '../support/node/state.ts'
import { addPriceType, addProduct, addWarehouse } from '../support/scene/fixtures.ts'

const service = useService()

/** A client of a small company with a long history. */
let client: Client
/** Functions that each repeat one of the company's first commands, with the same key and response form. */
let sendAgain: (() => Promise<Reply>)[]
let firstReplies: Reply[]
/** The oldest revision since which changes can still be requested, and the state at that revision. */
let oldestTold: number
let stateThen: Record<string, unknown>

beforeAll(async () => {
  client = await service.newCompany()
  const priceTypeId = await addPriceType(client)
  const forms: Sending[] = [{}, { prefer: 'state=changes' }, { prefer: 'state=changes; since=0' }]
  sendAgain = forms.map((form) => {
    const key = randomUUID()
    return () => client.post('/api/v1/warehouses', { name: 'Первый' }, { ...form, key })
  })
  firstReplies = []
  for (const send of sendAgain) firstReplies.push(await send())
  const before = await client.state()
  oldestTold = before.revision
  stateThen = before
  await inParallel(TOLD_ROWS.least, 32, async (index) => {
    await client.made('PATCH', `/api/v1/price-types/${priceTypeId}`, { name: `Цена ${index}`, archived: false })
  })
}, 120_000)

test('the changes since the oldest revision in the log are complete', async () => {
  const reply = await client.get(`/api/v1/bootstrap?since=${oldestTold}`)
  expect(applyChanges(stateThen, reply.json)).toEqual(await client.state())
})

test('bootstrap with a `since` older than the log returns the full state', async () => {
  const reply = await client.get(`/api/v1/bootstrap?since=${oldestTold - 1}`)
  expect(reply.text).toBe((await client.get('/api/v1/bootstrap')).text)
})

test('GET /changes with a `since` older than the log returns the full state and indicates this in the response', async () => {
  const reply = await client.get('/api/v1/changes?since=0')
  expect(reply.headers.get('content-location')).toBe('/api/v1/bootstrap')
  expect(reply.text).toBe((await client.get('/api/v1/bootstrap')).text)
})

test('a stream with a `since` older than the log begins with the full state', async () => {
  const stream = await openStream(client, { since: 0 })
  const event = await stream.next()
  expect(event).toMatchObject({ event: 'state' })
  await stream.close()
})

test('a write request that asks for changes since a revision older than the log is executed, and its response contains the full state', async () => {
  const { revision } = await client.state()
  const reply = await client.post('/api/v1/partners', { name: 'Кто-то' }, { prefer: 'state=changes; since=1' })
  expect(reply.headers.get('preference-applied')).toBeNull()
  expect(reply.json.state).toEqual(await client.state())
  expect(reply.json.state.revision).toBe(revision + 1)
})

test('repeating a company’s first commands returns their first responses byte for byte, in every response form', async () => {
  for (const [position, send] of sendAgain.entries()) {
    const reply = await send()
    expect(reply.headers.get('idempotent-replayed')).toBe('true')
    expect(reply.headers.get('preference-applied')).toBe(firstReplies[position]!.headers.get('preference-applied'))
    expect(reply.text).toBe(firstReplies[position]!.text)
  }
})

test('each of many simultaneous repeats of a command gets its first response', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => sendAgain[0]!()))
  expect(new Set(replies.map(({ text }) => text))).toEqual(new Set([firstReplies[0]!.text]))
})

test('changes with very large rows in the log are read in parts and sent only up to a size limit', async () => {
  const company = await service.newCompany()
  await addWarehouse(company)
  const id = await addProduct(company)
  const size = 60_000
  const setText = (number: number) =>
    company.made('PATCH', `/api/v1/products/${id}`, {
      name: 'Большой',
      customValues: { text: `${number}`.padEnd(size, 'x') },
    })
  const before = await company.state()
  const told = Math.floor(TOLD_BYTES / size)
  // Each log entry contains the record before the change. The entry of the first change is small, because the text was
  // still short.
  for (let number = 0; number < told; number += 1) await setText(number)
  const { json } = await company.get(`/api/v1/bootstrap?since=${before.revision}`)
  expect(applyChanges(before, json)).toEqual(await company.state())
  for (let number = 0; number < 3; number += 1) await setText(number)
  const whole = await company.get(`/api/v1/bootstrap?since=${before.revision}`)
  expect(whole.text).toBe((await company.get('/api/v1/bootstrap')).text)
})
