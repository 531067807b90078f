/**
 * The stock of one warehouse while a command changes it several times: each step sees the changes
 * of the steps before it.
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
  /**
   * For each product, the number of lots used up so far. These lots are the first ones in the
   * product's queue.
   */
  private readonly usedUp = new Map<string, number>()
  private drawn = 0

  constructor(books: Books, warehouseId: string, revision: number) {
    this.books = books
    this.warehouseId = warehouseId
    this.revision = revision
  }

  /**
   * Adds a whole new lot. `path`: the field to which a refusal points when the stock would grow too
   * large to be exact.
   */
  receive(lot: Lot, path: string): void {
    this.lots.set(lot.id, { lot, before: null })
    this.rows.set(lot.productId, increased(this.rowOf(lot.productId), lot.remaining, this.revision, path))
  }

  /**
   * Takes goods from lots, oldest first, for a caller who may see costs. Refuses INSUFFICIENT_STOCK
   * (reserved stock cannot be taken) and VALIDATION_FAILED (too many lots).
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

  /** Removes everything that is left of a lot. Refuses INSUFFICIENT_STOCK when reserves need it. */
  takeBack(lot: Lot): void {
    const row = this.rowOf(lot.productId)
    checkRow(this.books, row, lot.remaining)
    this.keep({ ...lot, remaining: 0 as Milli, revision: this.revision }, lot)
    this.rows.set(lot.productId, restock(row, { onHand: row.onHand! - lot.remaining }, this.revision))
  }

  /**
   * Puts a quantity that was taken from a lot back into it. `known`: the lot as it was read from
   * history, needed in case the lot was used up.
   */
  putBack(known: Lot, quantity: Milli): void {
    const lot = this.lots.get(known.id)?.lot ?? this.books.lots.get(known.id) ?? known
    this.keep({ ...lot, remaining: addMilli(lot.remaining, quantity), revision: this.revision }, known)
    this.rows.set(lot.productId, increased(this.rowOf(lot.productId), quantity, this.revision, ''))
  }

  /** Reserves a quantity that is on hand. */
  reserve(productId: string, quantity: Milli): void {
    const row = this.rowOf(productId)
    this.rows.set(productId, restock(row, { reserved: row.reserved! + quantity }, this.revision))
  }

  /** Returns the changes: first the lots, then the stock rows that these lots add up to. */
  changes(): Change[] {
    return [
      ...[...this.lots.values()].map(({ lot, before }) => put('lots', lot, before)),
      ...[...this.rows.values()].map(putStock),
    ]
  }

  /**
   * Yields the lots of a product that this draft has not used up, in their current state. The next
   * call of `draw` continues where the last one stopped.
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
