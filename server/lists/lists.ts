/**
 * Handles GET requests for collections that are not entirely in memory. Returns a page of records, filtered, sorted and
 * searched. docs/lists.md explains how a page is found. Source: S-LIST.
 */
import { isAboutCosts } from '../domain/cost-kinds.ts'
import type { View } from '../domain/costs.ts'
import { type ListQuery, type ListShape, type Position, withMoments } from '../domain/lists.ts'
import { notFound } from '../domain/refusals.ts'
import { isIssuedId } from '../domain/schema.ts'
import { type SearchedWords, searchedWordsOf } from '../domain/search-words.ts'
import type { Company } from '../engine/company.ts'
import { shownOf } from '../engine/stored-records.ts'
import { type ListPage, marksOf, pageUpTo, placeIn, readCursor } from '../queries/cursor.ts'
import { pageInTurn } from '../queries/page-turns.ts'
import { inSlices } from '../runtime/slices.ts'
import { type ListReader, readTimeZone } from '../store/companies.ts'
import type { Database } from '../store/database.ts'
import { type Condition, type ListFilter, NOTHING } from './filters-sql.ts'
import type { ListTable } from './list-tables.ts'
import {
  all,
  countInOrder,
  findInList,
  gatherList,
  type ListPart,
  type ListRow,
  type LookedUp,
  listNamed,
  readInOrder,
  readLookedUp,
  walkList,
} from './lists-sql.ts'
import {
  hasNumber,
  hasWords,
  type ListSearch,
  namesAmong,
  namesOneOf,
  oneOfThese,
  searchedTextOf,
} from './search-sql.ts'
import { indexOf, PARTNERS, PRODUCTS } from './state-lists.ts'

/**
 * The number of rows examined first, in the list's order. That is enough to estimate whether examining many more would
 * fill the page.
 */
const FIRST_WALK = 250
/**
 * The maximum number of rows that an index may find if they must then be sorted. Rows found in this way are scattered
 * over the table, so reading one takes as long as reading several rows in order.
 */
const GATHERED = 6_000
/**
 * The maximum number of rows examined in order for one page. If the page is not full by then, it ends early, and the
 * next page continues from there.
 */
const LONG_WALK = 3_000
/** Reading many rows in order is tried first only if the page will probably be full within this number of rows. */
const PROMISING_WALK = 2_000
/** For how many milliseconds a search continues before it returns an empty page. */
const EMPTY_MS = 10
/**
 * The maximum number of matching products or partners for which a search looks up the orders, lots and movements of
 * each.
 */
const MAX_NAMED = 1_000
/** The limit used instead of MAX_NAMED if each product or partner has many rows, as customers have many orders. */
const MAX_LED = 300
/**
 * The number of rows examined when a search matches more than MAX_NAMED products or partners. With so many matches,
 * many of the examined rows will refer to one.
 */
const NEAR_WALK = 1_000

/** A condition that the query asks for, and how an index can help to evaluate it. */
interface Asked {
  readonly where: Condition
  readonly orderedBy: Condition | null
  readonly indexedBy: Condition | null
  /** The sort column that the condition restricts to a range; null if the condition is not a range. */
  readonly rangeOf: string | null
}

/** A search condition, and how indexes can help to evaluate it. */
interface Searched extends Asked {
  /** The estimated number of rows between two matches, in the list's order. */
  readonly distance?: number | undefined
  /** The part of the search that indexes can evaluate in creation order. */
  readonly lookedUpById?: LookedUp
  /**
   * Returns a search condition that is evaluated only for the next `bound` rows after a position. It is used when the
   * search cannot be expressed as a condition for the whole list.
   */
  readonly windowFilter?: (part: ListPart, bound: number) => Promise<Condition>
}

/**
 * The company whose list is read, and a function that loads the company into memory, where products
 * and partners are searched.
 */
export interface ListOf {
  readonly database: Database
  readonly companyId: string
  readonly company: () => Promise<Company>
  readonly view: View
  readonly signal?: AbortSignal | undefined
}

