/**
 * Deletes a company permanently: first revokes everybody's access, then deletes the company's own row, then its other
 * rows, table by table, and its files. Calling this again continues an interrupted deletion. Source:
 * docs/decisions/0076-one-company-whole.md.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { lockTeam } from '../access/company-sql.ts'
import { writeBeside } from '../store/commits.ts'
import { type Database, transact } from '../store/database.ts'
import { findIdentity } from './archive-sql.ts'
import { listCompanyTables, tiedToCompany } from './catalog-sql.ts'
import {
  beginDeletion,
  countRowsOf,
  type Deletion,
  deleteJobs,
  deleteOwnUsers,
  deleteRowsOf,
  endAccess,
  findDeletion,
  finishDeletion,
  lockAll,
} from './deletion-sql.ts'
import type { Stores } from './write-archive.ts'

/** How many milliseconds nodes may still trust a deleted token or session, plus a margin. */
const ACCESS_ENDS_MS = 1_500
/** The maximum number of passes over the tables. Further passes are needed if a node wrote rows during the deletion. */
const MAX_ROUNDS = 5

/** The report that an operator keeps as proof of a deletion. */
interface Deleted {
  readonly companyId: string
  /** The company name that was given to confirm the deletion. */
  readonly name: string
  readonly revision: number
  readonly begunAt: string
  readonly finishedAt: string
  /** The number of rows in each table before and after the deletion. */
  readonly tables: Readonly<Record<string, { readonly before: number; readonly after: number }>>
  /** The number of users who were deleted too, because they belonged to no other company. */
  readonly users: number
  readonly files: { readonly removed: number; readonly bytes: number } | 'kept'
}

interface DeletionOrder {
  readonly companyId: string
  /** The company's name, given as a confirmation. */
  readonly name: string
  /** Whether to keep the files, because another installation uses the same file store. */
  readonly keepsFiles?: boolean
}

/** Deletes a company. Throws if no company has this id and name. */
export async function deleteCompany({ database, files }: Stores, order: DeletionOrder): Promise<Deleted> {
  const { companyId, name, keepsFiles = false } = order
  const { revision, begunAt, rowsBefore, users } = await begin(database, order)
  await sleep(ACCESS_ENDS_MS)
  await writeBeside(database, companyId, async (tx) => {
    await lockAll(tx, companyId)
    await endAccess(tx, companyId)
    for (const table of tiedToCompany(await listCompanyTables(tx)).reverse()) await deleteRowsOf(tx, companyId, table)
  })
  const after = await deleteRest(database, companyId)
  const removed = keepsFiles ? 'kept' : await files.removeCompany(companyId)
  await transact(database, async (tx) => {
    await deleteJobs(tx, companyId)
    await finishDeletion(tx, companyId)
  })
  const counts = Object.entries(after).map(([table, left]) => [table, { before: rowsBefore[table] ?? 0, after: left }])
  return {
    ...{ companyId, name, revision, begunAt: begunAt.toISOString(), finishedAt: new Date().toISOString() },
    ...{ tables: Object.fromEntries(counts), users, files: removed },
  }
}

/**
 * Begins a deletion: counts the company's rows and revokes everybody's access. If a deletion has already begun, returns
 * that deletion.
 */
function begin(database: Database, { companyId, name }: DeletionOrder): Promise<Deletion> {
  return writeBeside(database, companyId, async (tx) => {
    await lockTeam(tx, companyId)
    const begun = await findDeletion(tx, companyId)
    if (begun !== null && begun.finishedAt === null) return begun
    const head = await findIdentity(tx, companyId)
    if (head === null) throw new Error(`There is no company ${companyId}.`)
    if (head.name.trim() !== name.trim())
      throw new Error(`The company ${companyId} is called “${head.name}”, not “${name}”. Nothing was deleted.`)
    const rowsBefore = await countRowsOf(tx, companyId, await listCompanyTables(tx))
    const users = await deleteOwnUsers(tx, companyId)
    await beginDeletion(tx, companyId, { revision: head.revision, rowsBefore, users })
    await endAccess(tx, companyId)
    return (await findDeletion(tx, companyId))!
  })
}

/**
 * Deletes the rows that do not refer to the company's row, table by table. @returns how many rows are left in each
 * table, which is none.
 */
async function deleteRest(database: Database, companyId: string): Promise<Record<string, number>> {
  const tables = await transact(database, listCompanyTables)
  for (let round = 1; ; round += 1) {
    for (const table of [...tables].reverse())
      await writeBeside(database, companyId, (tx) => deleteRowsOf(tx, companyId, table))
    const left = await writeBeside(database, companyId, (tx) => countRowsOf(tx, companyId, tables))
    if (Object.values(left).every((count) => count === 0)) return left
    if (round === MAX_ROUNDS)
      throw new Error(`Rows of ${companyId} come back: ${JSON.stringify(left)}. Run this again.`)
    await sleep(ACCESS_ENDS_MS)
  }
}
