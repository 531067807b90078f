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
import { type ModelPart, orderDifferences, restOfOrder, ship, shownMovement } from './model-orders.ts'
import { demandOf, fillWaiting, leftOfLine, release, settle } from './model-reserves.ts'

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

/** Returns why parts of lines cannot be shipped. The reason is that of the first line that has too little reserved. */
function beyondCodes(parts: readonly ModelPart[]): string[] {
  const { line, quantity } = parts.find((part) => part.quantity > part.line.held)!
  return [quantity > leftOfLine(line) ? 'SHIPMENT_EXCEEDED' : 'NOT_RESERVED']
}

const shipOrder: Rule = {
  refusals(model, { params, body }) {
    const order = model.orders.get(params.orderId!)
    if (order === undefined) return ['NOT_FOUND']
    if (!isOpen(order)) return ['INVALID_TRANSITION']
    if (restOfOrder(order).length === 0) return ['NOT_RESERVED']
    const parts = partsOf(order, body.lines)
    if (parts === null) return ['VALIDATION_FAILED']
    if (parts.some(({ line, quantity }) => quantity > line.held)) return beyondCodes(parts)
    const lines = parts.map(({ line, quantity }) => ({ ...line, quantity }))
    return demandOf(model, lines) === null ? ['VALIDATION_FAILED'] : []
  },
  take(model, { params, body }, { result, movements }) {
    const order = model.orders.get(params.orderId!)!
    const made = ship(model, order, partsOf(order, body.lines)!)
    const shipment: ModelShipment = Object.assign(made.shipment, { id: result.id as string })
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
    settle(order)
    fillWaiting(model)
    return orderDifferences(model, order, result)
  },
}

const cancelShipment: Rule = {
  refusals(model, { params }) {
    const shipment = model.shipments.get(params.shipmentId!)
    if (shipment === undefined) return ['NOT_FOUND']
    if (shipment.isCancelled) return ['INVALID_TRANSITION']
    const order = model.orders.get(shipment.orderId)!
    const isReturned = order.lines.some(({ returned }) => returned > 0n)
    return [...(isReturned ? ['ALREADY_RETURNED'] : []), ...namingCodes(model.warehouses.get(order.warehouseId))]
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
    const [shipped, held] = [line.shipped - back.quantity, line.held + back.quantity]
    return { ...line, shipped, held, charged: line.charged - (back.amount ?? 0n) }
  })
  if (order.status === 'shipped') order.status = 'picking'
  settle(order)
  order.demand = demandOf(
    model,
    order.lines.map((line) => ({ ...line, quantity: line.held })),
  )!
  order.cost = order.lines.every(({ shipped }) => shipped === 0n) ? null : order.cost! - shipment.cost
}

export const SHIPMENT_RULES: Readonly<Record<string, Rule>> = { shipOrder, closeOrder, cancelShipment }
