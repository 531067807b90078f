/** The SQL of the connections to MoySklad. */
import type { Actor } from '../engine/request.ts'
import type { Tx } from '../store/database.ts'
import type { SourceRights } from './rights.ts'

/** Everything stored about a connection except its token. */
export interface Connection {
  readonly accountId: string
  readonly accountName: string
  /** The name of the MoySklad employee to whom the token belongs. */
  readonly employeeName: string
  readonly rights: SourceRights
  readonly connectedAt: Date
}

interface ConnectionRow {
  account_id: string
  account_name: string
  employee_name: string
  rights: string
  connected_at: Date
  sealed_token: string
}

export interface StoredConnection extends Connection {
  readonly sealedToken: string
}

export async function findConnection(tx: Tx, companyId: string): Promise<StoredConnection | null> {
  const { rows } = await tx.query<ConnectionRow>(
    `select account_id, account_name, employee_name, rights, connected_at, sealed_token
       from extsys_connections where company_id = $1`,
    [companyId],
  )
  const [row] = rows
  if (row === undefined) return null
  return {
    accountId: row.account_id,
    accountName: row.account_name,
    employeeName: row.employee_name,
    rights: JSON.parse(row.rights) as SourceRights,
    connectedAt: row.connected_at,
    sealedToken: row.sealed_token,
  }
}

/** Stores a company's connection. An existing connection is replaced. */
export async function putConnection(
  tx: Tx,
  { companyId, actor }: { companyId: string; actor: Actor },
  connection: StoredConnection,
): Promise<void> {
  const { accountId, accountName, employeeName, rights, connectedAt, sealedToken } = connection
  await tx.query(
    `insert into extsys_connections (company_id, sealed_token, account_id, account_name, employee_name, rights, connected_at,
                                     connected_by_id, connected_by_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
     on conflict (company_id) do update
       set sealed_token = excluded.sealed_token, account_id = excluded.account_id, account_name = excluded.account_name,
           employee_name = excluded.employee_name, rights = excluded.rights, connected_at = excluded.connected_at,
           connected_by_id = excluded.connected_by_id, connected_by_name = excluded.connected_by_name`,
    [
      ...[companyId, sealedToken, accountId, accountName, employeeName, JSON.stringify(rights), connectedAt],
      ...[actor.id, actor.name],
    ],
  )
}

/** Deletes a company's connection. @returns false when there was none. */
export async function deleteConnection(tx: Tx, companyId: string): Promise<boolean> {
  const { rowCount } = await tx.query('delete from extsys_connections where company_id = $1', [companyId])
  return rowCount === 1
}
