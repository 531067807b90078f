/** GET /audit: the company's successful commands, newest first. Source: decisions.md §7. */
import { isIssuedId } from '../domain/schema.ts'
import {
  type AuditFilters,
  type AuditRow,
  findOrderRevision,
  findRevisionAt,
  listAudit,
  listAuditOfEntity,
  type Revisions,
} from '../store/audit.ts'
import { findCompany } from '../store/companies.ts'
import { type Database, KEPT_PLANS, readCompany, type Tx } from '../store/database.ts'
import { momentOf } from '../store/list-filters.ts'
import { badCursor, marksOf, readCursor, writeCursor } from './list-cursor.ts'
import { pageInTurn } from './page-turns.ts'

/** Entries that are looked through for one page. A page that is not full by then ends there, and the next begins there. */
const LONGEST_LOOK = 4_000
/** Their commands are most of the log: no index has them by their entity. */
const TRADED = ['order', 'movement']

export interface AuditQuery extends Partial<Record<keyof AuditFilters, string>> {
  readonly limit: number
  readonly cursor?: string
  readonly from?: string
  readonly to?: string
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
  const { limit, cursor, ...asked } = query
  const marks = marksOf('audit', asked)
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : placeOf(readCursor(marks, cursor))
  const filters: AuditFilters = {
    actorType: asked.actorType ?? null,
    actorId: asked.actorId ?? null,
    action: asked.action ?? null,
    entityType: asked.entityType ?? null,
    entityId: asked.entityId ?? null,
  }
  const read = async (tx: Tx) => {
    const within = await stretchOf(tx, companyId, query, before)
    return findPage(tx, companyId, { filters, within, limit })
  }
  const { rows, next } = await pageInTurn(() => readCompany(database, companyId, read, KEPT_PLANS))
  return { items: rows.map(toEntry), nextCursor: next === null ? null : writeCursor(marks, [next]) }
}

function placeOf([revision, ...more]: unknown[]): number {
  if (!Number.isSafeInteger(revision) || more.length > 0) throw badCursor()
  return revision as number
}

/** Times of the log never go back, so a period is a stretch of revisions. */
async function stretchOf(tx: Tx, companyId: string, { from, to }: AuditQuery, before: number): Promise<Revisions> {
  const company = await findCompany(tx, companyId)
  const newest = Math.min(before - 1, company?.revision ?? 0)
  const beforeFrom =
    from === undefined ? 0 : await findRevisionAt(tx, companyId, new Date(momentOf(from).from.getTime() - 1))
  const last = to === undefined ? newest : await findRevisionAt(tx, companyId, momentOf(to).until)
  return { from: beforeFrom + 1, to: Math.min(last, newest) }
}

interface Page {
  readonly rows: AuditRow[]
  /** The revision before which the next page begins. */
  readonly next: number | null
}

async function findPage(
  tx: Tx,
  companyId: string,
  asked: { filters: AuditFilters; within: Revisions; limit: number },
): Promise<Page> {
  const { filters, limit } = asked
  const { entityId, entityType } = filters
  if (entityId === null) return lookThrough(tx, companyId, asked)
  const order = isIssuedId(entityId) ? await findOrderRevision(tx, companyId, entityId) : null
  if (order === null && !TRADED.includes(entityType ?? '')) {
    const rows = await listAuditOfEntity(tx, companyId, { ...asked, limit: limit + 1 })
    if (rows.length > 0 || entityType !== null) return pageOf(rows, limit)
  }
  const within = await lifetimeOf(tx, companyId, { entityId, order, within: asked.within })
  return lookThrough(tx, companyId, { ...asked, within })
}

/** Nothing is said of an entity before its id was made, nor of an order after it was changed for the last time. */
async function lifetimeOf(
  tx: Tx,
  companyId: string,
  { entityId, order, within }: { entityId: string; order: number | null; within: Revisions },
): Promise<Revisions> {
  if (!isIssuedId(entityId)) return within
  const madeAt = new Date(Number.parseInt(entityId.replaceAll('-', '').slice(0, 12), 16) - 1)
  const before = await findRevisionAt(tx, companyId, madeAt)
  return { from: Math.max(within.from, before + 1), to: Math.min(within.to, order ?? within.to) }
}

async function lookThrough(
  tx: Tx,
  companyId: string,
  asked: { filters: AuditFilters; within: Revisions; limit: number },
): Promise<Page> {
  const { within, limit } = asked
  const rows = await listAudit(tx, companyId, { ...asked, bound: LONGEST_LOOK, limit: limit + 1 })
  // Revisions have no gaps: so far was looked.
  const end = within.to - LONGEST_LOOK + 1
  if (rows.length > limit || end <= within.from) return pageOf(rows, limit)
  return { rows, next: end }
}

function pageOf(rows: AuditRow[], limit: number): Page {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)!.revision : null }
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
