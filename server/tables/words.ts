/**
 * The names of fields and values in exported tables, in both languages. The import recognizes columns by the same
 * words.
 */
import { ORDER } from '../domain/fields/orders.ts'
import { PAYMENT } from '../domain/fields/payments.ts'
import { PRODUCT } from '../domain/fields/products.ts'
import { LOT, MOVEMENT, STOCK } from '../domain/fields/stock.ts'
import { KINDS, ofEachKind } from '../domain/kinds.ts'
import type { Words } from '../domain/languages.ts'

/** The labels contained in a field's schema; see domain/fields/field.ts. */
interface Said {
  readonly 'x-label'?: Bilingual
  readonly 'x-choices'?: Readonly<Record<string, Bilingual>>
}
type Bilingual = Readonly<Record<'ru' | 'en', string>>
const wordsIn = (said: Bilingual | undefined): Words | undefined => said && [said.ru, said.en]

/** Returns the title of a record's field. */
export function labelOf(field: string, schema: object | undefined): Words | undefined {
  return wordsIn((schema as Said | undefined)?.['x-label']) ?? (FIELD_TITLES as Readonly<Record<string, Words>>)[field]
}

/** Returns the word for one of the fixed values of a field. */
export function choiceOf(value: string, schema: object | undefined): Words | undefined {
  return wordsIn((schema as Said | undefined)?.['x-choices']?.[value])
}

/** Titles of the fields in item lines, whose schemas contain no labels. */
export const FIELD_TITLES = {
  name: PRODUCT.fields.name.about.label,
  sku: PRODUCT.fields.sku.about.label,
  price: PRODUCT.fields.price.about.label,
  components: PRODUCT.fields.components.about.label,
  productId: LOT.fields.productId.about.label,
  warehouseId: LOT.fields.warehouseId.about.label,
  quantity: MOVEMENT.fields.quantity.about.label,
  unitCost: LOT.fields.unitCost.about.label,
  amount: PAYMENT.fields.amount.about.label,
  cost: MOVEMENT.fields.cost.about.label,
  reserved: STOCK.fields.reserved.about.label,
  shippedAmount: ORDER.fields.shippedAmount.about.label,
  shipped: ['Отгружено', 'Shipped'],
  cancelled: ['Не будет отгружено', 'Not to be shipped'],
  lineId: ['Строка заказа', 'Order line'],
} as const satisfies Readonly<Record<string, Words>>

/**
 * Titles of sheets and files, by kind of list. None of them may equal the title of a report (reports/report-list.ts).
 */
export const LIST_TITLES: Readonly<Record<string, Words>> = {
  ...ofEachKind((kind) => KINDS[kind].title),
  audit: ['История действий', 'Audit log'],
}
/** Titles of the second sheets, which contain the item lines of the records. */
export const LINE_TITLES: Readonly<Record<string, Words>> = {
  orders: ['Позиции заказов', 'Order items'],
  shipments: ['Позиции отгрузок', 'Shipment items'],
  documents: ['Строки документов', 'Document lines'],
}

/** Prefixes before the names of price types, filters and custom fields, which distinguish them from our own fields. */
export const PREFIXES = {
  price: ['Цена', 'Price'],
  filter: ['Характеристика', 'Filter'],
  custom: ['Поле', 'Field'],
} as const satisfies Record<string, Words>
export type Prefix = keyof typeof PREFIXES

export const OTHER_VALUES: Words = ['Прочие поля', 'Other fields']
export const YES: Words = ['да', 'yes']
export const NO: Words = ['нет', 'no']
