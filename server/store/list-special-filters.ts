/** Filters that only one list has. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { MOVEMENT_TYPES, ORDER_STATUSES, PRODUCT_KINDS, ProductRecord } from '../domain/record-schemas.ts'
import { Id, isIssuedId } from '../domain/schema.ts'
import { anyOf, type Condition, created, flag, type ListFilter, NOTHING, wordInRecord } from './list-filters.ts'
import { hasWords, indexedWords, SEARCH_COLUMN, type Words, wordsOf } from './list-search.ts'

const OPEN = ['new', 'picking']

/** Partial indexes have the open orders and the cancelled ones; their conditions must stand there in full. */
export const orderStatus: ListFilter = {
  ...anyOf('status', ORDER_STATUSES),
  leads: partOfOrders,
  gathers: partOfOrders,
}

function partOfOrders(statuses: readonly string[]): Condition | null {
  if (statuses.every((status) => status === 'cancelled')) return sql`t.status = 'cancelled'`
  return statuses.every((status) => OPEN.includes(status)) ? sql`t.status in ('new', 'picking')` : null
}

/** Shipments are most of the movements; a partial index has all others, those of one type in order. */
export const movementType: ListFilter = {
  ...anyOf('type', MOVEMENT_TYPES),
  leads: (types: readonly string[]) => (types.length === 1 ? inPart('type', types, 'shipment') : null),
  gathers: (types: readonly string[]) => inPart('type', types, 'shipment'),
}

/** The same of the kinds of products. */
export const productKind: ListFilter = {
  ...anyOf('kind', PRODUCT_KINDS),
  leads: (kinds: readonly string[]) => (kinds.length === 1 ? inPart('kind', kinds, 'product') : null),
  gathers: (kinds: readonly string[]) => inPart('kind', kinds, 'product'),
}

/** Of an index of all rows but the usual ones. The words stand in the statement, so that its plan is made for them. */
function inPart(name: string, words: readonly string[], usual: string): Condition | null {
  const column = sql.ref(`t.${name}`)
  return words.includes(usual)
    ? null
    : sql`${column} in (${sql.join(words.map((word) => sql.lit(word)))}) and ${column} <> ${sql.lit(usual)}`
}

/** An index has the archived products: there may be few of them. */
export const isArchivedProduct: ListFilter = {
  ...flag('archived', 'Archived ones alone, or all but them.'),
  leads: (isArchived: boolean) => (isArchived ? sql`t.archived` : null),
  gathers: (isArchived: boolean) => (isArchived ? sql`t.archived` : null),
}

/** Out of it or into it. */
export const movementWarehouse: ListFilter = {
  schema: Id,
  where: (value: string) => (isIssuedId(value) ? sql`${value}::uuid in (t.warehouse_id, t.to_warehouse_id)` : NOTHING),
}

/** A movement is at the time at which it was made. */
export const movementAt = (edge: 'from' | 'to'): ListFilter => created(edge, 'at')

export const isOpenLot: ListFilter = {
  schema: Type.Boolean({ description: 'Lots with a remainder alone, or those without one.' }),
  where: (isOpen: boolean) => (isOpen ? sql`t.is_open` : sql`not t.is_open`),
  leads: (isOpen: boolean) => (isOpen ? sql`t.is_open` : null),
}

export const inStock: ListFilter = {
  schema: Type.Boolean({ description: 'Rows with something on hand alone, or those without.' }),
  where: (isThere: boolean) => (isThere ? sql`t.on_hand_milli > 0` : sql`t.on_hand_milli = 0`),
}

export const isUnread: ListFilter = {
  schema: Type.Boolean({ description: 'Those that were not read alone, or those that were.' }),
  where: (isNew: boolean) => (isNew ? sql`t.read_at is null` : sql`t.read_at is not null`),
}

const IN_TAGS = wordInRecord(ProductRecord, 'tags')

/** What a product is tagged with is searched, too: the index of the search finds it, and a look there spares most rows that into the record. */
export const productTag: ListFilter = {
  ...IN_TAGS,
  where: (tag: string): Condition => {
    const words = wordsOfTag(tag)
    const isTagged = IN_TAGS.where(tag as never)
    return words === null ? isTagged : sql`(${hasWords(SEARCH_COLUMN, words)} and ${isTagged})`
  },
  gathers: (tag: string): Condition | null => {
    const words = wordsOfTag(tag)
    const indexed = words === null ? null : indexedWords(words)
    return indexed === null ? null : hasWords(SEARCH_COLUMN, indexed)
  },
}

/** Tags stand in what is searched as JSON, with backslashes before quotes and backslashes. */
function wordsOfTag(tag: string): Words | null {
  return wordsOf(JSON.stringify(tag).slice(1, -1), false)
}
