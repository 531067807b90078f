/**
 * Ends e-mailed links that set a password or another e-mail address, as soon as they are no longer needed or have
 * become dangerous.
 */
import { hash } from 'node:crypto'
import type { DBAdapter } from 'better-auth'
import { verifyJWT } from 'better-auth/crypto'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'
import { hasLink, insertLink } from './access-sql.ts'

/** How many milliseconds the sign-in library accepts an e-mailed link for confirming an address. */
const VERIFICATION_LINK_MS = 3_600_000

/**
 * Records a link that changes the e-mail address, so that it can be ended early. Without this record, the library would
 * accept the link for a full hour, even after the password was changed.
 */
export async function keepChangeLink(
  database: Database,
  secret: string,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  if (!(await changesEmail(token, secret))) return
  const expiresAt = new Date(Date.now() + VERIFICATION_LINK_MS)
  await insertLink(database, { id: v7(), identifier: identifierOf(token), userId, expiresAt })
}

/**
 * Whether a link's token may be passed to the library. Returns false only for a link that would change the e-mail
 * address but has been ended; the library checks all other links.
 */
export async function isGoodLink(database: Database, secret: string, token: string): Promise<boolean> {
  return !(await changesEmail(token, secret)) || (await hasLink(database, identifierOf(token), new Date()))
}

const changesEmail = async (token: string, secret: string): Promise<boolean> =>
  (await verifyJWT<{ updateTo?: string }>(token, secret))?.updateTo !== undefined

const identifierOf = (token: string) => `change-email:${hash('sha256', token, 'hex')}`

type Row = Record<string, unknown> & { id?: string; userId?: string }

/**
 * Ends a user's links and pending two-factor sign-ins when the password or e-mail address changes. This happens in the
 * same transaction as the change, whichever route made it, so that somebody who can read the old mailbox can no longer
 * get in.
 */
export function endLinks(adapter: DBAdapter): DBAdapter {
  const endFor = async (from: Pick<DBAdapter, 'deleteMany'>, userId: unknown): Promise<void> => {
    if (typeof userId !== 'string') throw new Error('Whose password or e-mail was changed is not known')
    await from.deleteMany({ model: 'verification', where: [{ field: 'value', value: userId }] })
  }
  return {
    ...adapter,
    update: async (query) => {
      const updated = await adapter.update<Row>(query)
      if (updated !== null && changesAccess(query))
        await endFor(adapter, query.model === 'user' ? updated.id : updated.userId)
      return updated as never
    },
    updateMany: async (query) => {
      const count = await adapter.updateMany(query)
      const named = query.model === 'user' ? 'id' : 'userId'
      if (changesAccess(query)) await endFor(adapter, query.where.find(({ field }) => field === named)?.value)
      return count
    },
    transaction: (run) => adapter.transaction((inner) => run(endLinks(inner as DBAdapter) as typeof inner)),
  }
}

const changesAccess = ({ model, update }: { model: string; update: Record<string, unknown> }): boolean =>
  (model === 'account' && 'password' in update) || (model === 'user' && 'email' in update)
