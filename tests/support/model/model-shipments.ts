/** The model's rules for shipping orders in parts, written from S-SHIPMENT. */
import {
  differences,
  flow,
  isOpen,
  type Model,
  type ModelOrder,
  type ModelShipment,
  milli,
  minor,
  minorOrNull,
  noteNewId,
  putBack,
  type Rule,
  restock,
} from './model.ts'
import type { Json } from './model-kinds.ts'
import { namingCodes } from './model-naming.ts'
import {
  demandOf,
  leftOfLine,
  type ModelPart,
  orderDifferences,
  release,
  reserveOf,
  restOfOrder,
  ship,
  shownMovement,
} from './model-orders.ts'

/** Returns the parts that a request names, in the order of the order's lines; null if it names a wrong line. */
function partsOf(order: ModelOrder, asked: readonly Json[] | undefined): ModelPart[] | null {
  if (asked === undefined) return restOfOrder(order)
  const ids = asked.map(({ lineId }) => lineId)
  const isWrong = new Set(ids).size < ids.length || ids.some((id) => order.lines.every((line) => line.id !== id))
  if (isWrong) return null
  return order.lines.flatMap((line) => {
    const entry = asked.find(({ lineId }) => lineId === line.id)
    return entry === undefined ? [] : [{ line, quantity: milli(entry.quantity) }]
  })
}

const shipOrder: Rule = {
  refusals(model, { params, body }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    if (!isOpen(order)) return ['INVALID_TRANSITION']
    const parts = partsOf(order, body.lines)
    if (parts === null) return ['VALIDATION_FAILED']
    if (parts.some(({ line, quantity }) => quantity > leftOfLine(line))) return ['SHIPMENT_EXCEEDED']
    const lines = parts.map(({ line, quantity }) => ({ ...line, quantity }))
    return demandOf(model, lines) === null ? ['VALIDATION_FAILED'] : []
  },
  take(model, { params, body }, { result, movements }) {
    const order = model.orders.get(params.orderId!)!
    const made = ship(model, order, partsOf(order, body.lines)!)
    const shipment: ModelShipment = { ...made.shipment, id: result.id }
    model.shipments.set(shipment.id, shipment)
    const diff = differences()
    noteNewId(model, shipment.id, diff)
    const { lines, cost } = shipment
    const amount = lines.reduce((sum, line) => sum + (line.amount ?? 0n), 0n)
    diff.expect(
      'shipment',
      [result.number, result.orderId, result.status, minor(result.amount), minor(result.cost)],
      [`${order.number}-${order.shipments}`, order.id, 'posted', amount, cost],
    )
    diff.expect(
      'lines of the shipment',
      result.items.map((item: Json) => [item.lineId, milli(item.quantity), minorOrNull(item.amount)]),
      lines.map((line) => [line.id, line.quantity, line.amount]),
    )
    const costs = result.items.reduce((sum: bigint, item: Json) => sum + minor(item.cost), 0n)
    diff.expect('costs of the lines', costs, cost)
    if (movements !== null) {
      diff.expect('movements of the shipment', movements.map(shownMovement), made.movements)
      diff.expect(
        'shipment of the movements',
        [...new Set(movements.map(({ shipmentId }) => shipmentId))].length < 2,
        true,
      )
    }
    return diff.found
  },
}

const closeOrder: Rule = {
  refusals(model, { params }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    return isOpen(order) && order.lines.some(({ shipped }) => shipped > 0n) ? [] : ['INVALID_TRANSITION']
  },
  take(model, { params }, { result }) {
    const order = model.orders.get(params.orderId!)!
    release(model, order)
    order.lines = order.lines.map((line) => ({ ...line, cancelled: line.cancelled + leftOfLine(line) }))
    order.status = 'shipped'
    return orderDifferences(model, order, result)
  },
}

const cancelShipment: Rule = {
  refusals(model, { params }) {
    const shipment = model.shipments.get(params.shipmentId!)
    if (shipment === undefined) return ['NOT_FOUND']
    if (shipment.isCancelled) return ['INVALID_TRANSITION']
    return namingCodes(model.warehouses.get(model.orders.get(shipment.orderId)!.warehouseId))
  },
  take(model, { params }, { result, movements }) {
    const shipment = model.shipments.get(params.shipmentId!)!
    const order = model.orders.get(shipment.orderId)!
    shipment.isCancelled = true
    takeBack(model, order, shipment)
    const diff = differences()
    diff.expect(
      'shipment',
      [result.id, result.status, result.cancelledAt],
      [shipment.id, 'cancelled', result.updatedAt],
    )
    if (movements !== null)
      diff.expect(
        'movements of the cancelling',
        movements.map((one) => [one.type, one.reverses, one.shipmentId, one.productId, milli(one.quantity)]),
        shipment.drawn.map(({ productId, quantity }) => ['reversal', 'shipment', shipment.id, productId, quantity]),
      )
    return diff.found
  },
}

/** Puts the goods of a shipment back where they came from, and reserves them for the order again. */
function takeBack(model: Model, order: ModelOrder, shipment: ModelShipment): void {
  for (const { productId, quantity, from } of shipment.drawn) {
    for (const { lot, quantity: share } of from) putBack(model, lot, share)
    restock(model, productId, order.warehouseId, quantity, quantity)
    flow(model, productId, quantity, 0n)
  }
  order.lines = order.lines.map((line) => {
    const back = shipment.lines.find(({ id }) => id === line.id)
    if (back === undefined) return line
    return { ...line, shipped: line.shipped - back.quantity, charged: line.charged - (back.amount ?? 0n) }
  })
  order.demand = reserveOf(model, order.lines)!
  if (order.status === 'shipped') order.status = 'picking'
  order.cost = order.lines.every(({ shipped }) => shipped === 0n) ? null : order.cost! - shipment.cost
}

export const SHIPMENT_RULES: Readonly<Record<string, Rule>> = { shipOrder, closeOrder, cancelShipment }
