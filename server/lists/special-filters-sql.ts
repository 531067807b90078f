/** The filters that are specific to one list. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { type Edge, edgeFilter, type MomentOfDay } from '../domain/lists.ts'
import { MOVEMENT_TYPES, ORDER_PAYMENT_STATES, ORDER_STATUSES } from '../domain/record-schemas.ts'
import { Id, isIssuedId, oneOf } from '../domain/schema.ts'
import { anyOf, type Condition, created, id, type ListFilter, NOTHING } from './filters-sql.ts'

const OPEN = ['new', 'picking']

/**
 * Filters orders by status. Partial indexes cover open and cancelled orders; the query must repeat their conditions
 * literally.
 */
export const orderStatus: ListFilter = {
  ...anyOf('status', ORDER_STATUSES),
  orderedBy: partOfOrders,
  indexedBy: partOfOrders,
}

function partOfOrders(statuses: readonly string[]): Condition | null {
  if (statuses.every((status) => status === 'cancelled')) return sql`t.status = 'cancelled'`
  return statuses.every((status) => OPEN.includes(status)) ? sql`t.status in ('new', 'picking')` : null
}

/** Filters orders by payment state. An index has the orders of each state in the list's order. */
export const orderPayment: ListFilter = {
  ...anyOf('payment', ORDER_PAYMENT_STATES),
  orderedBy: (states: readonly string[]) => (states.length === 1 ? sql`t.payment = ${sql.lit(states[0])}` : null),
  indexedBy: 'itself',
}

/** Filters orders by whether they wait for goods. A partial index has the waiting orders in the list's order. */
export const waitsForGoods: ListFilter = {
  schema: Type.Boolean({ description: 'true: only orders that wait for goods. false: only the others.' }),
  where: (waits: boolean) => (waits ? sql`t.waits` : sql`not t.waits`),
  orderedBy: (waits: boolean) => (waits ? sql`t.waits` : null),
}

/**
 * Filters movements by type. Most movements are shipments. A partial index covers all other types, and has the
 * movements of each type in the list's order.
 */
export const movementType: ListFilter = {
  ...anyOf('type', MOVEMENT_TYPES),
  orderedBy: (types: readonly string[]) => (types.length === 1 ? inPart('type', types, 'shipment') : null),
  indexedBy: (types: readonly string[]) => inPart('type', types, 'shipment'),
}

/**
 * Returns a condition that can use a partial index, one that covers all rows except those with the most common value.
 * The values are literals in the statement, because otherwise the planner could not use the index.
 */
function inPart(name: string, words: readonly string[], usual: string): Condition | null {
  const column = sql.ref(`t.${name}`)
  return words.includes(usual)
    ? null
    : sql`${column} in (${sql.join(words.map((word) => sql.lit(word)))}) and ${column} <> ${sql.lit(usual)}`
}

/** Filters movements into or out of a warehouse. */
export const movementWarehouse: ListFilter = {
  schema: Id,
  where: (value: string) => (isIssuedId(value) ? sql`${value}::uuid in (t.warehouse_id, t.to_warehouse_id)` : NOTHING),
}

/** The directions of a movement: into stock, out of it, or between two warehouses. */
const DIRECTIONS = { in: 1, out: -1, between: 0 } as const
export const movementDirection: ListFilter = {
  schema: {
    ...oneOf(Object.keys(DIRECTIONS)),
    description: '`in`: incoming, `out`: outgoing, `between`: from one warehouse to another.',
  },
  where: (value: keyof typeof DIRECTIONS) => sql`t.direction = ${sql.lit(DIRECTIONS[value])}`,
}

/** Filters movements by one of their two warehouses. */
export const movementPlace = (column: string, description: string): ListFilter => ({
  ...id(column),
  schema: { ...Id, description },
})

/** Filters movements by time, which means by when they were created. */
export const movementAt = (edge: Edge): ListFilter => created(edge, 'at')

/**
 * Filters orders by the time of their shipment. An index finds these orders, but not in the order of the list. It is
 * asked for both ends of a period together, because most orders are before one end or after the other.
 */
