/**
 * The kinds of records in the API: the parts of the SDK that have a method `list`. A kind has the same name in the SDK,
 * in the state and in the stream of changes.
 */
import type { List } from '../../sdk/lists.ts'
import { client } from './client.ts'

type Client = typeof client
type Listing = (query?: never, call?: never) => List<unknown>

export type Kind = { [K in keyof Client]: Client[K] extends { readonly list: Listing } ? K : never }[keyof Client]
export type Records = {
  [K in Kind]: Client[K] extends { readonly list: (...args: never) => List<infer T> } ? T : never
}
/** The parameters of a list request, with filters named as in the API. */
export type ListQuery = Readonly<Record<string, unknown>>

interface Call {
  readonly signal?: AbortSignal
}

export interface KindReads<T> {
  readonly list: ((query?: ListQuery, call?: Call) => List<T>) & { readonly path: string }
  /** Reads one record by id. Absent for kinds whose records have no id. */
  readonly read?: (id: string, call?: Call) => Promise<T>
}

/** Returns the SDK methods that read records of a kind. */
export const readsOf = <K extends Kind>(kind: K) => client[kind] as unknown as KindReads<Records[K]>

/** Kinds of records whose changes the stream does not report. Any change may affect them. */
export const NOT_IN_STREAM: readonly Kind[] = ['imports']

/**
 * Kinds of records that are not part of the state, so that the stream never names them. A reported change that names no
 * record, such as a corrected shipment date, may affect them.
 */
export const UNNAMED: readonly Kind[] = ['shipments', 'movements']

/** For each kind of record: other kinds that change with it, although the stream does not report them. */
export const FOLLOWERS: { readonly [K in Kind]?: readonly Kind[] } = {
  stock: ['movements'],
  lots: ['movements'],
  orders: ['shipments'],
}
