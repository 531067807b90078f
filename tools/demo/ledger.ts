/**
 * The demo's own calculation of stock and money, independent of the server's: oldest lots first, with reservations and
 * amounts rounded half up. The server's responses are compared with it. Money is in kopecks, quantities in thousandths.
 */

interface LedgerLot {
  /** The name of the step whose receipt created the lot. */
  readonly name: string
  /**
   * The number of the receipt that created the lot. A lot that is transferred keeps this number, and so its position
   * among the lots.
   */
  readonly age: number
  readonly unitCost: number
  remaining: number
}

export interface Shelf {
  lots: LedgerLot[]
  reserved: number
}

export interface Ledger {
  /** The stock of each product at each warehouse, keyed by `shelfKey`. */
  readonly shelves: Map<string, Shelf>
  receipts: number
  /** The number of amounts of incoming, outgoing or remaining goods that had to be rounded to whole kopecks. */
  roundings: number
  /**
   * The total effect of rounding, in thousandths of a kopeck: how much rounding raised incoming amounts, minus how much
   * it raised outgoing and remaining amounts. The day's sums differ by exactly this.
   */
  roundingGain: number
}

export function openLedger(): Ledger {
  return { shelves: new Map(), receipts: 0, roundings: 0, roundingGain: 0 }
}

export function shelfKey(product: string, warehouse: string): string {
  return `${product} ${warehouse}`
}

function shelfOf(ledger: Ledger, key: string): Shelf {
  const known = ledger.shelves.get(key)
  if (known !== undefined) return known
  const shelf: Shelf = { lots: [], reserved: 0 }
  ledger.shelves.set(key, shelf)
  return shelf
}

/** Returns quantity × price in kopecks, rounded half up. */
export function amountOf(quantity: number, price: number): number {
  return Math.floor((quantity * price + 500) / 1000)
}

/** Calculates an amount and records the effect of rounding it. */
function book(ledger: Ledger, direction: 'in' | 'out', quantity: number, price: number): number {
  const amount = amountOf(quantity, price)
  const gain = amount * 1000 - quantity * price
  if (gain !== 0) ledger.roundings += 1
  ledger.roundingGain += direction === 'in' ? gain : -gain
  return amount
}

export function onHand(shelf: Shelf): number {
  return shelf.lots.reduce((sum, lot) => sum + lot.remaining, 0)
}

export function available(ledger: Ledger, product: string, warehouse: string): number {
  const shelf = ledger.shelves.get(shelfKey(product, warehouse))
  return shelf === undefined ? 0 : onHand(shelf) - shelf.reserved
}

/** Adds received goods to the stock. Returns their cost in kopecks. */
export function receive(
  ledger: Ledger,
  key: string,
  lot: { name: string; quantity: number; unitCost: number },
): number {
  ledger.receipts += 1
  const { name, quantity, unitCost } = lot
  place(shelfOf(ledger, key), { name, age: ledger.receipts, unitCost, remaining: quantity })
  return book(ledger, 'in', quantity, unitCost)
}

/** Inserts a lot so that the oldest is first; lots of the same age stay in the order in which they arrived. */
function place(shelf: Shelf, lot: LedgerLot): void {
  const younger = shelf.lots.findIndex((other) => other.age > lot.age)
  shelf.lots.splice(younger === -1 ? shelf.lots.length : younger, 0, lot)
}

export function reserve(ledger: Ledger, key: string, quantity: number): void {
  shelfOf(ledger, key).reserved += quantity
}

interface Taken {
  readonly lot: LedgerLot
  readonly quantity: number
}

/** Takes a quantity from the oldest lots, or from the given lot. */
function take(ledger: Ledger, key: string, quantity: number, lotName?: string): Taken[] {
  const shelf = shelfOf(ledger, key)
  const taken: Taken[] = []
  let left = quantity
  for (const lot of shelf.lots) {
    if (left === 0) break
    if (lotName !== undefined && lot.name !== lotName) continue
    const part = Math.min(left, lot.remaining)
    lot.remaining -= part
    left -= part
    taken.push({ lot, quantity: part })
  }
  if (left > 0) throw new Error(`The demo planned to take ${left} thousandths too much of ${key}`)
  shelf.lots = shelf.lots.filter((lot) => lot.remaining > 0)
  return taken
}

/** Takes goods out of stock for a shipment or a write-off. Returns their cost. */
export function draw(ledger: Ledger, key: string, quantity: number, lotName?: string): number {
  const taken = take(ledger, key, quantity, lotName)
  return taken.reduce((cost, part) => cost + book(ledger, 'out', part.quantity, part.lot.unitCost), 0)
}

/**
 * Moves goods from the oldest lots to another warehouse. The quantity taken from each lot becomes a lot in the other
 * warehouse, with the same age and cost.
 */
export function transfer(ledger: Ledger, from: string, to: string, quantity: number): void {
  for (const { lot, quantity: part } of take(ledger, from, quantity))
    place(shelfOf(ledger, to), { ...lot, remaining: part })
}

/**
 * Returns the stock value: the sum of remaining quantity × cost over all lots, rounded for each lot. Call this only
 * once, at the end of the day, because it also records the rounding.
 */
export function closeStockValue(ledger: Ledger): number {
  let value = 0
  for (const shelf of ledger.shelves.values())
    for (const lot of shelf.lots) value += book(ledger, 'out', lot.remaining, lot.unitCost)
  return value
}
