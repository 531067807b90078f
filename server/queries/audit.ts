/** GET /audit: returns the audit log of the company, newest entries first, or a single entry. Source: S-AUDIT. */
import { summaryOf } from '../domain/audit-log.ts'
import type { View } from '../domain/costs.ts'
import type { ShownFigures } from '../domain/figures.ts'
import { edgeFilter, withMoments } from '../domain/lists.ts'
import { notFound } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import { entryWithoutCosts } from '../engine/hide-costs.ts'
import { orderBefore } from '../engine/logged-items.ts'
import type { Asker } from '../runtime/fair-limiter.ts'
import { inSlices } from '../runtime/slices.ts'
import {
  type AccessPlace,
  type AccessRow,
  type AuditFilters,
  type AuditRow,
  findAccessEntry,
  findCommandEntry,
  findNewestRevision,
  findOrderRevision,
  findRevisionAt,
  listAccessLog,
  listAudit,
  listAuditOfEntity,
  type Revisions,
} from '../store/audit.ts'
import { type ListReader, readTimeZone } from '../store/companies.ts'
import type { Database } from '../store/database.ts'
import { badCursor, type ListPage, marksOf, readCursor, writeCursor } from './cursor.ts'
import { pageInTurn } from './page-turns.ts'

/**
 * The maximum number of entries that are examined for one page. A page that is not full by then ends early, and the
 * next page continues from that point.
 */
const LONGEST_LOOK = 4_000
/** The last day with a four-digit year. An id that a client made up may contain a later time. */
const END_OF_TIME = Date.UTC(9999, 11, 31)
/** Orders and movements. Most of the log is about them, so an index of the log by entity leaves them out. */
const TRADED = ['order', 'movement']

export interface AuditQuery extends Partial<Record<keyof AuditFilters, string>> {
  readonly limit: number
  readonly cursor?: string
  readonly from?: string
  readonly to?: string
}

/** The filters for a period of the audit log. */
export const AUDIT_PERIOD = { from: edgeFilter('from'), to: edgeFilter('to') }

/**
 * Returns one page; `nextCursor` is null on the last page. Refuses with VALIDATION_FAILED if the cursor was not issued
 * for this query.
 */
export async function readAudit(
  database: Database,
  { view, ...asker }: Asker & { readonly view: View },
  given: AuditQuery,
): Promise<ListPage> {
  const lists = { database, companyId: asker.companyId }
  const query = await withMoments(AUDIT_PERIOD, given, () => readTimeZone(lists))
  const { limit, cursor, ...asked } = query
  const marks = marksOf(database.epoch, 'audit', asked)
  const before = cursor === undefined ? NEWEST : placeOf(readCursor(marks, cursor))
  const filters: AuditFilters = {
    actorType: asked.actorType ?? null,
    actorId: asked.actorId ?? null,
    action: asked.action ?? null,
    entityType: asked.entityType ?? null,
    entityId: asked.entityId ?? null,
  }
  const { rows, next } = await pageInTurn(asker, async () => {
    const within = await stretchOf(lists, query, before)
    const commands = await findPage(lists, { filters, within, limit })
    const from = asked.from === undefined ? null : new Date(asked.from)
    const to = asked.to === undefined ? null : new Date(asked.to)
    const others = await listAccessLog(lists, { filters, before, from, to, limit: limit + 1 })
    return mergePages(commands, others, limit)
  })
  const nextCursor = next === null ? null : writeCursor(marks, printPlace(next))
  const items = await inSlices(asker, printEntries(rows, view))
  return { items, nextCursor }
}

/** Returns one entry of the audit log as JSON. Refuses with NOT_FOUND, also if the view does not show the entry. */
export async function readAuditEntry(
  database: Database,
  { view, companyId }: Asker & { readonly view: View },
  id: string,
): Promise<string> {
  const row = isIssuedId(id) ? await findEntry({ database, companyId }, id) : null
  const shown = row === null || view === 'full' ? row : entryWithoutCosts(row)
  if (shown === null) throw notFound('entry', id)
  return printEntry(shown, view)
}

/**
 * Finds an entry. Commands are not indexed by id. However, an id begins with the time of its command, and few commands
 * ran in the same millisecond.
 */
