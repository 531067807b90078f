/** GET /audit: the company's successful commands, newest first. Source: decisions.md §7. */
import { invalid } from '../domain/refusals.ts'
import { type AuditRow, listAudit } from '../store/commands.ts'
import { type Database, readCompany } from '../store/database.ts'

export interface AuditQuery {
  readonly limit: number
  readonly cursor?: string
}

export interface AuditEntry {
  id: string
  at: string
  revision: number
  actor: { type: string; id: string; name: string }
  action: string
  entityType: string
  entityId: string
  summary: string
  details: unknown
}

/** One page; `nextCursor` is null on the last one. Refuses VALIDATION_FAILED for a cursor that was not given out. */
export async function readAudit(
  database: Database,
  companyId: string,
  query: AuditQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const before = query.cursor === undefined ? Number.MAX_SAFE_INTEGER : readCursor(query.cursor)
  const rows = await readCompany(database, companyId, (tx) => listAudit(tx, companyId, before, query.limit + 1))
  const shown = rows.slice(0, query.limit)
  const nextCursor = rows.length > query.limit ? writeCursor(shown.at(-1)!.revision) : null
  return { items: shown.map(toEntry), nextCursor }
}

function toEntry(row: AuditRow): AuditEntry {
  return {
    id: row.id,
    at: row.at.toISOString(),
    revision: row.revision,
    actor: { type: row.actor_type, id: row.actor_id, name: row.actor_name },
    action: row.action,
    entityType: row.entity_type,
    entityId: row.entity_id,
    summary: row.summary,
    details: row.result === null ? {} : { result: JSON.parse(row.result) as unknown },
  }
}

/** Opaque to clients, so that what it holds may change. */
function writeCursor(revision: number): string {
  return Buffer.from(`r${revision}`).toString('base64url')
}

function readCursor(cursor: string): number {
  const match = /^r(\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString())
  if (match === null) throw invalid('query/cursor', 'is not a cursor that this list gave out')
  return Number(match[1])
}
