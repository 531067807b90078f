/**
 * Counts the work that waits for people, from the state in memory, chunk by chunk. Chunks that have not changed since
 * the last call are not examined again.
 */
import type { Milli } from '../../amounts/quantity.ts'
import type { Order, Partner, ProcurementDocument, Product, Stock } from '../domain/records.ts'
import { type Chunk, type CollectionSnapshot, lowerBound } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import { StockChunks } from '../queries/catalog-products.ts'

/** The maximum number of products below their minimum that the summary lists. */
export const MAX_NAMED = 5

export interface OpenOrders {
  readonly count: number
  readonly totalMinor: bigint
}

export interface LowProduct {
  readonly product: Product
  readonly available: Milli
}

export interface ToDo {
  readonly new: OpenOrders
  readonly picking: OpenOrders
  /** How many products in open orders are not on the shelf. */
  readonly notOnShelf: number
  readonly belowMinimum: { readonly count: number; readonly first: readonly LowProduct[] }
  /** How many drafts were made from an uploaded file. */
  readonly drafts: number
  readonly hasSupplier: boolean
  /** True when the company ever received goods. */
  readonly wasStocked: boolean
}

interface OrdersOfChunk {
  readonly new: number
  readonly newMinor: bigint
  readonly picking: number
  readonly pickingMinor: bigint
  readonly absent: number
}

type Counted<T> = WeakMap<object, { readonly serials: readonly number[]; readonly value: T }>

/**
 * Returns the cached count of a chunk, as long as this chunk and the other chunks that the count
 * used are unchanged.
 */
function countedOf<T>(
  counted: Counted<T>,
  chunk: Chunk<unknown>,
  others: readonly Chunk<unknown>[],
  count: () => T,
): T {
  const serials = [chunk, ...others].map(({ serial }) => serial)
  const known = counted.get(chunk)
  if (known?.serials.length === serials.length && known.serials.every((serial, at) => serial === serials[at]))
    return known.value
  const value = count()
  counted.set(chunk, { serials, value })
  return value
}

const orders: Counted<OrdersOfChunk> = new WeakMap()
const drafts: Counted<number> = new WeakMap()
const low: Counted<{ count: number; first: readonly LowProduct[] }> = new WeakMap()
const suppliers: Counted<boolean> = new WeakMap()

/** Makes all counts in small steps, one step for each chunk of records. */
export function* countToDo({ collections }: StateSnapshot): Generator<void, ToDo> {
  return {
    ...(yield* countOrders(collections.orders)),
    belowMinimum: yield* countBelowMinimum(collections),
    drafts: yield* countDrafts(collections.documents),
    hasSupplier: yield* findSupplier(collections.partners),
    wasStocked: yield* findStocked(collections.stock),
  }
}

function* countOrders({
  chunks,
}: CollectionSnapshot<'orders'>): Generator<void, Pick<ToDo, 'new' | 'picking' | 'notOnShelf'>> {
  let sum: OrdersOfChunk = { new: 0, newMinor: 0n, picking: 0, pickingMinor: 0n, absent: 0 }
  for (const chunk of chunks) {
    const here = countedOf(orders, chunk, [], () => ordersOf(chunk.records))
    sum = {
      new: sum.new + here.new,
      newMinor: sum.newMinor + here.newMinor,
      picking: sum.picking + here.picking,
      pickingMinor: sum.pickingMinor + here.pickingMinor,
      absent: sum.absent + here.absent,
    }
    yield
  }
  return {
    new: { count: sum.new, totalMinor: sum.newMinor },
    picking: { count: sum.picking, totalMinor: sum.pickingMinor },
    notOnShelf: sum.absent,
  }
}

function ordersOf(records: readonly Order[]): OrdersOfChunk {
  const found = { new: 0, newMinor: 0n, picking: 0, pickingMinor: 0n, absent: 0 }
  for (const { status, total, absent = [] } of records) {
    if (status !== 'new' && status !== 'picking') continue
    found[status] += 1
    found.absent += absent.length
    found[`${status}Minor`] += BigInt(total)
  }
  return found
}

function* countBelowMinimum({ products, stock }: StateSnapshot['collections']): Generator<void, ToDo['belowMinimum']> {
  const stockChunks = new StockChunks(stock)
  let count = 0
  let first: readonly LowProduct[] = []
  for (const chunk of products.chunks) {
    const rows = stockChunks.of(chunk)
    const here = countedOf(low, chunk, rows, () => lowOf(chunk.records, rows))
    count += here.count
    if (here.count > 0) first = lowestOf([...first, ...here.first])
    yield
  }
  return { count, first }
}

function lowOf(records: readonly Product[], rows: readonly Chunk<Stock>[]) {
  const found: LowProduct[] = []
  for (const product of records) {
    const { id, kind, minStock, archived } = product
    if (archived || !minStock || (kind !== 'product' && kind !== 'variant')) continue
    const available = availableIn(rows, id)
    if (available < minStock) found.push({ product, available })
  }
  return { count: found.length, first: lowestOf(found) }
}

function availableIn(rows: readonly Chunk<Stock>[], productId: string): Milli {
  let available = 0
  for (const { keys, records } of rows)
    for (let at = lowerBound(keys, productId); at < keys.length && keys[at]!.startsWith(productId); at += 1)
      available += records[at]!.available
  return available as Milli
}

/**
 * Returns the products with the smallest fraction of their minimum left, in the same order as the report on products
 * below their minimum.
 */
function lowestOf(found: readonly LowProduct[]): readonly LowProduct[] {
  const partOf = ({ product, available }: LowProduct) => available / product.minStock!
  const byId = (one: LowProduct, other: LowProduct) => (one.product.id < other.product.id ? -1 : 1)
  return [...found].sort((one, other) => partOf(one) - partOf(other) || byId(one, other)).slice(0, MAX_NAMED)
}

function* countDrafts({ chunks }: CollectionSnapshot<'documents'>): Generator<void, number> {
  const isDraft = ({ status, importId }: ProcurementDocument) => status === 'draft' && importId !== null
  let count = 0
  for (const chunk of chunks) {
    count += countedOf(drafts, chunk, [], () => chunk.records.filter(isDraft).length)
    yield
  }
  return count
}

function* findSupplier({ chunks }: CollectionSnapshot<'partners'>): Generator<void, boolean> {
  const isSupplier = ({ type, roles }: Partner) => type === 'Поставщик' || roles.includes('Поставщик')
  for (const chunk of chunks) {
    if (countedOf(suppliers, chunk, [], () => chunk.records.some(isSupplier))) return true
    yield
  }
  return false
}

/**
 * Whether the company has ever received goods. If so, there are stock rows with a quantity on hand, which remain even
 * when everything is sold. Stock rows of bundles have no such quantity.
 */
function* findStocked({ chunks }: CollectionSnapshot<'stock'>): Generator<void, boolean> {
  for (const { records } of chunks) {
    if (records.some(({ onHand }) => onHand !== null)) return true
    yield
  }
  return false
}
