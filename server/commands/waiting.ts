/**
 * Fills lines that wait for goods. After any command, goods that arrived, were released or were put back go to waiting
 * lines as part of the same command, so that nothing waits while something is available. Source: S-BACKORDER-2,
 * S-BACKORDER-3, S-BACKORDER-4, docs/decisions/0072.
 */
import { type Milli, minMilli, multiplyMilli, wholeBundles, ZERO_MILLI } from '../../amounts/quantity.ts'
import { type Demand, demandOf, type OrderItem, restock, stockOf, waitedFor } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { reservedMore, settled, waitingLines } from '../domain/fulfilment.ts'
import { type Change, type Order, put, putStock, type Stock, stockKey } from '../domain/records.ts'
import type { Context, Decision } from './define.ts'
import { isService } from './shipping.ts'

/**
 * Extends a decision: fills waiting lines from the goods that it makes available, oldest order first, and updates how
 * much is still waited for in the stock rows. Works in steps, because thousands of orders may wait. `books` must not
 * contain the decision's changes yet.
 */
export function* withWaiting(
  books: Books,
  decision: Decision,
  context: Pick<Context, 'now' | 'revision'>,
): Generator<void, Decision> {
  const { changes } = decision
  if (books.waitingByStock.size === 0 && !changes.some(isOfWaiting)) return decision
  const draft = new WaitingDraft(books, changes, context.revision)
  const filled = new Map<string, Order>()
  let seen = 0
  for (const order of draft.candidates()) {
    seen += 1
    if (seen % STEP_ORDERS === 0) yield
    const items = order.items.map((line) => draft.fill(line, order.warehouseId))
    if (items.every((line, at) => line === order.items[at])) continue
    filled.set(order.id, { ...settled(order, items), updatedAt: context.now, revision: context.revision })
  }
  yield* draft.countWaiting(filled)
  return draft.decided(decision, filled)
}

/** How many orders are processed in one step. Such a step takes less than a millisecond. */
const STEP_ORDERS = 50

function isOfWaiting({ kind, record }: Change): boolean {
  return kind === 'orders' && (record as Order | null)?.waiting !== undefined
}

/**
 * Sorts orders by the time they were placed, because goods go to the earliest order first. The request may have set
 * this time, so ids decide between equal times.
 */
function isEarlier(a: Order, b: Order): number {
  if (a.orderedAt !== b.orderedAt) return a.orderedAt < b.orderedAt ? -1 : 1
  return a.id < b.id ? -1 : 1
}

/** The stock rows and orders after a command, while waiting lines are filled. */
class WaitingDraft {
  private readonly books: Books
  private readonly revision: number
  /** The stock rows changed by the command or by filling. */
  private readonly rows = new Map<string, Stock>()
  /** The orders that the command changed, with null for deleted ones. */
  private readonly orders = new Map<string, Order | null>()
  private readonly takesNothing: (productId: string) => boolean

  constructor(books: Books, changes: readonly Change[], revision: number) {
    this.books = books
    this.revision = revision
    this.takesNothing = isService(books)
    for (const { kind, id, record } of changes) {
      if (kind === 'stock') this.rows.set(id, record as Stock)
      if (kind === 'orders') this.orders.set(id, record as Order | null)
    }
  }

  /**
   * Yields the orders whose waiting lines may be filled, oldest first. Orders that the command did not change are only
   * yielded while there is stock to fill them.
   */
  *candidates(): Generator<Order> {
    const found = new Map<string, Order>()
    const keys = [...this.rows.keys()].filter((key) => this.rows.get(key)!.available > 0)
    for (const key of keys)
      for (const id of this.books.waitingByStock.get(key) ?? [])
        if (!this.orders.has(id)) found.set(id, this.books.orders.get(id)!)
    for (const [id, order] of this.orders) if (order?.waiting !== undefined) found.set(id, order)
    const isLeft = () => keys.some((key) => this.rows.get(key)!.available > 0)
    for (const order of [...found.values()].sort(isEarlier)) if (this.orders.has(order.id) || isLeft()) yield order
  }

