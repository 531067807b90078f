/**
 * Computes the goods that the model's orders reserve and wait for. Written from S-ORDER-6, S-BUNDLE and S-BACKORDER.
 */
import { available, isOpen, leastOf, type Model, type ModelLine, type ModelOrder, place, restock } from './model.ts'

/**
 * Returns the quantities that order lines take from stock; null if a bundle would need a quantity that is not a
 * multiple of 0.001.
 */
export function demandOf(
  model: Model,
  lines: readonly Pick<ModelLine, 'productId' | 'quantity' | 'components'>[],
): Map<string, bigint> | null {
  const demand = new Map<string, bigint>()
  const add = (productId: string, quantity: bigint) => demand.set(productId, (demand.get(productId) ?? 0n) + quantity)
  for (const line of lines) {
    if (line.components === null) {
      if (model.products.get(line.productId)!.kind !== 'service') add(line.productId, line.quantity)
      continue
    }
    for (const [productId, perBundle] of line.components) {
      if ((perBundle * line.quantity) % 1000n !== 0n) return null
      add(productId, (perBundle * line.quantity) / 1000n)
    }
  }
  return demand
}

export const leftOfLine = ({ quantity, shipped, cancelled }: ModelLine): bigint => quantity - shipped - cancelled

/**
 * Returns the quantities that lines would reserve if there were enough stock for everything left to ship; null if a
 * bundle would need a quantity that is not a multiple of 0.001.
 */
export const reserveOf = (model: Model, lines: readonly ModelLine[]): Map<string, bigint> | null =>
  demandOf(
    model,
    lines.map((line) => ({ ...line, quantity: leftOfLine(line) })).filter(({ quantity }) => quantity > 0n),
  )

/** Releases everything that an order reserves. */
export function release(model: Model, order: ModelOrder): void {
  for (const [productId, quantity] of order.demand) restock(model, productId, order.warehouseId, 0n, -quantity)
  order.demand = new Map()
}

/**
 * Brings the reserved quantities of an order's lines, and the end of its reservation, in line with the order's current
 * status and lines.
 */
export function settle(order: ModelOrder): void {
  const holds = isOpen(order) && !order.isReleased
  order.lines = order.lines.map((line) => {
    const left = leftOfLine(line)
    return { ...line, held: !holds ? 0n : order.isBackorder ? leastOf([line.held, left]) : left }
  })
  if (order.status !== 'new' || order.lines.some(({ shipped }) => shipped > 0n)) order.ends = null
  order.isReleased &&= isOpen(order)
}

/**
 * Reserves stock for the lines of an order as they are now. The caller has already released the order's earlier
 * reservation.
 */
export function reserve(model: Model, order: ModelOrder): void {
  settle(order)
  const held = order.lines.map((line) => ({ ...line, quantity: line.held })).filter(({ quantity }) => quantity > 0n)
  order.demand = demandOf(model, held)!
  for (const [productId, quantity] of order.demand) restock(model, productId, order.warehouseId, 0n, quantity)
}

/** Returns when a reservation made at a given time ends; null means never. */
export function endFrom(model: Model, moment: string): string | null {
  const { reservationHours: hours } = model.settings
  return hours === undefined ? null : new Date(Date.parse(moment) + hours * 3_600_000).toISOString()
}

const waits = (order: ModelOrder): boolean => order.isBackorder && isOpen(order) && !order.isReleased

export const waitingOfLine = (order: ModelOrder, line: ModelLine): bigint =>
  waits(order) ? leftOfLine(line) - line.held : 0n

/** Reserves available stock for all waiting lines, oldest order first. */
export function fillWaiting(model: Model): void {
  const queue = [...model.orders.values()].filter(waits)
  queue.sort((a, b) => (`${a.orderedAt} ${a.id}` < `${b.orderedAt} ${b.id}` ? -1 : 1))
  for (const order of queue) {
    const demand = new Map(order.demand)
    order.lines = order.lines.map((line) => {
      const more = fillable(model, order, line)
      if (more === 0n) return line
      for (const [productId, quantity] of demandOf(model, [{ ...line, quantity: more }])!) {
        restock(model, productId, order.warehouseId, 0n, quantity)
        demand.set(productId, (demand.get(productId) ?? 0n) + quantity)
      }
      return { ...line, held: line.held + more }
    })
    order.demand = demand
  }
  // Every product that orders wait for has a stock row, which remains after the orders stop waiting.
  for (const key of waitedFor(model).keys()) {
    const [productId, warehouseId] = key.split('/') as [string, string]
    restock(model, productId, warehouseId, 0n, 0n)
    model.moved.add(productId).add(warehouseId)
  }
}

/**
 * Returns how much of a line can be reserved: of a bundle, either the full waiting quantity or a whole number of
 * bundles.
 */
function fillable(model: Model, order: ModelOrder, line: ModelLine): bigint {
  const waiting = waitingOfLine(order, line)
  if (waiting === 0n) return 0n
  const there = (productId: string) => available(model, productId, order.warehouseId)
  if (line.components === null) {
    if (model.products.get(line.productId)!.kind === 'service') return waiting
    return leastOf([waiting, there(line.productId)])
  }
  if (line.components.every(([productId, each]) => each * waiting <= there(productId) * 1000n)) return waiting
  return leastOf([waiting, ...line.components.map(([productId, each]) => (there(productId) / each) * 1000n)])
}

/** Returns the quantities that orders wait for, by product and warehouse. */
export function waitedFor(model: Model): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const order of model.orders.values()) {
    const lines = order.lines.map((line) => ({ ...line, quantity: waitingOfLine(order, line) }))
    const waiting = lines.filter(({ quantity }) => quantity > 0n)
    for (const [productId, quantity] of demandOf(model, waiting)!) {
      const key = place(productId, order.warehouseId)
      sums.set(key, (sums.get(key) ?? 0n) + quantity)
    }
  }
  return sums
}
