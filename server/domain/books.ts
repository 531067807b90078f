/**
 * The books of one company: its records in memory, with the look-up maps that business rules need. Rules only read the
 * books. The engine applies each change that a rule decides on with `applyChange`, and undoes it with the inverse
 * change that `applyChange` returns.
 */
import { amountOf } from '../../amounts/quantity.ts'
import { foldEmail, foldName, foldPhone } from './folding.ts'
import { HeldBytes } from './held-bytes.ts'
import { LotQueue } from './lot-queue.ts'
import {
  type Change,
  FINISHABLE_KINDS,
  type Filter,
  type FinishableKind,
  isFinishable,
  isHistoryKind,
  type Lot,
  type Order,
  type Partner,
  type Product,
  type Purchase,
  type RecordOf,
  type Settings,
  STATE_KINDS,
  type StateKind,
  type Stock,
  type StockRule,
  type SupplierItem,
  stockKey,
} from './records.ts'

/** The kinds of record that `totals` counts: all arrays of the state except `stock`. */
type CountedKind = Exclude<StateKind, 'stock'>

/** How many records of each kind the company has, finished ones included, and the value of its stock in kopecks. */
export type Totals = Record<CountedKind, number> & { stockValue: bigint }

/**
 * The last number given to a record of each numbered kind. A number is never given twice, even
 * after a delete.
 */
export type Counters = Record<FinishableKind, number>

/**
 * The records in memory, by id (stock rows by `stockKey`): all reference records, lots that are not used up, open
 * records and the newest finished ones.
 */
type RecordMaps = { readonly [K in StateKind]: Map<string, RecordOf[K]> }

export interface Books extends RecordMaps {
  settings: Settings
  /** The lots that are not used up, by `stockKey` and oldest first. The map has no empty queues. */
  readonly lotsByStock: Map<string, LotQueue>
  /** The stock rows of each product, ordered by warehouse id. */
  readonly stockByProduct: Map<string, Stock[]>
  readonly bundlesByComponent: Map<string, Set<string>>
  /** For each product, the products that list it as an analog. */
  readonly productsByAnalog: Map<string, Set<string>>
  readonly filterOfValue: Map<string, string>
  readonly partnersByName: Map<string, Set<string>>
  readonly partnersByEmail: Map<string, Set<string>>
  readonly partnersByPhone: Map<string, Set<string>>
  /** The orders in memory, by `externalKey`. */
  readonly ordersByExternalKey: Map<string, string>
  /** The purchases in memory, by `externalKey`. */
  readonly purchasesByExternalKey: Map<string, string>
  /** The orders with lines that wait for goods, by the `stockKey` of the goods. */
  readonly waitingByStock: Map<string, Set<string>>
  readonly stockRulesByProduct: Map<string, Set<string>>
  readonly supplierItemsByProduct: Map<string, Set<string>>

  readonly totals: Totals
  readonly counters: Counters
  /** The estimated memory that all these records and look-up maps take. */
  readonly held: HeldBytes
}

const COUNTED_KINDS = STATE_KINDS.filter((kind) => kind !== 'stock')

export function emptyTotals(): Totals {
  const counts = Object.fromEntries(COUNTED_KINDS.map((kind) => [kind, 0])) as Record<CountedKind, number>
  return { ...counts, stockValue: 0n }
}

export function emptyCounters(): Counters {
  return Object.fromEntries(FINISHABLE_KINDS.map((kind) => [kind, 0])) as Counters
}

export function createBooks(settings: Settings, totals: Totals, counters: Counters): Books {
  const maps = Object.fromEntries(STATE_KINDS.map((kind) => [kind, new Map()])) as unknown as RecordMaps
  return {
    ...maps,
    settings,
    lotsByStock: new Map(),
    stockByProduct: new Map(),
    bundlesByComponent: new Map(),
    productsByAnalog: new Map(),
    filterOfValue: new Map(),
    partnersByName: new Map(),
    partnersByEmail: new Map(),
    partnersByPhone: new Map(),
    ordersByExternalKey: new Map(),
    purchasesByExternalKey: new Map(),
    waitingByStock: new Map(),
    stockRulesByProduct: new Map(),
    supplierItemsByProduct: new Map(),
    totals,
    counters,
    held: new HeldBytes(),
  }
}

