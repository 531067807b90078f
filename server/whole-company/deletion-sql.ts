/** SQL that deletes a company and records the deletion. */
import type { Database, Tx } from '../store/database.ts'
import { LONG_MS } from './archive-sql.ts'
import { type CompanyTable, quoted } from './catalog-sql.ts'

/** What is needed to finish a deletion that an owner asked for in the app, and to tell the owners about it. */
interface Asked {
  readonly name: string
  /** The name of the owner who asked. */
  readonly by: string
  /** The e-mail addresses of all owners. */
  readonly owners: readonly string[]
}

export interface FilesBefore {
  readonly removed: number
  readonly bytes: number
}

/** A deletion that has begun. */
export interface Deletion {
  readonly revision: number
  readonly begunAt: Date
  /** Row counts by table before the deletion. */
  readonly rowsBefore: Readonly<Record<string, number>>
  /** The files before the deletion; null until they are counted. */
  readonly filesBefore: FilesBefore | null
  /** The number of users deleted with the company, because they belonged to no other company. */
  readonly users: number
  readonly finishedAt: Date | null
  /** Null if an operator began the deletion, or once the owners have been informed. */
  readonly asked: Asked | null
  /** The receipt, until it is forgotten. */
  readonly receipt: string | null
  readonly receiptSha256: string | null
}

type DeletionRow = Omit<Deletion, 'rowsBefore' | 'filesBefore' | 'asked'> & {
  readonly rows: string
  readonly files: string | null
  readonly request: string | null
}

export async function findDeletion(tx: Database | Tx, companyId: string): Promise<Deletion | null> {
  const { rows } = await tx.query<DeletionRow>(
    `select revision, begun_at as "begunAt", rows_before as rows, files_before as files, users_before as users,
            finished_at as "finishedAt", asked as request, receipt, receipt_sha256 as "receiptSha256"
       from company_deletions where company_id = $1`,
    [companyId],
  )
  const [found] = rows
  if (found === undefined) return null
  const { rows: counted, files, request, ...deletion } = found
  const parsed = <T>(text: string | null): T | null => (text === null ? null : JSON.parse(text))
  return { ...deletion, rowsBefore: JSON.parse(counted), filesBefore: parsed(files), asked: parsed(request) }
}

/** The owner's request for a deletion. `receiptKey`: the hash of the key with which the receipt may be read. */
export interface AskedBy {
  readonly asked: Asked
  readonly receiptKey: Buffer
}

export async function beginDeletion(
  tx: Tx,
  companyId: string,
  { revision, rowsBefore, users, by }: Pick<Deletion, 'revision' | 'rowsBefore' | 'users'> & { by: AskedBy | null },
): Promise<void> {
  await tx.query(
    `insert into company_deletions (company_id, revision, begun_at, rows_before, users_before, asked, receipt_key)
     values ($1, $2, now(), $3, $4, $5, $6)
     on conflict (company_id) do update
     set revision = excluded.revision, begun_at = excluded.begun_at, rows_before = excluded.rows_before,
         users_before = excluded.users_before, asked = excluded.asked, receipt_key = excluded.receipt_key,
         files_before = null, receipt = null, receipt_sha256 = null, finished_at = null`,
    [
      ...[companyId, revision, JSON.stringify(rowsBefore), users],
      ...[by === null ? null : JSON.stringify(by.asked), by?.receiptKey ?? null],
    ],
  )
}

/** Notes what the company had before its contents are deleted. */
export async function noteContents(
  tx: Tx,
  companyId: string,
  { revision, rowsBefore, filesBefore }: Pick<Deletion, 'revision' | 'rowsBefore' | 'filesBefore'>,
): Promise<void> {
  await tx.query(
    'update company_deletions set revision = $2, rows_before = $3, files_before = $4 where company_id = $1',
    [companyId, revision, JSON.stringify(rowsBefore), JSON.stringify(filesBefore)],
  )
}

export async function finishDeletion(
  tx: Tx,
  companyId: string,
  { at, receipt, sha256 }: { readonly at: Date; readonly receipt: string; readonly sha256: string },
): Promise<void> {
  await tx.query(
    'update company_deletions set finished_at = $2, receipt = $3, receipt_sha256 = $4 where company_id = $1',
    [companyId, at, receipt, sha256],
  )
}

