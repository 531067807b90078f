/**
 * Deletes a company permanently: first revokes everybody's access, then deletes the company's own row, then its other
 * rows, table by table, and its files. Calling this again continues an interrupted deletion. Source:
 * docs/decisions/0076-one-company-whole.md.
 */
import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireOwner } from '../access/access-log.ts'
import { listMembers, listOwners, lockTeam } from '../access/company-sql.ts'
import { foldName } from '../domain/folding.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Actor } from '../engine/request.ts'
import { writeBeside } from '../store/commits.ts'
import { type Database, type Tx, transact } from '../store/database.ts'
import { type CompanyHead, findIdentity } from './archive-sql.ts'
import { listCompanyTables, tiedToCompany } from './catalog-sql.ts'
import {
  ACCESS_TABLES,
  type AskedBy,
  beginDeletion,
  countRowsOf,
  type Deletion,
  deleteJobs,
  deleteOwnUsers,
  deleteRowsOf,
  endAccess,
  type FilesBefore,
  findByReceiptKey,
  findDeletion,
  finishDeletion,
  lockAll,
  noteContents,
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
  readonly files: FilesBefore | 'kept'
}

interface DeletionOrder {
  readonly companyId: string
  /** The company's name, given as a confirmation. */
  readonly name: string
  /** Whether to keep the files, because another installation uses the same file store. */
  readonly keepsFiles?: boolean
}

/** A finished deletion. `text`: the receipt to the byte, of which `sha256` is the checksum that the database keeps. */
interface Receipt {
  readonly deleted: Deleted
  readonly text: string
  readonly sha256: string
}

/** Deletes a company. Throws if no company has this id and name. */
export async function deleteCompany(stores: Stores, order: DeletionOrder): Promise<Receipt> {
  const { companyId } = order
  const begun = await writeBeside(stores.database, companyId, (tx) => beginInShell(tx, order))
  return carryOut(stores, { ...order, name: begun.asked?.name ?? order.name })
}

/**
 * Carries out a deletion that has begun: everything but the end of all access. It may be called again at any time; what
 * was done already is not done twice, and the counts stay those from before the deletion.
 */
export async function carryOut({ database, files }: Stores, order: DeletionOrder): Promise<Receipt> {
  const { companyId, name, keepsFiles = false } = order
  await sleep(ACCESS_ENDS_MS)
  await countContents({ database, files }, companyId)
  await writeBeside(database, companyId, async (tx) => {
    await lockAll(tx, companyId)
    await endAccess(tx, companyId)
    for (const table of tiedToCompany(await listCompanyTables(tx)).reverse()) await deleteRowsOf(tx, companyId, table)
  })
  const after = await deleteRest(database, companyId)
  const removed = keepsFiles ? null : await files.removeCompany(companyId)
  const finishedAt = new Date()
  return transact(database, async (tx) => {
    await deleteJobs(tx, companyId)
    const { revision, begunAt, rowsBefore, filesBefore, users } = (await findDeletion(tx, companyId))!
    const counts = Object.entries(after).map(([table, left]) => [
      table,
      { before: rowsBefore[table] ?? 0, after: left },
    ])
    const deleted: Deleted = {
      ...{ companyId, name, revision, begunAt: begunAt.toISOString(), finishedAt: finishedAt.toISOString() },
      ...{ tables: Object.fromEntries(counts), users, files: removed === null ? 'kept' : (filesBefore ?? removed) },
    }
    const text = `${JSON.stringify(deleted, null, 1)}\n`
    const sha256 = hash('sha256', text, 'hex')
    await finishDeletion(tx, companyId, { at: finishedAt, receipt: text, sha256 })
    return { deleted, text, sha256 }
  })
}

/** Begins an operator's deletion. If a deletion has already begun, returns that deletion. */
async function beginInShell(tx: Tx, { companyId, name }: DeletionOrder): Promise<Deletion> {
  await lockTeam(tx, companyId)
  const begun = await findDeletion(tx, companyId)
  if (begun !== null && begun.finishedAt === null) return begun
  const head = await findIdentity(tx, companyId)
  if (head === null) throw new Error(`There is no company ${companyId}.`)
  if (head.name.trim() !== name.trim())
    throw new Error(`The company ${companyId} is called “${head.name}”, not “${name}”. Nothing was deleted.`)
  return endEverything(tx, head, null)
}

interface OwnersOrder {
  readonly companyId: string
  /** The owner who wants the deletion. */
  readonly actor: Actor
  /** The company's name as the owner typed it. Case, spaces and the form of quotation marks do not matter. */
  readonly name: string
  /** The secret with which the receipt may be read. */
  readonly key: string
}

/**
 * Begins a deletion for an owner: all access ends at once. A worker then carries it out (deletion-worker.ts). Refuses
 * FORBIDDEN for users who are not owners any more, and NAME_DIFFERS. @returns when it began.
 */
export function beginForOwner(database: Database, { companyId, actor, name, key }: OwnersOrder): Promise<Date> {
  return writeBeside(database, companyId, async (tx) => {
    await lockTeam(tx, companyId)
    requireOwner(await listOwners(tx, companyId), actor)
    const head = (await findIdentity(tx, companyId))!
    if (withoutStyle(head.name) !== withoutStyle(name))
      throw new Refusal('NAME_DIFFERS', `The company is called “${head.name}”, not “${name}”. Nothing was deleted.`, {
        figures: { name: head.name },
      })
    const owners = (await listMembers(tx, companyId)).filter(({ role }) => role === 'owner').map(({ email }) => email)
    const asked = { name: head.name, by: actor.name, owners }
    return (await endEverything(tx, head, { asked, receiptKey: hashOfKey(key) })).begunAt
  })
}

/** Returns the state of a deletion for somebody who has the key of the owner's request, or null for anybody else. */
export function findReceipt(database: Database, companyId: string, key: string): ReturnType<typeof findByReceiptKey> {
  return findByReceiptKey(database, companyId, hashOfKey(key))
}

const hashOfKey = (key: string): Buffer => hash('sha256', key, 'buffer')

/** Two names that people would call the same: quotation marks are hard to type as they were printed. */
const withoutStyle = (name: string): string => foldName(name).replace(/[«»„“”‘’"]/gu, "'")

/** Records that the deletion has begun, and revokes everybody's access. */
async function endEverything(tx: Tx, { id, revision }: CompanyHead, by: AskedBy | null): Promise<Deletion> {
  const rowsBefore = await countRowsOf(
    tx,
    id,
    ACCESS_TABLES.map((name) => ({ name })),
  )
  const users = await deleteOwnUsers(tx, id)
  await beginDeletion(tx, id, { revision, rowsBefore, users, by })
  await endAccess(tx, id)
  return (await findDeletion(tx, id))!
}

/**
 * Counts what is going to be deleted, while nobody has access any more and nothing was deleted yet. An interrupted
 * deletion that has deleted something was counted before.
 */
async function countContents({ database, files }: Stores, companyId: string): Promise<void> {
  const filesBefore = { removed: 0, bytes: 0 }
  for await (const size of files.listSizes(companyId)) {
    filesBefore.removed += 1
    filesBefore.bytes += size
  }
  await writeBeside(database, companyId, async (tx) => {
    const head = await findIdentity(tx, companyId)
    if (head === null) return
    const { rowsBefore } = (await findDeletion(tx, companyId))!
    const counted = await countRowsOf(tx, companyId, await listCompanyTables(tx))
    await noteContents(tx, companyId, {
      revision: head.revision,
      rowsBefore: { ...counted, ...rowsBefore },
      filesBefore,
    })
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
