/**
 * The table of all kinds of records, with everything about each kind except its fields (fields/). These things are
 * derived from the table: the kind's type, its place in state and memory, its serialization, its database rows, its
 * list, its tag and example in the OpenAPI document, its title in files and its name in the log. docs/decisions/0049.
 */
import { CONTRACT } from './fields/contracts.ts'
import { CUSTOM_FIELD } from './fields/custom-fields.ts'
import { CUSTOMER_RETURN } from './fields/customer-returns.ts'
import { DELIVERY_PHOTO } from './fields/delivery-photos.ts'
import { DOCUMENT } from './fields/documents.ts'
import type { AnyField } from './fields/field.ts'
import { FILTER } from './fields/filters.ts'
import type { Fields, RecordKind } from './fields/kind.ts'
import { EXTERNAL_LINK, NOTIFICATION } from './fields/links.ts'
import { STOCK_RULE, SUPPLIER_ITEM } from './fields/ordering.ts'
import { ORDER } from './fields/orders.ts'
import { ORGANIZATION } from './fields/organizations.ts'
import { PARTNER } from './fields/partners.ts'
import { PAYMENT } from './fields/payments.ts'
import { PRICE_TYPE } from './fields/price-types.ts'
import { PRODUCT } from './fields/products.ts'
import { PURCHASE } from './fields/purchases.ts'
import { SHIPMENT } from './fields/shipments.ts'
import { LOT, MOVEMENT, STOCK } from './fields/stock.ts'
import { STOCKTAKE, STOCKTAKE_LINE } from './fields/stocktakes.ts'
import { WAREHOUSE } from './fields/warehouses.ts'
import type { Words } from './languages.ts'
import { ImportFileRecord, RecognitionRecord } from './paper-schemas.ts'
import { SettingsRecord } from './record-schemas.ts'
import type { May } from './roles.ts'

type OfFields = Pick<RecordKind, 'record'> & Partial<RecordKind>

interface AboutKind {
  /** The descriptions of the fields of this kind. */
  readonly of: OfFields
  /**
   * Where records of this kind are stored. `state`: in memory and, as an array, in the state; `database`: only in the
   * database, not even in the change log.
   */
  readonly kept: 'state' | 'settings' | 'database'
  /** The name by which people know one record of this kind. */
  readonly one: Words
  /** The API's name for one record of this kind. When omitted, the API uses `one`. */
  readonly what?: string
  /** The audit log's name for one record of this kind. When omitted, the log uses the English `one`. */
  readonly entity?: string
  /** The name by which people know several records of this kind. */
  readonly title: Words
  /** The tag of this kind in the OpenAPI document, if different from its English title. */
  readonly tag?: string
  /**
   * The description of this kind's tag in the OpenAPI document. Omitted for a kind that is listed under the tag of
   * another kind.
   */
  readonly about?: string
  /** The path of the kind's list, below /api/v1. When omitted, the kind's name with hyphens between words. */
  readonly path?: string
  /** The name of the path parameter for the record's id. By default, it is derived from `what`. */
  readonly idName?: string
  /** The group of roles that may read the list and its records. By default, every role may. */
  readonly may?: May
  /** The kind's own table, created by a migration; when omitted, its records are in `plain_records`. */
  readonly table?: string
}

/** The fields that a kind of record must have so that its commands can be derived from its description. */
type PlainField = 'id' | 'name' | 'archived' | 'createdAt' | 'updatedAt'

/**
 * A kind of record whose commands are derived from its description (commands/plain.ts): create, change, archive and
 * delete. No other record refers to records of such a kind.
 */
interface AboutPlain extends AboutKind {
  readonly isPlain: true
  readonly kept: 'state'
  readonly of: RecordKind<Fields & Readonly<Record<PlainField, AnyField>>>
}
interface AboutOther extends AboutKind {
  readonly isPlain?: never
}

/**
 * The kinds in the state are listed in the order in which the state shows them. The log stores totals in this order
 * too, so add a new kind after all other kinds in the state.
 */
