/** Reading the command log: replays, catch-up, audit. */
import type { Tx } from './database.ts'

export interface StoredCommand {
  /** Of its row in the log. */
  id: string
  key: string
  fingerprint: string
  status: number
  /** JSON; null: the order `entity_id`, see `placed`. */
  result: string | null
  /** The order that the command placed, as its table keeps it; null: it is a result, or found in the state as of `revision`. */
  placed: string | null
  /** JSON of the totals after the command, see engine/after-images.ts; null: they were not logged. */
  totals: string | null
  entity_id: string
  revision: number | null
}

/** The commands that used some of these keys. */
export async function findCommands(tx: Tx, companyId: string, keys: string[]): Promise<StoredCommand[]> {
  const { rows } = await tx.query<StoredCommand>(
    `select id, key, fingerprint, status, result, entity_id, revision,
            case when result is null then after::json -> 'orders' ->> entity_id end as placed,
            after::json ->> 'totals' as totals
       from commands
      where company_id = $1 and key = any($2)`,
    [companyId, keys],
  )
  return rows
}

/** What was before the first command after a revision that changed the settings, see engine/change-log.ts; null: none did. */
export async function findChangesOfSettings(tx: Tx, companyId: string, since: number): Promise<string | null> {
  const { rows } = await tx.query<{ changes: string }>(
    `select changes
       from commands
      where company_id = $1 and entity_id = 'settings' and entity_type = 'settings' and revision > $2
      order by revision
      limit 1`,
    [companyId, since],
  )
  return rows[0]?.changes ?? null
}

export interface LoggedChanges {
  revision: number
  /** JSON, see engine/change-log.ts. */
  changes: string
}

export interface LoggedImages {
  revision: number
  /** JSON, see engine/after-images.ts; null: the command is from before they were logged. */
  after: string | null
}

export interface LogPage {
  readonly since: number
  readonly upTo: number
  readonly maxRows: number
  /** One row may be longer. */
  readonly maxBytes: number
}

/** A page of the log after a revision, oldest first. */
async function listLog<T extends object>(
  tx: Tx,
  companyId: string,
  column: 'changes' | 'after',
  page: LogPage,
): Promise<T[]> {
  // The lengths stand beside the texts: those behind the page are not read.
  const { rows } = await tx.query<T>(
    `select revision, ${column}
       from (select revision, ${column}, sum(octet_length(${column})) over (order by revision) - octet_length(${column}) as bytes_before
               from (select revision, ${column}
                       from commands
                      where company_id = $1 and revision > $2 and revision <= $3
                      order by revision
                      limit $4) as newer) as measured
      where bytes_before < $5 or bytes_before is null
      order by revision`,
    [companyId, page.since, page.upTo, page.maxRows, page.maxBytes],
  )
  return rows
}

/** What was before the commands of a page. */
export function listChangesSince(tx: Tx, companyId: string, page: LogPage): Promise<LoggedChanges[]> {
  return listLog(tx, companyId, 'changes', page)
}

/** What the commands of a page left behind. */
export function listImagesSince(tx: Tx, companyId: string, page: LogPage): Promise<LoggedImages[]> {
  return listLog(tx, companyId, 'after', page)
}
