/**
 * The lists of records that are not all in memory. Each entry defines the list's names, where its rows are stored, and
 * how they may be sorted, filtered and searched. The list's routes, the validation of its queries and its part of the
 * OpenAPI document are derived from the entry. The other lists are in lists/state-lists.ts.
 */
import { KINDS, namesOf } from '../domain/kinds.ts'
import type { ListShape } from '../domain/lists.ts'
import * as schemas from '../domain/record-schemas.ts'
import {
  anyOf,
  archivedFilter,
  type Condition,
  created,
  id,
  ids,
  idThrough,
  type ListFilter,
  textFilter,
  textInRecord,
  time,
} from './filters-sql.ts'
import type { ListSearch } from './search-sql.ts'
import {
  inStock,
  isFromFile,
  isNoSummary,
  isOpenLot,
  movedAt,
  movementAt,
  movementDirection,
  movementPlace,
  movementType,
  movementWarehouse,
  orderPayment,
  orderStatus,
  paidDocument,
  paymentMoved,
  returnedProduct,
  shipmentStatus,
  shippedAt,
  unreadFilter,
  waitsForGoods,
} from './special-filters-sql.ts'

export interface SortColumn {
  readonly column: string
  readonly type: 'text' | 'timestamptz' | 'uuid'
}

export interface ListTable extends ListShape {
  /**
   * The list's sort orders, by name. null means that the list is sorted by id alone, which is the order of creation.
   */
  readonly sorts: Readonly<Record<string, SortColumn | null>>
  /** The column that orders rows with equal sort values: the id, or the column that replaces it. */
  readonly tieBreaker: string
  /**
   * The filters in the order in which their indexes are tried: filters that leave the fewest rows
   * come first.
   */
  readonly filters: Readonly<Record<string, ListFilter>>
  readonly search: ListSearch
  /**
   * The condition for the rows visible to callers without access to costs; omitted when all rows are visible to them
   * (domain/costs.ts).
   */
  readonly withoutCosts?: Condition
}

type Entry = Pick<ListTable, 'kind' | 'filters' | 'search'> & Partial<ListTable>

/**
 * Completes an entry with the defaults: the list is sorted by creation, newest first, and several
 * records may be selected by id.
 */
function list(entry: Entry): ListTable {
  const filters = entry.kind === 'stock' ? entry.filters : { id: ids('id', 'indexedBy'), ...entry.filters }
  const { record } = KINDS[entry.kind].of
  const names = { ...namesOf(entry.kind), record }
  return { ...names, sorts: { createdAt: null }, defaultSort: '-createdAt', tieBreaker: 'id', ...entry, filters }
}

const CREATED = { createdFrom: created('from'), createdTo: created('to') }
/** The date on the paper document; if it has none, the time when the record was posted, or else created. */
const MOVED: SortColumn = { column: 'moved', type: 'text' }
const ON_PAPER = {
  documentDateFrom: movedAt('from', 'documentDate'),
  documentDateTo: movedAt('to', 'documentDate'),
}
const PAIR = { externalId: textFilter('external_id', 'indexedBy'), externalSource: textFilter('external_source') }

const BY_SUPPLIER = { by: 'named', named: 'partners', column: 'supplier_id' } as const

