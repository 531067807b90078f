/** Checks that the self-check compares every record in memory with its table. Source: S-STOCK-14. */
import { beforeAll, expect, test } from 'vitest'
import { toMilli } from '../../amounts/quantity.ts'
import type { StateKind, Stock } from '../../server/domain/records.ts'
import { Collection, recordsOf } from '../../server/engine/collection.ts'
import { databaseStore } from '../../server/engine/database-store.ts'
import { loadCompany } from '../../server/engine/records.ts'
import type { StateSnapshot } from '../../server/engine/state.ts'
import { checkMemory } from '../../server/self-check/memory.ts'
import { findCompany } from '../../server/store/companies.ts'
import { readCompany } from '../../server/store/database.ts'
import { useService } from '../support/node/service.ts'
import { addBundle, addPartner, openShop, placeOrder, type Shop } from '../support/scene/fixtures.ts'

const service = useService()
let shop: Shop
let memory: StateSnapshot
let bundleId: string
const partnerIds: string[] = []

beforeAll(async () => {
  shop = await openShop(await service.newCompany(), 7)
  bundleId = await addBundle(shop.client, [[shop.productId, 2]])
  for (const name of ['Борис', 'Вера', 'Галина']) partnerIds.push(await addPartner(shop.client, name))
  await placeOrder(shop)
  memory = (await loadCompany(databaseStore(service.database), { companyId: shop.client.companyId }))!.state.snapshot()
})

/** Returns the differences that the self-check reports when the given parts of the state replace those in memory. */
function check(differing: Partial<StateSnapshot>): Promise<readonly string[]> {
  const { companyId } = shop.client
  return readCompany(service.database, companyId, async (tx) => {
    const row = (await findCompany(tx, companyId))!
    const found = await checkMemory(tx, { companyId }, { memory: { ...memory, ...differing }, row })
    expect(found.ok).toBe(found.differences.length === 0)
    return found.differences
  })
}

/** Returns all collections of the state, after applying `change` to the records of the given kind. */
function changed<K extends StateKind>(kind: K, change: (records: Collection<K>) => void): Partial<StateSnapshot> {
  const records = new Collection(kind, memory.collections[kind])
  change(records)
  return { collections: { ...memory.collections, [kind]: records.snapshot() } }
}

const partnerOf = (id: string) => [...recordsOf(memory.collections.partners)].find((one) => one.id === id)!
const rowOf = (productId: string): Stock =>
  [...recordsOf(memory.collections.stock)].find((one) => one.productId === productId)!

test('memory that has not changed since it was loaded shows no differences', async () => {
  expect(rowOf(bundleId)).toMatchObject({ onHand: null })
  expect(await check({})).toEqual([])
})

test.each([0, 1, 2])('a record that is missing from memory is reported (%i)', async (at) => {
  const id = partnerIds[at]!
  expect(await check(changed('partners', (partners) => partners.delete(id)))).toEqual([
    `partners ${id} is not in memory`,
  ])
})

test('a record that is in memory but in no table is reported, wherever it is in the sort order', async () => {
  const [id] = partnerIds as [string]
  for (const strangeId of [id.replace(/^../, '00'), `${id.slice(0, -4)}ffff`, id.replace(/^../, 'ff')]) {
    const strange = changed('partners', (partners) => partners.put(strangeId, { ...partnerOf(id), id: strangeId }))
    expect(await check(strange)).toEqual([`partners ${strangeId} is in memory only`])
  }
})

test('a record with a different value is reported', async () => {
  const id = partnerIds[1]!
  const renamed = changed('partners', (partners) => partners.put(id, { ...partnerOf(id), name: 'Вероника' }))
  expect(await check(renamed)).toEqual([`partners ${id} differs in memory`])
})

test('a stock row with a different quantity is reported', async () => {
  const key = `${shop.productId}/${shop.warehouseId}`
  const row = rowOf(shop.productId)
  const more = changed('stock', (rows) => rows.put(key, { ...row, onHand: toMilli(8) }))
  expect(await check(more)).toEqual([`stock ${key} differs in memory`])
})

test('a bundle’s stock row is reported if it is missing or does not match the bundle’s components', async () => {
  const key = `${bundleId}/${shop.warehouseId}`
  const row = rowOf(bundleId)
  const wrong = changed('stock', (rows) => rows.put(key, { ...row, available: toMilli(99) }))
  expect(await check(wrong)).toEqual([`stock ${key} differs in memory`])
  expect(await check(changed('stock', (rows) => rows.delete(key)))).toEqual([`stock ${key} differs in memory`])
  const strangeKey = `${bundleId}/${bundleId}`
  const strange = changed('stock', (rows) => rows.put(strangeKey, { ...row, warehouseId: bundleId }))
  expect(await check(strange)).toEqual([`stock ${strangeKey} is in memory only`])
})

test('different settings and different totals are reported', async () => {
  const { settings, totals } = memory
  const { lowStockAlerts } = settings
  expect(await check({ settings: { ...settings, lowStockAlerts: !lowStockAlerts } })).toEqual(['settings'])
  expect(await check({ totals: { ...totals, orders: totals.orders + 1 } })).toEqual(['totals'])
})

test('self-checks find no difference while others write, even though memory is then ahead of the data read by the checks', async () => {
  let isDone = false
  const write = async (from: number) => {
    for (let turn = from; !isDone; turn += 1)
      await shop.client.made('PATCH', `/api/v1/products/${shop.productId}`, { name: `Чайник ${turn}` })
  }
  const writing = Promise.all([write(0), write(10_000)])
  const found = []
  for (let turn = 0; turn < 5; turn += 1) found.push((await shop.client.get('/api/v1/self-check')).json)
  isDone = true
  await writing
  expect(found.flatMap(({ checks }) => checks.filter(({ ok }: { ok: boolean }) => !ok))).toEqual([])
  expect(found.at(-1).revision).toBeGreaterThan(found[0].revision)
})