async function findEntry(lists: ListReader, id: string): Promise<AuditRow | null> {
  const at = timeOf(id)
  const from = 1 + (await findRevisionAt(lists, new Date(at - 1)))
  const to = await findRevisionAt(lists, new Date(at))
  return (await findCommandEntry(lists, id, { from, to })) ?? findAccessEntry(lists, id)
}

/** Returns the time in milliseconds with which an id begins. */
function timeOf(id: string): number {
  return Math.min(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16), END_OF_TIME)
}

const NEWEST: AccessPlace = { revision: Number.MAX_SAFE_INTEGER, id: null }

function placeOf([revision, id = null, ...more]: unknown[]): AccessPlace {
  const isId = id === null || (typeof id === 'string' && isIssuedId(id))
  if (!Number.isSafeInteger(revision) || !isId || more.length > 0) throw badCursor()
  return { revision: revision as number, id }
}

const printPlace = ({ revision, id }: AccessPlace) => (id === null ? [revision] : [revision, id])

/**
 * Merges a page of commands with entries that created no revision of their own. An entry of the second kind stores the
 * revision that was current when it was made. It is newer than the command that created that revision, so it is listed
 * before that command.
 */
function mergePages(
  commands: Page,
  others: readonly AccessRow[],
  limit: number,
): { rows: AuditRow[]; next: AccessPlace | null } {
  // Leave out entries further back, because the commands there have not been examined yet.
  const known = others.filter(({ revision }) => commands.next === null || revision >= commands.next)
  const placed = [
    ...known.map((row) => ({ row, place: { revision: row.revision, id: row.id as string | null } })),
    ...commands.rows.map((row) => ({ row, place: { revision: row.revision, id: null } })),
  ]
  // The sort is stable: entries of one revision keep their order, and come before the command of
  // that revision.
  placed.sort((one, other) => other.row.revision - one.row.revision)
  const shown = placed.slice(0, limit)
  const rest = commands.next === null ? null : { revision: commands.next, id: null }
  return { rows: shown.map(({ row }) => row), next: placed.length > limit ? shown.at(-1)!.place : rest }
}

/** Converts a period to a range of revisions. This is possible because times in the log never go back. */
async function stretchOf(lists: ListReader, { from, to }: AuditQuery, before: AccessPlace): Promise<Revisions> {
  // The command of a revision comes after the entries that have no revision of their own.
  const last = before.id === null ? before.revision - 1 : before.revision
  const newest = Math.min(last, await findNewestRevision(lists))
  const beforeFrom = from === undefined ? 0 : await findRevisionAt(lists, new Date(Date.parse(from) - 1))
  const until = to === undefined ? newest : await findRevisionAt(lists, new Date(to))
  return { from: beforeFrom + 1, to: Math.min(until, newest) }
}

interface Page {
  readonly rows: AuditRow[]
  /** The revision before which the next page begins; null on the last page. */
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
 * Returns the revisions during which an order or movement was changed: from the command that
 * created it, whose time is in the id, to the last command that changed it. `order`: the revision
 * of an existing order.
 * @returns null when no command created the record, so the id is unknown.
 */
async function lifetimeOf(lists: ListReader, entityId: string, order: number | null): Promise<Revisions | null> {
  if (!isIssuedId(entityId)) return null
  const madeAt = timeOf(entityId)
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
  // The oldest revision that was examined; it can be computed because revisions have no gaps.
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
    if (shown !== null) items.push(printEntry(shown, view))
    if (view !== 'full' || row.before !== null) yield
  }
  return items
}

function printEntry(row: AuditRow, view: View): string {
  const actor = { type: row.actor_type, id: row.actor_id, name: row.actor_name }
  const { action, entity_type: entityType, entity_id: entityId } = row
  const figures = row.figures === null ? null : (JSON.parse(row.figures) as ShownFigures)
  const summary = figures === null ? row.summary : summaryOf({ action, figures })
  const rest = JSON.stringify({ actor, action, entityType, entityId, summary, ...(figures !== null && { figures }) })
  const before = orderBefore(row, view)
  const details = [
    ...(row.result === null ? [] : [`"result":${row.result}`]),
    ...(before === null ? [] : [`"before":${before}`]),
  ]
  return `{"id":"${row.id}","at":"${row.at.toISOString()}","revision":${row.revision},${rest.slice(1, -1)},"details":{${details}}}`
}
