/** Making a company with its owner: what a sign-up and the shell command do. Source: S-SESSION-1, S-SESSION-2. */
import { v7 } from 'uuid'
import { emptyCounters, emptyTotals } from '../domain/books.ts'
import { MAX_NAME_LENGTH } from '../domain/schema.ts'
import { packTotals } from '../engine/packed-totals.ts'
import { writeBeside } from '../store/commits.ts'
import { insertCompany } from '../store/companies.ts'
import type { Database, Tx } from '../store/database.ts'
import { SHELL } from './access-log.ts'
import { insertMembership, insertUser, isEmailTaken } from './access-sql.ts'
import { isEmail, normalizeEmail } from './emails.ts'
import { writeLog } from './log-sql.ts'
import { faultOfPassword, type PasswordFault, type PasswordHashing, SCRYPT } from './passwords.ts'
import { issueToken } from './tokens.ts'

export interface NewUser {
  readonly userName: string
  readonly email: string
  readonly password: string
}

/** With its owner. */
export interface NewCompany extends NewUser {
  readonly name: string
}

export interface CreatedCompany {
  readonly companyId: string
  readonly userId: string
}

/** Where new users are kept, and how their passwords. */
export interface KeepingUsers {
  readonly database: Database
  readonly passwords: PasswordHashing
}

/** What is wrong with one wish. */
export interface Fault {
  readonly field: 'companyName' | 'name' | 'email' | 'password'
  readonly message: string
  /** Of a password. */
  readonly code?: PasswordFault['code']
}

/** Another account has the e-mail. */
export class EmailTaken extends Error {}

/** Without the spaces around it; null when it is no name. */
export function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value.trim()
  return name === '' || name.length > MAX_NAME_LENGTH || name.includes('\0') ? null : name
}

const OF_NAME = `must have 1 to ${MAX_NAME_LENGTH} characters`

/** What is wrong with the wishes for a new company; empty when nothing is. */
export function faultsOf({ name, ...user }: NewCompany): Fault[] {
  const faults = faultsOfUser(user, [name])
  if (readName(name) !== null) return faults
  return [{ field: 'companyName', message: `the name of the company ${OF_NAME}` }, ...faults]
}

/** What is wrong with the wishes for a new user; empty when nothing is. `about`: names that make no password, beside his own. */
export function faultsOfUser({ userName, email, password }: NewUser, about: readonly string[] = []): Fault[] {
  const faults: Fault[] = []
  if (readName(userName) === null) faults.push({ field: 'name', message: `the name of the user ${OF_NAME}` })
  if (!isEmail(normalizeEmail(email)))
    faults.push({ field: 'email', message: 'the email must look like name@example.org' })
  const weakness = faultOfPassword(password, [...about, userName, email])
  if (weakness !== null) faults.push({ field: 'password', ...weakness })
  return faults
}

/** Makes an empty company and its owner, all or nothing. Throws EmailTaken. */
export function createCompany(parts: KeepingUsers, wishes: NewCompany): Promise<CreatedCompany> {
  return writeNewCompany(parts, wishes, async (_tx, created) => created)
}

/** The same from the shell, with a first API token, whose secret is shown this once. Throws EmailTaken. */
export function createCompanyWithToken(
  database: Database,
  wishes: NewCompany,
): Promise<CreatedCompany & { readonly token: string }> {
  return writeNewCompany({ database, passwords: SCRYPT }, wishes, async (tx, created) => {
    const { companyId } = created
    const { secret, entry } = await issueToken(tx, { companyId, actor: SHELL }, { name: 'first token' })
    await writeLog(tx, companyId, SHELL, entry)
    return { ...created, token: secret }
  })
}

/** `finish`: what else belongs to it. */
async function writeNewCompany<T>(
  { database, passwords }: KeepingUsers,
  { name, userName, ...wishes }: NewCompany,
  finish: (tx: Tx, created: CreatedCompany) => Promise<T>,
): Promise<T> {
  const companyId = v7()
  const userId = v7()
  const at = new Date().toISOString()
  const email = normalizeEmail(wishes.email)
  const passwordHash = await passwords.hash(wishes.password)
  try {
    return await writeBeside(database, companyId, async (tx) => {
      if (await isEmailTaken(tx, email)) throw new EmailTaken(email)
      await insertCompany(tx, {
        id: companyId,
        name: name.trim(),
        at,
        totals: packTotals(emptyTotals()),
        counters: JSON.stringify(emptyCounters()),
      })
      await insertUser(tx, { id: userId, name: userName.trim(), email, passwordHash, accountId: v7() })
      await insertMembership(tx, userId, companyId, 'owner')
      return finish(tx, { companyId, userId })
    })
  } catch (error) {
    // Two sign-ups at once: the second one to come finds the index.
    throw isTakenInIndex(error) ? new EmailTaken(email) : error
  }
}

/** True for the violation that says that there is an account with the e-mail. */
export function isTakenInIndex(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'users_email_key'
}
