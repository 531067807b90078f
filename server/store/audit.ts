/**
 * Reads the audit log, newest first: successful commands by revision, and between these the changes
 * to tokens and members.
 */
import type { ListReader } from './companies.ts'

export interface AuditRow {
  id: string
  at: Date
  revision: number
  actor_type: string
  actor_id: string
  actor_name: string
  action: string
  entity_type: string
  entity_id: string
  /**
   * The English sentence describing the entry. Used for entries written by a version that did not yet store `figures`.
   */
  summary: string
  /** The content of the entry, as JSON (domain/audit-log.ts). */
  figures: string | null
  result: string | null
  /** The change log entry, as JSON, for the order changed by the command (engine/change-log.ts). */
  before: string | null
  /** The shape version in which `result` is stored. */
  v: number
}

/**
 * An audit log entry for a change to tokens or members. Such a change creates no revision, so the entry has the
 * revision of the last command before it.
 */
export interface AccessRow extends AuditRow {
  result: string
}

/** The values by which audit log entries are filtered. null means any value. */
export interface AuditFilters {
  readonly actorType: string | null
  readonly actorId: string | null
  readonly action: string | null
  readonly entityType: string | null
  readonly entityId: string | null
}

/** A range of revisions in the log, including its first and its last revision. */
export interface Revisions {
  readonly from: number
  readonly to: number
}

/** Runs a statement that is fast only when it uses an index of the log. */
function run<T extends object>({ database, companyId }: ListReader, name: string, text: string, values: unknown[]) {
  return database.readers['in order'].readLog<T>(companyId, { name, text, values: [companyId, ...values] })
}

/** Returns the newest revision of the company. */
export async function findNewestRevision(lists: ListReader): Promise<number> {
  const [row] = await run<{ revision: number }>(
    lists,
    'audit_newest',
    'select revision from companies where company_id = $1',
    [],
  )
  return row?.revision ?? 0
}

/** Returns the last revision at or before a point in time; 0 when there was no revision yet. */
export async function findRevisionAt(lists: ListReader, at: Date): Promise<number> {
  const [row] = await run<{ revision: number }>(lists, 'audit_revision_at', 'select revision_at($1, $2) as revision', [
    at.toISOString(),
  ])
  return row!.revision
}

/** Returns the last revision that changed an order; null when the order does not exist. */
export async function findOrderRevision({ database, companyId }: ListReader, orderId: string): Promise<number | null> {
  const [row] = await database.readers['in order'].read<{ revision: number }>(companyId, {
    name: 'audit_order_revision',
    text: 'select revision from orders where company_id = $1 and id = $2',
    values: [companyId, orderId],
  })
  return row?.revision ?? null
}

const ENTRY =
  'id, at, revision, actor_type, actor_id, actor_name, action, entity_type, entity_id, summary, figures, result'
const COMMAND_ENTRY = `${ENTRY}, v, case when entity_type = 'order' then (
  select changed from json_array_elements(changes::json) as changed
   where changed ->> 'kind' = 'orders' and changed ->> 'id' = entity_id limit 1) end as before`
const ACCESS_ENTRY = `${ENTRY}, 1 as v, null as before`
const FILTERS = `($2::text is null or actor_type = $2) and ($3::text is null or actor_id = $3)
  and ($4::text is null or action = $4) and ($5::text is null or entity_type = $5)
  and ($6::text is null or entity_id = $6)`
const valuesOf = (filters: AuditFilters) => [
  filters.actorType,
  filters.actorId,
  filters.action,
  filters.entityType,
  filters.entityId,
]

/** Returns the command with the given id, if its revision is within the range. */
export async function findCommandEntry(lists: ListReader, id: string, within: Revisions): Promise<AuditRow | null> {
  const [row] = await run<AuditRow>(
    lists,
    'audit_command',
    `select ${COMMAND_ENTRY} from commands where company_id = $1 and id = $2 and revision between $3 and $4`,
    [id, within.from, within.to],
  )
  return row ?? null
}

/** Returns the audit log entry with the given id, if it is about tokens or members. */
export async function findAccessEntry(lists: ListReader, id: string): Promise<AuditRow | null> {
  const text = `select ${ACCESS_ENTRY} from access_log where company_id = $1 and id = $2`
  const [row] = await run<AuditRow>(lists, 'audit_access_entry', text, [id])
  return row ?? null
}

/**
 * Returns the newest entries in a range that match the filters: at most `limit`, found among the
 * newest `bound` entries of the range.
 */
export function listAudit(
  lists: ListReader,
  asked: { filters: AuditFilters; within: Revisions; bound: number; limit: number },
): Promise<AuditRow[]> {
  const { filters, within, bound, limit } = asked
  return run<AuditRow>(
    lists,
    'audit_list',
    `select ${COMMAND_ENTRY}
       from (select * from commands
              where company_id = $1 and revision between $7 and $8
              order by revision desc limit $9) as newest
      where ${FILTERS}
      order by revision desc
      limit $10`,
    [...valuesOf(filters), within.from, within.to, bound, limit],
  )
}

/**
 * Returns the newest entries in a range about an entity that is neither an order nor a movement. An index finds such
 * entries.
 */
export function listAuditOfEntity(
  lists: ListReader,
  asked: { filters: AuditFilters; within: Revisions; limit: number },
): Promise<AuditRow[]> {
  const { filters, within, limit } = asked
  return run<AuditRow>(
    lists,
    'audit_of_entity',
    `select ${COMMAND_ENTRY}
       from commands
      where company_id = $1 and ${FILTERS} and entity_id = $6 and revision between $7 and $8 and revision is not null
        and entity_type <> 'order' and entity_type <> 'movement'
      order by revision desc
      limit $9`,
    [...valuesOf(filters), within.from, within.to, limit],
  )
}

/** Where a page begins: before the entry `id`, or, without an id, before the command that created the revision. */
export interface AccessPlace {
  readonly revision: number
  readonly id: string | null
}

/** The smallest id, which sorts before all others. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/** Returns the newest entries about tokens and members that match the filters and come before a position in the log. */
export function listAccessLog(
  lists: ListReader,
  asked: { filters: AuditFilters; before: AccessPlace; from: Date | null; to: Date | null; limit: number },
): Promise<AccessRow[]> {
  const { filters, before, from, to, limit } = asked
  return run<AccessRow>(
    lists,
    'audit_access',
    `select ${ACCESS_ENTRY}
       from access_log
      where company_id = $1 and (revision, id) < ($7, $8) and ${FILTERS}
        and at >= coalesce($9::timestamptz, '-infinity') and at <= coalesce($10::timestamptz, 'infinity')
      order by revision desc, id desc
      limit $11`,
    [...valuesOf(filters), before.revision, before.id ?? FIRST_ID, from, to, limit],
  )
}