export const shippedAt = (edge: Edge): ListFilter => ({
  ...edgeFilter(edge),
  rangeOf: 'shippedAt',
  keepsSort: true,
  where: (moment: string) =>
    edge === 'from' ? sql`t.shipped_at >= ${moment}::timestamptz` : sql`t.shipped_at <= ${moment}::timestamptz`,
})

/**
 * Filters by the date on the paper document, or by the posting time if there is no such date. A date without a time is
 * compared as a day. `sort`: the list's sort by this date.
 */
export const movedAt = (edge: Edge, sort: string): ListFilter => ({
  ...edgeFilter(edge),
  isDaily: true,
  rangeOf: sort,
  where: ({ day, moment }: MomentOfDay) => {
    const sign = edge === 'from' ? sql`>=` : sql`<=`
    const at = new Date(moment).toISOString()
    // The first condition covers the wider of the two periods, so that an index can be used; the second is checked for
    // each row.
    const [earlier, later] = day < at ? [day, at] : [at, day]
    return sql`(t.moved ${sign} ${edge === 'from' ? earlier : later}
                and t.moved ${sign} case when length(t.moved) = 10 then ${day} else ${at} end)`
  },
})

/** Filters payments by their date. Payments with neither a date nor a posting time never match. */
export const paymentMoved = (edge: Edge): ListFilter => {
  const moved = movedAt(edge, 'paidAt')
  return {
    ...moved,
    keepsSort: true,
    where: (asked: never, companyId: string) =>
      sql`(${moved.where(asked, companyId)}
           and (strpos(t.record, '"paidAt":null') = 0 or strpos(t.record, '"postedAt":null') = 0))`,
  }
}

/** Filters payments by the document they pay. The payments of an invoice include those for its receipts. */
export const paidDocument: ListFilter = {
  schema: { ...Id, description: 'Payments for this document; for an invoice, also those for its receipts.' },
  where: (value: string, companyId: string) =>
    isIssuedId(value)
      ? sql`t.document_id = any (array(
              select d.id from documents d where d.company_id = ${companyId} and d.id = ${value}::uuid
              union all
              select r.id from documents r join documents i on i.company_id = r.company_id and i.id = r.source_document_id
               where r.company_id = ${companyId} and r.source_document_id = ${value}::uuid
                     and r.kind = 'receipt' and i.kind = 'supplier_invoice'))`
      : NOTHING,
}

/** Filters customer returns by a product in their lines. */
export const returnedProduct: ListFilter = {
  schema: Id,
  where: (value: string) => (isIssuedId(value) ? sql`${value}::uuid = any (t.product_ids)` : NOTHING),
}

export const isFromFile: ListFilter = {
  schema: Type.Boolean({ description: 'true: only documents made from an uploaded file. false: only the others.' }),
  where: (isMade: boolean) => (isMade ? sql`t.import_id is not null` : sql`t.import_id is null`),
}

export const isOpenLot: ListFilter = {
  schema: Type.Boolean({ description: 'true: only lots with goods left. false: only lots without.' }),
  where: (isOpen: boolean) => (isOpen ? sql`t.is_open` : sql`not t.is_open`),
  orderedBy: (isOpen: boolean) => (isOpen ? sql`t.is_open` : null),
}

export const inStock: ListFilter = {
  schema: Type.Boolean({ description: 'true: only rows with stock on hand. false: only rows without.' }),
  where: (isThere: boolean) => (isThere ? sql`t.on_hand_milli > 0` : sql`t.on_hand_milli = 0`),
}

/** The condition that excludes daily summaries, because they show costs. */
export const isNoSummary: Condition = sql`t.kind <> 'daily_summary'`

export const unreadFilter: ListFilter = {
  schema: Type.Boolean({ description: 'true: only unread notifications. false: only read ones.' }),
  where: (isNew: boolean) => (isNew ? sql`t.read_at is null` : sql`t.read_at is not null`),
}
