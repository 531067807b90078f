/**
 * Imports an exported company into this installation in one transaction, so that it is imported completely or not at
 * all. Source: docs/decisions/0076-one-company-whole.md.
 */
import { v7 } from 'uuid'
import { SHELL } from '../access/access-log.ts'
import { insertUser } from '../access/access-sql.ts'
import { addMember } from '../access/company-sql.ts'
import { normalizeEmail } from '../access/emails.ts'
import { writeLog } from '../access/log-sql.ts'
import { faultsOfUser } from '../access/new-company.ts'
import { SCRYPT } from '../access/passwords.ts'
import { log } from '../domain/audit-log.ts'
import type { FileStore } from '../integrations/file-store.ts'
import { runChecks } from '../self-check/self-check-sql.ts'
import { projectHere, writeBeside } from '../store/commits.ts'
import { type Database, type Tx, transact } from '../store/database.ts'
import { beginEpoch } from '../store/epoch.ts'
import { checkConstraints, findIdentity, openRowWriter } from './archive-sql.ts'
import { listCompanyTables, listMigrations } from './catalog-sql.ts'
import { findDeletion, forgetDeletion } from './deletion-sql.ts'
import { LEFT_OUT, type Manifest, type People } from './format.ts'
import { findUserByEmail, hasCompany, hasUser, lockImport } from './people-sql.ts'
import { type Archive, BadArchive, openArchive } from './read-archive.ts'
import type { Stores } from './write-archive.ts'

/** A person who becomes an owner in addition to the owners in the archive. */
interface NewOwner {
  readonly email: string
  /** Returns the password for a new account. Called only if no account has this e-mail address yet. */
  password(): Promise<string>
}

interface Imported {
  readonly companyId: string
  readonly name: string
  readonly revision: number
  readonly rows: number
  readonly files: number
  readonly members: number
  /**
   * The e-mail addresses for which accounts were created. Such an account has no password until its owner requests one.
   */
  readonly newAccounts: readonly string[]
  /** Names of the tokens that the original company had. They do not work here. */
  readonly tokens: readonly string[]
  /** Whether clients must load the state again, because this database had the company before. */
  readonly newEpoch: boolean
  readonly missingFiles: readonly string[]
}

/**
 * Imports a company. Throws BadArchive, or an Error that states why this installation cannot accept the company. In
 * either case nothing is written.
 */
export async function importCompany(
  stores: Stores,
  { from, owner = null }: { from: string; owner?: NewOwner | null },
): Promise<Imported> {
  const archive = await openArchive(from)
  try {
    await requireFitting(stores.database, archive.manifest)
    await archive.check()
    const account = owner === null ? null : await prepareOwner(stores.database, owner)
    return await writeAll(stores, archive, account)
  } finally {
    archive.close()
  }
}

/**
 * Throws if the migrations of the archive differ from the migrations of this database, or if this installation already
 * has the company.
 */
async function requireFitting(database: Database, { company, migrations, service }: Manifest): Promise<void> {
  const here = await transact(database, listMigrations)
  const lacking = migrations.filter((name) => !here.includes(name))
  if (lacking.length > 0)
    throw new Error(
      `The archive was made by a newer version (${service}): this database lacks ${lacking.join(', ')}. Upgrade it.`,
    )
  const newer = here.filter((name) => !migrations.includes(name))
  if (newer.length > 0)
    throw new Error(
      `The archive was made by an older version (${service}), without ${newer.join(', ')}. Upgrade the installation it comes from, and export again.`,
    )
  if (await writeBeside(database, company.id, (tx) => hasCompany(tx, company.id))) throw alreadyHere(company)
}

const alreadyHere = ({ id, name }: Manifest['company']) => new Error(`The company ${id} (“${name}”) is here already.`)

/**
 * Stores the files of the archive that are not stored yet. If that fails, removes the files that it has stored. No
 * other import of the company may run at the same time.
 */
async function placeFiles(files: FileStore, { manifest, openFile }: Archive): Promise<void> {
  const { id } = manifest.company
  const placed: string[] = []
  try {
    for (const { sha256, bytes } of manifest.files) {
      if (await files.has(id, sha256)) continue
      const received = await files.receive(await openFile(sha256), bytes)
      try {
        if (received.sha256 !== sha256) throw new BadArchive(`The file ${sha256} is damaged.`)
        placed.push(sha256)
        await files.keep(id, received)
      } finally {
        await files.discard(received)
      }
    }
  } catch (error) {
    for (const sha256 of placed) await files.removeOlder(id, sha256, new Date(8_640_000_000_000_000))
    throw error
  }
}

