/**
 * Checks that a company is loaded completely, whatever the number of records fetched at a time. Source:
 * server/store/records.ts.
 */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { recordsOf } from '../../server/engine/collection.ts'
import { databaseStore } from '../../server/engine/database-store.ts'
import { loadCompany } from '../../server/engine/records.ts'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'

const service = useService()
const IN_A_BATCH = 100

async function addMany(client: Client, path: string, count: number): Promise<string[]> {
  const ids: string[] = []
  while (ids.length < count) {
    const commands = Array.from({ length: Math.min(IN_A_BATCH, count - ids.length) }, (_, at) => {
      return { key: randomUUID(), method: 'POST', path: `/api/v1/${path}`, body: { name: `Запись ${ids.length + at}` } }
    })
    const { json } = await client.post('/api/v1/batch', { mode: 'all', commands }, { prefer: 'state=summary' })
    ids.push(...json.results.map((one: { result: { id: string } }) => one.result.id))
  }
  return ids
}

test('each record is loaded once and in order, even if the number of records equals or slightly exceeds the number fetched at a time', async () => {
  const client = await service.newCompany()
  const made = {
    products: await addMany(client, 'products', 2_003),
    priceTypes: await addMany(client, 'price-types', 1_000),
    filters: await addMany(client, 'filters', 1_001),
  }
  const { state, books } = (await loadCompany(databaseStore(service.database), { companyId: client.companyId }))!
  const { collections } = state.snapshot()
  for (const [kind, ids] of Object.entries(made)) {
    const loaded = [...recordsOf(collections[kind as 'products'])].map(({ id }) => id)
    expect(
      loaded.filter((id) => ids.includes(id)),
      kind,
    ).toEqual(ids)
    expect(
      ids.every((id) => books[kind as 'products'].has(id)),
      kind,
    ).toBe(true)
  }
})
