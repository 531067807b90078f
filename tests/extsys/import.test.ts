/** Imports as a whole: read from a fake MoySklad, planned, written, repeated. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { NO_PACE } from '../support/extsys-node.ts'
import { FAKE_TOKEN, type FakeMoysklad, startFakeMoysklad } from '../support/fake-moysklad.ts'
import { type ImportRun, openImportRun } from '../support/imports-run.ts'
import { cloneDatabase, startNode } from '../support/service.ts'
import { newOwner, type Owner } from '../support/team.ts'

let cloned: Awaited<ReturnType<typeof cloneDatabase>>
let fake: FakeMoysklad
let node: Service
let owner: Owner
let imports: ImportRun

beforeAll(async () => {
  cloned = await cloneDatabase()
  fake = await startFakeMoysklad()
  node = await startNode(cloned.url, { extsys: { url: fake.url, pace: NO_PACE } })
})
afterAll(async () => {
  await imports.close()
  await node.stop()
  await fake.close()
  await cloned.drop()
})
beforeEach(async () => {
  owner = await newOwner(node.appUrl)
  await owner.post('/api/v1/integrations/extsys/connection', { token: FAKE_TOKEN })
  const { companyId } = owner
  imports = await openImportRun(cloned.url, {
    companyId,
    accountId: fake.account.settings.accountId,
  })
})

test('an account comes over, and a second import finds nothing to do', async () => {
  const first = await imports.whole()
  console.log(first.counts, first.checkpoint.requests, first.checkpoint.planning, first.checkpoint.applying)
  const rows = await imports.rows(first.id)
  const bad = rows.filter(({ status }) => status === 'failed')
  console.log(bad.slice(0, 10).map((r) => [r.entityType, r.name, r.problems.filter((p) => p.severity === 'error')]))
  const second = await imports.whole()
  console.log(second.counts)
  const again = (await imports.rows(second.id)).filter(({ action }) => action === 'create' || action === 'update')
  console.log(JSON.stringify(again.slice(0, 5), null, 1))
  expect(second.counts).toMatchObject({ create: 0, update: 0, written: 0, failed: 0 })
})
