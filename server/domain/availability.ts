/** How much stock is available, and how much an order takes. Source: S-STATE-7, S-ORDER-6, S-STOCK-11. */
import {
  addMilli,
  formatMilli,
  MAX_STOCK_MILLI,
  MILLI_PER_UNIT,
  type Milli,
  multiplyMilli,
  ZERO_MILLI,
} from '../../amounts/quantity.ts'
import type { Books } from './books.ts'
import { type Order, type Stock, stockKey } from './records.ts'
import { invalid, Refusal } from './refusals.ts'

/** Returns the stock row of a product in a warehouse, or an empty row. */
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

/** Returns the stock row with the given amounts replaced and `available` recomputed. */
export function restock(row: Stock, amounts: { onHand?: number; reserved?: number }, revision: number): Stock {
  const onHand = (amounts.onHand ?? row.onHand ?? 0) as Milli
  const reserved = (amounts.reserved ?? row.reserved ?? 0) as Milli
  return {
    productId: row.productId,
    warehouseId: row.warehouseId,
    onHand,
    reserved,
    available: (onHand - reserved) as Milli,
    ...(row.waiting === undefined ? {} : { waiting: row.waiting }),
    revision,
  }
}

/** Returns the stock row with the quantity that orders wait for replaced. */
export function waitedFor({ waiting: _before, ...row }: Stock, waiting: Milli, revision: number): Stock {
  return { ...row, ...(waiting > 0 ? { waiting } : {}), revision }
}

const BEYOND_STOCK = { code: 'TOO_LARGE', figures: { most: MAX_STOCK_MILLI / MILLI_PER_UNIT } } as const

/**
 * Returns the stock row with the quantity added to the quantity on hand. Accumulated stock may exceed the limit for a
 * single quantity, but not the range of exact integers: beyond that, refuses with VALIDATION_FAILED at `path`.
 */
export function increased(row: Stock, quantity: Milli, revision: number, path = '/quantity'): Stock {
  const onHand = addMilli(row.onHand ?? ZERO_MILLI, quantity)
  if (onHand > MAX_STOCK_MILLI)
    throw invalid(path, `would bring the stock above ${formatMilli(MAX_STOCK_MILLI as Milli)}`, BEYOND_STOCK)
  return restock(row, { onHand }, revision)
}

export type OrderItem = Order['items'][number]

type Components = NonNullable<OrderItem['components']>

/** The quantity of one product that an order takes. */
export interface Demand {
  readonly productId: string
  quantity: Milli
}

/**
 * Returns the quantities that the items of one order take from stock, by product. Bundles are replaced by their
 * components, and all lines are summed: checking line by line would oversell a product that two lines share. Services
 * take nothing. Refuses VALIDATION_FAILED (a quantity finer than 0.001). `path`: the list in the body to which a
 * refusal points.
 * @returns each product once, in the order in which the items refer to them.
 */
export function demandOf(
  items: readonly Pick<OrderItem, 'productId' | 'quantity' | 'components'>[],
  isService: (productId: string) => boolean,
  path = '/items',
): readonly Demand[] {
  const byProduct = new Map<string, Demand>()
  const demandFor = (productId: string): Demand => {
    const known = byProduct.get(productId)
    if (known !== undefined) return known
    const demand = { productId, quantity: ZERO_MILLI }
    byProduct.set(productId, demand)
    return demand
  }
  // Lines of the same bundle share one list of components, so that list is looked up only once.
  const byComposition = new Map<Components, Demand[]>()
  for (const [position, { productId, quantity, components }] of items.entries()) {
    if (components === undefined) {
      if (!isService(productId)) take(demandFor(productId), quantity)
      continue
    }
    const demands = byComposition.get(components) ?? components.map((component) => demandFor(component.productId))
    byComposition.set(components, demands)
    for (let index = 0; index < components.length; index += 1)
      take(demands[index]!, takenOf(components[index]!, quantity, `${path}/${position}/quantity`))
  }
  return [...byProduct.values()]
}

function take(demand: Demand, quantity: Milli): void {
  demand.quantity = addMilli(demand.quantity, quantity)
}

function takenOf(component: Components[number], bundles: Milli, path: string): Milli {
  const taken = multiplyMilli(component.quantity, bundles)
  if (taken === null)
    throw invalid(
      path,
      `${formatMilli(bundles)} bundles need ${formatMilli(component.quantity)} each of "${component.name}", which is not a multiple of 0.001 or too large`,
      { code: 'TOO_PRECISE', figures: { decimals: 3 } },
    )
  return taken
}

/** Refuses with INSUFFICIENT_STOCK when less of a product is available in the warehouse than requested. */
export function checkAvailable(books: Books, warehouseId: string, productId: string, quantity: Milli): Stock {
  const row = stockOf(books, productId, warehouseId)
  checkRow(books, row, quantity)
  return row
}

/**
 * Checks a stock row that an earlier step of the command may have changed. Refuses with INSUFFICIENT_STOCK when less is
 * available than requested.
 */
export function checkRow(books: Books, row: Stock, quantity: Milli): void {
  const { productId, warehouseId } = row
  if (quantity <= row.available) return
  const product = books.products.get(productId)?.name ?? productId
  const warehouse = books.warehouses.get(warehouseId)?.name ?? warehouseId
  const { available } = row
  throw new Refusal(
    'INSUFFICIENT_STOCK',
    `${formatMilli(quantity)} of "${product}" requested, ${formatMilli(available)} available at "${warehouse}". Receive more or ask for less.`,
    { figures: { reason: 'product', asked: quantity, available, productId, product, warehouseId, warehouse } },
  )
}
