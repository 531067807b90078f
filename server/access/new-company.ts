/** Creates a company with its owner, for sign-ups and the shell command. Source: S-SESSION-1, S-SESSION-2. */
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

/** A company to create, and its owner. */
export interface NewCompany extends NewUser {
  readonly name: string
}

export interface CreatedCompany {
  readonly companyId: string
  readonly userId: string
}

/** The dependencies for storing new users: the database and the hashing of passwords. */
export interface KeepingUsers {
  readonly database: Database
  readonly passwords: PasswordHashing
}

/** An invalid value among the given ones: the field, and a message for the user. */
export interface Fault {
  readonly field: 'companyName' | 'name' | 'email' | 'password'
  readonly message: string
  /** The code of a fault in the password; absent for all other fields. */
  readonly code?: PasswordFault['code']
}

/** Thrown when another account already has the e-mail address. */
export class EmailTaken extends Error {}

/** Trims a name. Returns null when it is not a valid name. */
export function readName(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const name = value.trim()
  return name === '' || name.length > MAX_NAME_LENGTH || name.includes('\0') ? null : name
}

const OF_NAME = `must have 1 to ${MAX_NAME_LENGTH} characters`

/** Returns the faults in the values for a new company and its owner; empty when the values are valid. */
export function faultsOf({ name, ...user }: NewCompany): Fault[] {
  const faults = faultsOfUser(user, [name])
  if (readName(name) !== null) return faults
  return [{ field: 'companyName', message: `the name of the company ${OF_NAME}` }, ...faults]
}

/**
 * Returns the faults in the values for a new user; empty when the values are valid. `about`: further names of which the
 * password must not consist.
 */
export function faultsOfUser({ userName, email, password }: NewUser, about: readonly string[] = []): Fault[] {
  const faults: Fault[] = []
  if (readName(userName) === null) faults.push({ field: 'name', message: `the name of the user ${OF_NAME}` })
  if (!isEmail(normalizeEmail(email)))
    faults.push({ field: 'email', message: 'the email must look like name@example.org' })
  const weakness = faultOfPassword(password, [...about, userName, email])
  if (weakness !== null) faults.push({ field: 'password', ...weakness })
  return faults
}

/** Creates an empty company and its owner in one transaction. Throws EmailTaken. */
export function createCompany(parts: KeepingUsers, wishes: NewCompany): Promise<CreatedCompany> {
  return writeNewCompany(parts, wishes, async (_tx, created) => created)
}

/**
 * Creates a company from the shell, with its owner and a first API token. The token's secret is shown only this once.
 * Throws EmailTaken.
 */
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

/** Writes a new company and its owner. `finish` runs in the same transaction and may write more. */
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
      await insertUser(tx, { id: userId, name: userName.trim(), email, passwordHash })
      await insertMembership(tx, userId, companyId, 'owner')
      return finish(tx, { companyId, userId })
    })
  } catch (error) {
    // When two sign-ups with the same e-mail address arrive at the same time, the second sign-up violates the unique
    // index.
    throw isTakenInIndex(error) ? new EmailTaken(email) : error
  }
}

/** Whether an error means that an account with this e-mail address already exists. */
export function isTakenInIndex(error: unknown): boolean {
  const { code, constraint } = error as { code?: string; constraint?: string }
  return code === '23505' && constraint === 'users_email_key'
}
