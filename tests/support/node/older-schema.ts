/**
 * Creates databases in the state in which an earlier version left them. Migration tests fill them and then migrate
 * them.
 */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { v7 } from 'uuid'
import { newSecret } from '../../../server/access/tokens.ts'
import { emptyTotals } from '../../../server/domain/books.ts'
import { packTotals } from '../../../server/engine/packed-totals.ts'
import { emptyDatabase } from './service.ts'

const FOLDER = new URL('../../../server/migrations/', import.meta.url)

export interface OlderDatabase {
  readonly url: string
  /** A database connection that bypasses row-level security. */
  readonly owner: pg.Client
  drop(): Promise<void>
}

/** Creates a database with all migrations that come before the given one. */
export async function databaseBefore(migration: string): Promise<OlderDatabase> {
  const made = await emptyDatabase()
  const owner = new pg.Client({ connectionString: made.url })
  await owner.connect()
  await owner.query(
    'create table migrations (name text primary key, sha256 text not null, applied_at timestamptz not null default now())',
  )
  for (const name of (await readdir(FOLDER)).filter((one) => one < migration).sort()) {
    const sql = await readFile(new URL(name, FOLDER), 'utf8')
    const sha256 = createHash('sha256').update(sql).digest('hex')
    await owner.query(sql)
    await owner.query('insert into migrations (name, sha256) values ($1, $2)', [name, sha256])
  }
  return {
    url: made.url,
    owner,
    async drop() {
      await owner.end()
      await made.drop()
    },
  }
}

export interface OlderCompany {
  readonly id: string
  readonly secret: string
}

/** Inserts a company and a token in the format that has been the same since the first version. */
export async function insertOlderCompany(owner: pg.Client): Promise<OlderCompany> {
  const id = v7()
  const { secret, secretHash, prefix } = newSecret()
  await owner.query(
    `insert into companies (company_id, revision, last_at, totals, counters, created_at) values ($1, 0, $2, $3, $4, $2)`,
    [id, new Date().toISOString(), packTotals(emptyTotals()), '{"orders":0}'],
  )
  await owner.query(
    `insert into settings (company_id, revision, company_name, low_stock_alerts, daily_summary, record)
     values ($1, 0, 'ООО', false, false, '{"companyName":"ООО","lowStockAlerts":false,"dailySummary":false,"revision":0}')`,
    [id],
  )
  await owner.query(
    `insert into tokens (secret_hash, token_id, company_id, name, prefix, created_at) values ($1, $2, $3, 'Сайт', $4, now())`,
    [secretHash, v7(), id, prefix],
  )
  return { id, secret }
}
