/** Tests what can happen during an import: it is paused, resumed, cancelled, refused, or delayed by MoySklad. */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FAKE_TOKEN } from '../support/moysklad/fake-moysklad.ts'
import { TINY_ACCOUNT } from '../support/moysklad/fake-moysklad-account.ts'
import { readAll } from '../support/moysklad/imported-company.ts'
import { useImports } from '../support/moysklad/imports-scene.ts'
import { TEST_PACE } from '../support/moysklad/node.ts'

const OTHER_TOKEN = 'decaf000decaf000decaf000decaf000decaf000'
/** Retries and other waits are multiples of the gap between requests, so a short gap keeps the tests fast. */
const scene = useImports({ size: TINY_ACCOUNT, pace: { ...TEST_PACE, gapMs: 4, windowMs: 5, longestPauseMs: 40 } })

/** Applies a started import and waits until it is done. */
async function finish(id: string): Promise<void> {
  await scene.imports.until(id, 'ready')
  await scene.imports.apply(id)
  await scene.imports.until(id, 'done')
}

/** Waits until a paused import has finished its requests in flight. */
async function settled(id: string): Promise<void> {
  let before = ''
  for (let same = 0; same < 5; ) {
    const now = JSON.stringify([await scene.imports.read(id), (await scene.owner.get('/api/v1/audit?limit=1')).text])
    same = now === before ? same + 1 : 0
    before = now
    await sleep(50)
  }
}

test('an import that was paused while reading from MoySklad continues where it stopped', async () => {
  const { fake, imports } = scene
  const before = fake.log.length
  // The fake MoySklad never responds to this request; the node disconnects when the import is paused.
  fake.fail({ path: /entity\/bundle/, how: { kind: 'silent' } })
  const id = await imports.begin()
  await imports.untilSeen(id, () => fake.pending() === 0)
  await imports.pause(id)
  await imports.untilSeen(id, () => fake.log.at(-1)!.end !== undefined)
  const asked = fake.log.length
  await sleep(100)
  expect(fake.log.length).toBe(asked)
  expect((await imports.read(id)).progress).toMatchObject({ stage: 'reading', estimatedRemainingSeconds: null })
  await imports.resume(id)
  await finish(id)
  await scene.expectImported(id)
  const pages = fake.log.slice(before).map(({ path, query }) => `${path}?${query}`)
  expect(pages.length - new Set(pages).size).toBe(1)
})

test.each([
  ['planning', 'extsys_rows'],
  ['applying', 'extsys_rows'],
  ['applying', 'products'],
])('an import paused during its stage %s continues where it stopped (%s)', async (stage, table) => {
  const { imports, owner } = scene
  const id = await imports.begin()
  if (stage === 'applying') await imports.until(id, 'ready')
  const held = await scene.hold(table)
  if (stage === 'applying') await imports.apply(id)
  await held.met()
  await imports.pause(id)
  await held.letGo()
  await settled(id)
  const before = await imports.read(id)
  expect(before).toMatchObject({ status: 'paused', progress: { stage } })
  await sleep(100)
  expect((await imports.read(id)).progress).toEqual(before.progress)
  await imports.resume(id)
  if (stage === 'planning') await finish(id)
  await imports.until(id, 'done')
  await scene.expectImported(id)
  expect((await readAll(owner, 'partners')).length).toBeGreaterThan(0)
})

test('previewing an import changes nothing in the company', async () => {
  const before = (await scene.owner.get('/api/v1/bootstrap')).text
  const id = await scene.imports.begin()
  await scene.imports.until(id, 'ready')
  expect((await scene.owner.get('/api/v1/bootstrap')).text).toBe(before)
})

test.each(['custom_fields', 'external_links', 'documents'])(
  'after an import is cancelled while it writes %s, the records written so far stay, and the next import recognizes them',
  async (table) => {
    const { imports } = scene
    const id = await imports.begin()
    await imports.until(id, 'ready')
    const held = await scene.hold(table)
    await imports.apply(id)
    await held.met()
    await imports.cancel(id)
    // Wait for longer than a second, because the node checks only once a second whether the import was cancelled.
    await sleep(1_200)
    await held.letGo()
    await settled(id)
    expect((await imports.read(id)).status).toBe('cancelled')
    const { id: next } = await imports.whole()
    await scene.expectImported(next)
    expect((await imports.whole()).counts).toMatchObject({ create: 0, update: 0, written: 0 })
  },
)

