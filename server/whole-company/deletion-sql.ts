/** SQL that deletes a company and records the deletion. */
import type { Tx } from '../store/database.ts'
import { LONG_MS } from './archive-sql.ts'
import { type CompanyTable, quoted } from './catalog-sql.ts'

/** A deletion that has begun. */
export interface Deletion {
  readonly revision: number
  readonly begunAt: Date
  /** Row counts by table before the deletion. */
  readonly rowsBefore: Readonly<Record<string, number>>
  /** The number of users deleted with the company, because they belonged to no other company. */
  readonly users: number
  readonly finishedAt: Date | null
}

export async function findDeletion(tx: Tx, companyId: string): Promise<Deletion | null> {
  const { rows } = await tx.query<Omit<Deletion, 'rowsBefore'> & { rows: string }>(
    `select revision, begun_at as "begunAt", rows_before as rows, users_before as users, finished_at as "finishedAt"
       from company_deletions where company_id = $1`,
    [companyId],
  )
  const [found] = rows
  if (found === undefined) return null
  const { rows: rowsBefore, ...deletion } = found
  return { ...deletion, rowsBefore: JSON.parse(rowsBefore) }
}

export async function beginDeletion(
  tx: Tx,
  companyId: string,
  { revision, rowsBefore, users }: Pick<Deletion, 'revision' | 'rowsBefore' | 'users'>,
): Promise<void> {
  await tx.query(
    `insert into company_deletions (company_id, revision, begun_at, rows_before, users_before) values ($1, $2, now(), $3, $4)
     on conflict (company_id) do update
     set revision = excluded.revision, begun_at = excluded.begun_at, rows_before = excluded.rows_before,
         users_before = excluded.users_before, finished_at = null`,
    [companyId, revision, JSON.stringify(rowsBefore), users],
  )
}

export async function finishDeletion(tx: Tx, companyId: string): Promise<void> {
  await tx.query('update company_deletions set finished_at = now() where company_id = $1', [companyId])
}

/** Removes the record of a deletion, because the company has been imported again. */
export async function forgetDeletion(tx: Tx, companyId: string): Promise<void> {
  await tx.query('delete from company_deletions where company_id = $1', [companyId])
}

/** Counts a company's rows in each table. */
export async function countRowsOf(
  tx: Tx,
  companyId: string,
  tables: readonly CompanyTable[],
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

/** Revokes all access to the company: nobody can sign in to it, and its tokens stop working. */
export async function endAccess(tx: Tx, companyId: string): Promise<void> {
  await tx.query('update sessions set company_id = null where company_id = $1', [companyId])
  for (const table of ['tokens', 'invitations', 'memberships'])
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
