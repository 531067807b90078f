/**
 * Reads the lists of the source page by page. They are live: rows come and go between two pages, so each page says what the reader must
 * watch, and the reader tells at the end whether it has seen them all.
 */
import { charging, inSlices, isSliceUsed, sliceOf } from '../runtime/slices.ts'
import { type ClientAsking, pathOf, type SourceClient } from './client.ts'
import type { LosslessNumber } from './mapping/decimals.ts'
import { SourceError, type SourceErrorKind, type SourcePlace } from './source-errors.ts'
import { findArray, parseSource, withEntries } from './source-json.ts'

/** With more rows to a page, the source expands nothing and does not say so. */
const EXPANDED_LIMIT = 100
const MAX_PAGE_ROWS = 1_000

/** A list of the source, and how it is asked for. Part of a checkpoint: what the source refused is left out from then on. */
export interface SourceList {
  /** `/entity/product`. */
  readonly path: string
  /** Nested collections whose rows are wanted too. */
  readonly expand: readonly string[]
  /** Archived rows too, which are left out otherwise. */
  readonly withArchived: boolean
  /** By id, so that a row that is added is not in the middle of a page. */
  readonly sorted: boolean
  /** Only what changed since, as the source writes times. */
  readonly updatedSince?: string
  /** A field that rows have only when it is asked for. */
  readonly field?: string
  /** Rows to a page, where the source gives the field on shorter ones alone. */
  readonly limit?: number
}

/** One row: its JSON as the source gave it, with all rows of its nested collections, and what it says. */
export interface PageRow {
  /** null: it has none, so that nothing can be made of it. */
  readonly id: string | null
  readonly text: string
  readonly row: Readonly<Record<string, unknown>>
  /** Why the rest of a nested collection could not be read: it vanished meanwhile, or may not be seen. */
  readonly unread?: SourceErrorKind
}

export interface SourcePage {
  /** As it was asked for in the end. */
  readonly list: SourceList
  readonly offset: number
  /** How many rows the source has in all, as of this page. */
  readonly size: number
  readonly rows: readonly PageRow[]
  /** Where the next page begins; null: this was the last. */
  readonly nextOffset: number | null
}

/** For whom pages are cut up and parsed. */
export interface PageAsking extends ClientAsking {
  readonly companyId: string
  /** Rows to a page; without it the most that the source gives. */
  readonly limit?: number
}

/** How many rows a page of a list has at most. */
export const limitOf = ({ expand, limit }: SourceList): number =>
  limit ?? (expand.length > 0 ? EXPANDED_LIMIT : MAX_PAGE_ROWS)

/** Reads the page of a list that begins at an offset, with all nested rows. Throws SourceError. */
export async function readPage(
  client: SourceClient,
  { list, offset }: { list: SourceList; offset: number },
  asking: PageAsking,
): Promise<SourcePage> {
  const limit = Math.min(asking.limit ?? MAX_PAGE_ROWS, limitOf(list))
  let page: PageParts
  try {
    page = await client.get(addressOf(list, { limit, offset }), asking, async (text) => {
      const parts = await cutUp(text, asking)
      const isEmpty = parts.rows.length === 0 && offset < numberIn(parts.meta, 'size')
      if (isEmpty) throw garbled(`an empty page at ${offset}`, { what: 'short', row: offset + 1 })
      checkExpanded(parts.rows, { list, offset })
      return parts
    })
  } catch (error) {
    const simpler = error instanceof SourceError ? withoutRefused(list, error) : null
    if (simpler === null) throw error
    return readPage(client, { list: simpler, offset }, asking)
  }
  if (lacksField(page.rows, list)) return readPage(client, { list: { ...list, limit: EXPANDED_LIMIT }, offset }, asking)
  const { meta, rows: partial } = page
  const size = numberIn(meta, 'size')
  const rows: PageRow[] = []
  for (const [index, row] of partial.entries())
    rows.push(await readingRow({ row, number: offset + index + 1 }, () => wholeRow(client, { list, row }, asking)))
  const reached = offset + rows.length
  const isLast = rows.length === 0 || (reached >= size && meta.nextHref === undefined)
  return { list, offset, size, rows, nextOffset: isLast ? null : reached }
}

export interface ReadSummary {
  /** As of the last page. */
  readonly size: number
  readonly distinct: number
  /** Rows that came again, because others were added before them. */
  readonly repeated: number
  /** The source said one size all the time, and so many rows were seen: otherwise the list is to be read once more. */
  readonly isComplete: boolean
}