interface Page {
  readonly rows: readonly ListRow[]
  readonly next: Position | null
}

/** Returns one page of a list. Refuses with VALIDATION_FAILED if the cursor was not issued for this list. */
export async function readList(lists: ListOf, table: ListTable, given: ListQuery): Promise<ListPage> {
  const query = await withMoments(table.filters, given, () => readTimeZone(lists))
  const { limit, cursor, sort: _given, ...filters } = query
  const sortName = sortOf(table, query)
  const isDescending = sortName.startsWith('-')
  const sort = table.sorts[isDescending ? sortName.slice(1) : sortName]!
  const marks = marksOf(lists.database.epoch, table.path, sortName, filters)
  const after = cursor === undefined ? null : placeIn(readCursor(marks, cursor), sort?.type ?? null)
  const asked = [...whatIsAsked(lists, table, query), ...whatIsShown(lists.view, table)]
  const part: ListPart = { table, sort, isDescending, after, ...drivenBy(table, sortName, asked) }
  // Search before taking a limiter slot, so that a company that must first be loaded does not delay other companies'
  // pages.
  const searched = query.q === undefined ? null : await searchIn(lists, table, query.q)
  const { rows, next } = await pageInTurn(lists, () =>
    searched === null ? findPage(lists, part, { asked, limit }) : findSearched(lists, part, { searched, asked, limit }),
  )
  const items = await inSlices(lists, show(rows, table, lists.view))
  return pageUpTo(items, marks, next)
}

/** Returns one record of a list as JSON. Refuses with NOT_FOUND. */
export async function readRecord(
  { view, ...lists }: ListReader & { readonly view: View },
  { kind, what }: ListShape,
  id: string,
): Promise<string> {
  const found = isIssuedId(id) ? await findInList(lists, kind, id) : null
  if (found === null || isAboutCosts(view, kind, found)) throw notFound(what, id)
  return shownOf(kind, found, view)
}

/** Serializes the records in steps, because removing costs from a long page takes a while. */
function* show(rows: readonly ListRow[], { kind }: ListTable, view: View): Generator<void, string[]> {
  const items: string[] = []
  for (const { record } of rows) {
    items.push(shownOf(kind, record, view))
    if (view !== 'full') yield
  }
  return items
}

/**
 * Returns a list with the condition that leaves out rows hidden in this view; the list is empty if the view shows every
 * row.
 */
export function whatIsShown(view: View, { withoutCosts }: ListTable): Asked[] {
  if (view === 'full' || withoutCosts === undefined) return []
  return [{ where: withoutCosts, orderedBy: null, indexedBy: null, rangeOf: null }]
}

/**
 * Returns the requested sort. If none is requested, returns the sort that matches the query's period filter, newest
 * first, or else the default sort.
 */
function sortOf(table: ListTable, query: ListQuery): string {
  if (query.sort !== undefined) return query.sort
  const ranged = Object.entries(table.filters).find(
    ([name, { rangeOf, keepsSort }]) => query[name] !== undefined && rangeOf !== undefined && keepsSort === undefined,
  )
  return ranged === undefined ? table.defaultSort : `-${ranged[1].rangeOf}`
}

/**
 * Returns the conditions of the query's filters, in the order of the table's filters, followed by the conditions of its
 * periods.
 */
export function whatIsAsked({ companyId }: Pick<ListReader, 'companyId'>, table: ListTable, query: ListQuery): Asked[] {
  const asked: Asked[] = []
  const ranges = new Map<string, Condition[]>()
  for (const [name, filter] of Object.entries(table.filters)) {
    const value = query[name] as never
    if (value === undefined) continue
    const where = filter.where(value, companyId)
    if (filter.rangeOf !== undefined) {
      ranges.set(filter.rangeOf, [...(ranges.get(filter.rangeOf) ?? []), where])
      continue
    }
    asked.push({ where, ...helpOf(filter, where, { value, companyId }), rangeOf: null })
  }
  for (const [rangeOf, edges] of ranges) {
    const where = all(edges)
    asked.push({ where, indexedBy: where, orderedBy: where, rangeOf })
  }
  return asked
}

