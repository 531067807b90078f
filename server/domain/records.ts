/**
 * The records of a company as the API shows them. In memory they have the same field names, with money in kopecks (Minor) and
 * quantities in thousandths (Milli); `revision` is the command that last changed the record and is not shown.
 * Source: S-VALUE-7, S-VALUE-8, S-STATE-2.
 */
import type { Static } from 'typebox'
import { type HistoryKind, KIND_NAMES, KINDS, type Kind, type StateKind } from './kinds.ts'
import * as schemas from './record-schemas.ts'

export type { HistoryKind, Kind, StateKind }

/** A record as it stands in memory, in the database and in the change log. */
type Kept<T> = Readonly<T> & { readonly revision: number }

/** What is shown of each kind. */
type Shown = { readonly [K in Kind]: Static<(typeof KINDS)[K]['of']['record']> }

/** An image as a product keeps it: with the SHA-256 of its bytes, under which the file store has them. Not shown. */
export type KeptImage = Static<typeof schemas.ProductImage> & { readonly sha256: string }

/** Kinds of which more is kept than is shown. */
interface MoreKept {
  products: Kept<Omit<Shown['products'], 'images'> & { images: readonly KeptImage[] }>
  /**
   * `attempt` counts the recognitions that were asked for, the last one since `queuedAt`. While it is queued here, a worker may be at it:
   * `processing` is never kept, it is what the list shows then.
   */
  imports: Kept<Shown['imports']> & { readonly attempt: number; readonly queuedAt: string }
}

/** The kinds of record that a command can change; those of the state by the name of their array (S-STATE-2). */
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
export type ProcurementDocument = RecordOf['documents']
export type Payment = RecordOf['payments']
export type Order = RecordOf['orders']
export type Movement = RecordOf['movements']
export type ExternalLink = RecordOf['externalLinks']
export type Notification = RecordOf['notifications']
export type ImportFile = RecordOf['imports']
export type Recognition = RecordOf['recognitions']

/** The kinds that stand in the state as arrays, in their order there (S-STATE-2). */
export const STATE_KINDS: readonly StateKind[] = KIND_NAMES.filter(
  (kind) => KINDS[kind].kept === 'state',
) as StateKind[]

const HISTORY_KINDS: ReadonlySet<Kind> = new Set(KIND_NAMES.filter((kind) => KINDS[kind].kept === 'database'))

export function isHistoryKind(kind: Kind): kind is HistoryKind {
  return HISTORY_KINDS.has(kind)
}

/** The kinds that can be finished, with the statuses that finish them: the state shows the newest of these (S-STATE-6). */
export const FINISHED_STATUSES = {
  purchases: ['received'],
  documents: ['closed', 'cancelled'],
  payments: ['posted', 'cancelled'],
  orders: ['shipped', 'cancelled'],
} as const satisfies Partial<Record<Kind, readonly string[]>>

/** Finished records of a kind that the state shows: the newest ones. Source: S-STATE-6. */
export const MAX_FINISHED_SHOWN = 1_000

export type FinishableKind = keyof typeof FINISHED_STATUSES
export const FINISHABLE_KINDS = Object.keys(FINISHED_STATUSES) as FinishableKind[]

const STATUSES = {
  purchases: schemas.PURCHASE_STATUSES,
  documents: schemas.DOCUMENT_STATUSES,
  payments: schemas.PAYMENT_STATUSES,
  orders: schemas.ORDER_STATUSES,
} as const satisfies Record<FinishableKind, readonly string[]>

/** The statuses of a kind that is not finished. */
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

/** The kinds of which older records are not in memory, or not at all. */
export type RememberedKind =
  | 'orders'
  | 'purchases'
  | 'documents'
  | 'payments'
  | 'lots'
  | 'externalLinks'
  | 'notifications'
  | 'imports'

/** The kinds of which it is asked what names them. */
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
 * What a rule wants done: a record put in whole, or one taken out (null). `before` is the record as it was, given only when
 * the rule has it from history and the books do not hold it.
 */
export type Change = {
  [K in Kind]: {
    readonly kind: K
    readonly id: string
    readonly record: RecordOf[K] | null
    readonly before?: RecordOf[K] | null
  }
}[Kind]

/** A change that puts a record in. `before`: the record as it was, when it is known from history and not from the books. */
export function put<K extends Exclude<Kind, 'stock' | 'settings'>>(
  kind: K,
  record: RecordOf[K],
  before?: RecordOf[K] | null,
): Change {
  return { kind, id: record.id, record, ...(before == null ? {} : { before }) } as unknown as Change
}

/** The change of the settings; a company has one record of them, whose key is 'settings'. */
export function putSettings(record: Settings): Change {
  return { kind: 'settings', id: 'settings', record }
}

/** A change that puts a stock row in. */
export function putStock(row: Stock): Change {
  return { kind: 'stock', id: stockKey(row.productId, row.warehouseId), record: row }
}

/** A change that takes a record out. */
export function remove<K extends Kind>(kind: K, id: string, before?: RecordOf[K]): Change {
  return { kind, id, record: null, ...(before === undefined ? {} : { before }) } as unknown as Change
}

/** A stock row has no id of its own; this is its key in maps, in the change log and in the order of the state. */
export function stockKey(productId: string, warehouseId: string): string {
  return `${productId}/${warehouseId}`
}