export function externalKey(source: string, id: string): string {
  return `${source}\u0000${id}`
}

/** Returns the number for the next record of a kind, counted from 1 and with at least five digits. */
export function nextNumber(books: Books, kind: FinishableKind): string {
  return String(books.counters[kind] + 1).padStart(NUMBER_DIGITS, '0')
}

const NUMBER_DIGITS = 5

/** Returns the record in the books that has the id given in the change, if there is one. */
function recordInBooks(books: Books, kind: Change['kind'], id: string): Change['record'] {
  if (kind === 'settings') return books.settings
  if (isHistoryKind(kind)) return null
  return books[kind].get(id) ?? null
}

/** The return value of `applyChange`, which the change log and `undoChange` use. */
export interface Applied {
  /** The record before the change, or null when it did not exist. */
  readonly before: Change['record']
  readonly inverse: Change
}

/** Applies one change to the books, their look-up maps, totals and counters. */
export function applyChange(books: Books, change: Change): Applied {
  const inBooks = recordInBooks(books, change.kind, change.id)
  const before = inBooks ?? change.before ?? null
  countTotals(books.totals, change, before)
  if (change.record !== null && before === null && isFinishable(change.kind))
    countNumber(books.counters, change.kind, (change.record as { number: string }).number)
  placeRecord(books, change, inBooks)
  return { before, inverse: { kind: change.kind, id: change.id, record: inBooks } as Change }
}

/** Undoes a change to a record and the look-up maps. The caller restores totals and counters from a copy. */
export function undoChange(books: Books, inverse: Change): void {
  placeRecord(books, inverse, recordInBooks(books, inverse.kind, inverse.id))
}

/**
 * Puts a record just read from the database into the books. The totals do not change, because they already include the
 * record.
 */
export function placeLoadedRecord(books: Books, change: Change): void {
  placeRecord(books, change, null)
}

/**
 * Raises the kind's counter to the given number. Numbers with a prefix are ignored, because they came from another
 * system.
 */
function countNumber(counters: Counters, kind: FinishableKind, number: string): void {
  const given = Number(number)
  if (given > counters[kind]) counters[kind] = given
}

function countTotals(totals: Totals, change: Change, before: Change['record']): void {
  if (change.kind === 'lots') {
    const lotBefore = before as Lot | null
    if (lotBefore !== null) totals.stockValue -= BigInt(amountOf(lotBefore.remaining, lotBefore.unitCost))
    if (change.record !== null) totals.stockValue += BigInt(amountOf(change.record.remaining, change.record.unitCost))
  }
  if (change.kind === 'settings' || change.kind === 'stock' || isHistoryKind(change.kind)) return
  if (before === null) totals[change.kind] += 1
  if (change.record === null) totals[change.kind] -= 1
}

function placeRecord(books: Books, change: Change, before: Change['record']): void {
  if (isHistoryKind(change.kind)) return
  if (change.kind === 'settings') {
    if (change.record !== null) books.settings = change.record as Settings
    return
  }
  if (change.kind === 'lots') {
    placeLot(books, change.id, change.record as Lot | null, before as Lot | null)
    return
  }
  books.held.replace(change.kind, before, change.record)
  setOrDelete(books[change.kind] as Map<string, unknown>, change.id, change.record)
  reindex(books, change, before)
}

function reindex(books: Books, change: Change, before: Change['record']): void {
  if (change.kind === 'products') reindexProduct(books, before as Product | null, change.record)
  else if (change.kind === 'stock') reindexStock(books, before as Stock | null, change.record)
  else if (change.kind === 'partners') reindexPartner(books, before as Partner | null, change.record)
  else if (change.kind === 'filters') reindexFilter(books, before as Filter | null, change.record)
  else if (change.kind === 'orders') reindexOrder(books, before as Order | null, change.record)
  else if (change.kind === 'purchases')
    reindexExternal(books.purchasesByExternalKey, change.record ?? (before as Purchase | null), change.record)
  else if (change.kind === 'stockRules')
    reindexOfProduct(books.stockRulesByProduct, before as StockRule | null, change.record)
  else if (change.kind === 'supplierItems')
    reindexOfProduct(books.supplierItemsByProduct, before as SupplierItem | null, change.record)
}

