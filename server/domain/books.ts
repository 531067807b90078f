/**
 * The books of one company: its records in memory with the look-ups that rules need. Rules only read them; the engine applies
 * what a rule decided with `applyChange`, and takes it back with the change that this returns.
 */
import { foldEmail, foldName, foldPhone } from './folding.ts'
import { amountOf } from './quantity.ts'
import {
  type Change,
  type Lot,
  type Order,
  type Partner,
  type PriceType,
  type Product,
  type Settings,
  type Stock,
  stockKey,
  type Warehouse,
} from './records.ts'

/** How many records of each kind the company has, the finished ones included, and what its stock is worth in kopecks. */
export interface Totals {
  warehouses: number
  priceTypes: number
  filters: number
  products: number
  partners: number
  organizations: number
  contracts: number
  customFields: number
  lots: number
  purchases: number
  documents: number
  payments: number
  orders: number
  stockValue: bigint
}

/** The last number given to a kind of document; numbers are never given twice, also after a delete. */
export interface Counters {
  orders: number
}

export interface Books {
  settings: Settings
  readonly warehouses: Map<string, Warehouse>
  readonly priceTypes: Map<string, PriceType>
  readonly products: Map<string, Product>
  readonly partners: Map<string, Partner>
  /** By `stockKey`. */
  readonly stock: Map<string, Stock>
  /** Lots with a remainder. */
  readonly lots: Map<string, Lot>
  /** Open orders and the newest of the finished. */
  readonly orders: Map<string, Order>

  /** Lots with a remainder by `stockKey`, oldest first: by receivedAt, then id. */
  readonly lotsByStock: Map<string, Lot[]>
  readonly bundlesByComponent: Map<string, Set<string>>
  readonly partnersByName: Map<string, Set<string>>
  readonly partnersByEmail: Map<string, Set<string>>
  readonly partnersByPhone: Map<string, Set<string>>
  /** By `externalKey`; of the orders in memory. */
  readonly ordersByExternalKey: Map<string, string>

  readonly totals: Totals
  readonly counters: Counters
}

export function emptyTotals(): Totals {
  return {
    warehouses: 0,
    priceTypes: 0,
    filters: 0,
    products: 0,
    partners: 0,
    organizations: 0,
    contracts: 0,
    customFields: 0,
    lots: 0,
    purchases: 0,
    documents: 0,
    payments: 0,
    orders: 0,
    stockValue: 0n,
  }
}

export function createBooks(settings: Settings, totals: Totals, counters: Counters): Books {
  return {
    settings,
    warehouses: new Map(),
    priceTypes: new Map(),
    products: new Map(),
    partners: new Map(),
    stock: new Map(),
    lots: new Map(),
    orders: new Map(),
    lotsByStock: new Map(),
    bundlesByComponent: new Map(),
    partnersByName: new Map(),
    partnersByEmail: new Map(),
    partnersByPhone: new Map(),
    ordersByExternalKey: new Map(),
    totals,
    counters,
  }
}

export function externalKey(source: string, id: string): string {
  return `${source}\u0000${id}`
}

/** The record that the books have for a change's id, if any. */
export function recordInBooks(books: Books, kind: Change['kind'], id: string): Change['record'] {
  if (kind === 'settings') return books.settings
  if (kind === 'movements') return null
  return books[kind].get(id) ?? null
}

/** What `applyChange` leaves behind for the change log and for `undoChange`. */
export interface Applied {
  /** The record as it was; null when there was none. */
  readonly before: Change['record']
  readonly inverse: Change
}

/** Applies one change to the books, their indexes, totals and counters. */
export function applyChange(books: Books, change: Change): Applied {
  const inBooks = recordInBooks(books, change.kind, change.id)
  const before = inBooks ?? change.before ?? null
  countTotals(books.totals, change, before)
  if (change.kind === 'orders' && change.record !== null)
    books.counters.orders = Math.max(books.counters.orders, Number(change.record.number))
  placeRecord(books, change, inBooks)
  return { before, inverse: { kind: change.kind, id: change.id, record: inBooks } as Change }
}

/** Puts a record and its indexes back. Totals and counters are the caller's: it kept a copy of them from before. */
export function undoChange(books: Books, inverse: Change): void {
  placeRecord(books, inverse, recordInBooks(books, inverse.kind, inverse.id))
}

/** Puts a record that was just read from the database into the books; totals already count it. */
export function placeLoadedRecord(books: Books, change: Change): void {
  placeRecord(books, change, null)
}

