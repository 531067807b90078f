/** Formats a connection for API responses, never including its token. */
import type { Connection } from './connection-sql.ts'

export type ShownConnection =
  | { readonly connected: false }
  | ({ readonly connected: true } & Pick<Connection, 'accountName' | 'employeeName' | 'rights' | 'connectedAt'>)

export function shownConnection(connection: Connection | null): ShownConnection {
  if (connection === null) return { connected: false }
  const { accountName, employeeName, rights, connectedAt } = connection
  return { connected: true, accountName, connectedAt, employeeName, rights }
}
