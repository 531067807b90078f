/**
 * Reads MoySklad's lists page by page. Rows can be added and deleted while a list is being read, so each page contains
 * the data by which the caller can detect such changes. At the end, the reader reports whether it received every row.
 */
import { charging, inSlices, isSliceUsed, sliceOf } from '../runtime/slices.ts'
import { type ClientAsking, pathOf, type SourceClient } from './client.ts'
import type { LosslessNumber } from './mapping/decimals.ts'
import { SourceError, type SourceErrorKind, type SourcePlace } from './source-errors.ts'
import { findArray, parseSource, withEntries } from './source-json.ts'

/** Above this page size, MoySklad silently stops expanding nested collections. */
const EXPANDED_LIMIT = 100
const MAX_PAGE_ROWS = 1_000

/**
 * One of MoySklad's lists and the query for it. Both are saved in checkpoints, so that query options refused by
 * MoySklad stay off.
 */
export interface SourceList {
  /** The list's path, such as `/entity/product`. */
  readonly path: string
  /** The nested collections to include with all their rows. */
  readonly expand: readonly string[]
  /** Whether to include archived rows, which MoySklad otherwise omits. */
  readonly withArchived: boolean
  /** Whether to sort by id, so that a new row does not shift the following pages. */
  readonly sorted: boolean
  /** If set, only rows that changed since this time are returned. The time is in MoySklad's format. */
  readonly updatedSince?: string
  /** A field that rows contain only if it is requested. */
  readonly field?: string
  /** The number of rows per page, for a field that MoySklad returns only on shorter pages. */
  readonly limit?: number
}

/** A row: its original JSON with all rows of its nested collections, and the parsed value. */
export interface PageRow {
  /** Null when the row has no id, so nothing can be created from it. */
  readonly id: string | null
  readonly text: string
  readonly row: Readonly<Record<string, unknown>>
  /**
   * Why the rest of a nested collection could not be read: the collection has been deleted since, or the token lacks
   * permission.
   */
  readonly unread?: SourceErrorKind
}

export interface SourcePage {
  /** The list with those query options that MoySklad accepted. */
  readonly list: SourceList
  readonly offset: number
  /** The total number of rows in the list when this page was read. */
  readonly size: number
  readonly rows: readonly PageRow[]
  /** The offset of the next page; null when this page was the last. */
  readonly nextOffset: number | null
}

/** Options for reading a page, with the company whose time slices are used for splitting and parsing the page. */
export interface PageAsking extends ClientAsking {
  readonly companyId: string
  /** The number of rows per page; by default MoySklad's maximum. */
  readonly limit?: number
}

/** Returns the maximum number of rows that a page of a list may have. */
export const limitOf = ({ expand, limit }: SourceList): number =>
  limit ?? (expand.length > 0 ? EXPANDED_LIMIT : MAX_PAGE_ROWS)

/** Reads the page of a list at an offset, with all nested rows. Throws SourceError. */
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
  /** The list's size as MoySklad stated it on the last page. */
  readonly size: number
  readonly distinct: number
  /** The number of rows that MoySklad returned twice, because new rows were added before them. */
  readonly repeated: number
  /** Whether the list's size never changed and all rows were returned. Otherwise, the list must be read again. */
  readonly isComplete: boolean
}

/**
 * Yields the pages from an offset on, with each row only once. `seen`: the ids from an earlier run that is being
 * continued; new ids are added to it.
 */
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

/** Requests an address that returns one object or a plain array. */
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

/** Returns the list without the query options that MoySklad refused, or null when removing options would not help. */
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

/** Splits a page into its head and its rows. */
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

/**
 * The maximum number of rows with unexpanded nested collections that are read one by one. If a page has more of these
 * rows, MoySklad is assumed to have expanded nothing.
 */
const MOST_UNEXPANDED = 5

/** Throws if MoySklad expanded nothing, because an unexpanded collection would look empty. */
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

/** Adds the row's position to an error about a row that cannot be read. */
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
 * Whether a requested field is missing although another field shows that the row should have it. In that case the page
 * was too long for MoySklad to include the field. Source: sample of `fields=minimumStock`, in which each row with a
 * `minimumBalance` has both.
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

/** Returns a row's text with more rows added to a nested collection. */
async function withMore(
  text: string,
  { name, more }: { name: string; more: readonly string[] },
  asking: PageAsking,
): Promise<string> {
  const parts = await inSlices(asking, findArray(text, [name, 'rows']))
  if (parts !== null) return withEntries(text, parts, more)
  // The text contains the collection without rows, so `rows` is added as a second key with the same name; of two equal
  // keys in JSON, the last one counts.
  return `${text.slice(0, text.lastIndexOf('}'))},${JSON.stringify(name)}:{"rows":[${more.join(',')}]}}`
}

/**
 * Returns a row with all rows of its nested collections. Nested rows that the list's page does not contain are read
 * from the collection's own address.
 */
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
      // The collection was deleted after the page was read, or the token has no permission. Only this row is affected.
      if (!(error instanceof SourceError) || !OF_ONE_ROW.includes(error.kind)) throw error
      return { ...whole, unread: error.kind }
    }
  }
  return whole
}

/** Returns the rows of a nested collection, starting at an index. */
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

/**
 * Parses a row in its own time slice, because parsing all rows of a large page together would block the thread for too
 * long.
 */
async function parsedRow(text: string, asking: PageAsking): Promise<PageRow> {
  if (isSliceUsed()) await sliceOf(asking)
  const value = charging(asking.companyId, () => parsed(text))
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  const row = isObject ? (value as Record<string, unknown>) : {}
  return { id: isId(row.id) ? row.id : null, text, row }
}

/** Whether a value can be an id in MoySklad. */
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

/** Returns the number of rows in a nested collection, or null if the collection does not state it. */
const sizeIn = (meta: Meta | undefined): number | null => countOf(Object(meta).size)

function countOf(value: unknown): number | null {
  const number = typeof value === 'object' && value !== null ? Number((value as LosslessNumber).value) : value
  return Number.isSafeInteger(number) && (number as number) >= 0 ? (number as number) : null
}

const garbled = (found: string, place: SourcePlace = { what: 'broken' }) => new SourceError('garbled', { found, place })