function countTotals(totals: Totals, change: Change, before: Change['record']): void {
  if (change.kind === 'lots') {
    const lotBefore = before as Lot | null
    if (lotBefore !== null) totals.stockValue -= BigInt(amountOf(lotBefore.remaining, lotBefore.unitCost))
    if (change.record !== null) totals.stockValue += BigInt(amountOf(change.record.remaining, change.record.unitCost))
  }
  if (change.kind === 'settings' || change.kind === 'stock' || change.kind === 'movements') return
  if (before === null) totals[change.kind] += 1
  if (change.record === null) totals[change.kind] -= 1
}

function placeRecord(books: Books, change: Change, before: Change['record']): void {
  switch (change.kind) {
    case 'settings':
      if (change.record !== null) books.settings = change.record
      return
    case 'movements':
      return
    case 'lots':
      placeLot(books, change.id, change.record, before as Lot | null)
      return
    case 'products':
      setOrDelete(books.products, change.id, change.record)
      reindexBundle(books, before as Product | null, change.record)
      return
    case 'partners':
      setOrDelete(books.partners, change.id, change.record)
      reindexPartner(books, before as Partner | null, change.record)
      return
    case 'orders':
      placeOrder(books, change.id, change.record, before as Order | null)
      return
    case 'stock':
      setOrDelete(books.stock, change.id, change.record)
      return
    case 'warehouses':
      setOrDelete(books.warehouses, change.id, change.record)
      return
    case 'priceTypes':
      setOrDelete(books.priceTypes, change.id, change.record)
  }
}

function setOrDelete<T>(map: Map<string, T>, id: string, record: T | null): void {
  if (record === null) map.delete(id)
  else map.set(id, record)
}

/** Oldest first; a lot that was transferred keeps its receivedAt and so its place. */
function isOlder(a: Lot, b: Lot): boolean {
  return a.receivedAt === b.receivedAt ? a.id < b.id : a.receivedAt < b.receivedAt
}

function placeLot(books: Books, id: string, lot: Lot | null, before: Lot | null): void {
  const kept = lot !== null && lot.remaining > 0 ? lot : null
  setOrDelete(books.lots, id, kept)
  const key = stockKey((lot ?? before)!.productId, (lot ?? before)!.warehouseId)
  const lots = books.lotsByStock.get(key)
  if (lots === undefined) {
    if (kept !== null) books.lotsByStock.set(key, [kept])
    return
  }
  const position = before === null ? -1 : lots.findIndex((other) => other.id === id)
  if (position !== -1 && kept !== null) lots[position] = kept
  else if (position !== -1) lots.splice(position, 1)
  else if (kept !== null) {
    let end = lots.length
    while (end > 0 && isOlder(kept, lots[end - 1]!)) end -= 1
    lots.splice(end, 0, kept)
  }
  if (lots.length === 0) books.lotsByStock.delete(key)
}

function placeOrder(books: Books, id: string, order: Order | null, before: Order | null): void {
  setOrDelete(books.orders, id, order)
  const external = order ?? before
  if (external === null || external.externalSource === null || external.externalId === null) return
  setOrDelete(
    books.ordersByExternalKey,
    externalKey(external.externalSource, external.externalId),
    order === null ? null : id,
  )
}

/** Forgets a finished order that left the newest of its kind. It stays in the database. */
export function forgetOrder(books: Books, id: string): void {
  const order = books.orders.get(id)
  if (order !== undefined) placeOrder(books, id, null, order)
}

function addTo(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) index.set(key, new Set([id]))
  else ids.add(id)
}

function removeFrom(index: Map<string, Set<string>>, key: string, id: string): void {
  const ids = index.get(key)
  if (ids === undefined) return
  ids.delete(id)
  if (ids.size === 0) index.delete(key)
}

function reindexBundle(books: Books, before: Product | null, after: Product | null): void {
  for (const component of before?.components ?? [])
    removeFrom(books.bundlesByComponent, component.productId, before!.id)
  for (const component of after?.components ?? []) addTo(books.bundlesByComponent, component.productId, after!.id)
}

function reindexPartner(books: Books, before: Partner | null, after: Partner | null): void {
  if (before !== null) {
    removeFrom(books.partnersByName, foldName(before.name), before.id)
    if (before.email !== null) removeFrom(books.partnersByEmail, foldEmail(before.email), before.id)
    if (before.phone !== null) removeFrom(books.partnersByPhone, foldPhone(before.phone), before.id)
  }
  if (after !== null) {
    addTo(books.partnersByName, foldName(after.name), after.id)
    if (after.email !== null) addTo(books.partnersByEmail, foldEmail(after.email), after.id)
    if (after.phone !== null) addTo(books.partnersByPhone, foldPhone(after.phone), after.id)
  }
}