/** Gives the pages from an offset on, each row once. `seen`: ids from before, of a run that goes on; ids are added to it. */
export async function* readPages(
  client: SourceClient,
  from: { readonly list: SourceList; readonly offset: number; readonly seen?: Set<string> },
  asking: PageAsking,
): AsyncGenerator<SourcePage, ReadSummary, undefined> {
  const { seen = new Set<string>() } = from
  const sizes = new Set<number>()
  let [list, offset, repeated]: [SourceList, number | null, number] = [from.list, from.offset, 0]
  let size = 0
  while (offset !== null) {
    const page: SourcePage = await readPage(client, { list, offset }, asking)
    const rows = page.rows.filter(({ id }) => id === null || (!seen.has(id) && seen.add(id)))
    repeated += page.rows.length - rows.length
    size = page.size
    sizes.add(size)
    list = page.list
    offset = page.nextOffset
    yield { ...page, rows }
  }
  return { size, distinct: seen.size, repeated, isComplete: sizes.size <= 1 && seen.size === size }
}

/** Reads what stands at an address, and is one object or a plain array. */
export async function readObject(client: SourceClient, path: string, asking: ClientAsking): Promise<unknown> {
  return client.get(path, asking, async (text) => parsed(text))
}

function addressOf(list: SourceList, { limit, offset }: { limit: number; offset: number }): string {
  const filters = [
    ...(list.withArchived ? ['archived=true', 'archived=false'] : []),
    ...(list.updatedSince === undefined ? [] : [`updated>=${list.updatedSince}`]),
  ]
  const query = new URLSearchParams({
    limit: String(limit),
    offset: String(offset),
    ...(list.expand.length > 0 ? { expand: list.expand.join(',') } : {}),
    ...(filters.length > 0 ? { filter: filters.join(';') } : {}),
    ...(list.field === undefined ? {} : { fields: list.field }),
    ...(list.sorted ? { order: 'id,asc' } : {}),
  })
  return `${list.path}?${query}`
}

const REFUSES_FILTER = [1014, 1034, 1041]
const REFUSES_ORDER = [1042, 1063, 1096]
const REFUSES_FIELD = [3042, 3043]

/** The list without what the source does not do for it; null when that does not help. */
function withoutRefused(list: SourceList, { kind, extras: { codes = [] } }: SourceError): SourceList | null {
  if (kind !== 'query-refused') return null
  if (list.sorted && codes.some((code) => REFUSES_ORDER.includes(code))) return { ...list, sorted: false }
  const { field, limit: _limit, ...plain } = list
  if (field !== undefined && codes.some((code) => REFUSES_FIELD.includes(code))) return plain
  if (list.withArchived && codes.some((code) => REFUSES_FILTER.includes(code))) return { ...list, withArchived: false }
  return null
}

type Meta = Readonly<Record<string, unknown>>

interface PageParts {
  readonly meta: Meta
  readonly rows: readonly PageRow[]
}

/** A page into its head and its rows. */
async function cutUp(text: string, asking: PageAsking): Promise<PageParts> {
  const parts = await inSlices(asking, findArray(text, ['rows']))
  if (parts === null) throw garbled('no rows')
  const head = parsed(text.slice(0, parts.start) + text.slice(parts.end)) as { meta?: Meta }
  if (typeof head.meta !== 'object' || head.meta === null) throw garbled('no meta')
  const rows: PageRow[] = []
  for (const [from, to] of parts.entries) rows.push(await parsedRow(text.slice(from, to).trim(), asking))
  return { meta: head.meta, rows }
}

interface Collection {
  readonly meta?: Meta
  readonly rows?: readonly unknown[]
}

const collectionOf = ({ row }: PageRow, name: string) => Object(row[name]) as Collection

/** So many rows of a page without the rows of a nested collection are read one by one; more of them mean that nothing was expanded. */
const MOST_UNEXPANDED = 5

/** What was not expanded looks empty. */
function checkExpanded(rows: readonly PageRow[], { list, offset }: { list: SourceList; offset: number }): void {
  for (const field of list.expand) {
    const isMissing = (row: PageRow) => {
      const { meta, rows: nested } = collectionOf(row, field)
      return !Array.isArray(nested) && (sizeIn(meta) ?? 0) > 0
    }
    const missing = rows.filter(isMissing)
    if (missing.length <= MOST_UNEXPANDED) continue
    const [row] = missing
    throw garbled(`${field} was not expanded`, {
      ...placeOf(row!, offset + rows.indexOf(row!) + 1),
      field,
      what: 'not-expanded',
    })
  }
}

const placeOf = ({ row: { name } }: PageRow, row: number) => ({ row, ...(typeof name === 'string' ? { name } : {}) })