export const KINDS = {
  warehouses: {
    of: WAREHOUSE,
    kept: 'state',
    one: ['склад', 'warehouse'],
    title: ['Склады', 'Warehouses'],
    about: 'Places where stock is kept.',
    table: 'warehouses',
  },
  priceTypes: {
    of: PRICE_TYPE,
    kept: 'state',
    one: ['тип цены', 'price type'],
    title: ['Типы цен', 'Price types'],
    about: 'Kinds of prices beside the main one.',
    table: 'price_types',
  },
  filters: {
    of: FILTER,
    kept: 'state',
    one: ['характеристика', 'filter'],
    title: ['Характеристики', 'Filters'],
    about: 'Properties for filtering products.',
    table: 'filters',
  },
  products: {
    of: PRODUCT,
    kept: 'state',
    one: ['товар', 'product'],
    title: ['Товары', 'Products'],
    about: 'Products, variants, services and bundles.',
    table: 'products',
  },
  partners: {
    of: PARTNER,
    kept: 'state',
    one: ['контрагент', 'partner'],
    title: ['Контрагенты', 'Partners'],
    about: 'Suppliers and customers.',
    table: 'partners',
  },
  organizations: {
    of: ORGANIZATION,
    kept: 'state',
    one: ['юрлицо', 'organization'],
    title: ['Юрлица', 'Organizations'],
    about: 'Legal entities of the company itself.',
    table: 'organizations',
  },
  contracts: {
    of: CONTRACT,
    kept: 'state',
    one: ['договор', 'contract'],
    title: ['Договоры', 'Contracts'],
    about: 'Agreements between an organization and a partner.',
    table: 'contracts',
  },
  customFields: {
    of: CUSTOM_FIELD,
    kept: 'state',
    one: ['дополнительное поле', 'custom field'],
    title: ['Дополнительные поля', 'Custom fields'],
    about: 'Fields that the company defined itself, with typed values.',
    idName: 'fieldId',
    table: 'custom_fields',
  },
  stock: {
    of: STOCK,
    kept: 'state',
    one: ['остаток', 'stock row'],
    title: ['Остатки', 'Stock'],
    about: 'Receipts, write-offs and transfers, lot by lot.',
    table: 'stock',
  },
  lots: { of: LOT, kept: 'state', one: ['партия', 'lot'], title: ['Партии', 'Lots'], tag: 'Stock', table: 'lots' },
  purchases: {
    of: PURCHASE,
    kept: 'state',
    one: ['закупка', 'purchase'],
    title: ['Закупки', 'Purchases'],
    about: 'Goods ordered from suppliers.',
    may: 'who sees costs',
    table: 'purchases',
  },
  documents: {
    of: DOCUMENT,
    kept: 'state',
    one: ['документ закупки', 'procurement document'],
    what: 'document',
    title: ['Документы закупок', 'Purchase documents'],
    tag: 'Procurement',
    about: 'Orders, invoices, receipts and returns as documents.',
    path: 'procurement/documents',
    may: 'who sees costs',
    table: 'documents',
  },
  payments: {
    of: PAYMENT,
    kept: 'state',
    one: ['платёж', 'payment'],
    title: ['Платежи', 'Payments'],
    about: 'Money paid and received.',
    path: 'procurement/payments',
    may: 'who sees costs',
    table: 'payments',
  },
  orders: {
    of: ORDER,
    kept: 'state',
    one: ['заказ', 'order'],
    title: ['Заказы', 'Orders'],
    about: 'Customer orders: reserve, pick, ship, cancel.',
    table: 'orders',
  },
  stocktakes: {
    of: STOCKTAKE,
    kept: 'state',
    one: ['инвентаризация', 'stocktake'],
    title: ['Инвентаризации', 'Stocktakes'],
    about: 'Counting the goods in a warehouse, and correcting the stock by the differences.',
    table: 'stocktakes',
  },
  customerReturns: {
    of: CUSTOMER_RETURN,
    kept: 'state',
    one: ['возврат покупателя', 'customer return'],
    title: ['Возвраты покупателей', 'Customer returns'],
    about: 'Goods that customers brought back, and what became of them.',
    table: 'customer_returns',
  },
  stockRules: {
    of: STOCK_RULE,
    kept: 'state',
    one: ['правило запаса', 'stock rule'],
    title: ['Правила запаса', 'Stock rules'],
    about: 'How much of a product should be there, and when to order more.',
    table: 'stock_rules',
  },
  supplierItems: {
    of: SUPPLIER_ITEM,
    kept: 'state',
    one: ['условия поставщика', 'supplier item'],
    title: ['Условия поставщиков', 'Supplier items'],
    about: 'How suppliers sell products: codes, prices, packs and times of delivery.',
    table: 'supplier_items',
  },

  settings: {
    of: { record: SettingsRecord },
    kept: 'settings',
    one: ['настройки', 'settings'],
    title: ['Настройки', 'Settings'],
    about: 'Settings of the company.',
    table: 'settings',
  },
  movements: {
    of: MOVEMENT,
    kept: 'database',
    one: ['движение товара', 'movement'],
    title: ['Движения товаров', 'Movements'],
    tag: 'Stock',
    table: 'movements',
  },
  externalLinks: {
    of: EXTERNAL_LINK,
    kept: 'database',
    one: ['внешняя связь', 'external link'],
    title: ['Внешние связи', 'External links'],
    about: 'Ids that records have in other systems.',
    idName: 'linkId',
    table: 'external_links',
  },
  notifications: {
    of: NOTIFICATION,
    kept: 'database',
    one: ['уведомление', 'notification'],
    title: ['Уведомления', 'Notifications'],
    about: 'Things that the owner asked to be notified about.',
    table: 'notifications',
  },
  imports: {
    of: { record: ImportFileRecord },
    kept: 'database',
    one: ['файл закупки', 'uploaded file'],
    entity: 'procurement_import',
    title: ['Файлы закупок', 'Uploaded files'],
    tag: 'Procurement files',
    about: 'Photographs, scans and PDFs of purchase documents, which the service reads.',
    table: 'procurement_imports',
  },
  recognitions: {
    of: { record: RecognitionRecord },
    kept: 'database',
    one: ['чтение файла', 'recognition'],
    title: ['Чтения файлов', 'Recognitions'],
    tag: 'Procurement files',
    table: 'recognitions',
  },
  shipments: {
    of: SHIPMENT,
    kept: 'database',
    one: ['отгрузка', 'shipment'],
    title: ['Отгрузки', 'Shipments'],
    about: 'What was shipped of customer orders, whole or in parts.',
    table: 'shipments',
  },
  stocktakeLines: {
    of: STOCKTAKE_LINE,
    kept: 'database',
    one: ['строка инвентаризации', 'stocktake line'],
    title: ['Строки инвентаризаций', 'Stocktake lines'],
    tag: 'Stocktakes',
    table: 'stocktake_lines',
  },
  deliveryPhotos: {
    of: DELIVERY_PHOTO,
    kept: 'database',
    one: ['фотография поставки', 'delivery photo'],
    title: ['Фотографии поставок', 'Delivery photos'],
    tag: 'Stock',
    table: 'delivery_photos',
  },
} as const satisfies Readonly<Record<string, AboutPlain | AboutOther>>