function helpOf(
  filter: ListFilter,
  where: Condition,
  { value, companyId }: { value: never; companyId: string },
): Pick<Asked, 'orderedBy' | 'indexedBy'> {
  const { orderedBy = null, indexedBy = null } = filter
  return {
    orderedBy: orderedBy === 'itself' ? where : (orderedBy?.(value) ?? null),
    indexedBy: indexedBy === 'itself' ? where : (indexedBy?.(value, { companyId, bound: GATHERED }) ?? null),
  }
}

const searched = (where: Condition, indexedBy: Condition | null): Searched => ({
  where,
  indexedBy,
  orderedBy: null,
  rangeOf: null,
})

/** Returns the search as a condition; null when the search has no words. */
async function searchIn(lists: ListOf, { search }: ListTable, q: string): Promise<Searched | null> {
  const words = searchedWordsOf(q, search.by === 'named' && search.named === 'partners')
  if (words === null) return null
  return search.by === 'text'
    ? searched(hasWords(searchedTextOf(search.columns, search.fields), words), null)
    : searchNamed(lists, search, words)
}

/**
 * Returns the condition for rows that refer to a product or partner whose texts contain these words, or whose own
 * number matches the search text.
 */
async function searchNamed(
  lists: ListOf,
  { named, column, numbers, isLed }: ListSearch & { by: 'named' },
  { whole, words }: SearchedWords,
): Promise<Searched> {
  const conditions = hasNumber(numbers, whole)
  const orNumber = (byName: Condition) => (conditions.length === 0 ? byName : oneOfThese([byName, ...conditions]))
  const index = await indexOf(await lists.company(), named === 'products' ? PRODUCTS : PARTNERS)
  const { ids, share } = index.withWords(words, MAX_NAMED)
  if (ids === null) {
    const windowFilter = async (part: ListPart, bound: number) => {
      const next = await listNamed(lists, part, column, bound)
      const found = [...next].filter((id) => index.hasWith(id, words))
      return orNumber(namesAmong(column, found))
    }
    return { ...searched(NOTHING, null), windowFilter, distance: 1 / share }
  }
  const isFew = ids.length <= (isLed ? MAX_LED : MAX_NAMED)
  const isIndexed = isFew && (conditions.length === 0 || numbers.isIndexed === true)
  return {
    ...searched(orNumber(namesAmong(column, ids)), isIndexed ? orNumber(namesOneOf(column, ids)) : null),
    distance: 1 / share,
    ...(isLed && isIndexed ? { lookedUpById: { column, ids, conditions } } : {}),
  }
}

/** Finds a page for a search that is combined with filters. */
async function findSearched(
  lists: ListReader,
  part: ListPart,
  { searched, asked, limit }: { searched: Searched; asked: readonly Asked[]; limit: number },
): Promise<Page> {
  const { windowFilter, lookedUpById, where, distance } = searched
  const needed = walkFor(limit, distance)
  if (windowFilter !== undefined) {
    const bound = Math.min(NEAR_WALK, needed)
    return walk(lists, { ...part, rest: [await windowFilter(part, bound), ...part.rest] }, bound, limit)
  }
  if (lookedUpById !== undefined && needed > PROMISING_WALK && asked.length === 0 && part.sort === null) {
    const rows = await readLookedUp(lists, part, { lookedUp: lookedUpById, bound: GATHERED, limit: limit + 1 })
    if (rows !== null) return pageOf(rows, limit)
  }
  const all = { ...part, rest: [where, ...part.rest] }
  return findPage(lists, all, { asked: [searched, ...asked], limit, needed })
}

