/**
 * Applies migration 0012 to a database of the previous version: tokens keep working, and used idempotency keys stay
 * used.
 */
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Service } from '../../server/service.ts'
import { Client } from '../support/node/client.ts'
import {
  databaseBefore,
  insertOlderCompany,
  type OlderCompany,
  type OlderDatabase,
} from '../support/node/older-schema.ts'
import { startNode } from '../support/node/service.ts'

let older: OlderDatabase
let company: OlderCompany
let node: Service

beforeAll(async () => {
  older = await databaseBefore('0012-tokens-and-team.sql')
  company = await insertOlderCompany(older.owner)
  await older.owner.query(
    `insert into commands (company_id, key, id, at, fingerprint, status, result, actor_type, actor_id, actor_name, action,
                           entity_type, entity_id, summary)
     values ($1, 'refused-before', $2, now(), 'x', 404, '{}', 'token', 'x', 'x', 'x', 'x', 'x', 'x')`,
    [company.id, v7()],
  )
  node = await startNode(older.url)
})
afterAll(async () => {
  await node.stop()
  await older.drop()
})

test('a token issued before the migration for teams still reads and writes', async () => {
  const client = new Client(node.apiUrl, company.secret, company.id)
  expect((await client.get('/api/v1/bootstrap')).status).toBe(200)
  expect((await client.post('/api/v1/warehouses', { name: 'Склад' })).status).toBe(200)
  const { rows } = await older.owner.query('select scope, expires_at, created_by_id from tokens')
  expect(rows).toEqual([{ scope: 'write', expires_at: null, created_by_id: null }])
})

test('an idempotency key used before the migration for teams counts as used', async () => {
  const client = new Client(node.apiUrl, company.secret, company.id)
  const reply = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'refused-before' })
  expect([reply.status, reply.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test('a warehouse command that succeeded before the migration for teams has the status 200', async () => {
  const insert = older.owner.query(
    `insert into commands (company_id, key, id, revision, at, fingerprint, status, actor_type, actor_id, actor_name, action,
                           entity_type, entity_id, summary, changes)
     values ($1, 'of-no-good', $2, 99, now(), 'x', 404, 'token', 'x', 'x', 'x', 'x', 'x', 'x', '[]')`,
    [company.id, v7()],
  )
  await expect(insert).rejects.toThrow('commands_status_check')
})
