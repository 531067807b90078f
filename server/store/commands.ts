/** Reading the command log: replays, catch-up, audit. */
import type { Tx } from './database.ts'

export interface StoredCommand {
  /** Of its row in the log. */
  id: string
  key: string
  fingerprint: string
  status: number
  /** JSON; null: the order `entity_id` in the state as of `revision`. */
  result: string | null
  entity_id: string
  revision: number | null
}

/** The commands that used some of these keys. */
export async function findCommands(tx: Tx, companyId: string, keys: string[]): Promise<StoredCommand[]> {
  const { rows } = await tx.query<StoredCommand>(
    `select id, key, fingerprint, status, result, entity_id, revision
       from commands
      where company_id = $1 and key = any($2)`,
    [companyId, keys],
  )
  return rows
}

export interface LoggedChanges {
  revision: number
  /** JSON, see engine/change-log.ts. */
  changes: string
}

export interface LogPage {
  readonly since: number
  readonly upTo: number
  readonly maxRows: number
  /** One row may be longer. */
  readonly maxBytes: number
}

/** A page of the change log after a revision, oldest first. */
export async function listChangesSince(tx: Tx, companyId: string, page: LogPage): Promise<LoggedChanges[]> {
  // The lengths stand beside the texts: those behind the page are not read.
  const { rows } = await tx.query<LoggedChanges>(
    `select revision, changes
       from (select revision, changes, sum(octet_length(changes)) over (order by revision) - octet_length(changes) as bytes_before
               from (select revision, changes
                       from commands
                      where company_id = $1 and revision > $2 and revision <= $3
                      order by revision
                      limit $4) as newer) as measured
      where bytes_before < $5
      order by revision`,
    [companyId, page.since, page.upTo, page.maxRows, page.maxBytes],
  )
  return rows
}
