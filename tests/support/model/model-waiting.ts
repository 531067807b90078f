/** The model's rules for orders that wait for goods and for reservations that end, written from S-BACKORDER. */
import { available, differences, isOpen, leastOf, milli, paidFor, place, type Rule } from './model.ts'
import type { Json } from './model-kinds.ts'
import { orderDifferences } from './model-orders.ts'
import { endFrom, fillWaiting, release, reserve, reserveOf } from './model-reserves.ts'

const reserveOrder: Rule = {
  refusals(model, { params, body }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    if (order.status !== 'new' || order.lines.some(({ shipped }) => shipped > 0n)) return ['INVALID_TRANSITION']
    const isShort =
      order.isReleased &&
      !order.isBackorder &&
      [...reserveOf(model, order.lines)!].some(
        ([productId, quantity]) => quantity > available(model, productId, order.warehouseId),
      )
    return [
      ...(body.reservedUntil?.startsWith('2020') ? ['VALIDATION_FAILED'] : []),
      ...(isShort ? ['INSUFFICIENT_STOCK'] : []),
    ]
  },
  take(model, { params, body }, { result }) {
    const order = model.orders.get(params.orderId!)!
    release(model, order)
    order.isReleased = false
    order.ends = body.reservedUntil === undefined ? endFrom(model, result.updatedAt) : body.reservedUntil
    reserve(model, order)
    fillWaiting(model)
    return orderDifferences(model, order, result)
  },
}

const endReservation: Rule = {
  refusals(model, { body }) {
    const order = model.orders.get(body.orderId)
    if (order === undefined) return ['NOT_FOUND']
    // This refusal may also be NOT_FOUND, because a finished order may no longer be in memory.
    if (!isOpen(order)) return ['INVALID_TRANSITION', 'NOT_FOUND']
    return order.ends === body.reservedUntil ? [] : ['INVALID_TRANSITION']
  },
  take(model, { body }, { result }) {
    const order = model.orders.get(body.orderId)!
    order.ends = null
    if (paidFor(model, order.id) === 0n) {
      release(model, order)
      order.isReleased = true
      reserve(model, order)
    }
    fillWaiting(model)
    return orderDifferences(model, order, result)
  },
}

export const WAITING_RULES: Readonly<Record<string, Rule>> = { reserveOrder, endReservation }

/**
 * Checks that no order line in a state waits for stock that is available, and that the quantities of each line add up.
 * Returns the contradictions.
 */
export function waitingFaults(state: Json): string[] {
  const diff = differences()
  const there = new Map<string, bigint>()
  for (const row of state.stock) there.set(place(row.productId, row.warehouseId), milli(row.available))
  for (const order of state.orders) {
    const isReserving = ['new', 'picking'].includes(order.status) && order.releasedAt === undefined
    for (const item of order.items) {
      const [quantity, waiting] = [item.quantity, item.waiting ?? 0].map(milli) as [bigint, bigint]
      const parts = [item.shipped, item.cancelled, item.reserved].map(milli)
      const sum = parts.reduce((all, part) => all + part, waiting)
      if (isReserving) diff.expect(`parts of line ${item.id} of ${order.id}`, sum, quantity)
      if (waiting === 0n) continue
      const available = (productId: string) => there.get(place(productId, order.warehouseId)) ?? 0n
      const bundles = leastOf([waiting, 1000n])
      const isThere =
        item.components === undefined
          ? available(item.productId) > 0n
          : item.components.every((one: Json) => available(one.productId) * 1000n >= milli(one.quantity) * bundles)
      if (isThere) diff.found.push(`Line ${item.id} of ${order.id} waits for what is available`)
    }
  }
  return diff.found
}
