/**
 * Computes what reports should show: a warehouse ledger in memory that draws lots itself and records every event with its time.
 * It shares no code with the server. Quantities are in thousandths and money is in kopecks. Lots are stored in the order of
 * their creation, which is also the order of their ids within a millisecond.
 */

export interface LedgerLot {
  readonly productId: string
  readonly warehouseId: string
  readonly unitCost: number
  /**
   * When the goods were received, in milliseconds. A transferred lot keeps the time. FIFO order is by this time, then by
   * creation, wherever the lot was before.
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
  readonly orderId: string
  readonly channel: string
  readonly customerId: string
  readonly lines: readonly SoldLine[]
  readonly costs: Map<string, number>
  /** -1 for a cancelled shipment, which takes the sale back. */
  readonly sign: 1 | -1
  readonly taken: readonly (readonly Taken[])[]
}

export interface Taken {
  readonly lot: LedgerLot
  readonly quantity: number
}

/** Returns the value of a quantity at a unit cost in kopecks, rounded half up. */
const worth = (quantity: number, unitCost: number) => Number((BigInt(quantity) * BigInt(unitCost) + 500n) / 1000n)

export class Ledger {
  readonly lots: LedgerLot[] = []
  readonly events: LedgerEvent[] = []
  readonly sales: Sale[] = []
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

  /** Draws the oldest lots first and records this under the given kind of movement. @returns what was taken and its cost. */
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
    const cost = taken.reduce((sum, { lot, quantity }) => sum + worth(quantity, lot.unitCost), 0)
    this.note(
      at,
      'reversalIn',
      taken[0]!.lot,
      taken.reduce((sum, one) => sum + one.quantity, 0),
      cost,
    )
  }

  sell(at: number, order: Pick<Sale, 'orderId' | 'channel' | 'customerId' | 'lines'>, warehouseId: string): Sale {
    const costs = new Map<string, number>()
    const taken: Taken[][] = []
    for (const [productId, quantity] of demandOf(order.lines)) {
      const one = this.take(at, 'shipment', { productId, warehouseId, quantity })
      costs.set(productId, one.cost)
      taken.push(one.taken)
    }
    const sale: Sale = { ...order, at, costs, taken, sign: 1 }
    this.sales.push(sale)
    return sale
  }

  /** Takes a sale back, as happens when its shipment is cancelled. */
  takeBack(at: number, sale: Sale): void {
    for (const taken of sale.taken) this.putBack(at, taken)
    this.sales.push({ ...sale, at, sign: -1 })
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
   * Returns the quantity and value in stock before a moment, grouped by what `keyOf` returns for each lot; only groups with
   * stock.
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

  /** Returns how much of each lot was left before a moment, without used-up lots. */
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

/** Returns what order lines take from stock, by product. */
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
export function profitOf(sales: readonly Sale[], keyOf: (sale: Sale, line: SoldLine) => string): Map<string, Profit> {
  const rows = new Map<string, Profit>()
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
        unpricedItems: row.unpricedItems + (isUnpriced ? sign : 0),
        unpricedCost: row.unpricedCost + (isUnpriced ? sign * cost : 0),
      })
    }
  }
  return rows
}
