/**
 * Applies migration 0016 to a database of the previous version: existing entries of the access log must be kept, and
 * API tokens may be the actors of new entries.
 */
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { Client, type Json } from '../support/node/client.ts'
import {
  databaseBefore,
  insertOlderCompany,
  type OlderCompany,
  type OlderDatabase,
} from '../support/node/older-schema.ts'
import { startNode } from '../support/node/service.ts'
import { imported, TABLE_IMPORTS } from '../support/scene/tables.ts'

let older: OlderDatabase
let company: OlderCompany
let node: Service

beforeAll(async () => {
  older = await databaseBefore('0016-table-imports.sql')
  company = await insertOlderCompany(older.owner)
  for (const actor of ['user', 'system'])
    await older.owner.query(
      `insert into access_log (company_id, id, revision, at, actor_type, actor_id, actor_name, action, entity_type, entity_id,
                               summary, result)
       values ($1, $2, 0, now(), $3, 'x', 'Иван', 'token.issued', 'token', 'x', 'Before', '{}')`,
      [company.id, v7(), actor],
    )
  node = await startNode(older.url)
})
afterAll(async () => {
  await node.stop()
  await older.drop()
})

test('the migration for table imports keeps earlier audit entries', async () => {
  const client = new Client(node.apiUrl, company.secret, company.id)
  expect((await client.get(TABLE_IMPORTS)).json).toEqual({ items: [], nextCursor: null })
  const { id } = await imported(client, 'Артикул;Название\nT-1;Чай\n')
  const { items } = (await client.get('/api/v1/audit?limit=100')).json
  const logged = items.map(({ action, actor, entityId }: Json) => [action, actor.type, entityId])
  expect(logged).toEqual(
    expect.arrayContaining([
      ['token.issued', 'user', 'x'],
      ['token.issued', 'system', 'x'],
      ['table_import.uploaded', 'token', id],
      ['table_import.applied', 'token', id],
    ]),
  )
  const { rows } = await older.owner.query(
    `select name from migrations where name like '%.sql' order by name desc limit 1`,
  )
  expect(rows[0].name >= '0016-table-imports.sql').toBe(true)
})

test('after the migration for table imports, only tokens, users and the service can be actors in the access log', async () => {
  const insert = older.owner.query(
    `insert into access_log (company_id, id, revision, at, actor_type, actor_id, actor_name, action, entity_type, entity_id,
                             summary, result)
     values ($1, $2, 0, now(), 'guest', 'x', 'x', 'x', 'x', 'x', 'x', '{}')`,
    [company.id, v7()],
  )
  await expect(insert).rejects.toThrow('access_log_actor_type_check')
})
