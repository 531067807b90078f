/** The kinds of records of the API, as the SDK, the state and the stream of changes name them: whatever the SDK lists is one. */
import type { List } from '../../sdk/lists.ts'
import { client } from './client.ts'

type Client = typeof client
type Listing = (query?: never, call?: never) => List<unknown>

export type Kind = { [K in keyof Client]: Client[K] extends { readonly list: Listing } ? K : never }[keyof Client]
export type Records = {
  [K in Kind]: Client[K] extends { readonly list: (...args: never) => List<infer T> } ? T : never
}
/** A query of a list, as its filters are named in the API. */
export type ListQuery = Readonly<Record<string, unknown>>

interface Call {
  readonly signal?: AbortSignal
}

export interface KindReads<T> {
  readonly list: ((query?: ListQuery, call?: Call) => List<T>) & { readonly path: string }
  /** Not of what has no id of its own. */
  readonly read?: (id: string, call?: Call) => Promise<T>
}

/** How records of a kind are read. */
export const readsOf = <K extends Kind>(kind: K) => client[kind] as unknown as KindReads<Records[K]>

/** In no state and no stream: every change may be one of theirs. */
export const NOT_IN_STREAM: readonly Kind[] = ['imports']

/** What changes whenever records of a kind do, though the stream does not name it. */
export const FOLLOWERS: { readonly [K in Kind]?: readonly Kind[] } = { stock: ['movements'], lots: ['movements'] }
