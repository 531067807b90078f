/** Links in mails that let somebody set a password or another e-mail: they end with what made them needless, or dangerous. */
import { hash } from 'node:crypto'
import type { DBAdapter } from 'better-auth'
import { verifyJWT } from 'better-auth/crypto'
import { v7 } from 'uuid'
import type { Database } from '../store/database.ts'
import { hasLink, insertLink } from './access-sql.ts'

/** As long as the library signs it for. */
const VERIFICATION_LINK_MS = 3_600_000

/** To the library the token of a link that changes the e-mail is good for an hour, whatever happens. So it is noted, to be ended. */
export async function keepChangeLink(
  database: Database,
  secret: string,
  { userId, token }: { userId: string; token: string },
): Promise<void> {
  if (!(await changesEmail(token, secret))) return
  const expiresAt = new Date(Date.now() + VERIFICATION_LINK_MS)
  await insertLink(database, { id: v7(), identifier: identifierOf(token), userId, expiresAt })
}

/** False for the token of a link that would change the e-mail, and ended. Of all others the library knows whether they are good. */
export async function isGoodLink(database: Database, secret: string, token: string): Promise<boolean> {
  return !(await changesEmail(token, secret)) || (await hasLink(database, identifierOf(token), new Date()))
}

const changesEmail = async (token: string, secret: string): Promise<boolean> =>
  (await verifyJWT<{ updateTo?: string }>(token, secret))?.updateTo !== undefined

const identifierOf = (token: string) => `change-email:${hash('sha256', token, 'hex')}`

type Row = Record<string, unknown> & { id?: string; userId?: string }

/**
 * Once a user has another password or another e-mail, all links that would set one of them end, and so does a sign-in that waits for
 * its second factor: within the transaction of the change, whichever route it came by. Whoever reads the old mailbox gets in no more.
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
