/**
 * Tests table imports whose steps fail for reasons outside the file: the imports must be retried, must not delay other
 * work, and must finally end.
 */
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Client } from '../support/node/client.ts'
import { useService } from '../support/node/service.ts'
import { mapped, rowsOf, TABLE_IMPORTS, untilTable, upload } from '../support/scene/tables.ts'

const service = useService()
let admin: pg.Client

/** Makes the database reject rows that contain the word `unlucky`. */
beforeAll(async () => {
  admin = new pg.Client({ connectionString: service.databaseUrl })
  await admin.connect()
  await admin.query(`
    create function break_off() returns trigger language plpgsql as $$ begin raise exception 'as a test wants it'; end $$;
    create trigger break_off before insert on table_import_rows for each row when (new.cells like '%unlucky%') execute function break_off()`)
})
afterAll(() => admin.end())

const table = (word: string) => `Артикул;Название\nA-1;${word}\n`

async function begin(client: Client, word: string): Promise<string> {
  const { id } = await upload(client, table(word))
  const reply = await client.send('PUT', `${TABLE_IMPORTS}/${id}/columns`, {})
  expect(reply.status, reply.text).toBe(200)
  return id
}

const triesOf = async (id: string): Promise<number> =>
  (await admin.query('select tries from table_imports where id = $1', [id])).rows[0].tries

test('a company whose import previews keep failing delays no other company', async () => {
  const unlucky = await Promise.all(Array.from({ length: 4 }, () => service.newCompany()))
  const ids = await Promise.all(unlucky.map((client) => begin(client, 'unlucky')))
  const healthy = await service.newCompany()
  for (let round = 0; round < 3; round += 1) {
    const { id } = await upload(healthy, table(`fine ${round}`))
    expect((await mapped(healthy, id)).status).toBe('ready')
  }
  const own = await begin(unlucky[0]!, 'fine')
  await untilTable(unlucky[0]!, own, 'ready')
  const statuses = await Promise.all(
    unlucky.map(async (client, at) => (await client.get(`${TABLE_IMPORTS}/${ids[at]}`)).json.status),
  )
  expect(statuses).toEqual(['planning', 'planning', 'planning', 'planning'])
  for (const id of ids) expect(await triesOf(id)).toBeLessThan(5)
}, 120_000)

test('an import preview that was interrupted five times fails and can be started again', async () => {
  const client = await service.newCompany()
  const id = await begin(client, 'unlucky')
  await expect.poll(() => triesOf(id), { timeout: 60_000 }).toBeGreaterThan(0)
  await admin.query('update table_imports set tries = 4 where id = $1', [id])
  const failed = await untilTable(client, id, 'failed')
  expect(failed).toMatchObject({ rowCount: 0, fault: { code: 'INTERRUPTED' } })
  expect(failed.fault.message).toContain('not in the file')
  await admin.query('alter table table_import_rows disable trigger break_off')
  expect(await mapped(client, id)).toMatchObject({ status: 'ready', fault: null, rowCount: 1 })
  expect(await rowsOf(client, id)).toHaveLength(1)
}, 120_000)