export type Kind = keyof typeof KINDS
export const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** Builds an object with one entry for each kind. */
export const ofEachKind = <T>(make: (kind: Kind) => T) =>
  Object.fromEntries(KIND_NAMES.map((kind) => [kind, make(kind)])) as Record<Kind, T>

type KeptIn<Where extends AboutKind['kept']> = {
  [K in Kind]: (typeof KINDS)[K]['kept'] extends Where ? K : never
}[Kind]
/** The kinds that are arrays in the state. */
export type StateKind = KeptIn<'state'>
/** The kinds stored only in the database: not in the state, the change log or memory. */
export type HistoryKind = KeptIn<'database'>

/** The kinds in the state whose records have a name. Their lists are served from memory. */
export type NamedKind = {
  [K in StateKind]: (typeof KINDS)[K]['of']['fields'] extends { readonly name: AnyField; readonly archived: AnyField }
    ? K
    : never
}[StateKind]

/** Returns the table entry of a kind. All entries are returned with the same type, so that code can handle any kind. */
export const aboutKind = (kind: Kind): AboutPlain | AboutOther => KINDS[kind]

export const NAMED_KINDS = KIND_NAMES.filter((kind) => {
  const { kept, of } = aboutKind(kind)
  return kept === 'state' && of.fields !== undefined && 'name' in of.fields && 'archived' in of.fields
}) as NamedKind[]

/** The kinds whose commands are derived from their description. */
export const PLAIN_KINDS = KIND_NAMES.filter((kind) => aboutKind(kind).isPlain) as NamedKind[]

/** Returns the noun for operation names, such as `PriceType` for `priceTypes`. */
export const nounOf = (kind: Kind) => `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`.replace(/s$/, '')

export const withArticle = (what: string) => `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`

/**
 * Returns the names that the API uses for a kind: for one record, for its id, for the list and for
 * the tag.
 */
export function namesOf(kind: Kind) {
  const { one, title, what = one[1], tag = title[1], entity = one[1].replaceAll(' ', '_'), ...about } = aboutKind(kind)
  const { path = kind.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`), may = 'everyone' } = about
  const { idName = `${what.replaceAll(/ (\w)/g, (_all, first: string) => first.toUpperCase())}Id` } = about
  return { what, idName, path, tag, entity, may }
}
