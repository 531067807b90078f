/**
 * Finds the stored files to which a company's records refer. Every table that refers to stored files must be listed
 * here; otherwise `sweep-files` deletes files that are still in use.
 */
import type { Tx } from '../store/database.ts'

const NAMED = ['product_images', 'delivery_photos', 'procurement_imports', 'table_imports']

/** Returns the SHA-256 hashes of all files that a record of the company refers to. */
export async function listAllNamedFiles(tx: Tx, companyId: string): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    NAMED.map((table) => `select sha256 from ${table} where company_id = $1 and sha256 is not null`).join(' union '),
    [companyId],
  )
  return rows.map(({ sha256 }) => sha256)
}

/**
 * Returns those of the given SHA-256 hashes to which the company's records refer; null when this database does not have
 * the company.
 */
export async function listNamedFiles(tx: Tx, companyId: string, sha256s: readonly string[]): Promise<string[] | null> {
  const known = await tx.query('select from companies where company_id = $1', [companyId])
  if (known.rowCount === 0) return null
  const { rows } = await tx.query<{ sha256: string }>(
    `select sha256
       from unnest($2::text[]) as wanted (sha256)
      where ${NAMED.map((table) => `exists (select from ${table} as i where i.company_id = $1 and i.sha256 = wanted.sha256)`).join(' or ')}`,
    [companyId, sha256s],
  )
  return rows.map(({ sha256 }) => sha256)
}
