/**
 * Computes the expected contents of reports, with a warehouse ledger in memory that draws lots itself and records every
 * event with its time. The ledger shares no code with the server. Quantities are in thousandths and money is in
 * kopecks. Lots are stored in the order of their creation, which is also the order of their ids within a millisecond.
 */

export interface LedgerLot {
  readonly productId: string
  readonly warehouseId: string
  readonly unitCost: number
  /**
   * The time at which the goods were received, in milliseconds. A transferred lot keeps this time. FIFO order is by
   * this time and then by creation, whichever warehouse the lot was in before.
   */
  readonly receivedAt: number
  remaining: number
}

export interface LedgerEvent {
  readonly at: number
  readonly flow: string
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: number
  readonly cost: number
}

export interface SoldLine {
  readonly productId: string
  readonly quantity: number
  /** The amount in kopecks; null if there is no price. */
  readonly amount: number | null
  readonly components?: readonly { readonly productId: string; readonly quantity: number }[]
}

export interface Sale {
  readonly at: number
  /** The order's id, or the id of the return if goods were returned without an order. */
  readonly orderId: string
  /** The sales channel; null for goods returned without an order. */
  readonly channel: string | null
  readonly customerId: string
  readonly lines: readonly SoldLine[]
  readonly costs: Map<string, number>
  /** 1 for a shipment; −1 for a cancelled shipment or a customer return, which take a sale back. */
  readonly sign: 1 | -1
  readonly taken: readonly (readonly Taken[])[]
  /** True for a customer return or the cancellation of one, neither of which changes the number of unpriced items. */
  readonly isReturn?: true
}

export interface Taken {
  readonly lot: LedgerLot
  readonly quantity: number
}

export interface ReturnedLine extends SoldLine {
  readonly damaged: number
}

/** The part of a return that concerns one product. */
interface Back {
  readonly productId: string
  readonly quantity: number
  readonly cost: number
  /** The lots that received the goods, each with the lot from which they were originally drawn. */
  readonly lots: readonly (Taken & { readonly from: LedgerLot })[]
  /** The goods that were written off from these lots as damaged. */
  readonly damaged: readonly Taken[]
}

/** A customer return, with the data that the ledger needs to undo it. */
export interface Return {
  readonly sale: Sale
  readonly warehouseId: string
  readonly backs: readonly Back[]
}

type Sold = Pick<Sale, 'orderId' | 'channel' | 'customerId'>

/** Returns the value of a quantity at a unit cost in kopecks, rounded half up. */
const worth = (quantity: number, unitCost: number) => Number((BigInt(quantity) * BigInt(unitCost) + 500n) / 1000n)
const worthOf = (taken: readonly Taken[]) =>
  taken.reduce((sum, { lot, quantity }) => sum + worth(quantity, lot.unitCost), 0)
const sumOf = (taken: readonly { readonly quantity: number }[]) =>
  taken.reduce((sum, { quantity }) => sum + quantity, 0)

export class Ledger {
  readonly lots: LedgerLot[] = []
  readonly events: LedgerEvent[] = []
  readonly sales: Sale[] = []
  /** The shipments and returns that were not cancelled, by order. */
  private readonly shipped = new Map<string, Sale[]>()
  private readonly returned = new Map<string, Return[]>()
  private readonly snapshots: { at: number; left: Map<LedgerLot, number> }[] = []

  onHand(productId: string, warehouseId: string): number {
    return this.lotsOf(productId, warehouseId).reduce((sum, lot) => sum + lot.remaining, 0)
  }

  private lotsOf(productId: string, warehouseId: string): LedgerLot[] {
    return this.lots
      .filter((lot) => lot.productId === productId && lot.warehouseId === warehouseId && lot.remaining > 0)
      .sort((a, b) => a.receivedAt - b.receivedAt || this.lots.indexOf(a) - this.lots.indexOf(b))
  }

  /** Records a receipt. Returns the receipt's lot, which is in stock only if its quantity is above 0. */
  receive(
    at: number,
    goods: { productId: string; warehouseId: string; quantity: number; unitCost: number },
  ): LedgerLot {
    const lot: LedgerLot = { ...goods, receivedAt: at, remaining: goods.quantity }
    if (goods.quantity > 0) this.lots.push(lot)
    this.note(at, 'receipt', lot, goods.quantity, worth(goods.quantity, goods.unitCost))
    return lot
  }

