/**
 * The records of a company as the API shows them. In memory they have the same field names, with money in kopecks
 * (Minor) and quantities in thousandths (Milli). Their `revision`, which is not shown, is the revision of the last
 * command that changed the record. Source: S-VALUE-7, S-VALUE-8, S-STATE-2.
 */
import type { Static } from 'typebox'
import { type HistoryKind, KIND_NAMES, KINDS, type Kind, type StateKind } from './kinds.ts'
import * as schemas from './record-schemas.ts'

export type { HistoryKind, Kind, StateKind }

/** A record as memory, the database and the change log store it. */
type Kept<T> = Readonly<T> & { readonly revision: number }

/** The fields of each kind that the API shows. */
type Shown = { readonly [K in Kind]: Static<(typeof KINDS)[K]['of']['record']> }

/**
 * An image as a product stores it: with the SHA-256 of its bytes, which is the image's key in the file store and is not
 * shown.
 */
export type KeptImage = Static<typeof schemas.ProductImage> & { readonly sha256: string }

/** The stored form of the kinds that have fields which the API does not show. */
interface MoreKept {
  products: Kept<Omit<Shown['products'], 'images'> & { images: readonly KeptImage[] }>
  /**
   * A procurement file. `attempt` counts the requested recognitions; the latest recognition was requested at
   * `queuedAt`. A worker may already be processing a file that is stored as queued: `processing` is never stored, only
   * shown in the list.
   */
  imports: Kept<Shown['imports']> & { readonly attempt: number; readonly queuedAt: string }
}

/**
 * The record type of each kind that a command can change. Kinds in the state have the name of their array (S-STATE-2).
 */
export type RecordOf = { [K in Kind]: K extends keyof MoreKept ? MoreKept[K] : Kept<Shown[K]> }
export type AnyRecord = RecordOf[Kind]

export type Settings = RecordOf['settings']
export type Warehouse = RecordOf['warehouses']
export type PriceType = RecordOf['priceTypes']
export type FilterValue = Readonly<Static<typeof schemas.FilterValueRecord>>
export type Filter = RecordOf['filters']
export type Product = RecordOf['products']
export type Partner = RecordOf['partners']
export type Organization = RecordOf['organizations']
export type Contract = RecordOf['contracts']
export type CustomField = RecordOf['customFields']
export type Stock = RecordOf['stock']
export type Lot = RecordOf['lots']
export type Purchase = RecordOf['purchases']
/** The response to receiving a delivery. */
export type Delivery = Readonly<Static<typeof schemas.DeliveryRecord>>
export type ProcurementDocument = RecordOf['documents']
export type Payment = RecordOf['payments']
export type Order = RecordOf['orders']
export type Shipment = RecordOf['shipments']
export type CustomerReturn = RecordOf['customerReturns']
export type StockRule = RecordOf['stockRules']
export type SupplierItem = RecordOf['supplierItems']
export type Movement = RecordOf['movements']
export type ExternalLink = RecordOf['externalLinks']
export type Notification = RecordOf['notifications']
export type ImportFile = RecordOf['imports']
export type Recognition = RecordOf['recognitions']
export type Stocktake = RecordOf['stocktakes']
export type StocktakeLine = RecordOf['stocktakeLines']
export type DeliveryPhoto = RecordOf['deliveryPhotos']

/** The kinds that are arrays in the state, in the state's order (S-STATE-2). */
export const STATE_KINDS: readonly StateKind[] = KIND_NAMES.filter(
  (kind) => KINDS[kind].kept === 'state',
) as StateKind[]

const HISTORY_KINDS: ReadonlySet<Kind> = new Set(KIND_NAMES.filter((kind) => KINDS[kind].kept === 'database'))

export function isHistoryKind(kind: Kind): kind is HistoryKind {
  return HISTORY_KINDS.has(kind)
}

/**
 * The kinds whose records can be finished, with the statuses that finish them. The state shows only
 * the newest finished records (S-STATE-6).
 */
export const FINISHED_STATUSES = {
  purchases: ['received'],
  documents: ['closed', 'cancelled'],
  payments: ['posted', 'cancelled'],
  orders: ['shipped', 'cancelled'],
  stocktakes: ['posted', 'cancelled'],
  customerReturns: ['posted', 'cancelled'],
} as const satisfies Partial<Record<Kind, readonly string[]>>