/** Lists the deletions that owners asked for and that are not finished, or whose owners were not told. */
export async function listAsked(database: Database): Promise<{ companyId: string; begunAt: Date }[]> {
  const { rows } = await database.query<{ companyId: string; begunAt: Date }>(
    `select company_id as "companyId", begun_at as "begunAt" from company_deletions where asked is not null`,
  )
  return rows
}

/** Forgets who is to be told about a deletion. */
export async function forgetAsked(database: Database, companyId: string): Promise<void> {
  await database.query('update company_deletions set asked = null where company_id = $1', [companyId])
}

/**
 * Forgets the receipts of deletions that were finished before `receipts`, and the owners of deletions finished before
 * `owners`, who could not be told.
 */
export async function forgetOld(
  database: Database,
  { receipts, owners }: { readonly receipts: Date; readonly owners: Date },
): Promise<void> {
  await database.query(
    'update company_deletions set receipt = null, receipt_key = null where finished_at < $1 and receipt is not null',
    [receipts],
  )
  await database.query('update company_deletions set asked = null where finished_at < $1 and asked is not null', [
    owners,
  ])
}

type DeletionState = Pick<Deletion, 'begunAt' | 'finishedAt' | 'receipt' | 'receiptSha256'>

/** Finds a deletion by the hash of its receipt's key. */
export async function findByReceiptKey(
  database: Database,
  companyId: string,
  receiptKey: Buffer,
): Promise<DeletionState | null> {
  const { rows } = await database.query<DeletionState>(
    `select begun_at as "begunAt", finished_at as "finishedAt", receipt, receipt_sha256 as "receiptSha256"
       from company_deletions where company_id = $1 and receipt_key = $2`,
    [companyId, receiptKey],
  )
  return rows[0] ?? null
}

/** Removes the record of a deletion, because the company has been imported again. */
export async function forgetDeletion(tx: Tx, companyId: string): Promise<void> {
  await tx.query('delete from company_deletions where company_id = $1', [companyId])
}

/** Counts a company's rows in each table. */
export async function countRowsOf(
  tx: Tx,
  companyId: string,
  tables: readonly Pick<CompanyTable, 'name'>[],
): Promise<Record<string, number>> {
  const counted: Record<string, number> = {}
  for (const { name } of tables) {
    const text = `select count(*) as count from ${quoted(name)} where company_id = $1`
    const { rows } = await tx.query<{ count: number }>({ text, values: [companyId], ...{ query_timeout: LONG_MS } })
    counted[name] = rows[0]!.count
  }
  return counted
}

export async function deleteRowsOf(tx: Tx, companyId: string, { name }: CompanyTable): Promise<void> {
  const text = `delete from ${quoted(name)} where company_id = $1`
  await tx.query({ text, values: [companyId], ...{ query_timeout: LONG_MS } })
}

/** Deletes the users who belong to no other company, with all data about them. @returns the number of deleted users. */
export async function deleteOwnUsers(tx: Tx, companyId: string): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    `delete from users as u
      where exists (select from memberships as m where m.user_id = u.id and m.company_id = $1)
        and not exists (select from memberships as m where m.user_id = u.id and m.company_id <> $1)
     returning id`,
    [companyId],
  )
  await tx.query('delete from verifications where value = any ($1)', [rows.map(({ id }) => id)])
  return rows.length
}

/** The tables whose rows are deleted when a deletion begins. They are counted before that. */
export const ACCESS_TABLES: readonly string[] = ['sessions', 'tokens', 'invitations', 'memberships']

/** Revokes all access to the company: nobody can sign in to it, and its tokens stop working. */
export async function endAccess(tx: Tx, companyId: string): Promise<void> {
  await tx.query('update sessions set company_id = null where company_id = $1', [companyId])
  for (const table of ACCESS_TABLES.filter((name) => name !== 'sessions'))
    await tx.query(`delete from ${table} where company_id = $1`, [companyId])
}

/** Locks the company against other writes, so that its row can be deleted. */
export async function lockAll(tx: Tx, companyId: string): Promise<void> {
  await tx.query('select from companies where company_id = $1 for update', [companyId])
  await tx.query('select from projections where company_id = $1 for update', [companyId])
}

/** Deletes the company's background jobs, including finished ones. */
export async function deleteJobs(tx: Tx, companyId: string): Promise<void> {
  await tx.query({
    text: `delete from pgboss.job where group_id = $1 or data ->> 'companyId' = $1`,
    values: [companyId],
    ...{ query_timeout: LONG_MS },
  })
}