  /**
   * Draws the oldest lots first and records this under the given kind of movement. @returns the goods taken and their
   * cost.
   */
  take(at: number, flow: string, goods: { productId: string; warehouseId: string; quantity: number }) {
    let left = goods.quantity
    let cost = 0
    const taken: Taken[] = []
    for (const lot of this.lotsOf(goods.productId, goods.warehouseId)) {
      const quantity = Math.min(left, lot.remaining)
      if (quantity === 0) break
      lot.remaining -= quantity
      left -= quantity
      cost += worth(quantity, lot.unitCost)
      taken.push({ lot, quantity })
    }
    if (left > 0) throw new Error('The ledger has less than was taken')
    this.note(at, flow, goods, goods.quantity, cost)
    return { taken, cost }
  }

  transfer(
    at: number,
    goods: { productId: string; warehouseId: string; quantity: number },
    toWarehouseId: string,
  ): void {
    const { taken, cost } = this.take(at, 'transferOut', goods)
    for (const { lot, quantity } of taken) this.lots.push({ ...lot, warehouseId: toWarehouseId, remaining: quantity })
    this.note(at, 'transferIn', { ...goods, warehouseId: toWarehouseId }, goods.quantity, cost)
  }

  /** Removes a whole lot, as happens when its receipt is cancelled. */
  withdraw(at: number, lot: LedgerLot): void {
    const quantity = lot.remaining
    lot.remaining = 0
    this.note(at, 'reversalOut', lot, quantity, worth(quantity, lot.unitCost))
  }

  putBack(at: number, taken: readonly Taken[]): void {
    for (const { lot, quantity } of taken) lot.remaining += quantity
    this.note(at, 'reversalIn', taken[0]!.lot, sumOf(taken), worthOf(taken))
  }

  sell(at: number, order: Sold & Pick<Sale, 'lines'>, warehouseId: string): Sale {
    const costs = new Map<string, number>()
    const taken: Taken[][] = []
    for (const [productId, quantity] of demandOf(order.lines)) {
      const one = this.take(at, 'shipment', { productId, warehouseId, quantity })
      costs.set(productId, one.cost)
      taken.push(one.taken)
    }
    const sale: Sale = { ...order, at, costs, taken, sign: 1 }
    this.sales.push(sale)
    this.shipped.set(order.orderId, [...(this.shipped.get(order.orderId) ?? []), sale])
    return sale
  }

  /** Reverses a sale, as happens when its shipment is cancelled. */
  takeBack(at: number, sale: Sale): void {
    for (const taken of sale.taken) this.putBack(at, taken)
    this.sales.push({ ...sale, at, sign: -1 })
    this.shipped.set(
      sale.orderId,
      this.shipped.get(sale.orderId)!.filter((other) => other !== sale),
    )
  }

  /**
   * Takes back goods of an order into the lots from which they were drawn, the last drawn first, or into similar new
   * lots if the goods are returned to another warehouse.
   */
  bringBack(
    at: number,
    order: Sold & { readonly lines: readonly ReturnedLine[] },
    { from, to }: { readonly from: string; readonly to: string },
  ): Return {
    const damaged = demandOf(order.lines.map((line) => ({ ...line, quantity: line.damaged })))
    const backs = [...demandOf(order.lines)].map(([productId, quantity]): Back => {
      const { draws, cost } = this.outOf(order.orderId, productId)
      const lots = new Map<LedgerLot, Taken & { readonly from: LedgerLot }>()
      let left = quantity
      let staying = 0
      for (const draw of draws.toReversed()) {
        const back = Math.min(left, draw.quantity)
        left -= back
        staying += worth(draw.quantity - back, draw.lot.unitCost)
        if (back === 0) continue
        const known = lots.get(draw.lot)
        const lot = known?.lot ?? (from === to ? draw.lot : this.addLot({ ...draw.lot, warehouseId: to, remaining: 0 }))
        lots.set(draw.lot, { lot, from: draw.lot, quantity: (known?.quantity ?? 0) + back })
      }
      if (left > 0) throw new Error('More came back than the ledger shipped')
      return this.takeIn(at, { productId, quantity, cost: cost - staying, lots: [...lots.values()] }, damaged)
    })
    return this.noteReturn(at, order, backs, to)
  }

