/** Uploads a table to one of two nodes and uses it on the other. Each row must be written only once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import type { Client, Json } from '../support/node/client.ts'
import { holdTable } from '../support/node/held-table.ts'
import { findDifferences } from '../support/node/invariants.ts'
import { startNode, useService } from '../support/node/service.ts'
import { mapped, rowsOf, TABLE_IMPORTS, untilTable, upload } from '../support/scene/tables.ts'

const ROWS = 250
const service = useService()
let other: Service

beforeAll(async () => {
  other = await startNode(service.databaseUrl)
})
afterAll(() => other.stop())

const table = (name: string) =>
  `Артикул;Название\n${Array.from({ length: ROWS }, (_, n) => `${name}-${n};Товар ${name} ${n}`).join('\n')}\n`

async function bothOf(): Promise<readonly [Client, Client]> {
  const client = await service.newCompany()
  return [client, client.at(other.apiUrl)]
}

async function expectOnce(client: Client, ids: readonly string[]): Promise<void> {
  const { products } = await client.state()
  const skus = products.map(({ sku }: Json) => sku)
  expect(new Set(skus).size).toBe(skus.length)
  expect(skus).toHaveLength(ROWS * ids.length)
  for (const id of ids)
    expect((await rowsOf(client, id)).map(({ outcome }) => outcome)).toEqual(Array(ROWS).fill('applied'))
  expect(await findDifferences(service.database, client.companyId)).toEqual([])
}

test('each row of a table is applied once, even if both nodes receive the apply command at the same time', async () => {
  const [here, there] = await bothOf()
  const { id } = await upload(here, table('A'))
  await mapped(there, id)
  const replies = await Promise.all([here, there].map((client) => client.post(`${TABLE_IMPORTS}/${id}/apply`)))
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(await untilTable(there, id, 'done')).toMatchObject({ counts: { applied: ROWS, failed: 0 } })
  await expectOnce(here, [id])
})

test('an import applied on both nodes at once with one idempotency key is applied once', async () => {
  const [here, there] = await bothOf()
  const { id } = await upload(here, table('B'))
  await mapped(here, id)
  const key = `apply-${id}`
  const replies = await Promise.all(
    [here, there].map((client) => client.post(`${TABLE_IMPORTS}/${id}/apply`, {}, { key })),
  )
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  expect(replies[0]!.text).toBe(replies[1]!.text)
  await untilTable(here, id, 'done')
  await expectOnce(there, [id])
})

test('an import paused at the other node stops, and continues after its last written row when resumed', async () => {
  const [here, there] = await bothOf()
  const { id } = await upload(here, table('C'))
  await mapped(here, id)
  const held = await holdTable(service.databaseUrl, 'table_import_rows')
  await here.post(`${TABLE_IMPORTS}/${id}/apply`)
  await held.met()
  // Let the other node pause the import just before the writing node records which rows it has written.
  const pause = there.post(`${TABLE_IMPORTS}/${id}/pause`)
  await held.letGo()
  const { status } = await pause
  expect([200, 409]).toContain(status)
  if (status === 200) {
    expect((await untilTable(here, id, 'paused')).status).toBe('paused')
    expect((await there.post(`${TABLE_IMPORTS}/${id}/resume`)).status).toBe(200)
  }
  await untilTable(there, id, 'done')
  await expectOnce(here, [id])
})

test('two tables of one company, applied on two nodes, are both written completely', async () => {
  const [here, there] = await bothOf()
  const ids = await Promise.all(
    [here, there].map(async (client, at) => {
      const { id } = await upload(client, table(`D${at}`))
      await mapped(client, id)
      return id as string
    }),
  )
  await Promise.all([here, there].map((client, at) => client.post(`${TABLE_IMPORTS}/${ids[at]}/apply`)))
  for (const id of ids) await untilTable(here, id, 'done')
  await expectOnce(there, ids)
})
