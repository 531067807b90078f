/**
 * The kinds of API records, named as in the SDK, the state and the stream of changes: every part of the SDK that has a
 * list.
 */
import type { List } from '../../sdk/lists.ts'
import { client } from './client.ts'

type Client = typeof client
type Listing = (query?: never, call?: never) => List<unknown>

export type Kind = { [K in keyof Client]: Client[K] extends { readonly list: Listing } ? K : never }[keyof Client]
export type Records = {
  [K in Kind]: Client[K] extends { readonly list: (...args: never) => List<infer T> } ? T : never
}
/** The query of a list, with filters named as in the API. */
export type ListQuery = Readonly<Record<string, unknown>>

interface Call {
  readonly signal?: AbortSignal
}

export interface KindReads<T> {
  readonly list: ((query?: ListQuery, call?: Call) => List<T>) & { readonly path: string }
  /** Reads one record; absent for records without an id of their own. */
  readonly read?: (id: string, call?: Call) => Promise<T>
}

/** The SDK methods that read records of a kind. */
export const readsOf = <K extends Kind>(kind: K) => client[kind] as unknown as KindReads<Records[K]>

/** Kinds contained in neither the state nor the stream, so any change may affect them. */
export const NOT_IN_STREAM: readonly Kind[] = ['imports']

/** Kinds that change together with another, although the stream does not name them. */
export const FOLLOWERS: { readonly [K in Kind]?: readonly Kind[] } = { stock: ['movements'], lots: ['movements'] }