function writeAll({ database, files }: Stores, archive: Archive, account: Account | null): Promise<Imported> {
  const { manifest, people } = archive
  const { company } = manifest
  return writeBeside(database, company.id, async (tx) => {
    await lockImport(tx, company.id)
    if (await hasCompany(tx, company.id)) throw alreadyHere(company)
    const newEpoch = await beginAnew(database, tx, manifest)
    await writeTables(tx, archive)
    const { newAccounts, members } = await writePeople(tx, company.id, { people, account })
    await requireConsistent(tx, company.id)
    await writeLog(tx, company.id, SHELL, {
      logged: log('company.imported', {}),
      entityType: 'company',
      entityId: company.id,
      result: { id: company.id, epoch: manifest.epoch, revision: company.revision },
    })
    const { name, revision } = (await findIdentity(tx, company.id))!
    // Store the files last. If the commit then fails, the files stay, because the transaction may have been committed
    // despite the error.
    await placeFiles(files, archive)
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    return {
      ...{ companyId: company.id, name, revision, rows, files: manifest.files.length, members, newAccounts },
      ...{ tokens: people.tokens.map((token) => token.name), newEpoch, missingFiles: manifest.missingFiles },
    }
  })
}

/**
 * Begins a new epoch when this database served a company with this id before, because clients may have copies of
 * revisions that will be given out again. @returns whether a new epoch began
 */
async function beginAnew(database: Database, tx: Tx, { company, epoch }: Manifest): Promise<boolean> {
  const deletion = await findDeletion(tx, company.id)
  if (deletion !== null && deletion.finishedAt === null)
    throw new Error(`The deletion of ${company.id} is not finished. Run "npm run delete-company" again first.`)
  if (deletion === null && epoch !== database.epoch) return false
  await forgetDeletion(tx, company.id)
  await beginEpoch(tx)
  return true
}

async function writeTables(tx: Tx, { manifest, readRows }: Archive): Promise<void> {
  const told = new Map(manifest.tables.map((table) => [table.name, table]))
  for (const table of await listCompanyTables(tx)) {
    const given = told.get(table.name)
    if (given === undefined) {
      if (LEFT_OUT[table.name] === undefined) throw new BadArchive(`The archive lacks the table ${table.name}.`)
      continue
    }
    if (LEFT_OUT[table.name] !== undefined) throw new BadArchive(`The archive must not have the table ${table.name}.`)
    if (given.columns.join() !== table.columns.join())
      throw new BadArchive(`The table ${table.name} of the archive has other columns.`)
    told.delete(table.name)
    const { write, finish } = await openRowWriter(tx, manifest.company.id, table)
    try {
      for await (const rows of readRows(given)) await write(rows)
      await finish()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      throw code === undefined ? error : new BadArchive(`The database refuses rows of ${table.name}: ${message}.`)
    }
  }
  if (told.size > 0) throw new BadArchive(`The archive has foreign tables: ${[...told.keys()].join(', ')}.`)
}

/** Throws if the company fails the self-check. First brings the company's tables up to date with the log. */
async function requireConsistent(tx: Tx, companyId: string): Promise<void> {
  await projectHere(tx, companyId)
  await checkConstraints(tx)
  const failed = (await runChecks(tx, companyId)).filter(({ ok }) => !ok)
  if (failed.length === 0) return
  const told = failed.map(({ name, differences }) => `“${name}” (${differences.slice(0, 3).join('; ')})`)
  throw new BadArchive(`The archive is not consistent. It does not hold that ${told.join(', that ')}.`)
}

interface Account {
  readonly email: string
  /** The hash of the new account's password; null when the account already exists. */
  readonly passwordHash: string | null
}

async function prepareOwner(database: Database, { email: given, password }: NewOwner): Promise<Account> {
  const email = normalizeEmail(given)
  const known = await transact(database, (tx) => findUserByEmail(tx, email))
  if (known !== null) return { email, passwordHash: null }
  const wished = { userName: email, email, password: await password() }
  const faults = faultsOfUser(wished)
  if (faults.length > 0) throw new Error(faults.map(({ message }) => message).join('; '))
  return { email, passwordHash: await SCRYPT.hash(wished.password) }
}

/**
 * Adds the archive's members to the imported company. An account with the same e-mail address is taken to be the same
 * person; for other addresses, accounts without a password are created.
 */
async function writePeople(
  tx: Tx,
  companyId: string,
  { people, account }: { people: People; account: Account | null },
): Promise<{ members: number; newAccounts: string[] }> {
  const newAccounts: string[] = []
  const members = new Map<string, Pick<People['members'][number], 'role' | 'seesCosts'>>()
  for (const { userId, name, email: given, role, seesCosts } of people.members) {
    const email = normalizeEmail(given)
    const known = await findUserByEmail(tx, email)
    // Keep the user's id, because the audit log refers to people by id.
    const id = known ?? ((await hasUser(tx, userId)) ? v7() : userId)
    if (known === null) {
      await insertUser(tx, { id, name, email, passwordHash: null })
      newAccounts.push(email)
    }
    members.set(id, { role, seesCosts })
  }
  if (account !== null) {
    const { email, passwordHash } = account
    const known = await findUserByEmail(tx, email)
    const id = known ?? v7()
    if (known === null) await insertUser(tx, { id, name: email, email, passwordHash })
    members.set(id, { role: 'owner', seesCosts: true })
  }
  if (![...members.values()].some(({ role }) => role === 'owner'))
    throw new Error('The archive has no owner. Name one with --owner EMAIL.')
  for (const [userId, { role, seesCosts }] of members) await addMember(tx, { userId, companyId, role, seesCosts })
  return { members: members.size, newAccounts }
}
