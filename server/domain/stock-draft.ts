/**
 * The stock of one warehouse while a command changes it several times. Each step works with the result of the steps
 * before it.
 */
import { addMilli, type Milli, subtractMilli } from '../../amounts/quantity.ts'
import { checkRow, increased, restock, stockOf } from './availability.ts'
import type { Books } from './books.ts'
import { type Draw, drawOldestFirst, withinLots } from './lots.ts'
import { type Change, type Lot, put, putStock, type Stock, stockKey } from './records.ts'

export class StockDraft {
  private readonly books: Books
  private readonly warehouseId: string
  private readonly revision: number
  private readonly rows = new Map<string, Stock>()
  private readonly lots = new Map<string, { lot: Lot; before: Lot | null }>()
  /** For each product, the number of lots used up so far. These lots are at the front of the product's queue. */
  private readonly usedUp = new Map<string, number>()
  private drawn = 0

  constructor(books: Books, warehouseId: string, revision: number) {
    this.books = books
    this.warehouseId = warehouseId
    this.revision = revision
  }

  /**
   * Adds a whole new lot. `path`: the field that a refusal points to when the stock would become too large to be exact.
   */
  receive(lot: Lot, path: string): void {
    this.lots.set(lot.id, { lot, before: null })
    this.rows.set(lot.productId, increased(this.rowOf(lot.productId), lot.remaining, this.revision, path))
  }

  /**
   * Takes goods from lots, oldest first, for a caller who may see costs. Refuses with INSUFFICIENT_STOCK (reserved
   * stock cannot be taken) or VALIDATION_FAILED (too many lots).
   */
  draw(productId: string, quantity: Milli): Draw {
    const row = this.rowOf(productId)
    checkRow(this.books, row, quantity)
    const draw = drawOldestFirst(this.leftOf(productId), quantity, { revision: this.revision, view: 'full' })
    this.drawn = withinLots(this.drawn + draw.draws.length)
    for (const lot of draw.lots) this.keep(lot, null)
    const usedUp = draw.lots.filter(({ remaining }) => remaining === 0).length
    this.usedUp.set(productId, (this.usedUp.get(productId) ?? 0) + usedUp)
    this.rows.set(productId, restock(row, { onHand: row.onHand! - quantity }, this.revision))
    return draw
  }

  /**
   * Takes a quantity from one lot, which must contain enough. Refuses with INSUFFICIENT_STOCK when the goods are needed
   * for reserves. `known`: the lot as read from history, needed in case the lot was used up.
   */
  takeFrom(known: Lot, quantity: Milli): void {
    const row = this.rowOf(known.productId)
    checkRow(this.books, row, quantity)
    const lot = this.lotNow(known)
    const before = this.lots.has(known.id) ? null : known
    this.keep({ ...lot, remaining: subtractMilli(lot.remaining, quantity), revision: this.revision }, before)
    this.rows.set(known.productId, restock(row, { onHand: row.onHand! - quantity }, this.revision))
  }

  /** Returns a lot that this draft changed or made. */
  lotOf(id: string): Lot | undefined {
    return this.lots.get(id)?.lot
  }

  /**
   * Returns a lot in its state after the steps so far. `known`: the lot as read from history, needed in case the lot
   * was used up.
   */
  lotNow(known: Lot): Lot {
    return this.lotOf(known.id) ?? this.books.lots.get(known.id) ?? known
  }

  /**
   * Puts a quantity that was taken from a lot back into it. `known`: the lot as read from history, needed in case the
   * lot was used up.
   */
  putBack(known: Lot, quantity: Milli): void {
    const lot = this.lotNow(known)
    this.keep({ ...lot, remaining: addMilli(lot.remaining, quantity), revision: this.revision }, known)
    this.rows.set(lot.productId, increased(this.rowOf(lot.productId), quantity, this.revision, ''))
  }

  /** Reserves a quantity that is on hand. */
  reserve(productId: string, quantity: Milli): void {
    const row = this.rowOf(productId)
    this.rows.set(productId, restock(row, { reserved: row.reserved! + quantity }, this.revision))
  }

  /**
   * Returns the changes: first the lots, then the stock rows that these lots add up to. An existing lot or row whose
   * quantities are the same as before does not count as changed.
   */
  changes(): Change[] {
    const lots = [...this.lots.values()].filter(
      ({ lot, before }) => (this.books.lots.get(lot.id) ?? before)?.remaining !== lot.remaining,
    )
    const rows = [...this.rows.values()].filter((row) => !this.isAsBefore(row))
    return [...lots.map(({ lot, before }) => put('lots', lot, before)), ...rows.map(putStock)]
  }

  private isAsBefore({ productId, warehouseId, onHand, reserved }: Stock): boolean {
    const was = this.books.stock.get(stockKey(productId, warehouseId))
    return was !== undefined && was.onHand === onHand && was.reserved === reserved
  }

  /**
   * Yields the lots of a product that this draft has not used up, in their current state. The next call of `draw`
   * continues where the previous call stopped.
   */
  private *leftOf(productId: string): Generator<Lot> {
    const queue = this.books.lotsByStock.get(stockKey(productId, this.warehouseId))
    for (const lot of queue?.after(this.usedUp.get(productId) ?? 0) ?? []) yield this.lots.get(lot.id)?.lot ?? lot
  }

  private keep(lot: Lot, before: Lot | null): void {
    this.lots.set(lot.id, { lot, before: this.lots.get(lot.id)?.before ?? before })
  }

  private rowOf(productId: string): Stock {
    return this.rows.get(productId) ?? stockOf(this.books, productId, this.warehouseId)
  }
}

/** Returns the quantity taken from a lot so far; 0 when nothing was taken. */
export function drawnFrom(lot: Lot): Milli {
  return subtractMilli(lot.received, lot.remaining)
}
