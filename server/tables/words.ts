/** What fields and values are called in tables for people, in both languages. The import recognizes columns by the same words. */
import { PAYMENT } from '../domain/fields/payments.ts'
import { PRODUCT } from '../domain/fields/products.ts'
import { LOT, MOVEMENT } from '../domain/fields/stock.ts'
import { KINDS, ofEachKind } from '../domain/kinds.ts'
import type { Words } from '../domain/languages.ts'

/** What is said of a field of a described kind, in its schema: see domain/fields/field.ts. */
interface Said {
  readonly 'x-label'?: Bilingual
  readonly 'x-choices'?: Readonly<Record<string, Bilingual>>
}
type Bilingual = Readonly<Record<'ru' | 'en', string>>
const wordsIn = (said: Bilingual | undefined): Words | undefined => said && [said.ru, said.en]

/** What a field of a record is called. */
export function labelOf(field: string, schema: object | undefined): Words | undefined {
  return wordsIn((schema as Said | undefined)?.['x-label']) ?? (FIELD_TITLES as Readonly<Record<string, Words>>)[field]
}

/** What one of the fixed words of a field is called. */
export function choiceOf(value: string, schema: object | undefined): Words | undefined {
  return wordsIn((schema as Said | undefined)?.['x-choices']?.[value])
}

/** Of the lines of a record, whose own schema says nothing of it. */
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
} as const satisfies Readonly<Record<string, Words>>

/** Of sheets and files, by the kind of what is listed; no report is called the same (reports/report-list.ts). */
export const LIST_TITLES: Readonly<Record<string, Words>> = {
  ...ofEachKind((kind) => KINDS[kind].title),
  audit: ['История действий', 'Audit log'],
}
/** Of the sheet of lines. */
export const LINE_TITLES: Readonly<Record<string, Words>> = {
  orders: ['Позиции заказов', 'Order items'],
  documents: ['Строки документов', 'Document lines'],
}

/** Before the name of a price type, a filter or a field of the company's own, so that none is taken for a field of ours. */
export const PREFIXES = {
  price: ['Цена', 'Price'],
  filter: ['Характеристика', 'Filter'],
  custom: ['Поле', 'Field'],
} as const satisfies Record<string, Words>
export type Prefix = keyof typeof PREFIXES

export const OTHER_VALUES: Words = ['Прочие поля', 'Other fields']
export const YES: Words = ['да', 'yes']
export const NO: Words = ['нет', 'no']
