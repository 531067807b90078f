/** What may be taken, and what a whole order takes. Source: decisions.md §2, §5 "Order status", §6. */
import type { Books } from './books.ts'
import { addMilli, formatMilli, MAX_STOCK_MILLI, type Milli, multiplyMilli, ZERO_MILLI } from './quantity.ts'
import { type Order, type Stock, stockKey } from './records.ts'
import { invalid, Refusal } from './refusals.ts'

/** The stock row of a product at a warehouse, or an empty one. */
export function stockOf(books: Books, productId: string, warehouseId: string): Stock {
  return (
    books.stock.get(stockKey(productId, warehouseId)) ?? {
      productId,
      warehouseId,
      onHand: ZERO_MILLI,
      reserved: ZERO_MILLI,
      available: ZERO_MILLI,
      revision: 0,
    }
  )
}

/** A stock row with other amounts; `available` follows. */
export function restock(row: Stock, amounts: { onHand?: number; reserved?: number }, revision: number): Stock {
  const onHand = (amounts.onHand ?? row.onHand ?? 0) as Milli
  const reserved = (amounts.reserved ?? row.reserved ?? 0) as Milli
  return {
    productId: row.productId,
    warehouseId: row.warehouseId,
    onHand,
    reserved,
    available: (onHand - reserved) as Milli,
    revision,
  }
}

/**
 * A stock row with more on hand. What accumulates may exceed any one quantity's bound, but must stay exact.
 * Refuses VALIDATION_FAILED at `path`.
 */
export function increased(row: Stock, quantity: Milli, revision: number, path = '/quantity'): Stock {
  const onHand = addMilli(row.onHand ?? ZERO_MILLI, quantity)
  if (onHand > MAX_STOCK_MILLI)
    throw invalid(path, `would bring the stock beyond ${formatMilli(MAX_STOCK_MILLI as Milli)}`)
  return restock(row, { onHand }, revision)
}

export type OrderItem = Order['items'][number]

/**
 * What the items of one order take from stock, by product, bundles exploded and all lines summed: checked line by line, two
 * lines that share a product would oversell. Services take nothing.
 */
export function demandOf(items: readonly OrderItem[], isService: (productId: string) => boolean): Map<string, Milli> {
  const demand = new Map<string, Milli>()
  const add = (productId: string, quantity: Milli) =>
    demand.set(productId, addMilli(demand.get(productId) ?? ZERO_MILLI, quantity))
  for (const [position, entry] of items.entries()) {
    if (entry.components !== undefined) {
      for (const component of entry.components) {
        const quantity = multiplyMilli(component.quantity, entry.quantity)
        if (quantity === null)
          throw invalid(
            `/items/${position}/quantity`,
            `${formatMilli(entry.quantity)} bundles need ${formatMilli(component.quantity)} each of "${component.name}", which is no multiple of 0.001 or too large`,
          )
        add(component.productId, quantity)
      }
    } else if (!isService(entry.productId)) add(entry.productId, entry.quantity)
  }
  return demand
}

/** Refuses INSUFFICIENT_STOCK with the figures when a product has less available at the warehouse than is asked. */
export function checkAvailable(books: Books, warehouseId: string, productId: string, quantity: Milli): Stock {
  const row = stockOf(books, productId, warehouseId)
  checkRow(books, row, quantity)
  return row
}

/** The same for a row as it is in the middle of a command. */
export function checkRow(books: Books, row: Stock, quantity: Milli): void {
  const { productId, warehouseId } = row
  if (quantity > row.available)
    throw new Refusal(
      'INSUFFICIENT_STOCK',
      `Asked ${formatMilli(quantity)} of "${books.products.get(productId)?.name ?? productId}", available ${formatMilli(row.available)} at "${books.warehouses.get(warehouseId)?.name ?? warehouseId}". Receive more or ask for less.`,
    )
}