test('an import waits while MoySklad is down and then continues by itself', async () => {
  const { fake, imports } = scene
  // MoySklad fails seven times: in all six attempts of one request, and in the first attempt after the wait.
  fake.fail({ path: /entity\/supply/, times: 7, how: { kind: 'status', status: 503 } })
  const id = await imports.begin()
  const waiting = await imports.untilSeen(
    id,
    ({ error, pausedUntil }) => error !== undefined && pausedUntil !== undefined,
  )
  expect(waiting).toMatchObject({ status: 'previewing', error: { kind: 'down' } })
  expect(waiting.progress.estimatedRemainingSeconds).toBeGreaterThan(0)
  await finish(id)
  expect(fake.pending()).toBe(0)
  await scene.expectImported(id)
  const { error, pausedUntil } = await imports.read(id)
  expect([error, pausedUntil]).toEqual([undefined, undefined])
})

test('an import shows when the pause that MoySklad demands will end', async () => {
  const { fake, imports } = scene
  fake.fail({ path: /entity\/supply/, times: 6, how: { kind: 'too often', retryAfterMs: 50 } })
  const id = await imports.begin()
  const waiting = await imports.untilSeen(
    id,
    ({ error, pausedUntil }) => error !== undefined && pausedUntil !== undefined,
  )
  expect(waiting).toMatchObject({ status: 'previewing', error: { kind: 'limited' } })
  await finish(id)
  await scene.expectImported(id)
})

test('an import whose token was rejected fails, and can be resumed with another token of the same account', async () => {
  const { fake, imports, tokens } = scene
  fake.onRequest = ({ path }) => {
    if (path.startsWith('/entity/bundle')) delete tokens[FAKE_TOKEN]
  }
  const first = fake.log.length
  const id = await imports.begin()
  await expect(imports.until(id, 'ready')).rejects.toThrow('token-rejected')
  const asked = fake.log.length
  expect((await imports.read(id)).status).toBe('failed')
  tokens[OTHER_TOKEN] = {}
  await scene.connect(OTHER_TOKEN)
  await imports.resume(id)
  await finish(id)
  await scene.expectImported(id)
  const asksOf = (log: typeof fake.log) =>
    log.filter(({ status }) => status === 200).map(({ path, query }) => `${path}?${query}`)
  const again = new Set(asksOf(fake.log.slice(asked)))
  expect(asksOf(fake.log.slice(first, asked)).filter((page) => again.has(page))).toEqual([])
})

test('a list that the token may not read is reported in one row of the import report, and the other lists are imported', async () => {
  scene.tokens[OTHER_TOKEN] = { forbidden: ['supply'], closed: ['invoicein'] }
  await scene.connect(OTHER_TOKEN)
  const { id } = await scene.imports.whole()
  const rows = await scene.imports.rows(id)
  const told = rows.filter(({ problems }) => problems.some(({ code }) => code.startsWith('list_not')))
  expect(told).toMatchObject([
    { entityType: 'supplier_invoice', action: 'problem', problems: [{ code: 'list_not_in_tariff' }] },
    { entityType: 'receipt', action: 'problem', problems: [{ code: 'list_not_permitted' }] },
  ])
  for (const entity of ['supply', 'invoicein']) scene.rows(entity).length = 0
  const wanted = scene.expected()
  const others = rows.filter((row) => !told.includes(row))
  expect(others.length).toBe(wanted.length)
  expect((await readAll(scene.owner, 'procurement/documents')).length).toBe(
    wanted.filter(({ collection, record }) => collection === 'procurement/documents' && record !== null).length,
  )
  // Check that records that the token may not read are not reported as missing.
  expect(rows.some(({ problems }) => problems.some(({ code }) => code === 'missing_in_source'))).toBe(false)
})
