/** Making a company with its owner and a first API token. Source: decisions.md §9. */
import { createHash, randomBytes } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { v7 } from 'uuid'
import { emptyCounters, emptyTotals } from '../domain/books.ts'
import { writeCompany } from '../store/commits.ts'
import { insertCompany } from '../store/companies.ts'
import type { Database } from '../store/database.ts'
import { insertMembership, insertToken, insertUser, isEmailTaken } from '../store/tokens.ts'
import { packTotals } from './records.ts'

const SECRET_BYTES = 32
const SECRET_START = 'skl_'
const SHOWN_PREFIX_LENGTH = 10
const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 128
const MAX_NAME_LENGTH = 255

export interface NewCompany {
  readonly name: string
  readonly email: string
  readonly password: string
}

export interface CreatedCompany {
  readonly companyId: string
  readonly userId: string
  /** The secret of the first API token; shown this once. */
  readonly token: string
}

/** A token's secret and what is kept of it. */
export function newSecret(): { secret: string; secretHash: Buffer; prefix: string } {
  const secret = SECRET_START + randomBytes(SECRET_BYTES).toString('base64url')
  return {
    secret,
    secretHash: createHash('sha256').update(secret).digest(),
    prefix: secret.slice(0, SHOWN_PREFIX_LENGTH),
  }
}

/** What is wrong with the wishes for a new company; empty when nothing is. */
export function faultsOf({ name, email, password }: NewCompany): string[] {
  const faults: string[] = []
  if (name.trim() === '' || name.length > MAX_NAME_LENGTH)
    faults.push(`the name must have 1 to ${MAX_NAME_LENGTH} characters`)
  if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > MAX_NAME_LENGTH)
    faults.push('the email must look like name@example.org')
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    faults.push(`the password must have ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`)
  return faults
}

/** Makes an empty company, its owner and a token, all or nothing. Throws when the email already has an account. */
export async function createCompany(database: Database, wishes: NewCompany): Promise<CreatedCompany> {
  const companyId = v7()
  const userId = v7()
  const at = new Date().toISOString()
  const email = wishes.email.trim().toLowerCase()
  const passwordHash = await hashPassword(wishes.password)
  const { secret, secretHash, prefix } = newSecret()
  await writeCompany(database, companyId, async (tx) => {
    if (await isEmailTaken(tx, email)) throw new Error(`${email} already has an account; use another email`)
    await insertCompany(tx, {
      id: companyId,
      name: wishes.name.trim(),
      at,
      totals: packTotals(emptyTotals()),
      counters: JSON.stringify(emptyCounters()),
    })
    await insertUser(tx, { id: userId, name: wishes.name.trim(), email, passwordHash, accountId: v7() })
    await insertMembership(tx, userId, companyId, 'owner')
    await insertToken(tx, { secretHash, id: v7(), companyId, name: 'first token', prefix, at })
  })
  return { companyId, userId, token: secret }
}