/**
 * The maximum number of finished records of a kind that the state shows. It shows the newest finished records. Source:
 * S-STATE-6.
 */
export const MAX_FINISHED_SHOWN = 1_000

export type FinishableKind = keyof typeof FINISHED_STATUSES
export const FINISHABLE_KINDS = Object.keys(FINISHED_STATUSES) as FinishableKind[]

const STATUSES = {
  purchases: schemas.PURCHASE_STATUSES,
  documents: schemas.DOCUMENT_STATUSES,
  payments: schemas.PAYMENT_STATUSES,
  orders: schemas.ORDER_STATUSES,
  stocktakes: schemas.STOCKTAKE_STATUSES,
  customerReturns: schemas.CUSTOMER_RETURN_STATUSES,
} as const satisfies Record<FinishableKind, readonly string[]>

/** Returns the statuses of a kind's unfinished records. */
export function openStatuses(kind: FinishableKind): string[] {
  const finished: readonly string[] = FINISHED_STATUSES[kind]
  return STATUSES[kind].filter((status) => !finished.includes(status))
}

export function isFinishable(kind: Kind): kind is FinishableKind {
  return kind in FINISHED_STATUSES
}

export function isFinished(kind: FinishableKind, record: { readonly status: string }): boolean {
  return (FINISHED_STATUSES[kind] as readonly string[]).includes(record.status)
}

/** The kinds whose records are not all in memory: the older records, or all of them, are only in the database. */
export type RememberedKind =
  | 'orders'
  | 'purchases'
  | 'documents'
  | 'payments'
  | 'stocktakes'
  | 'customerReturns'
  | 'lots'
  | 'externalLinks'
  | 'notifications'
  | 'imports'
  | 'shipments'
  | 'movements'

/** The kinds of records for which some rule must know which other records refer to them. */
export type ReferencedKind =
  | 'products'
  | 'partners'
  | 'warehouses'
  | 'organizations'
  | 'contracts'
  | 'purchases'
  | 'documents'
  | 'orders'

/**
 * A change that a rule decides on: a whole record to store, or a record to remove (`record` is null). `before`, the
 * record before the change, is given only when the rule read the record from the database, because then the books do
 * not have the record.
 */
export type Change = {
  [K in Kind]: {
    readonly kind: K
    readonly id: string
    readonly record: RecordOf[K] | null
    readonly before?: RecordOf[K] | null
  }
}[Kind]

/**
 * Makes a change that stores a record. `before`: the earlier record, if the rule read it from the database and not
 * from the books.
 */
export function put<K extends Exclude<Kind, 'stock' | 'settings'>>(
  kind: K,
  record: RecordOf[K],
  before?: RecordOf[K] | null,
): Change {
  return { kind, id: record.id, record, ...(before == null ? {} : { before }) } as unknown as Change
}

/** Makes a change to the settings. A company has one settings record, whose key is 'settings'. */
export function putSettings(record: Settings): Change {
  return { kind: 'settings', id: 'settings', record }
}

/** Makes a change that stores a stock row. */
export function putStock(row: Stock): Change {
  return { kind: 'stock', id: stockKey(row.productId, row.warehouseId), record: row }
}

/**
 * Makes a stock row from the values stored in the log and the table, in thousandths. Without `waiting`, no order is
 * waiting for the goods.
 */
export function stockRow(
  key: string,
  {
    onHand,
    reserved,
    waiting = 0,
    revision,
  }: { onHand: number; reserved: number; waiting?: number | undefined; revision: number },
): Stock {
  const [productId, warehouseId] = key.split('/')
  const row = { productId, warehouseId, onHand, reserved, available: onHand - reserved }
  return { ...row, ...(waiting > 0 ? { waiting } : {}), revision } as Stock
}

/** Makes a change that removes a record. */
export function remove<K extends Kind>(kind: K, id: string, before?: RecordOf[K]): Change {
  return { kind, id, record: null, ...(before === undefined ? {} : { before }) } as unknown as Change
}

/**
 * Returns the key of a stock row, which has no id of its own. The key is used in maps, in the change log and to sort
 * the state.
 */
export function stockKey(productId: string, warehouseId: string): string {
  return `${productId}/${warehouseId}`
}