export const LIST_TABLES: readonly ListTable[] = [
  list({
    kind: 'orders',
    sorts: { createdAt: null, orderedAt: { column: 'ordered_at', type: 'timestamptz' } },
    filters: {
      ...PAIR,
      customerId: id('customer_id', 'orderedBy'),
      productId: idThrough('order_items', 'order_id', 'product_id'),
      status: orderStatus,
      waiting: waitsForGoods,
      payment: orderPayment,
      warehouseId: id('warehouse_id'),
      priceTypeId: textInRecord('priceTypeId'),
      channel: textFilter('channel'),
      shippedFrom: shippedAt('from'),
      shippedTo: shippedAt('to'),
      orderedFrom: time('ordered_at', 'orderedAt', 'from'),
      orderedTo: time('ordered_at', 'orderedAt', 'to'),
      ...CREATED,
    },
    search: {
      by: 'named',
      named: 'partners',
      column: 'customer_id',
      numbers: { own: true, beginning: ['external_number'], equal: ['external_id'], isIndexed: true },
      isLed: true,
    },
  }),
  list({
    kind: 'lots',
    filters: {
      sourceLotId: id('source_lot_id', 'indexedBy'),
      productId: id('product_id', 'indexedBy'),
      supplierId: id('supplier_id', 'indexedBy'),
      open: isOpenLot,
      warehouseId: id('warehouse_id'),
      ...CREATED,
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {} },
  }),
  list({
    kind: 'movements',
    sorts: { at: null },
    defaultSort: '-at',
    filters: {
      orderId: id('order_id', 'orderedBy'),
      documentId: id('document_id', 'indexedBy'),
      purchaseId: id('purchase_id', 'indexedBy'),
      stocktakeId: id('stocktake_id', 'indexedBy'),
      returnId: id('return_id', 'indexedBy'),
      productId: id('product_id', 'orderedBy'),
      type: movementType,
      reason: textInRecord('reason'),
      warehouseId: movementWarehouse,
      fromWarehouseId: movementPlace(
        'warehouse_id',
        'The id of the warehouse where the movement took place; for a transfer, of the source warehouse.',
      ),
      toWarehouseId: movementPlace('to_warehouse_id', 'The id of the destination warehouse of a transfer.'),
      direction: movementDirection,
      from: movementAt('from'),
      to: movementAt('to'),
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {}, isLed: true },
  }),
  list({
    kind: 'shipments',
    sorts: { createdAt: null, documentDate: MOVED },
    filters: {
      orderId: id('order_id', 'orderedBy'),
      status: shipmentStatus,
      ...ON_PAPER,
      ...CREATED,
    },
    search: { by: 'numbers', numbers: { own: true, folded: ['tracking_number'], isIndexed: true } },
  }),
  list({
    kind: 'deliveryPhotos',
    filters: { documentId: id('document_id', 'orderedBy'), ...CREATED },
    search: { by: 'text', columns: ['content_type'], fields: [] },
  }),
  list({
    kind: 'stock',
    sorts: { productId: { column: 'product_id', type: 'uuid' } },
    defaultSort: '-productId',
    tieBreaker: 'warehouse_id',
    filters: {
      productId: ids('product_id', 'orderedBy'),
      warehouseId: id('warehouse_id', 'orderedBy'),
      inStock: inStock,
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {} },
  }),
  list({
    kind: 'contracts',
    filters: {
      partnerId: id('partner_id', 'indexedBy'),
      organizationId: id('organization_id', 'indexedBy'),
      kind: anyOf('kind', schemas.CONTRACT_KINDS),
      archived: archivedFilter,
      ...CREATED,
    },
    search: { by: 'named', named: 'partners', column: 'partner_id', numbers: { beginning: ['number'] } },
  }),
  list({
    kind: 'purchases',
    filters: {
      ...PAIR,
      productId: id('product_id', 'indexedBy'),
      supplierId: id('supplier_id', 'indexedBy'),
      status: anyOf('status', schemas.PURCHASE_STATUSES),
      warehouseId: id('warehouse_id'),
      ...CREATED,
    },
    search: { ...BY_SUPPLIER, numbers: { own: true, equal: ['external_id'] } },
  }),
  list({
    kind: 'documents',
    sorts: { createdAt: null, issuedAt: MOVED },
    filters: {
      sourceDocumentId: id('source_document_id', 'indexedBy'),
      contractId: id('contract_id', 'indexedBy'),
      productId: idThrough('document_lines', 'document_id', 'product_id'),
      supplierId: id('supplier_id', 'indexedBy'),
      organizationId: id('organization_id'),
      warehouseId: id('warehouse_id'),
      kind: anyOf('kind', schemas.DOCUMENT_KINDS),
      status: anyOf('status', schemas.DOCUMENT_STATUSES),
      fromFile: isFromFile,
      issuedFrom: movedAt('from', 'issuedAt'),
      issuedTo: movedAt('to', 'issuedAt'),
      ...CREATED,
    },
    search: { ...BY_SUPPLIER, numbers: { own: true, beginning: ['reference'] } },
  }),
  list({
    kind: 'payments',
    sorts: { createdAt: null, paidAt: MOVED },
    filters: {
      orderId: idThrough('payment_orders', 'payment_id', 'order_id'),
      documentId: id('document_id', 'indexedBy'),
      paidDocumentId: paidDocument,
      returnId: id('return_id', 'indexedBy'),
      partnerId: id('partner_id', 'indexedBy'),
      contractId: id('contract_id'),
      organizationId: id('organization_id'),
      status: anyOf('status', schemas.PAYMENT_STATUSES),
      direction: anyOf('direction', schemas.PAYMENT_DIRECTIONS),
      method: anyOf('method', schemas.PAYMENT_METHODS),
      paidFrom: paymentMoved('from'),
      paidTo: paymentMoved('to'),
      ...CREATED,
    },
    search: { by: 'named', named: 'partners', column: 'partner_id', numbers: { own: true } },
  }),
  list({
    kind: 'stocktakes',
    filters: {
      warehouseId: id('warehouse_id', 'indexedBy'),
      productId: idThrough('stocktake_lines', 'stocktake_id', 'product_id'),
      status: anyOf('status', schemas.STOCKTAKE_STATUSES),
      ...CREATED,
    },
    search: { by: 'text', columns: ['number'], fields: ['note'] },
  }),
  list({
    kind: 'customerReturns',
    sorts: { createdAt: null, documentDate: MOVED },
    filters: {
      orderId: id('order_id', 'indexedBy'),
      customerId: id('customer_id', 'indexedBy'),
      productId: returnedProduct,
      warehouseId: id('warehouse_id'),
      status: anyOf('status', schemas.CUSTOMER_RETURN_STATUSES),
      ...ON_PAPER,
      ...CREATED,
    },
    search: { by: 'named', named: 'partners', column: 'customer_id', numbers: { own: true } },
  }),
  list({
    kind: 'stockRules',
    filters: {
      productId: id('product_id', 'indexedBy'),
      warehouseId: id('warehouse_id', 'indexedBy'),
      supplierId: id('supplier_id', 'indexedBy'),
      ...CREATED,
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {} },
  }),
  list({
    kind: 'supplierItems',
    filters: {
      productId: id('product_id', 'indexedBy'),
      supplierId: id('supplier_id', 'indexedBy'),
      ...CREATED,
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: { beginning: ['code'] } },
  }),
  list({
    kind: 'externalLinks',
    filters: { internalId: id('internal_id', 'indexedBy'), ...CREATED },
    search: { by: 'text', columns: ['source', 'external_id'], fields: [] },
  }),
  list({
    kind: 'notifications',
    filters: {
      productId: textInRecord('productId'),
      unread: unreadFilter,
      kind: anyOf('kind', schemas.NOTIFICATION_KINDS),
      ...CREATED,
    },
    search: { by: 'text', columns: [], fields: ['title', 'text'] },
    withoutCosts: isNoSummary,
  }),
]
