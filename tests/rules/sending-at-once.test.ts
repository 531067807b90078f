/**
 * Checks that the engine executes a command that is sent as soon as another one is answered, whatever its worker is
 * doing at that moment. Found by the contract test of the store, and again by npm run simulate -- --seed 2.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Companies } from '../../server/engine/companies.ts'
import type { Database } from '../../server/store/database.ts'
import { Projector } from '../../server/store/projector.ts'
import { requestOf } from '../support/model/engine-world.ts'
import { MemoryDatabase } from '../support/simulation/memory-database.ts'
import { memoryStore, PERFECT_WIRE, projectionsOf } from '../support/simulation/memory-store.ts'
import { createCompany } from '../support/simulation/new-company.ts'

const COMPANY_ID = '018f0000-0000-7000-8000-00000000c0de'
const NO_ORDER = '018f0000-0000-7000-8000-000000000000'
const MOST_TURNS = 30
const PATIENCE_MS = 3_000

test('a command sent at any moment after an answer is executed without waiting for a third command', async () => {
  const database = new MemoryDatabase()
  const projector = new Projector(projectionsOf(database, PERFECT_WIRE))
  createCompany(database, COMPANY_ID, Date.now())
  const silent = { warn: () => undefined, error: () => undefined }
  const companies = new Companies({} as Database, silent, Number.POSITIVE_INFINITY)
  companies.store = memoryStore({ database, wire: PERFECT_WIRE, projector })
  const company = (await companies.get(COMPANY_ID))!
  const outcomes: string[] = []
  for (let turns = 0; turns < MOST_TURNS; turns += 1) {
    // This command is looked up in the tables, so the worker processes it alone and then has nothing left to do.
    const alone = { name: 'changeOrderStatus', params: { orderId: NO_ORDER }, body: { status: 'shipped' } }
    await company.submit(requestOf(alone, `alone-${turns}`))
    for (let left = turns; left > 0; left -= 1) await null
    const next = { name: 'createWarehouse', params: {}, body: { name: `Склад ${turns}` } }
    const executed = company.submit(requestOf(next, `next-${turns}`)).then(({ ok }) => `${turns} ${ok}`)
    outcomes.push(await Promise.race([executed, sleep(PATIENCE_MS, `${turns} forgotten`, { ref: false })]))
  }
  expect(outcomes).toEqual(Array.from({ length: MOST_TURNS }, (_, turns) => `${turns} true`))
  projector.stop()
})