  /** Takes back goods without an order, into a new lot for the single line. */
  bringUnknown(
    at: number,
    sold: Sold & { readonly line: ReturnedLine; readonly unitCost: number },
    warehouseId: string,
  ) {
    const { line, unitCost, ...rest } = sold
    const { productId, quantity, damaged } = line
    const lot = this.addLot({ productId, warehouseId, unitCost, receivedAt: at, remaining: 0 })
    const back = { productId, quantity, cost: worth(quantity, unitCost), lots: [{ lot, from: lot, quantity }] }
    const backs = [this.takeIn(at, back, new Map([[productId, damaged]]))]
    return this.noteReturn(at, { ...rest, lines: [line] }, backs, warehouseId)
  }

  /**
   * Whether the lots still contain all goods that a return brought, except the damaged ones, which were written off.
   */
  hasStill({ backs }: Return): boolean {
    return backs.every(({ lots, damaged }) =>
      lots.every(({ lot, quantity }) => {
        const lost = damaged.filter((one) => one.lot === lot)
        return lot.remaining + sumOf(lost) >= quantity
      }),
    )
  }

  /** Undoes a return: puts the damaged goods back that were written off, and then removes all returned goods. */
  sendAway(at: number, gone: Return): void {
    for (const { damaged } of gone.backs) if (damaged.length > 0) this.putBack(at, damaged)
    for (const { lots, quantity, cost, productId } of gone.backs) {
      for (const one of lots) one.lot.remaining -= one.quantity
      this.note(at, 'reversalOut', { productId, warehouseId: gone.warehouseId }, quantity, cost)
    }
    const { orderId } = gone.sale
    this.sales.push({ ...gone.sale, at, sign: 1 })
    this.returned.set(
      orderId,
      this.returned.get(orderId)!.filter((other) => other !== gone),
    )
  }

  /**
   * Returns the goods of a product that the customer of an order still has: the draws in their order, and their total
   * cost.
   */
  private outOf(orderId: string, productId: string): { draws: Taken[]; cost: number } {
    const sales = this.shipped.get(orderId) ?? []
    const backs = (this.returned.get(orderId) ?? []).flatMap((one) =>
      one.backs.filter((back) => back.productId === productId),
    )
    const due = new Map<LedgerLot, number>()
    for (const { from, quantity } of backs.flatMap(({ lots }) => lots)) due.set(from, (due.get(from) ?? 0) + quantity)
    const draws = sales.flatMap(({ taken }) => taken.flat()).filter(({ lot }) => lot.productId === productId)
    const left = draws.toReversed().map(({ lot, quantity }) => {
      const back = Math.min(due.get(lot) ?? 0, quantity)
      due.set(lot, (due.get(lot) ?? 0) - back)
      return { lot, quantity: quantity - back }
    })
    const shipped = sales.reduce((sum, { costs }) => sum + (costs.get(productId) ?? 0), 0)
    return { draws: left.reverse(), cost: shipped - backs.reduce((sum, { cost }) => sum + cost, 0) }
  }

  private addLot(lot: LedgerLot): LedgerLot {
    this.lots.push(lot)
    return lot
  }

  /**
   * Records that returned goods of one product arrived, and that the damaged ones were written off, starting with the
   * first lots.
   */
  private takeIn(at: number, back: Omit<Back, 'damaged'>, damagedOf: ReadonlyMap<string, number>): Back {
    const { productId, quantity, cost, lots } = back
    const place = { productId, warehouseId: lots[0]!.lot.warehouseId }
    for (const one of lots) one.lot.remaining += one.quantity
    this.note(at, 'customerReturn', place, quantity, cost)
    let left = damagedOf.get(productId) ?? 0
    const damaged = lots.flatMap((one): Taken[] => {
      const lost = Math.min(left, one.quantity)
      left -= lost
      one.lot.remaining -= lost
      return lost === 0 ? [] : [{ lot: one.lot, quantity: lost }]
    })
    if (damaged.length > 0) this.note(at, 'writeoff', place, sumOf(damaged), worthOf(damaged))
    return { ...back, damaged }
  }