function setOrDelete<T>(map: Map<string, T>, id: string, record: T | null): void {
  if (record === null) map.delete(id)
  else map.set(id, record)
}

function placeLot(books: Books, id: string, lot: Lot | null, before: Lot | null): void {
  const kept = lot !== null && lot.remaining > 0 ? lot : null
  books.held.replace('lots', before, kept)
  setOrDelete(books.lots, id, kept)
  const named = lot ?? before
  // The undone change was to a lot that the same command made and used up, so the lot was never in the books.
  if (named === null) return
  const key = stockKey(named.productId, named.warehouseId)
  const queue = books.lotsByStock.get(key) ?? new LotQueue()
  if (kept === null) queue.remove(named)
  else queue.put(kept)
  if (queue.isEmpty) books.lotsByStock.delete(key)
  else books.lotsByStock.set(key, queue)
}

function reindexOrder(books: Books, before: Order | null, after: Order | null): void {
  reindexExternal(books.ordersByExternalKey, after ?? before, after)
  if (before?.waiting !== undefined)
    for (const key of waitingKeys(before)) removeFrom(books.waitingByStock, key, before.id)
  if (after?.waiting !== undefined) for (const key of waitingKeys(after)) addTo(books.waitingByStock, key, after.id)
}

/** Returns the keys of the stock rows that the lines of an order wait for. */
function waitingKeys({ items, warehouseId }: Order): Set<string> {
  const waiting = items.filter((line) => line.waiting !== undefined)
  const products = waiting.flatMap((line) => line.components?.map((one) => one.productId) ?? [line.productId])
  return new Set(products.map((productId) => stockKey(productId, warehouseId)))
}

/** Updates the look-up by external id. The external id of an order or purchase never changes. */
function reindexExternal(
  index: Map<string, string>,
  named: Order | Purchase | null,
  kept: Order | Purchase | null,
): void {
  if (named === null || named.externalSource === null || named.externalId === null) return
  setOrDelete(index, externalKey(named.externalSource, named.externalId), kept === null ? null : named.id)
}

/** Updates the look-up of records by their product, which never changes. */
function reindexOfProduct<T extends StockRule | SupplierItem>(
  index: Map<string, Set<string>>,
  before: T | null,
  after: T | null,
): void {
  if (before !== null) removeFrom(index, before.productId, before.id)
  if (after !== null) addTo(index, after.productId, after.id)
}

function reindexFilter(books: Books, before: Filter | null, after: Filter | null): void {
  for (const { id } of before?.values ?? []) books.filterOfValue.delete(id)
  for (const { id, filterId } of after?.values ?? []) books.filterOfValue.set(id, filterId)
}

/**
 * Removes a finished record from memory once it is no longer among the newest. The record stays in
 * the database.
 */
export function forgetFinished(books: Books, kind: FinishableKind, id: string): void {
  placeRecord(books, { kind, id, record: null } as Change, books[kind].get(id) ?? null)
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

function reindexProduct(books: Books, before: Product | null, after: Product | null): void {
  if (before?.components !== after?.components) {
    for (const component of before?.components ?? [])
      removeFrom(books.bundlesByComponent, component.productId, before!.id)
    for (const component of after?.components ?? []) addTo(books.bundlesByComponent, component.productId, after!.id)
  }
  if (before?.analogIds !== after?.analogIds) {
    for (const id of before?.analogIds ?? []) removeFrom(books.productsByAnalog, id, before!.id)
    for (const id of after?.analogIds ?? []) addTo(books.productsByAnalog, id, after!.id)
  }
}

function reindexStock(books: Books, before: Stock | null, after: Stock | null): void {
  const { productId, warehouseId } = (after ?? before)!
  const rows = books.stockByProduct.get(productId) ?? []
  let position = rows.length
  while (position > 0 && rows[position - 1]!.warehouseId >= warehouseId) position -= 1
  const taken = before === null ? 0 : 1
  if (after === null) rows.splice(position, taken)
  else rows.splice(position, taken, after)
  if (rows.length === 0) books.stockByProduct.delete(productId)
  else books.stockByProduct.set(productId, rows)
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
