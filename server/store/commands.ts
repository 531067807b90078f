/** Reads the command log, for replays, for catching up and for the audit log. */
import type { Database, Tx } from './database.ts'

export interface StoredCommand {
  /** The id of the command's row in the command log. */
  id: string
  key: string
  fingerprint: string
  status: number
  /** The response as JSON; null when the response is the order `entity_id` (see `placed`). */
  result: string | null
  /**
   * The order placed by the command, as stored in its table. It is null when the response is in `result` or in the
   * state at `revision`.
   */
  placed: string | null
  /** The totals after the command as JSON (see engine/after-images.ts), or null when they were not logged. */
  totals: string | null
  entity_id: string
  revision: number | null
}

/** Returns the commands that used any of the given idempotency keys. */
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

export interface AskedKey {
  readonly key: string
  /** Whether to read all data from which the command's changes can be reconstructed. */
  readonly isWhole: boolean
  /** The revision for which the caller already has the settings, or null when the caller does not need them. */
  readonly settingsAt: number | null
}

export interface FoundCommand extends StoredCommand {
  /** The command's after-images and its change log; null when not requested. */
  after: string | null
  changes: string | null
  /**
   * The settings as they were before the next command that changed them (engine/change-log.ts). null when no later
   * command changed the settings, or when they were not requested.
   */
  settings_after: string | null
}

/**
 * Returns the commands that used the given keys before, with the data for a short response. Each command is read from
 * its own row, whatever was committed since.
 */
export function findReplayed(
  database: Database,
  companyId: string,
  asked: readonly AskedKey[],
): Promise<FoundCommand[]> {
  return database.readers['in order'].readLog<FoundCommand>(companyId, {
    name: 'replayed_commands',
    text: `select c.id, c.key, c.fingerprint, c.status, c.result, c.entity_id, c.revision,
                  case when c.result is null then c.after::json -> 'orders' ->> c.entity_id end as placed,
                  c.after::json ->> 'totals' as totals,
                  case when asked.is_whole then c.after end as after,
                  case when asked.is_whole then c.changes end as changes,
                  case when asked.settings_at is not null then
                    (select s.changes
                       from commands s
                      where s.company_id = $1 and s.entity_id = 'settings' and s.entity_type = 'settings'
                        and s.revision > coalesce(c.revision, asked.settings_at)
                      order by s.revision
                      limit 1) end as settings_after
             from unnest($2::text[], $3::boolean[], $4::bigint[]) as asked (key, is_whole, settings_at)
             join commands c on c.company_id = $1 and c.key = asked.key`,
    values: [
      companyId,
      asked.map(({ key }) => key),
      asked.map(({ isWhole }) => isWhole),
      asked.map(({ settingsAt }) => settingsAt),
    ],
  })
}

export interface LoggedChanges {
  revision: number
  /** The change log entries as JSON; see engine/change-log.ts. */
  changes: string
}

export interface LoggedImages {
  revision: number
  /**
   * The after-images as JSON (see engine/after-images.ts); null for a command that was logged before after-images were
   * stored.
   */
  after: string | null
}

export interface LogPage {
  readonly since: number
  readonly upTo: number
  readonly maxRows: number
  /** The maximum size of a page in bytes. It may be exceeded only by a page with a single longer row. */
  readonly maxBytes: number
}

/** Reads a page of log rows after a revision, oldest first. */
async function listLog<T extends object>(
  tx: Tx,
  companyId: string,
  column: 'changes' | 'after',
  page: LogPage,
): Promise<T[]> {
  // PostgreSQL stores the length of a long text separately from the text, so the texts beyond the page need not be read
  // to measure them.
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

/** Returns the change log entries of a page of commands. */
export function listChangesSince(tx: Tx, companyId: string, page: LogPage): Promise<LoggedChanges[]> {
  return listLog(tx, companyId, 'changes', page)
}

/** Returns the after-images of a page of commands. */
export function listImagesSince(tx: Tx, companyId: string, page: LogPage): Promise<LoggedImages[]> {
  return listLog(tx, companyId, 'after', page)
}

/** Returns the total length of the change log entries in a range of the log, without reading the entries. */
export async function sumChanges(
  tx: Tx,
  companyId: string,
  { since, upTo }: Pick<LogPage, 'since' | 'upTo'>,
): Promise<number> {
  const { rows } = await tx.query<{ bytes: number }>(
    `select coalesce(sum(octet_length(changes)), 0)::bigint as bytes
       from commands
      where company_id = $1 and revision > $2 and revision <= $3`,
    [companyId, since, upTo],
  )
  return rows[0]!.bytes
}

/** Returns the id of the command that created a revision. */
export async function findCommandId(tx: Tx, companyId: string, revision: number): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>('select id from commands where company_id = $1 and revision = $2', [
    companyId,
    revision,
  ])
  return rows[0]?.id ?? null
}
