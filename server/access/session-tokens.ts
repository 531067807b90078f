/**
 * The sign-in library stores session tokens as plain text. This adapter replaces them with their hashes on the way to
 * the database, so that the contents of the database cannot be used to sign in. Clients receive the hash as the
 * session's handle, with which they can end the session but not use it.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { hash } from 'node:crypto'
import type { DBAdapter, Where } from 'better-auth'
import { isConnectionFailure } from '../store/database.ts'

/** The data that the adapter keeps about the request being handled by the sign-in library. */
interface Exchange {
  /** The session token that was sent with the request. */
  token?: string
  /** Whether the request refers to a session by its handle, that is, the hash of its token. */
  readonly takesHandle: boolean
  /** A database error. The adapter records it, because the sign-in library would hide it. */
  failure?: Error
}

const exchanges = new AsyncLocalStorage<Exchange>()

const HANDLE = /^[0-9a-f]{64}$/

export const handleOf = (token: string): string => hash('sha256', token, 'hex')

/** Runs a request to the library. Throws if the database was unreachable, whatever the library's response was. */
export async function inExchange<T>(takesHandle: boolean, run: () => Promise<T>): Promise<T> {
  const exchange: Exchange = { takesHandle }
  const [outcome] = await Promise.allSettled([exchanges.run(exchange, run)])
  if (exchange.failure !== undefined) throw exchange.failure
  if (outcome.status === 'rejected') throw outcome.reason
  return outcome.value
}

type Row = Record<string, unknown> & { token?: string }

/** Called when a signed-in user's data or rights may have changed. Without a user id, any user may be affected. */
export type OnChange = (userId?: string) => void

export function keepHashes(adapter: DBAdapter, onChange: OnChange): DBAdapter {
  const changing = async <T>({ model, where }: Changed, work: Promise<T>): Promise<T> => {
    try {
      return await watched(work)
    } finally {
      // Changes to verification links do not count, because opening an e-mailed link signs nobody in.
      if (model !== 'verification') onChange(userIn(model, where))
    }
  }
  const kept: DBAdapter = {
    ...adapter,
    async create(query: Parameters<DBAdapter['create']>[0]) {
      const { token } = query.data as Row
      if (query.model !== 'session' || token === undefined) return watched(adapter.create(query)) as never
      const created = await watched(adapter.create<Row>({ ...query, data: { ...query.data, token: handleOf(token) } }))
      return { ...created, token } as never
    },
    async findOne(query) {
      const found = await watched(
        adapter.findOne<Row>({ ...query, where: hashed(query.model, query.where, isAskedFor) }),
      )
      if (query.model !== 'session' || found === null) return found as never
      return { ...found, token: askedToken(query.where) ?? asItCame(found.token) } as never
    },
    async findMany(query) {
      const where = query.where === undefined ? undefined : hashed(query.model, query.where, isHandle)
      const found = await watched(adapter.findMany<Row>({ ...query, where }))
      if (query.model !== 'session') return found as never
      return found.map((row) => ({ ...row, token: asItCame(row.token) })) as never
    },
    count: (query) => watched(adapter.count(query)),
    update: async (query) => {
      const updated = await changing(
        query,
        adapter.update<Row>({ ...query, where: hashed(query.model, query.where, isHandle) }),
      )
      if (query.model !== 'session' || updated === null) return updated as never
      return { ...updated, token: askedToken(query.where) ?? asItCame(updated.token) } as never
    },
    updateMany: (query) =>
      changing(query, adapter.updateMany({ ...query, where: hashed(query.model, query.where, isHandle) })),
    delete: (query) => changing(query, adapter.delete({ ...query, where: hashed(query.model, query.where, isHandle) })),
    deleteMany: (query) =>
      changing(query, adapter.deleteMany({ ...query, where: hashed(query.model, query.where, isHandle) })),
    consumeOne: (query) => watched(adapter.consumeOne(query)),
    incrementOne: (query) => watched(adapter.incrementOne(query)),
    transaction: (run) =>
      watched(adapter.transaction((inner) => run(keepHashes(inner as DBAdapter, onChange) as typeof inner))),
  }
  return kept
}

interface Changed {
  readonly model: string
  readonly where: readonly Where[]
}

/** Returns the user whose rows a query changes, or undefined when the query is not limited to one user. */
function userIn(model: string, where: readonly Where[]): string | undefined {
  const value = where.find(({ field }) => field === (model === 'user' ? 'id' : 'userId'))?.value
  return typeof value === 'string' ? value : undefined
}

/**
 * Runs database work within a request to the sign-in library. If the database is unreachable, records the error, so
 * that `inExchange` throws it.
 */
export async function watched<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const exchange = exchanges.getStore()
    if (exchange !== undefined && isConnectionFailure(error)) exchange.failure = error as Error
    throw error
  }
}

const isHandle = (value: string) => HANDLE.test(value)

/**
 * Whether a value is a handle by which the current request may find a session. Only requests about another session may
 * use handles.
 */
const isAskedFor = (value: string) => isHandle(value) && exchanges.getStore()?.takesHandle === true

/** Replaces tokens in a query with hashes. `isKept`: whether a value is already a handle and must be left as it is. */
function hashed(model: string, where: readonly Where[], isKept: (value: string) => boolean): Where[] {
  if (model !== 'session') return [...where]
  const convert = (value: unknown) => (typeof value !== 'string' || isKept(value) ? value : handleOf(value))
  return where.map((one) =>
    one.field === 'token'
      ? { ...one, value: (Array.isArray(one.value) ? one.value.map(convert) : convert(one.value)) as Where['value'] }
      : one,
  )
}

/**
 * Returns the session token that a query contains, and remembers that it is the token of the request's own session.
 * Returns null if the query contains a handle instead of a token.
 */
function askedToken(where: readonly Where[]): string | null {
  const asked = where.find(({ field }) => field === 'token')?.value
  if (typeof asked !== 'string' || isHandle(asked)) return null
  const exchange = exchanges.getStore()
  if (exchange !== undefined) exchange.token ??= asked
  return asked
}

/**
 * Returns the request's own token for a stored hash of this token, and any other stored value unchanged. The sign-in
 * library compares sessions with the request's token.
 */
function asItCame(stored: unknown): unknown {
  const token = exchanges.getStore()?.token
  return token !== undefined && handleOf(token) === stored ? token : stored
}
