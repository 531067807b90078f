/**
 * Every list of the API: an entry says what it is called, where its rows are, and how they may be sorted, filtered and searched.
 * The routes, the check of their queries and their place in the OpenAPI document follow from it.
 */
import type { TObject } from 'typebox'
import * as schemas from '../domain/record-schemas.ts'
import type { Kind } from '../domain/records.ts'
import {
  anyOf,
  created,
  flag,
  id,
  idThrough,
  type ListFilter,
  text,
  textInRecord,
  time,
  wordInRecord,
} from './list-filters.ts'
import type { ListSearch } from './list-search.ts'
import {
  inStock,
  isArchivedProduct,
  isOpenLot,
  isUnread,
  movementAt,
  movementType,
  movementWarehouse,
  orderStatus,
  productKind,
  productTag,
} from './list-special-filters.ts'

export interface SortColumn {
  readonly column: string
  readonly type: 'text' | 'timestamptz' | 'uuid'
}

export interface ListTable {
  readonly kind: Exclude<Kind, 'settings'>
  /** Below /api/v1. */
  readonly path: string
  /** One record, as people call it. */
  readonly what: string
  /** The name of its id in a path; `what` with `Id` when it is not given. */
  readonly idName?: string
  readonly tag: string
  readonly record: TObject
  /** By name; null: by the id alone, which is the order of creation. */
  readonly sorts: Readonly<Record<string, SortColumn | null>>
  readonly defaultSort: string
  /** What tells rows of equal sort apart: the id, or what stands in its place. */
  readonly tieBreaker: string
  /** In the order in which their indexes are tried: what leaves the fewest rows first. */
  readonly filters: Readonly<Record<string, ListFilter>>
  readonly search: ListSearch
}

type Entry = Omit<ListTable, 'sorts' | 'defaultSort' | 'tieBreaker'> & Partial<ListTable>

/** Sorted by creation, newest first, unless it says otherwise. */
function list(entry: Entry): ListTable {
  return { sorts: { createdAt: null }, defaultSort: '-createdAt', tieBreaker: 'id', ...entry }
}

/** For tables in which the name has a column of its own for sorting. */
const BY_NAME_KEY = { createdAt: null, name: { column: 'name_key', type: 'text' } } as const
const CREATED = { createdFrom: created('from'), createdTo: created('to') }
const ARCHIVED = { archived: flag('archived', 'Archived ones alone, or all but them.') }
const PAIR = { externalId: text('external_id', 'gathers'), externalSource: text('external_source') }

