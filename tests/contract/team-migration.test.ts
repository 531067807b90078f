/** Migration 0012 on a database that the version before it filled: tokens go on, and keys that were used stay used. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newSecret } from '../../server/access/tokens.ts'
import { emptyTotals } from '../../server/domain/books.ts'
import { packTotals } from '../../server/engine/records.ts'
import type { Service } from '../../server/service.ts'
import { insertCompany } from '../../server/store/companies.ts'
import { Client } from '../support/client.ts'
import { emptyDatabase, startNode } from '../support/service.ts'

const FOLDER = new URL('../../server/migrations/', import.meta.url)
const MIGRATION = '0012-tokens-and-team.sql'
const companyId = v7()
const { secret, secretHash, prefix } = newSecret()
let made: Awaited<ReturnType<typeof emptyDatabase>>
let owner: pg.Client
let node: Service

beforeAll(async () => {
  made = await emptyDatabase()
  owner = new pg.Client({ connectionString: made.url })
  await owner.connect()
  await owner.query(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  for (const name of (await readdir(FOLDER)).filter((one) => one < MIGRATION).sort()) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    await owner.query(sql)
    await owner.query('insert into migrations (name, sha256) values ($1, $2)', [
      name,
      createHash('sha256').update(sql).digest('hex'),
    ])
  }
  const at = new Date().toISOString()
  const totals = packTotals(emptyTotals())
  await insertCompany(owner, { id: companyId, name: 'ООО', at, totals, counters: '{"orders":0}' })
  await owner.query(
    `insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at) values ($1, $2, $3, 'Сайт', $4, now())`,
    [secretHash, v7(), companyId, prefix],
  )
  await owner.query(
    `insert into commands (company_id, key, id, at, fingerprint, status, result, actor_type, actor_id, actor_name, action,
                           entity_type, entity_id, summary)
     values ($1, 'refused-before', $2, now(), 'x', 404, '{}', 'token', 'x', 'x', 'x', 'x', 'x', 'x')`,
    [companyId, v7()],
  )
  node = await startNode(made.url)
})
afterAll(async () => {
  await node.stop()
  await owner.end()
  await made.drop()
})

test('a token that was issued before reads and writes, and nobody knows who issued it', async () => {
  const client = new Client(node.apiUrl, secret, companyId)
  expect((await client.get('/api/v1/bootstrap')).status).toBe(200)
  expect((await client.post('/api/v1/warehouses', { name: 'Склад' })).status).toBe(200)
  const { rows } = await owner.query('select scope, expires_at, created_by_id from tokens')
  expect(rows).toEqual([{ scope: 'write', expires_at: null, created_by_id: null }])
})

test('a key that was used before is used', async () => {
  const client = new Client(node.apiUrl, secret, companyId)
  const reply = await client.post('/api/v1/warehouses', { name: 'Склад' }, { key: 'refused-before' })
  expect([reply.status, reply.json.code]).toEqual([409, 'IDEMPOTENCY_KEY_REUSED'])
})

test('a command of the warehouse that succeeded has the status 200 all the same', async () => {
  const insert = owner.query(
    `insert into commands (company_id, key, id, revision, at, fingerprint, status, actor_type, actor_id, actor_name, action,
                           entity_type, entity_id, summary, changes)
     values ($1, 'of-no-good', $2, 99, now(), 'x', 404, 'token', 'x', 'x', 'x', 'x', 'x', 'x', '[]')`,
    [companyId, v7()],
  )
  await expect(insert).rejects.toThrow('commands_status_check')
})
