/** Filters that only one list has. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import type { Edge } from '../domain/lists.ts'
import { MOVEMENT_TYPES, ORDER_STATUSES } from '../domain/record-schemas.ts'
import { Id, isIssuedId } from '../domain/schema.ts'
import { anyOf, type Condition, created, type ListFilter, NOTHING } from './list-filters.ts'

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

/** Of an index of all rows but the usual ones. The words stand in the statement, so that its plan is made for them. */
function inPart(name: string, words: readonly string[], usual: string): Condition | null {
  const column = sql.ref(`t.${name}`)
  return words.includes(usual)
    ? null
    : sql`${column} in (${sql.join(words.map((word) => sql.lit(word)))}) and ${column} <> ${sql.lit(usual)}`
}

/** Out of it or into it. */
export const movementWarehouse: ListFilter = {
  schema: Id,
  where: (value: string) => (isIssuedId(value) ? sql`${value}::uuid in (t.warehouse_id, t.to_warehouse_id)` : NOTHING),
}

/** A movement is at the time at which it was made. */
export const movementAt = (edge: Edge): ListFilter => created(edge, 'at')

export const isOpenLot: ListFilter = {
  schema: Type.Boolean({ description: 'Lots with a remainder alone, or those without one.' }),
  where: (isOpen: boolean) => (isOpen ? sql`t.is_open` : sql`not t.is_open`),
  leads: (isOpen: boolean) => (isOpen ? sql`t.is_open` : null),
}

export const inStock: ListFilter = {
  schema: Type.Boolean({ description: 'Rows with something on hand alone, or those without.' }),
  where: (isThere: boolean) => (isThere ? sql`t.on_hand_milli > 0` : sql`t.on_hand_milli = 0`),
}

/** A daily summary is about costs. */
export const isNoSummary: Condition = sql`t.kind <> 'daily_summary'`

export const isUnread: ListFilter = {
  schema: Type.Boolean({ description: 'Those that were not read alone, or those that were.' }),
  where: (isNew: boolean) => (isNew ? sql`t.read_at is null` : sql`t.read_at is not null`),
}
