/**
 * GET of a collection: a page of its records, filtered, sorted and searched. docs/lists.md says how a page is found.
 * Source: decisions.md §7, §11 "Lists".
 */
import { notFound } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import { shownOf } from '../engine/kept-records.ts'
import type { Database } from '../store/database.ts'
import type { Condition, ListFilter } from '../store/list-filters.ts'
import {
  either,
  hasNumber,
  hasWords,
  indexedWords,
  namesAmong,
  namesFound,
  namesOneOf,
  SEARCH_COLUMN,
  textOf,
  type Words,
  wordsOf,
} from '../store/list-search.ts'
import type { ListTable, SortColumn } from '../store/list-tables.ts'
import {
  all,
  findByWords,
  findInList,
  gatherList,
  type ListPart,
  type ListReader,
  type ListRow,
  type Position,
  readInOrder,
  walkList,
} from '../store/lists.ts'
import { badCursor, marksOf, readCursor, writeCursor } from './list-cursor.ts'
import { pageInTurn } from './page-turns.ts'

/** Rows of the order that are looked at first: enough to tell whether a long walk will fill the page. */
const FIRST_WALK = 250
/** Rows that an index may find, to be sorted then. They lie all over the table, so that each costs several of a walk. */
const GATHERED = 6_000
/** Rows of the order that are looked at for one page. A page that is not full by then ends there, and the next begins there. */
const LONG_WALK = 4_000
/** The long walk comes first when it will fill the page within so many rows. */
const PROMISING_WALK = 2_000
/** For so long an empty page is not given away, but the next one looked for. */
const EMPTY_MS = 20
/** Products or partners that a search may find for their orders, lots and movements to be looked up. */
const MAX_NAMED = 300

export interface ListQuery {
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly q?: string
  /** Of the list's filters. */
  readonly [filter: string]: unknown
}

/** A condition, and how an index helps with it. */
interface Asked {
  readonly where: Condition
  readonly leads: Condition | null
  readonly gathers: Condition | null
  /** The sort whose order it is a range of. */
  readonly rangeOf: string | null
}

interface Page {
  readonly rows: readonly ListRow[]
  readonly next: Position | null
}

/** One page as JSON: `{items, nextCursor}`. Refuses VALIDATION_FAILED for a cursor that was not given out for this list. */
export async function readList(
  database: Database,
  companyId: string,
  table: ListTable,
  query: ListQuery,
): Promise<string> {
  const { limit, cursor, sort: _given, ...filters } = query
  const sortName = sortOf(table, query)
  const isDescending = sortName.startsWith('-')
  const sort = table.sorts[isDescending ? sortName.slice(1) : sortName]!
  const marks = marksOf(table.path, sortName, filters)
  const after = cursor === undefined ? null : placeOf(readCursor(marks, cursor), sort)
  const lists = { database, companyId }
  const { rows, next } = await pageInTurn(async () => {
    const asked = await whatIsAsked(lists, table, query)
    const part = { table, sort, isDescending, after, ...ledBy(table, sortName, asked) }
    return findPage(lists, part, { asked, limit })
  })
  const items = rows.map(({ record }) => shownOf(table.kind, record)).join(',')
  const nextCursor = next === null ? 'null' : `"${writeCursor(marks, [next.key, next.id])}"`
  return `{"items":[${items}],"nextCursor":${nextCursor}}`
}

/** One record as JSON. Refuses NOT_FOUND. */
export async function readRecord(database: Database, companyId: string, table: ListTable, id: string): Promise<string> {
  const found = isIssuedId(id) ? await findInList({ database, companyId }, table, id) : null
  if (found === null) throw notFound(table.what, id)
  return shownOf(table.kind, found)
}

const TIME = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/

function placeOf([key, id, ...more]: unknown[], sort: SortColumn | null): Position {
  const isKey =
    sort === null
      ? key === null
      : typeof key === 'string' &&
        { uuid: isIssuedId(key), timestamptz: TIME.test(key), text: key.isWellFormed() && !key.includes('\u0000') }[
          sort.type
        ]
  if (!isKey || typeof id !== 'string' || !isIssuedId(id) || more.length > 0) throw badCursor()
  return { key: key as string | null, id }
}

/** The sort that is asked; or else the default one, and of a period in another order that order, newest first. */
function sortOf(table: ListTable, query: ListQuery): string {
  if (query.sort !== undefined) return query.sort
  const ranged = Object.entries(table.filters).find(
    ([name, { rangeOf }]) => query[name] !== undefined && rangeOf !== undefined,
  )
  return ranged === undefined ? table.defaultSort : `-${ranged[1].rangeOf}`
}

/** The search of a query, then its filters in the order of the table's, then its periods. */
async function whatIsAsked(lists: ListReader, table: ListTable, query: ListQuery): Promise<Asked[]> {
  const search = query.q === undefined ? null : await searchIn(lists, table, query.q)
  const asked: Asked[] = search === null ? [] : [search]
  const ranges = new Map<string, Condition[]>()
  for (const [name, filter] of Object.entries(table.filters)) {
    const value = query[name] as never
    if (value === undefined) continue
    const where = filter.where(value)
    if (filter.rangeOf !== undefined) {
      ranges.set(filter.rangeOf, [...(ranges.get(filter.rangeOf) ?? []), where])
      continue
    }
    asked.push({ where, ...helpOf(filter, where, { value, companyId: lists.companyId }), rangeOf: null })
  }
  for (const [rangeOf, edges] of ranges) {
    const where = all(edges)
    asked.push({ where, gathers: where, leads: where, rangeOf })
  }
  return asked
}

