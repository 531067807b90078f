/**
 * Applies migration 0010 to a database of the previous version: a file that was being read is read again from its first
 * page.
 */
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  listFoundPages,
  listWaitingImports,
  saveTurn,
  startTurn,
  sweepFoundPages,
} from '../../server/papers/papers-sql.ts'
import { writeCompany } from '../../server/store/commits.ts'
import { type Database, openDatabase } from '../../server/store/database.ts'
import { migrate } from '../../server/store/migrations.ts'
import { databaseBefore, type OlderDatabase } from '../support/node/older-schema.ts'

const [companyId, importId] = [v7(), v7()]
let older: OlderDatabase
let database: Database

beforeAll(async () => {
  older = await databaseBefore('0010-recognition-pages.sql')
  await older.owner.query(
    `insert into companies (company_id, last_at, totals, counters, created_at) values ($1, now(), '{}', '{}', now())`,
    [companyId],
  )
  await older.owner.query(
    `insert into procurement_imports
       (company_id, id, revision, status, sha256, attempt, queued_at, started_attempt, started_at, tries, record)
     values ($1, $2, 1, 'queued', 'x', 1, now(), 1, now(), 1, '{}')`,
    [companyId, importId],
  )
  await migrate(older.url)
  database = openDatabase(older.url, () => {})
})
afterAll(async () => {
  await database.end()
  await older.drop()
})

test('a file that is being read when the service is upgraded starts again at its first page and keeps its attempt count', async () => {
  const begun = await writeCompany(database, companyId, (tx) => listWaitingImports(tx, companyId))
  expect(begun).toMatchObject([{ id: importId, read_ms: 0, turn_started_at: null }])
  const at = new Date()
  const turn = { importId, attempt: 1, turns: 0, page: 0, found: '{}', next: 1, readMs: 5 }
  await writeCompany(database, companyId, async (tx) => {
    expect(await startTurn(tx, companyId, { importId, attempt: 1, at })).toMatchObject({
      started_at: at,
      tries: 2,
      turns: 0,
      next_page: 0,
      read_ms: 0,
    })
    expect(await saveTurn(tx, companyId, turn)).toBe(true)
    // If another reader finishes the same page later, that result is not saved.
    expect(await saveTurn(tx, companyId, { ...turn, found: '[]' })).toBe(false)
    await sweepFoundPages(tx, companyId)
    expect(await listFoundPages(tx, companyId, importId, 1)).toEqual(['{}'])
    expect(await startTurn(tx, companyId, { importId, attempt: 1, at: new Date(0) })).toMatchObject({
      started_at: at,
      tries: 2,
      turns: 1,
      next_page: 1,
      read_ms: 5,
    })
  })
})
