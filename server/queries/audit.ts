/** GET /audit: the company's successful commands, newest first. Source: decisions.md §7. */
import type { View } from '../domain/costs.ts'
import { momentOf } from '../domain/lists.ts'
import { isIssuedId } from '../domain/schema.ts'
import { inSlices } from '../domain/slices.ts'
import type { Asker } from '../domain/turns.ts'
import { entryWithoutCosts } from '../engine/hide-costs.ts'
import {
  type AuditFilters,
  type AuditRow,
  findNewestRevision,
  findOrderRevision,
  findRevisionAt,
  listAudit,
  listAuditOfEntity,
  type Revisions,
} from '../store/audit.ts'
import type { Database } from '../store/database.ts'
import type { ListReader } from '../store/lists.ts'
import { badCursor, marksOf, readCursor, writeCursor } from './list-cursor.ts'
import { pageInTurn } from './page-turns.ts'

/** Entries that are looked through for one page. A page that is not full by then ends there, and the next begins there. */
const LONGEST_LOOK = 4_000
/** The last moment that is written with four digits of its year; an id that somebody made up may name a later one. */
const END_OF_TIME = Date.UTC(9999, 11, 31)
/** Their commands are most of the log: no index has them by their entity. */
const TRADED = ['order', 'movement']

export interface AuditQuery extends Partial<Record<keyof AuditFilters, string>> {
  readonly limit: number
  readonly cursor?: string
  readonly from?: string
  readonly to?: string
}

/** One page as JSON; `nextCursor` is null on the last one. Refuses VALIDATION_FAILED for a cursor that was not given out. */
export async function readAudit(
  database: Database,
  { view, ...asker }: Asker & { readonly view: View },
  query: AuditQuery,
): Promise<string> {
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
  const lists = { database, companyId: asker.companyId }
  const { rows, next } = await pageInTurn(asker, async () => {
    const within = await stretchOf(lists, query, before)
    return findPage(lists, { filters, within, limit })
  })
  const nextCursor = next === null ? 'null' : `"${writeCursor(marks, [next])}"`
  const items = await inSlices(asker, printEntries(rows, view))
  return `{"items":[${items.join(',')}],"nextCursor":${nextCursor}}`
}

function placeOf([revision, ...more]: unknown[]): number {
  if (!Number.isSafeInteger(revision) || more.length > 0) throw badCursor()
  return revision as number
}

/** Times of the log never go back, so a period is a stretch of revisions. */
async function stretchOf(lists: ListReader, { from, to }: AuditQuery, before: number): Promise<Revisions> {
  const newest = Math.min(before - 1, await findNewestRevision(lists))
  const beforeFrom = from === undefined ? 0 : await findRevisionAt(lists, new Date(momentOf(from).from.getTime() - 1))
  const last = to === undefined ? newest : await findRevisionAt(lists, momentOf(to).until)
  return { from: beforeFrom + 1, to: Math.min(last, newest) }
}

interface Page {
  readonly rows: AuditRow[]
  /** The revision before which the next page begins. */
  readonly next: number | null
}

async function findPage(
  lists: ListReader,
  asked: { filters: AuditFilters; within: Revisions; limit: number },
): Promise<Page> {
  const { filters, limit } = asked
  const { entityId, entityType } = filters
  if (entityId === null) return lookThrough(lists, asked)
  const order = isIssuedId(entityId) ? await findOrderRevision(lists, entityId) : null
  if (order === null && !TRADED.includes(entityType ?? '')) {
    const rows = await listAuditOfEntity(lists, { ...asked, limit: limit + 1 })
    if (rows.length > 0 || entityType !== null) return pageOf(rows, limit)
  }
  const life = await lifetimeOf(lists, entityId, order)
  if (life === null) return { rows: [], next: null }
  const within = { from: Math.max(asked.within.from, life.from), to: Math.min(asked.within.to, life.to) }
  return lookThrough(lists, { ...asked, within })
}

/**
 * Of something that is traded: from the command that made it, which has the time that is in its id, to the last one that changed it.
 * `order`: the revision of an order that there is.
 * @returns null when no command made it: the id is of nothing.
 */
async function lifetimeOf(lists: ListReader, entityId: string, order: number | null): Promise<Revisions | null> {
  if (!isIssuedId(entityId)) return null
  const madeAt = Math.min(Number.parseInt(entityId.replaceAll('-', '').slice(0, 12), 16), END_OF_TIME)
  const from = 1 + (await findRevisionAt(lists, new Date(madeAt - 1)))
  if (order !== null) return { from, to: order }
  const within = { from, to: await findRevisionAt(lists, new Date(madeAt)) }
  const filters = { actorType: null, actorId: null, action: null, entityType: null, entityId }
  const [first] = await listAudit(lists, { filters, within, bound: LONGEST_LOOK, limit: 1 })
  if (first === undefined) return null
  return first.entity_type === 'movement' ? within : { from, to: Number.MAX_SAFE_INTEGER }
}

async function lookThrough(
  lists: ListReader,
  asked: { filters: AuditFilters; within: Revisions; limit: number },
): Promise<Page> {
  const { within, limit } = asked
  const rows = await listAudit(lists, { ...asked, bound: LONGEST_LOOK, limit: limit + 1 })
  // Revisions have no gaps: so far was looked.
  const end = within.to - LONGEST_LOOK + 1
  if (rows.length > limit || end <= within.from) return pageOf(rows, limit)
  return { rows, next: end }
}

function pageOf(rows: AuditRow[], limit: number): Page {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)!.revision : null }
}

function* printEntries(rows: readonly AuditRow[], view: View): Generator<void, string[]> {
  const items: string[] = []
  for (const row of rows) {
    const shown = view === 'full' ? row : entryWithoutCosts(row)
    if (shown !== null) items.push(printEntry(shown))
    if (view !== 'full') yield
  }
  return items
}

function printEntry(row: AuditRow): string {
  const actor = { type: row.actor_type, id: row.actor_id, name: row.actor_name }
  const { action, entity_type: entityType, entity_id: entityId, summary } = row
  const rest = JSON.stringify({ actor, action, entityType, entityId, summary })
  const details = row.result === null ? '{}' : `{"result":${row.result}}`
  return `{"id":"${row.id}","at":"${row.at.toISOString()}","revision":${row.revision},${rest.slice(1, -1)},"details":${details}}`
}