function helpOf(
  filter: ListFilter,
  where: Condition,
  { value, companyId }: { value: never; companyId: string },
): Pick<Asked, 'leads' | 'gathers'> {
  const { leads = null, gathers = null } = filter
  return {
    leads: leads === 'itself' ? where : (leads?.(value) ?? null),
    gathers: gathers === 'itself' ? where : (gathers?.(value, { companyId, bound: GATHERED }) ?? null),
  }
}

const searched = (where: Condition, gathers: Condition | null): Asked => ({
  where,
  gathers,
  leads: null,
  rangeOf: null,
})

async function searchIn(lists: ListReader, { search }: ListTable, q: string): Promise<Asked | null> {
  const words = wordsOf(
    q,
    search.by === 'named' ? search.named === 'partners' : search.by === 'own' && search.hasPhones,
  )
  if (words === null) return null
  if (search.by === 'text') return searched(hasWords(textOf(search.columns, search.fields), words), null)
  const indexed = indexedWords(words)
  if (search.by === 'own') {
    const where = hasWords(SEARCH_COLUMN, words)
    return searched(where, indexed === words ? where : indexed === null ? null : hasWords(SEARCH_COLUMN, indexed))
  }
  const { named: tableOfNamed, column, numbers } = search
  const ids = indexed === null ? null : await findNamed(lists, tableOfNamed, words)
  const byNumber = hasNumber(numbers, words.whole)
  const orNumber = (byName: Condition) => (byNumber === null ? byName : either(byName, byNumber))
  if (ids === null) return searched(orNumber(namesFound(tableOfNamed, column, words)), null)
  const isIndexed = byNumber === null || numbers.isIndexed === true
  return searched(orNumber(namesAmong(column, ids)), isIndexed ? orNumber(namesOneOf(column, ids)) : null)
}

/** All products or partners with the words; null when they are too many to be looked up. */
async function findNamed(lists: ListReader, table: 'products' | 'partners', words: Words): Promise<string[] | null> {
  const ids = await findByWords(lists, { table, words, limit: MAX_NAMED + 1 })
  return ids.length > MAX_NAMED ? null : ids
}

/**
 * A page in bounded time, whatever is asked. The beginning of the order is looked through. If that does not fill the page, a longer
 * stretch of the order is looked through when that promises to fill it; else what the index of a filter finds is sorted.
 */
async function findPage(
  lists: ListReader,
  part: ListPart,
  { asked, limit }: { asked: readonly Asked[]; limit: number },
): Promise<Page> {
  if (part.rest.length === 0) return pageOf(await readInOrder(lists, part, limit + 1), limit)
  const goOnUntil = performance.now() + EMPTY_MS
  let page = await walk(lists, part, FIRST_WALK, limit)
  if (page.rows.length === limit || page.next === null) return page
  const isPromising = page.rows.length * PROMISING_WALK >= limit * FIRST_WALK
  const gathered = isPromising ? null : await gather(lists, part, asked, limit)
  if (gathered !== null) return gathered
  do page = await walkOn(lists, part, page, limit)
  while (page.rows.length === 0 && page.next !== null && performance.now() < goOnUntil)
  return page
}

/** What fits among the next rows of the order. A page that is not full ends at the last of them, and the next begins there. */
async function walk(lists: ListReader, part: ListPart, bound: number, limit: number): Promise<Page> {
  const { rows, edge } = await walkList(lists, part, bound, limit + 1)
  return rows.length > limit ? pageOf(rows, limit) : { rows, next: edge }
}

/** The page with what a long walk from its end adds to it. */
async function walkOn(lists: ListReader, part: ListPart, { rows, next }: Page, limit: number): Promise<Page> {
  const more = await walk(lists, { ...part, after: next }, LONG_WALK, limit - rows.length)
  return { rows: [...rows, ...more.rows], next: more.next }
}

/** The page among all that the index of one of the filters finds; null when each finds too many. */
async function gather(lists: ListReader, part: ListPart, asked: readonly Asked[], limit: number): Promise<Page | null> {
  for (const { gathers, where } of asked) {
    if (gathers === null) continue
    const rest = part.rest.filter((condition) => condition !== where || where !== gathers)
    const rows = await gatherList(lists, { ...part, rest }, { indexed: gathers, bound: GATHERED, limit: limit + 1 })
    if (rows !== null) return pageOf(rows, limit)
  }
  return null
}

/** In the default order the first filter with an index for that leads; a period in the order of the sort narrows it. */
function ledBy(table: ListTable, sortName: string, asked: readonly Asked[]): Pick<ListPart, 'led' | 'rest'> {
  const sort = sortName.replace('-', '')
  const isDefault = sort === table.defaultSort.replace('-', '')
  const leader = isDefault ? asked.find(({ leads, rangeOf }) => leads !== null && rangeOf === null) : undefined
  const leading = asked.filter((one) => one === leader || one.rangeOf === sort)
  return {
    led: leading.map(({ leads }) => leads!),
    rest: asked.filter((one) => !leading.includes(one) || one.leads !== one.where).map(({ where }) => where),
  }
}

function pageOf(rows: readonly ListRow[], limit: number): Page {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)! : null }
}
