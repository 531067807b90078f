/**
 * A typed client of the Skladno API. It has one method per route, repeats a failed write without running it twice, and
 * reports refusals as typed errors.
 */
import { companyMethods } from './company.ts'
import type { ConnectionOptions } from './requests.ts'

export { type EntryOf, isEntryOf } from './audit.ts'
export type { Act, ListRead, Prefer, Read, Upload, UploadOptions, Write, WriteOptions, Written } from './calls.ts'
export { ApiError, ConnectionError, isRefusedBy, type Refused } from './errors.ts'
export { newKey } from './keys.ts'
export type { List, Page } from './lists.ts'
export type { CallOptions, ConnectionOptions } from './requests.ts'
export {
  createSessionClient,
  type OpenSession,
  type PendingSignIn,
  type SessionClient,
} from './session.ts'
export type { ChangeEvent, StreamOptions } from './stream.ts'
export type * from './types.ts'

export interface ClientOptions extends ConnectionOptions {
  /** The API token of the company in which the client works. */
  readonly token: string
}

export type Client = ReturnType<typeof createClient>

/** Creates a client for programs. It works in one company, with an API token. */
export function createClient({ token, ...connection }: ClientOptions) {
  return companyMethods(connection, { authorization: `Bearer ${token}` })
}
