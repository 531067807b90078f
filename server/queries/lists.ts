/**
 * GET of a collection: a page of its records, filtered, sorted and searched. docs/lists.md says how a page is found.
 * Source: decisions.md §7, §11 "Lists".
 */
import { notFound } from '../domain/refusals.ts'
import { serializeRecord } from '../engine/serialize.ts'
import { type Database, readCompany, type Tx } from '../store/database.ts'
import { type Condition, isUuid } from '../store/list-filters.ts'
import {
  either,
  hasNumber,
  hasWords,
  indexedWords,
  namesFound,
  SEARCH_COLUMN,
  textOf,
  type Words,
  wordsOf,
} from '../store/list-search.ts'
import type { ListTable, SortColumn } from '../store/list-tables.ts'
import {
  findByWords,
  findEdge,
  gatherList,
  type ListPart,
  type ListRow,
  type Position,
  setAccess,
  walkList,
} from '../store/lists.ts'
import { findRecords } from '../store/records.ts'
import { badCursor, marksOf, readCursor, writeCursor } from './list-cursor.ts'

/** Rows of the order that are looked at first: enough where one in twenty fits. */
const FIRST_WALK = 1_000
/** Rows that an index may find, to be sorted then. They lie all over the table, so that each costs several of a walk. */
const GATHERED = 2_000
/** Rows of the order that are looked at for one page. A page that is not full by then ends there, and the next begins there. */
const LONG_WALK = 10_000
/** Products or partners that a search may find for their orders, lots and movements to be looked up. */
const MAX_NAMED = 300

export interface ListQuery {
  readonly limit: number
  readonly cursor?: string
  readonly sort: string
  readonly q?: string
  /** Of the list's filters. */
  readonly [filter: string]: unknown
}

/** A condition, and how an index helps with it. */
interface Asked {
  readonly where: Condition
  readonly leads: Condition | null
  readonly isRange: boolean
  readonly gathers: Condition | null
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
  const { limit, cursor, sort: sortName, ...filters } = query
  const isDescending = sortName.startsWith('-')
  const sort = table.sorts[isDescending ? sortName.slice(1) : sortName]!
  const marks = marksOf(table.path, sortName, filters)
  const after = cursor === undefined ? null : placeOf(readCursor(marks, cursor), sort)
  const { rows, next } = await readCompany(database, companyId, async (tx) => {
    const asked = await whatIsAsked(tx, companyId, table, query)
    return findPage(tx, { table, companyId, sort, isDescending, after, led: [], rest: [] }, { asked, limit })
  })
  const items = rows.map(({ record }) => printRecord(table, record)).join(',')
  const nextCursor = next === null ? 'null' : `"${writeCursor(marks, [next.key, next.id])}"`
  return `{"items":[${items}],"nextCursor":${nextCursor}}`
}

/** One record as JSON. Refuses NOT_FOUND. */
export async function readRecord(database: Database, companyId: string, table: ListTable, id: string): Promise<string> {
  const found = isUuid(id)
    ? await readCompany(database, companyId, (tx) => findRecords(tx, companyId, table.kind, [id]))
    : []
  if (found.length === 0) throw notFound(table.what, id)
  return printRecord(table, found[0]!)
}

function printRecord({ kind }: ListTable, record: string): string {
  return serializeRecord(kind, JSON.parse(record) as never)
}

const TIME = /^\d{4,6}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{1,6})?\+00$/

function placeOf([key, id, ...more]: unknown[], sort: SortColumn | null): Position {
  const isKey =
    sort === null
      ? key === null
      : typeof key === 'string' &&
        { uuid: isUuid(key), timestamptz: TIME.test(key), text: key.isWellFormed() && !key.includes('\u0000') }[
          sort.type
        ]
  if (!isKey || typeof id !== 'string' || !isUuid(id) || more.length > 0) throw badCursor()
  return { key: key as string | null, id }
}

/** The filters of a query in the order of the table's, and its search before them. */
async function whatIsAsked(tx: Tx, companyId: string, table: ListTable, query: ListQuery): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const [name, filter] of Object.entries(table.filters)) {
    const value = query[name] as never
    if (value === undefined) continue
    const where = filter.where(value)
    const indexed = filter.indexed === undefined ? where : filter.indexed(value, { companyId, bound: GATHERED })
    const isRange = filter.index === 'ranges'
    asked.push({
      where,
      isRange,
      leads: filter.index === 'leads' || isRange ? indexed : null,
      gathers: filter.index === undefined ? null : indexed,
    })
  }
  const search = query.q === undefined ? null : await searchIn(tx, companyId, table, query.q)
  return search === null ? asked : [search, ...asked]
}

