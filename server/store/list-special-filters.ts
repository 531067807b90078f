/** Filters that only one list has. */
import { sql } from 'kysely'
import { Type } from 'typebox'
import { MOVEMENT_TYPES, ORDER_STATUSES } from '../domain/record-schemas.ts'
import { Id } from '../domain/schema.ts'
import { anyOf, type Condition, created, isUuid, type ListFilter, NOTHING } from './list-filters.ts'

const OPEN = ['new', 'picking']

/** Partial indexes have the open orders and the cancelled ones; their conditions must stand there in full. */
export const orderStatus: ListFilter = {
  ...anyOf('status', ORDER_STATUSES),
  index: 'leads',
  indexed: (statuses: readonly string[]): Condition | null => {
    if (statuses.every((status) => status === 'cancelled')) return sql`t.status = 'cancelled'`
    if (statuses.every((status) => OPEN.includes(status))) return sql`t.status in ('new', 'picking')`
    return null
  },
}

/** Shipments are most of the movements; a partial index has all others. */
export const movementType: ListFilter = {
  ...anyOf('type', MOVEMENT_TYPES),
  index: 'leads',
  indexed: (types: readonly string[]): Condition | null =>
    types.length === 1 && types[0] !== 'shipment' ? sql`t.type = ${types[0]} and t.type <> 'shipment'` : null,
}

/** Out of it or into it. */
export const movementWarehouse: ListFilter = {
  schema: Id,
  where: (value: string) => (isUuid(value) ? sql`${value}::uuid in (t.warehouse_id, t.to_warehouse_id)` : NOTHING),
}

/** A movement is at the time at which it was made. */
export const movementAt = (edge: 'from' | 'to'): ListFilter => created(edge)

export const isOpenLot: ListFilter = {
  schema: Type.Boolean({ description: 'Lots with a remainder alone, or those without one.' }),
  index: 'leads',
  where: (isOpen: boolean) => (isOpen ? sql`t.remaining_milli > 0` : sql`t.remaining_milli = 0`),
  indexed: (isOpen: boolean) => (isOpen ? sql`t.remaining_milli > 0` : null),
}

export const inStock: ListFilter = {
  schema: Type.Boolean({ description: 'Rows with something on hand alone, or those without.' }),
  where: (isThere: boolean) => (isThere ? sql`t.on_hand_milli > 0` : sql`t.on_hand_milli = 0`),
}

export const isUnread: ListFilter = {
  schema: Type.Boolean({ description: 'Those that were not read alone, or those that were.' }),
  where: (isNew: boolean) => (isNew ? sql`t.read_at is null` : sql`t.read_at is not null`),
}
