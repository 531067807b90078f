/** The SQL that looks up which users and companies this installation already has. */
import type { Tx } from '../store/database.ts'

/** Returns the id of the user with this e-mail address, or null. */
export async function findUserByEmail(tx: Tx, email: string): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>('select id from users where email = $1', [email])
  return rows[0]?.id ?? null
}

export async function hasUser(tx: Tx, id: string): Promise<boolean> {
  return (await tx.query('select from users where id = $1', [id])).rowCount === 1
}

/** Whether a company with this id exists. The transaction must have been opened for that company. */
export async function hasCompany(tx: Tx, companyId: string): Promise<boolean> {
  return (await tx.query('select from companies where company_id = $1', [companyId])).rowCount === 1
}

/** Takes a lock that allows only one import of a company at a time, until the transaction ends. */
export async function lockImport(tx: Tx, companyId: string): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('import ' || $1, 0))`, [companyId])
}
