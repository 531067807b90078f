/**
 * Reads the lists of the source page by page. They are live: rows come and go between two pages, so each page says what the reader must
 * watch, and the reader tells at the end whether it has seen them all.
 */
import { charging, inSlices, isSliceUsed, sliceOf } from '../domain/slices.ts'
import { type ClientAsking, pathOf, type SourceClient } from './client.ts'
import { SourceError } from './source-errors.ts'
import { findArray, type LosslessNumber, parseSource, withEntries } from './source-json.ts'

/** With more rows to a page, the source expands nothing and does not say so. */
export const EXPANDED_LIMIT = 100
export const MAX_LIMIT = 1_000

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
}

/** One row: its JSON as the source gave it, with all rows of its nested collections, and what it says. */
export interface SourceRow {
  readonly id: string
  readonly text: string
  readonly row: Readonly<Record<string, unknown>>
}

export interface SourcePage {
  /** As it was asked for in the end. */
  readonly list: SourceList
  readonly offset: number
  /** How many rows the source has in all, as of this page. */
  readonly size: number
  readonly rows: readonly SourceRow[]
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
export const limitOf = ({ expand }: SourceList): number => (expand.length > 0 ? EXPANDED_LIMIT : MAX_LIMIT)

/** Reads the page of a list that begins at an offset, with all nested rows. Throws SourceError. */
export async function readPage(
  client: SourceClient,
  { list, offset }: { list: SourceList; offset: number },
  asking: PageAsking,
): Promise<SourcePage> {
  const limit = Math.min(asking.limit ?? MAX_LIMIT, limitOf(list))
  let page: PageParts
  try {
    page = await client.get(addressOf(list, { limit, offset }), asking, async (text) => {
      const parts = await cutUp(text, asking)
      const isEmpty = parts.rows.length === 0 && offset < numberIn(parts.meta, 'size')
      if (isEmpty) throw garbled(`an empty page at ${offset}`)
      for (const row of parts.rows) checkExpanded(row, list)
      return parts
    })
  } catch (error) {
    const simpler = error instanceof SourceError ? withoutRefused(list, error) : null
    if (simpler === null) throw error
    return readPage(client, { list: simpler, offset }, asking)
  }
  const { meta, rows: partial } = page
  const size = numberIn(meta, 'size')
  const rows: SourceRow[] = []
  for (const row of partial) rows.push(await wholeRow(client, { list, row }, asking))
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
    const rows = page.rows.filter(({ id }) => !seen.has(id) && seen.add(id))
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
    ...(list.sorted ? { order: 'id,asc' } : {}),
  })
  return `${list.path}?${query}`
}

const REFUSES_FILTER = [1014, 1034, 1041]
const REFUSES_ORDER = [1042, 1063, 1096]

/** The list without what the source does not do for it; null when that does not help. */
function withoutRefused(list: SourceList, { kind, extras: { codes = [] } }: SourceError): SourceList | null {
  if (kind !== 'query-refused') return null
  if (list.sorted && codes.some((code) => REFUSES_ORDER.includes(code))) return { ...list, sorted: false }
  if (list.withArchived && codes.some((code) => REFUSES_FILTER.includes(code))) return { ...list, withArchived: false }
  return null
}

type Meta = Readonly<Record<string, unknown>>

interface PageParts {
  readonly meta: Meta
  readonly rows: readonly SourceRow[]
}

/** A page into its head and its rows. */
async function cutUp(text: string, asking: PageAsking): Promise<PageParts> {
  const parts = await inSlices(asking, findArray(text, ['rows']))
  if (parts === null) throw garbled('no rows')
  const head = parsed(text.slice(0, parts.start) + text.slice(parts.end)) as { meta?: Meta }
  if (typeof head.meta !== 'object' || head.meta === null) throw garbled('no meta')
  const rows: SourceRow[] = []
  for (const [from, to] of parts.entries) rows.push(await parsedRow(text.slice(from, to).trim(), asking))
  return { meta: head.meta, rows }
}

interface Collection {
  readonly meta?: Meta
  readonly rows?: readonly unknown[]
}

const collectionOf = ({ row }: SourceRow, name: string) => (row[name] ?? {}) as Collection

/** What was not expanded looks empty. */
function checkExpanded(row: SourceRow, { expand }: SourceList): void {
  for (const name of expand) {
    const { meta, rows } = collectionOf(row, name)
    if (meta !== undefined && rows === undefined && numberIn(meta, 'size') > 0)
      throw garbled(`${name} was not expanded`)
  }
}

interface RowOf {
  readonly list: SourceList
  readonly row: SourceRow
}

/** A row with all rows of its nested collections: those that the list left out are read from their own address. */
async function wholeRow(client: SourceClient, { list, row }: RowOf, asking: PageAsking): Promise<SourceRow> {
  let whole = row
  for (const name of list.expand) {
    const { meta, rows = [] } = collectionOf(whole, name)
    if (meta === undefined || rows.length >= numberIn(meta, 'size')) continue
    const more = await restOf(client, { meta, from: rows.length }, asking)
    const parts = await inSlices(asking, findArray(whole.text, [name, 'rows']))
    whole = await parsedRow(withEntries(whole.text, parts!, more), asking)
  }
  return whole
}

/** The rows of a nested collection from one on. */
async function restOf(
  client: SourceClient,
  { meta, from }: { meta: Meta; from: number },
  asking: PageAsking,
): Promise<string[]> {
  const path = pathOf(typeof meta.href === 'string' ? meta.href.split('?', 1)[0] : undefined, client.url)
  if (path === null) throw garbled('a collection at another address')
  const found: string[] = []
  for (;;) {
    const offset = from + found.length
    const page = await client.get(`${path}?limit=${MAX_LIMIT}&offset=${offset}`, asking, (text) => cutUp(text, asking))
    found.push(...page.rows.map(({ text }) => text))
    if (from + found.length >= numberIn(page.meta, 'size')) return found
    if (page.rows.length === 0) throw garbled(`an empty page at ${offset}`)
  }
}

/** In a slice of its own: the rows of a large page would keep the thread for too long together. */
async function parsedRow(text: string, asking: PageAsking): Promise<SourceRow> {
  if (isSliceUsed()) await sliceOf(asking)
  const row = charging(asking.companyId, () => parsed(text)) as Record<string, unknown>
  if (typeof row?.id !== 'string') throw garbled('a row without an id')
  return { id: row.id, text, row }
}

function parsed(text: string): unknown {
  try {
    return parseSource(text)
  } catch {
    throw garbled('broken JSON')
  }
}

function numberIn(meta: Meta, name: string): number {
  const value = meta[name] as number | LosslessNumber | undefined
  const number = typeof value === 'object' ? Number(value.value) : value
  if (number === undefined || !Number.isSafeInteger(number) || number < 0) throw garbled(`no ${name}`)
  return number
}

const garbled = (found: string) => new SourceError('garbled', { found })