/**
 * Finds a page in bounded time, whatever the query. First examines the next rows in order. If they do not fill the
 * page, examines a longer stretch if that is likely to fill it; otherwise sorts the rows that a filter's index finds.
 * `needed`: how many rows will probably have to be examined, if known.
 */
async function findPage(
  lists: ListReader,
  part: ListPart,
  { asked, limit, needed = FIRST_WALK }: { asked: readonly Asked[]; limit: number; needed?: number },
): Promise<Page> {
  if (part.rest.length === 0) return pageOf(await readInOrder(lists, part, limit + 1), limit)
  const goOnUntil = performance.now() + EMPTY_MS
  const isFar = needed > PROMISING_WALK
  let page: Page = isFar ? { rows: [], next: part.after } : await walk(lists, part, needed, limit)
  if (!isFar && (page.rows.length === limit || page.next === null)) return page
  const isPromising = page.rows.length * PROMISING_WALK >= limit * needed
  const gathered = isPromising ? null : await gather(lists, part, asked, limit)
  if (gathered !== null) return gathered
  do page = await walkOn(lists, part, page, limit)
  while (page.rows.length === 0 && page.next !== null && performance.now() < goOnUntil)
  return page
}

/**
 * Returns the number of rows to examine for a page: twice the number that would be needed if matches were evenly
 * spread.
 */
function walkFor(limit: number, distance = 1): number {
  return Math.max(FIRST_WALK, Math.ceil(2 * (limit + 1) * distance))
}

/**
 * Returns the matches among the next `bound` rows in the list's order. A page that is not full ends at the last row
 * examined, and the next page continues from there.
 */
async function walk(lists: ListReader, part: ListPart, bound: number, limit: number): Promise<Page> {
  const { rows, edge } = await walkList(lists, part, bound, limit + 1)
  return rows.length > limit ? pageOf(rows, limit) : { rows, next: edge }
}

/** Extends a page that is not full by examining a long stretch of rows from its end. */
async function walkOn(lists: ListReader, part: ListPart, { rows, next }: Page, limit: number): Promise<Page> {
  const more = await walk(lists, { ...part, after: next }, LONG_WALK, limit - rows.length)
  return { rows: [...rows, ...more.rows], next: more.next }
}

/**
 * Sorts all rows that one filter's index finds, and returns the page from them; null if every filter finds too many
 * rows.
 */
async function gather(lists: ListReader, part: ListPart, asked: readonly Asked[], limit: number): Promise<Page | null> {
  for (const { indexedBy, where, rangeOf } of asked) {
    if (indexedBy === null) continue
    // A period may contain any number of rows, and the statement below reads all of them before returning one. So the
    // rows are counted first.
    if (rangeOf !== null && (await countInOrder(lists, part.table, indexedBy, GATHERED)) >= GATHERED) continue
    const rest = part.rest.filter((condition) => condition !== where || where !== indexedBy)
    const rows = await gatherList(lists, { ...part, rest }, { indexed: indexedBy, bound: GATHERED, limit: limit + 1 })
    if (rows !== null) return pageOf(rows, limit)
  }
  return null
}

/**
 * Chooses the conditions that limit the index scan. Under the default sort, this is the first filter whose index has
 * that order. Under any sort, a period on the sort column is also chosen.
 */
function drivenBy(table: ListTable, sortName: string, asked: readonly Asked[]): Pick<ListPart, 'driving' | 'rest'> {
  const sort = sortName.replace('-', '')
  const isDefault = sort === table.defaultSort.replace('-', '')
  const driver = isDefault ? asked.find(({ orderedBy, rangeOf }) => orderedBy !== null && rangeOf === null) : undefined
  const driving = asked.filter((one) => one === driver || one.rangeOf === sort)
  return {
    driving: driving.map(({ orderedBy }) => orderedBy!),
    rest: asked.filter((one) => !driving.includes(one) || one.orderedBy !== one.where).map(({ where }) => where),
  }
}

function pageOf(rows: readonly ListRow[], limit: number): Page {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)! : null }
}