const searched = (where: Condition, gathers: Condition | null): Asked => ({
  where,
  gathers,
  leads: null,
  isRange: false,
})

async function searchIn(tx: Tx, companyId: string, { search }: ListTable, q: string): Promise<Asked | null> {
  const words = wordsOf(
    q,
    search.by === 'named' ? search.named === 'partners' : search.by === 'own' && search.hasPhones,
  )
  if (words === null) return null
  if (search.by === 'text') return searched(hasWords(textOf(search.columns, search.fields), words), null)
  const indexed = indexedWords(words)
  if (search.by === 'own')
    return searched(hasWords(SEARCH_COLUMN, words), indexed === null ? null : hasWords(SEARCH_COLUMN, indexed))
  const { named: tableOfNamed, column, numbers } = search
  const ids = indexed === null ? null : await findNamed(tx, companyId, tableOfNamed, words)
  const byName = namesFound(tableOfNamed, column, ids ?? words)
  const byNumber = hasNumber(numbers, words.whole)
  const where = byNumber === null ? byName : either(byName, byNumber)
  const isIndexed = ids !== null && (byNumber === null || numbers.isIndexed === true)
  return searched(where, isIndexed ? where : null)
}

/** All products or partners with the words; null when they are too many to be looked up. */
async function findNamed(
  tx: Tx,
  companyId: string,
  table: 'products' | 'partners',
  words: Words,
): Promise<string[] | null> {
  await setAccess(tx, 'gathered')
  const ids = await findByWords(tx, { companyId, table, words, limit: MAX_NAMED + 1 })
  return ids.length > MAX_NAMED ? null : ids
}

/**
 * A page in bounded time, whatever is asked: the beginning of the order is looked through; if that does not fill the page, what
 * the indexes of the filters find; and if that is too much, a longer stretch of the order, at whose end the page ends too.
 */
async function findPage(
  tx: Tx,
  whole: ListPart,
  { asked, limit }: { asked: readonly Asked[]; limit: number },
): Promise<Page> {
  const part = { ...whole, ...ledBy(whole.sort, asked) }
  await setAccess(tx, 'in order')
  const isWhole = part.rest.length === 0
  const firstWalk = isWhole ? limit + 1 : Math.max(FIRST_WALK, limit + 1)
  const walked = await walkList(tx, part, firstWalk, limit + 1)
  if (walked.length > limit || isWhole) return pageOf(walked, limit)
  if ((await findEdge(tx, part, firstWalk)) === null) return pageOf(walked, limit)
  await setAccess(tx, 'gathered')
  for (const { gathers } of asked) {
    if (gathers === null) continue
    const gathered = await gatherList(tx, part, { indexed: gathers, bound: GATHERED, limit: limit + 1 })
    if (gathered !== null) return pageOf(gathered, limit)
  }
  await setAccess(tx, 'in order')
  const long = await walkList(tx, part, LONG_WALK, limit + 1)
  if (long.length > limit) return pageOf(long, limit)
  return { rows: long, next: await findEdge(tx, part, LONG_WALK) }
}

/** In the order of the ids the first filter with an index for that leads, and ranges of ids narrow it. */
function ledBy(sort: SortColumn | null, asked: readonly Asked[]): Pick<ListPart, 'led' | 'rest'> {
  const leader = sort === null ? asked.find(({ leads, isRange }) => leads !== null && !isRange) : undefined
  const ranges = sort === null ? asked.filter(({ isRange }) => isRange) : []
  const leading = leader === undefined ? ranges : [leader, ...ranges]
  return {
    led: leading.map(({ leads }) => leads!),
    rest: asked.filter((one) => !leading.includes(one) || one.leads !== one.where).map(({ where }) => where),
  }
}

function pageOf(rows: readonly ListRow[], limit: number): Page {
  const shown = rows.slice(0, limit)
  return { rows: shown, next: rows.length > limit ? shown.at(-1)! : null }
}