  /**
   * Reserves as much of a line's waiting quantity as is available. Returns the line unchanged when nothing is
   * available.
   */
  fill(line: OrderItem, warehouseId: string): OrderItem {
    if (line.waiting === undefined) return line
    const quantity = this.fillable(line, line.waiting, warehouseId)
    if (quantity === 0) return line
    for (const { productId, quantity: taken } of demandOf([{ ...line, quantity }], this.takesNothing)) {
      const row = this.rowOf(productId, warehouseId)
      this.rows.set(stockKey(productId, warehouseId), restock(row, { reserved: row.reserved! + taken }, this.revision))
    }
    return reservedMore(line, quantity)
  }

  /**
   * Returns how much of a waiting line can be filled. For a bundle, all of its components must be available for that
   * quantity.
   */
  private fillable({ productId, components }: OrderItem, waiting: Milli, warehouseId: string): Milli {
    const availableOf = (id: string) => this.rowOf(id, warehouseId).available
    if (components === undefined)
      return this.takesNothing(productId) ? waiting : minMilli(waiting, availableOf(productId))
    const isEnough = components.every((one) => multiplyMilli(one.quantity, waiting)! <= availableOf(one.productId))
    if (isEnough) return waiting
    return components.reduce(
      (least, one) => minMilli(least, wholeBundles(availableOf(one.productId), one.quantity)),
      waiting,
    )
  }

  private rowOf(productId: string, warehouseId: string): Stock {
    return this.rows.get(stockKey(productId, warehouseId)) ?? stockOf(this.books, productId, warehouseId)
  }

  /**
   * Returns the decision including the filled orders and the changed stock rows, whether or not the command itself
   * changed them.
   */
  decided({ result, changes, ...rest }: Decision, filled: ReadonlyMap<string, Order>): Decision {
    const after = new Map<string, Change>([
      ...[...filled].map(([id, order]) => [`orders ${id}`, put('orders', order)] as const),
      ...[...this.rows].map(([key, row]) => [`stock ${key}`, putStock(row)] as const),
    ])
    const own = changes.flatMap((change): Change[] => {
      const { record } = after.get(`${change.kind} ${change.id}`) ?? change
      // Leave out a row whose quantity was released and reserved again, because it has not changed.
      if (change.kind === 'stock' && this.isAsBefore(record as Stock)) return []
      return [{ ...change, record } as Change]
    })
    for (const { kind, id } of changes) after.delete(`${kind} ${id}`)
    const order = 'record' in result && result.kind === 'orders' ? filled.get(result.record.id) : undefined
    return {
      ...rest,
      result: order === undefined ? result : ({ ...result, record: order } as Decision['result']),
      changes: [...own, ...after.values()],
    }
  }

  private isAsBefore({ productId, warehouseId, onHand, reserved, waiting }: Stock): boolean {
    const was = this.books.stock.get(stockKey(productId, warehouseId))
    return was?.onHand === onHand && was?.reserved === reserved && was?.waiting === waiting
  }

  /** Updates the waiting quantities of the stock rows to the quantities that orders wait for after the command. */
  *countWaiting(filled: ReadonlyMap<string, Order>): Generator<void, void> {
    const grown = new Map<string, Demand & Pick<Order, 'warehouseId'>>()
    const count = (order: Order | null | undefined, sign: 1 | -1) => {
      if (order?.waiting === undefined) return
      const { warehouseId } = order
      for (const { productId, quantity } of demandOf(waitingLines(order.items), this.takesNothing)) {
        const key = stockKey(productId, warehouseId)
        const known = grown.get(key)?.quantity ?? ZERO_MILLI
        grown.set(key, { productId, warehouseId, quantity: (known + sign * quantity) as Milli })
      }
    }
    let seen = 0
    for (const id of new Set([...this.orders.keys(), ...filled.keys()])) {
      seen += 1
      if (seen % STEP_ORDERS === 0) yield
      count(this.books.orders.get(id), -1)
      count(filled.get(id) ?? this.orders.get(id), 1)
    }
    for (const [key, { productId, warehouseId, quantity }] of grown) {
      if (quantity === 0) continue
      const row = this.rowOf(productId, warehouseId)
      this.rows.set(key, waitedFor(row, ((row.waiting ?? 0) + quantity) as Milli, this.revision))
    }
  }
}
