/** Reading the command log: replays, catch-up, audit. */
import type { Database, Tx } from './database.ts'

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

export interface AskedKey {
  readonly key: string
  /** Of the row all that its changes are told from. */
  readonly isWhole: boolean
  /** Up to which revision the asker knows the settings; null: they are of no use to it. */
  readonly settingsAt: number | null
}

export interface FoundCommand extends StoredCommand {
  /** What the command left behind, and what was before; null when it was not asked for. */
  after: string | null
  changes: string | null
  /** What was before the next command that changed the settings (engine/change-log.ts); null: none did, or it was not asked for. */
  settings_after: string | null
}

/** The same of keys that are sent again, with what a short answer is made of: each from its own row, whatever came since. */
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

/** The length of what was before the commands of a range: it is not read. */
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

/** The row of the log of a revision. */
export async function findCommandId(tx: Tx, companyId: string, revision: number): Promise<string | null> {
  const { rows } = await tx.query<{ id: string }>('select id from commands where company_id = $1 and revision = $2', [
    companyId,
    revision,
  ])
  return rows[0]?.id ?? null
}
