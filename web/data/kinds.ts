/** The kinds of records of the API, as the state and the stream of changes name them, each with its list and its read. */
import type { List } from '../../sdk/lists.ts'
import type {
  Contract,
  CustomField,
  Document,
  Filter,
  ListedImportFile,
  Lot,
  Movement,
  Notification,
  Order,
  Organization,
  Partner,
  Payment,
  PriceType,
  Product,
  Purchase,
  Stock,
  Warehouse,
} from '../../sdk/types.ts'
import { client } from './client.ts'

export interface Records {
  warehouses: Warehouse
  priceTypes: PriceType
  filters: Filter
  products: Product
  partners: Partner
  organizations: Organization
  contracts: Contract
  customFields: CustomField
  lots: Lot
  movements: Movement
  purchases: Purchase
  documents: Document
  imports: ListedImportFile
  payments: Payment
  orders: Order
  notifications: Notification
  stock: Stock
}
export type Kind = keyof Records
/** A query of a list, as its filters are named in the API. */
export type ListQuery = Readonly<Record<string, unknown>>

interface Call {
  readonly signal?: AbortSignal
}
type ListOf<T> = (query?: ListQuery, call?: Call) => List<T>

interface KindReads<T> {
  /** The address of the list below `/api/v1`. */
  readonly path: string
  readonly list: ListOf<T>
  /** Not of what has no id of its own. */
  readonly read?: (id: string, call?: Call) => Promise<T>
}

const reads = <T>(path: string, list: unknown, read?: unknown) => ({ path, list, read }) as KindReads<T>

export const KINDS: { readonly [K in Kind]: KindReads<Records[K]> } = {
  warehouses: reads('warehouses', client.warehouses.list, client.warehouses.read),
  priceTypes: reads('price-types', client.priceTypes.list, client.priceTypes.read),
  filters: reads('filters', client.filters.list, client.filters.read),
  products: reads('products', client.products.list, client.products.read),
  partners: reads('partners', client.partners.list, client.partners.read),
  organizations: reads('organizations', client.organizations.list, client.organizations.read),
  contracts: reads('contracts', client.contracts.list, client.contracts.read),
  customFields: reads('custom-fields', client.customFields.list, client.customFields.read),
  lots: reads('lots', client.lots.list, client.lots.read),
  movements: reads('movements', client.movements.list, client.movements.read),
  purchases: reads('purchases', client.purchases.list, client.purchases.read),
  documents: reads('procurement/documents', client.documents.list, client.documents.read),
  imports: reads('procurement/imports', client.imports.list, client.imports.read),
  payments: reads('procurement/payments', client.payments.list, client.payments.read),
  orders: reads('orders', client.orders.list, client.orders.read),
  notifications: reads('notifications', client.notifications.list, client.notifications.read),
  stock: reads('stock', client.stock.list),
}

/** In no state and no stream: every change may be one of theirs. */
export const UNTOLD: readonly Kind[] = ['imports']

/** What changes whenever records of a kind do, though the stream does not name it. */
export const FOLLOWERS: { readonly [K in Kind]?: readonly Kind[] } = { stock: ['movements'], lots: ['movements'] }