  private noteReturn(at: number, sold: Sold & Pick<Sale, 'lines'>, backs: Back[], warehouseId: string): Return {
    const costs = new Map(backs.map(({ productId, cost }) => [productId, cost]))
    const sale: Sale = { ...sold, at, costs, taken: [], sign: -1, isReturn: true }
    this.sales.push(sale)
    const made = { sale, warehouseId, backs }
    this.returned.set(sold.orderId, [...(this.returned.get(sold.orderId) ?? []), made])
    return made
  }

  private note(
    at: number,
    flow: string,
    place: { productId: string; warehouseId: string },
    quantity: number,
    cost: number,
  ) {
    const { productId, warehouseId } = place
    this.events.push({ at, flow, productId, warehouseId, quantity, cost })
    this.snapshots.push({ at, left: new Map(this.lots.map((lot) => [lot, lot.remaining])) })
  }

  /**
   * Returns the quantity and value in stock before a given time. Lots are grouped by the result of `keyOf`, and groups
   * without stock are left out.
   */
  stockBefore(
    moment: number,
    keyOf: (lot: LedgerLot) => string | null,
  ): Map<string, { quantity: number; value: number }> {
    const rows = new Map<string, { quantity: number; value: number }>()
    for (const { lot, left } of this.lotsBefore(moment)) {
      const key = keyOf(lot)
      if (key === null) continue
      const row = rows.get(key) ?? { quantity: 0, value: 0 }
      rows.set(key, { quantity: row.quantity + left, value: row.value + worth(left, lot.unitCost) })
    }
    return rows
  }

  /** Returns how much of each lot was left before a given time, without used-up lots. */
  lotsBefore(moment: number): { lot: LedgerLot; left: number }[] {
    const { left } = this.snapshots.findLast(({ at }) => at < moment) ?? { left: [] }
    return [...left].map(([lot, remaining]) => ({ lot, left: remaining })).filter((one) => one.left > 0)
  }
}

export interface Profit {
  revenue: number
  cost: number
  unpricedItems: number
  unpricedCost: number
}

/** Returns the quantities that order lines take from stock, by product. */
function demandOf(lines: readonly SoldLine[]): Map<string, number> {
  const demand = new Map<string, number>()
  for (const line of lines)
    for (const { productId, quantity } of partsOf(line)) demand.set(productId, (demand.get(productId) ?? 0) + quantity)
  return demand
}

function partsOf(line: SoldLine): { productId: string; quantity: number }[] {
  if (line.components === undefined) return [line]
  return line.components.map((one) => ({
    productId: one.productId,
    quantity: Number((BigInt(one.quantity) * BigInt(line.quantity)) / 1000n),
  }))
}

/**
 * Returns the profit, grouped by a key of each sale and its line. The cost of a movement is divided among lines by quantity,
 * and the last line takes the remainder.
 */
export function profitOf<Key extends string | null>(
  sales: readonly Sale[],
  keyOf: (sale: Sale, line: SoldLine) => Key,
): Map<Key, Profit> {
  const rows = new Map<Key, Profit>()
  for (const sale of sales) {
    const demand = demandOf(sale.lines)
    const before = new Map<string, bigint>()
    for (const line of sale.lines) {
      let cost = 0
      for (const { productId, quantity } of partsOf(line)) {
        const total = BigInt(sale.costs.get(productId) ?? 0)
        const all = BigInt(demand.get(productId)!)
        const start = before.get(productId) ?? 0n
        const end = start + BigInt(quantity)
        before.set(productId, end)
        cost += Number((total * end) / all - (total * start) / all)
      }
      const key = keyOf(sale, line)
      const row = rows.get(key) ?? { revenue: 0, cost: 0, unpricedItems: 0, unpricedCost: 0 }
      const isUnpriced = line.amount === null
      const { sign } = sale
      rows.set(key, {
        revenue: row.revenue + sign * (line.amount ?? 0),
        cost: row.cost + sign * cost,
        unpricedItems: row.unpricedItems + (isUnpriced && !sale.isReturn ? sign : 0),
        unpricedCost: row.unpricedCost + (isUnpriced ? sign * cost : 0),
      })
    }
  }
  return rows
}
