/** Checks that the engine answers a command whose commit fails while the company's log cannot be read either. */
import { expect, test } from 'vitest'
import { Companies } from '../../server/engine/companies.ts'
import type { CompanyStore } from '../../server/engine/company-store.ts'
import type { Database } from '../../server/store/database.ts'
import { Projector } from '../../server/store/projector.ts'
import { requestOf } from '../support/model/engine-world.ts'
import { MemoryDatabase } from '../support/simulation/memory-database.ts'
import { memoryStore, PERFECT_WIRE, projectionsOf } from '../support/simulation/memory-store.ts'
import { createCompany } from '../support/simulation/new-company.ts'

const COMPANY_ID = '018f0000-0000-7000-8000-00000000c0de'

test('a command gets 500 if its commit fails and the log cannot be read, and the next command is executed', async () => {
  const database = new MemoryDatabase()
  const projector = new Projector(projectionsOf(database, PERFECT_WIRE))
  createCompany(database, COMPANY_ID, Date.now())
  const silent = { warn: () => undefined, error: () => undefined }
  const companies = new Companies({} as Database, silent, Number.POSITIVE_INFINITY)
  const store = memoryStore({ database, wire: PERFECT_WIRE, projector })
  let isBroken = false
  const refuse = () => Promise.reject(new Error('The table is damaged'))
  companies.store = {
    ...store,
    commit: (batch) => (isBroken ? refuse() : store.commit(batch)),
    read: (...asked: Parameters<CompanyStore['read']>) => (isBroken ? refuse() : store.read(...asked)),
  } as CompanyStore
  const company = (await companies.get(COMPANY_ID))!
  const add = (key: string) =>
    company.submit(requestOf({ name: 'createWarehouse', params: {}, body: { name: key } }, key))
  expect((await add('before')).ok).toBe(true)
  isBroken = true
  expect(await add('meanwhile')).toMatchObject({ ok: false, status: 500 })
  isBroken = false
  expect((await add('after')).ok).toBe(true)
  projector.stop()
})
