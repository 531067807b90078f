import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { WAREHOUSE } from '../domain/fields/warehouses.ts'
import { put, remove, type Warehouse } from '../domain/records.ts'
import { type Blocker, blockerOf, MAX_BLOCKERS, Refusal } from '../domain/refusals.ts'
import { defineCommand } from './define.ts'
import { Deleted, NoBody, refuseReferenced, updated } from './fields.ts'
import { findWarehouse } from './find.ts'

/**
 * POST /warehouses. Refuses only a malformed body; several warehouses may have the same name. Source: S-WAREHOUSE-1.
 */
export const createWarehouse = defineCommand({
  name: 'createWarehouse',
  method: 'POST',
  path: '/api/v1/warehouses',
  may: 'managers',
  refusals: [],
  summary: 'Create a warehouse',
  description: 'A new company has no warehouse; create one before the first receipt.',
  tag: 'Warehouses',
  entity: 'warehouse',
  action: 'warehouse.created',
  body: WAREHOUSE.create,
  result: WAREHOUSE.record,
  example: { name: 'Основной склад', short: 'ОСН', city: 'Москва', address: 'ул. Складская, 1' },
  decide(_books, { body }, { now, revision, newId }) {
    const warehouse = WAREHOUSE.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'warehouses', record: warehouse },
      changes: [put('warehouses', warehouse)],
      logged: log('warehouse.created', { name: warehouse.name }),
    }
  },
})

/**
 * PATCH /warehouses/{warehouseId}. Refuses: NOT_FOUND. Archiving also refuses LAST_WAREHOUSE, WAREHOUSE_NOT_EMPTY.
 * Source: S-WAREHOUSE-4, S-WAREHOUSE-5, S-WAREHOUSE-9.
 */
export const updateWarehouse = defineCommand({
  name: 'updateWarehouse',
  method: 'PATCH',
  path: '/api/v1/warehouses/:warehouseId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'LAST_WAREHOUSE', 'WAREHOUSE_NOT_EMPTY'],
  summary: 'Change, archive or restore a warehouse',
  description:
    'New operations cannot use an archived warehouse; its history stays. Move the stock out and complete the open orders first. The last active warehouse cannot be archived.',
  tag: 'Warehouses',
  entity: 'warehouse',
  action: 'warehouse.updated',
  body: WAREHOUSE.update,
  result: WAREHOUSE.record,
  example: { name: 'Основной склад', city: 'Тверь' },
  decide(books, { params, body }, { now, revision }) {
    const warehouse = findWarehouse(books, params.warehouseId!)
    const changed: Warehouse = { ...WAREHOUSE.change(warehouse, body), updatedAt: now, revision }
    if (changed.archived && !warehouse.archived) checkLeavable(books, warehouse)
    return updated('warehouses', { before: warehouse, after: changed }, { entity: 'warehouse', name: changed.name })
  },
})

/**
 * DELETE /warehouses/{warehouseId}. Refuses: NOT_FOUND, LAST_WAREHOUSE, WAREHOUSE_NOT_EMPTY, HAS_REFERENCES.
 * Source: S-WAREHOUSE-6, S-WAREHOUSE-7, S-WAREHOUSE-8.
 */
export const deleteWarehouse = defineCommand({
  name: 'deleteWarehouse',
  method: 'DELETE',
  path: '/api/v1/warehouses/:warehouseId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'LAST_WAREHOUSE', 'WAREHOUSE_NOT_EMPTY', 'HAS_REFERENCES'],
  summary: 'Delete an empty warehouse',
  description: 'Only a warehouse that was never used can be deleted. A warehouse with history can be archived instead.',
  tag: 'Warehouses',
  entity: 'warehouse',
  action: 'warehouse.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => [{ fact: 'references', kind: 'warehouses', id: params.warehouseId! }],
  decide(books, { params, facts }) {
    const warehouse = findWarehouse(books, params.warehouseId!)
    checkLeavable(books, warehouse)
    refuseReferenced(`warehouse "${warehouse.name}"`, facts.references!)
    return {
      result: { deleted: warehouse.id },
      changes: [remove('warehouses', warehouse.id)],
      logged: log('warehouse.deleted', { name: warehouse.name }),
    }
  },
})

/**
 * Checks that a warehouse may be archived or deleted: another active warehouse must remain, and this one must have no
 * stock and expect none. The checks run in the order of S-WAREHOUSE-10.
 */
function checkLeavable(books: Books, warehouse: Warehouse): void {
  if (!warehouse.archived) {
    const active = [...books.warehouses.values()].filter((other) => !other.archived)
    if (active.length === 1)
      throw new Refusal(
        'LAST_WAREHOUSE',
        `"${warehouse.name}" is the last active warehouse. Create another one first.`,
        {
          figures: { warehouseId: warehouse.id, warehouse: warehouse.name },
        },
      )
  }
  const blockers: Blocker[] = []
  let lots = 0
  let orders = 0
  for (const lot of books.lots.values())
    if (lot.warehouseId === warehouse.id) {
      lots += 1
      if (blockers.length < MAX_BLOCKERS)
        blockers.push(blockerOf('lot', lot.id, books.products.get(lot.productId)?.name ?? lot.productId))
    }
  for (const order of books.orders.values())
    if (order.warehouseId === warehouse.id && (order.status === 'new' || order.status === 'picking')) {
      orders += 1
      if (blockers.length < MAX_BLOCKERS)
        blockers.push({ entity: 'order', id: order.id, label: `Order ${order.number}`, name: order.number })
    }
  if (lots + orders > 0)
    throw new Refusal(
      'WAREHOUSE_NOT_EMPTY',
      `"${warehouse.name}" still has ${lots} lot${lots === 1 ? '' : 's'} in stock and ${orders} open order${orders === 1 ? '' : 's'}. Move the stock out and complete the orders first.`,
      { figures: { warehouseId: warehouse.id, warehouse: warehouse.name, lots, orders }, blockers },
    )
}