export const LIST_TABLES: readonly ListTable[] = [
  list({
    kind: 'products',
    path: 'products',
    what: 'product',
    tag: 'Products',
    record: schemas.ProductRecord,
    sorts: BY_NAME_KEY,
    filters: {
      parentProductId: id('parent_product_id', 'gathers'),
      supplierId: id('preferred_supplier_id', 'gathers'),
      valueId: idThrough('product_filter_values', 'product_id', 'value_id'),
      category: text('category', 'leads'),
      priceTypeId: idThrough('product_prices', 'product_id', 'price_type_id'),
      tag: productTag,
      kind: productKind,
      archived: isArchivedProduct,
      ...CREATED,
    },
    search: { by: 'own', hasPhones: false },
  }),
  list({
    kind: 'partners',
    path: 'partners',
    what: 'partner',
    tag: 'Partners',
    record: schemas.PartnerRecord,
    sorts: BY_NAME_KEY,
    filters: {
      type: anyOf('type', schemas.PARTNER_TYPES),
      role: wordInRecord(schemas.PartnerRecord, 'roles'),
      group: wordInRecord(schemas.PartnerRecord, 'groups'),
      priceTypeId: id('price_type_id'),
      ...ARCHIVED,
      ...CREATED,
    },
    search: { by: 'own', hasPhones: true },
  }),
  list({
    kind: 'orders',
    path: 'orders',
    what: 'order',
    tag: 'Orders',
    record: schemas.OrderRecord,
    sorts: { createdAt: null, orderedAt: { column: 'ordered_at', type: 'timestamptz' } },
    filters: {
      ...PAIR,
      customerId: id('customer_id', 'leads'),
      productId: idThrough('order_items', 'order_id', 'product_id'),
      status: orderStatus,
      warehouseId: id('warehouse_id'),
      priceTypeId: textInRecord('priceTypeId'),
      channel: text('channel'),
      orderedFrom: time('ordered_at', 'orderedAt', 'from'),
      orderedTo: time('ordered_at', 'orderedAt', 'to'),
      ...CREATED,
    },
    search: {
      by: 'named',
      named: 'partners',
      column: 'customer_id',
      numbers: { own: true, beginning: ['external_number'], equal: ['external_id'], isIndexed: true },
    },
  }),
  list({
    kind: 'lots',
    path: 'lots',
    what: 'lot',
    tag: 'Stock',
    record: schemas.LotRecord,
    filters: {
      sourceLotId: id('source_lot_id', 'gathers'),
      productId: id('product_id', 'gathers'),
      supplierId: id('supplier_id', 'gathers'),
      open: isOpenLot,
      warehouseId: id('warehouse_id'),
      ...CREATED,
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {} },
  }),
  list({
    kind: 'movements',
    path: 'movements',
    what: 'movement',
    tag: 'Stock',
    record: schemas.MovementRecord,
    sorts: { at: null },
    defaultSort: '-at',
    filters: {
      orderId: id('order_id', 'leads'),
      documentId: id('document_id', 'gathers'),
      purchaseId: id('purchase_id', 'gathers'),
      productId: id('product_id', 'gathers'),
      type: movementType,
      warehouseId: movementWarehouse,
      from: movementAt('from'),
      to: movementAt('to'),
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {} },
  }),
  list({
    kind: 'stock',
    path: 'stock',
    what: 'stock row',
    tag: 'Stock',
    record: schemas.StockRecord,
    sorts: { productId: { column: 'product_id', type: 'uuid' } },
    defaultSort: '-productId',
    tieBreaker: 'warehouse_id',
    filters: {
      productId: id('product_id', 'leads'),
      warehouseId: id('warehouse_id', 'leads'),
      inStock: inStock,
    },
    search: { by: 'named', named: 'products', column: 'product_id', numbers: {} },
  }),
  list({
    kind: 'warehouses',
    path: 'warehouses',
    what: 'warehouse',
    tag: 'Warehouses',
    record: schemas.WarehouseRecord,
    sorts: BY_NAME_KEY,
    filters: { ...ARCHIVED, ...CREATED },
    search: { by: 'text', columns: ['name'], fields: ['short', 'city', 'address'] },
  }),
  list({
    kind: 'priceTypes',
    path: 'price-types',
    what: 'price type',
    tag: 'Price types',
    record: schemas.PriceTypeRecord,
    sorts: BY_NAME_KEY,
    filters: { ...ARCHIVED, ...CREATED },
    search: { by: 'text', columns: ['name'], fields: ['city'] },
  }),
  list({
    kind: 'filters',
    path: 'filters',
    what: 'filter',
    tag: 'Filters',
    record: schemas.FilterRecord,
    sorts: BY_NAME_KEY,
    filters: { ...ARCHIVED, ...CREATED },
    search: { by: 'text', columns: ['name'], fields: [] },
  }),
  list({
    kind: 'organizations',
    path: 'organizations',
    what: 'organization',
    tag: 'Organizations',
    record: schemas.OrganizationRecord,
    sorts: BY_NAME_KEY,
    filters: { ...ARCHIVED, ...CREATED },
    search: { by: 'text', columns: ['name', 'inn'], fields: ['fullName', 'kpp', 'ogrn'] },
  }),
  list({
    kind: 'contracts',
    path: 'contracts',
    what: 'contract',
    tag: 'Contracts',
    record: schemas.ContractRecord,
    filters: {
      partnerId: id('partner_id', 'gathers'),
      organizationId: id('organization_id', 'gathers'),
      kind: anyOf('kind', schemas.CONTRACT_KINDS),
      ...ARCHIVED,
      ...CREATED,
    },
    search: { by: 'named', named: 'partners', column: 'partner_id', numbers: { beginning: ['number'] } },
  }),
  list({
    kind: 'customFields',
    path: 'custom-fields',
    what: 'custom field',
    idName: 'fieldId',
    tag: 'Custom fields',
    record: schemas.CustomFieldRecord,
    sorts: BY_NAME_KEY,
    filters: {
      entityKind: text('entity_kind'),
      valueType: anyOf('value_type', schemas.VALUE_TYPES),
      ...ARCHIVED,
      ...CREATED,
    },
    search: { by: 'text', columns: ['name'], fields: [] },
  }),
  list({
    kind: 'purchases',
    path: 'purchases',
    what: 'purchase',
    tag: 'Purchases',
    record: schemas.PurchaseRecord,
    filters: {
      ...PAIR,
      productId: id('product_id', 'gathers'),
      supplierId: id('supplier_id', 'gathers'),
      status: anyOf('status', schemas.PURCHASE_STATUSES),
      warehouseId: id('warehouse_id'),
      ...CREATED,
    },
    search: {
      by: 'named',
      named: 'partners',
      column: 'supplier_id',
      numbers: { own: true, equal: ['external_id'] },
    },
  }),
  list({
    kind: 'documents',
    path: 'procurement/documents',
    what: 'document',
    tag: 'Procurement',
    record: schemas.DocumentRecord,
    filters: {
      sourceDocumentId: id('source_document_id', 'gathers'),
      contractId: id('contract_id', 'gathers'),
      productId: idThrough('document_lines', 'document_id', 'product_id'),
      supplierId: id('supplier_id', 'gathers'),
      organizationId: id('organization_id'),
      warehouseId: id('warehouse_id'),
      kind: anyOf('kind', schemas.DOCUMENT_KINDS),
      status: anyOf('status', schemas.DOCUMENT_STATUSES),
      ...CREATED,
    },
    search: {
      by: 'named',
      named: 'partners',
      column: 'supplier_id',
      numbers: { own: true, beginning: ['reference'] },
    },
  }),
  list({
    kind: 'payments',
    path: 'procurement/payments',
    what: 'payment',
    tag: 'Payments',
    record: schemas.PaymentRecord,
    filters: {
      documentId: id('document_id', 'gathers'),
      partnerId: id('partner_id', 'gathers'),
      contractId: id('contract_id'),
      organizationId: id('organization_id'),
      status: anyOf('status', schemas.PAYMENT_STATUSES),
      direction: anyOf('direction', schemas.PAYMENT_DIRECTIONS),
      method: anyOf('method', schemas.PAYMENT_METHODS),
      ...CREATED,
    },
    search: { by: 'named', named: 'partners', column: 'partner_id', numbers: { own: true } },
  }),
  list({
    kind: 'externalLinks',
    path: 'external-links',
    what: 'external link',
    tag: 'External links',
    record: schemas.ExternalLinkRecord,
    filters: { internalId: id('internal_id', 'gathers'), ...CREATED },
    search: { by: 'text', columns: ['source', 'external_id'], fields: [] },
  }),
  list({
    kind: 'notifications',
    path: 'notifications',
    what: 'notification',
    tag: 'Notifications',
    record: schemas.NotificationRecord,
    filters: {
      productId: textInRecord('productId'),
      unread: isUnread,
      kind: anyOf('kind', schemas.NOTIFICATION_KINDS),
      ...CREATED,
    },
    search: { by: 'text', columns: [], fields: ['title', 'text'] },
  }),
]