/** Says which row it was of which nothing could be read. */
async function readingRow<T>({ row, number }: { row: PageRow; number: number }, read: () => Promise<T>): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof SourceError) || error.kind !== 'garbled') throw error
    const place = { what: 'broken', ...error.extras.place, ...placeOf(row, number) } as const
    throw new SourceError(error.kind, { ...error.extras, place })
  }
}

/**
 * The field that was asked for is missing where another one says that it is there: pages are too long for it. Source: sample of
 * `fields=minimumStock`, in which each row with a `minimumBalance` has both.
 */
function lacksField(rows: readonly PageRow[], { field, limit }: SourceList): boolean {
  const tells = (row: PageRow['row']) => row.minimumBalance !== undefined && row.minimumBalance !== 0
  return (
    field === 'minimumStock' && limit === undefined && rows.some(({ row }) => tells(row) && row[field] === undefined)
  )
}

interface RowOf {
  readonly list: SourceList
  readonly row: PageRow
}

const OF_ONE_ROW: readonly SourceErrorKind[] = ['not-found', 'not-permitted', 'tariff-closed']

/** The text of a row with more rows of a nested collection. */
async function withMore(
  text: string,
  { name, more }: { name: string; more: readonly string[] },
  asking: PageAsking,
): Promise<string> {
  const parts = await inSlices(asking, findArray(text, [name, 'rows']))
  if (parts !== null) return withEntries(text, parts, more)
  // The collection came without rows. Of two fields of one name the last counts.
  return `${text.slice(0, text.lastIndexOf('}'))},${JSON.stringify(name)}:{"rows":[${more.join(',')}]}}`
}

/** A row with all rows of its nested collections: those that the list left out are read from their own address. */
async function wholeRow(client: SourceClient, { list, row }: RowOf, asking: PageAsking): Promise<PageRow> {
  let whole = row
  for (const name of list.expand) {
    const { meta, rows } = collectionOf(whole, name)
    const known = Array.isArray(rows) ? rows.length : 0
    if (meta === undefined || known >= (sizeIn(meta) ?? 0)) continue
    try {
      const more = await restOf(client, { meta, from: known, field: name }, asking)
      whole = await parsedRow(await withMore(whole.text, { name, more }, asking), asking)
    } catch (error) {
      // It vanished since the page was read, or may not be seen: that is about this row alone.
      if (!(error instanceof SourceError) || !OF_ONE_ROW.includes(error.kind)) throw error
      return { ...whole, unread: error.kind }
    }
  }
  return whole
}

/** The rows of a nested collection from one on. */
async function restOf(
  client: SourceClient,
  { meta, from, field }: { meta: Meta; from: number; field: string },
  asking: PageAsking,
): Promise<string[]> {
  const path = pathOf(typeof meta.href === 'string' ? meta.href.split('?', 1)[0] : undefined, client.url)
  if (path === null) throw new SourceError('not-found', { found: 'a collection at another address' })
  const found: string[] = []
  for (;;) {
    const offset = from + found.length
    const page = await client.get(`${path}?limit=${MAX_PAGE_ROWS}&offset=${offset}`, asking, (text) =>
      cutUp(text, asking),
    )
    found.push(...page.rows.map(({ text }) => text))
    if (from + found.length >= numberIn(page.meta, 'size')) return found
    if (page.rows.length === 0) throw garbled(`an empty page at ${offset}`, { what: 'short', field })
  }
}

/** In a slice of its own: the rows of a large page would keep the thread for too long together. */
async function parsedRow(text: string, asking: PageAsking): Promise<PageRow> {
  if (isSliceUsed()) await sliceOf(asking)
  const value = charging(asking.companyId, () => parsed(text))
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const row = isObject ? (value as Record<string, unknown>) : {}
  return { id: isId(row.id) ? row.id : null, text, row }
}

/** What can be the id of a record of the source. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^[\w-]{1,100}$/.test(value)

function parsed(text: string): unknown {
  try {
    return parseSource(text)
  } catch {
    throw garbled('broken JSON')
  }
}

function numberIn(meta: Meta, name: string): number {
  const number = countOf(meta[name])
  if (number === null) throw garbled(`no ${name}`)
  return number
}

/** How many rows a nested collection has; null: it does not say. */
const sizeIn = (meta: Meta | undefined): number | null => countOf(Object(meta).size)

function countOf(value: unknown): number | null {
  const number = typeof value === 'object' && value !== null ? Number((value as LosslessNumber).value) : value
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : null
}

const garbled = (found: string, place: SourcePlace = { what: 'broken' }) => new SourceError('garbled', { found, place })
