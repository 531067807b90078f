/** Fields that many kinds of records share, and descriptions of units used in many places. */
import { Type } from 'typebox'
import { Flag, Id, Moment } from '../schema.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { told } from './field.ts'

export const MONEY = 'In main units, at most 2 decimals: steps of 0.01.'
export const PERCENT = 'In per cent, at most 2 decimals: steps of 0.01.'
export const QUANTITY = 'At most 3 decimals: steps of 0.001.'
export const MOMENT = 'RFC 3339, UTC, milliseconds.'
export const DAY_OR_MOMENT = 'A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200.'
export const CUSTOM_VALUES =
  'Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are.'

/** Headings that people use for a column of names. */
export const NAME_HEADINGS = [
  'наименование',
  'товар',
  'номенклатура',
  'имя',
  'контрагент',
  'организация',
  'product',
  'title',
  'product name',
  'наименование товара',
  'название товара',
] as const

/** The id of a record, issued by the service. `of`: the name of its kind, for the example. */
export const idOf = (of: string) =>
  told(Id, {
    label: ['ID', 'ID'],
    meaning: 'Issued by the service: UUIDv7, so that the order of ids is the order of creation.',
    example: exampleId(of),
    imported: {},
  })

const archived = told(Flag, {
  label: ['В архиве', 'Archived'],
  meaning: 'Kept for history, refused by new operations.',
  example: false,
  imported: { headings: ['архив', 'архивный', 'архивирован'] },
})

/**
 * A new record is never archived. An update may archive it; for some kinds, an update must say whether it is archived.
 */
export const ALWAYS_ARCHIVED = {
  ...archived,
  blank: false as boolean | undefined,
  update: Type.Unsafe<boolean>({ ...Flag, description: archived.about.meaning }),
}
export const ARCHIVED = { ...ALWAYS_ARCHIVED, update: Type.Optional(ALWAYS_ARCHIVED.update) }

const createdAt = { label: ['Создан', 'Created'], meaning: MOMENT, example: EXAMPLE_MOMENT } as const
const updatedAt = {
  label: ['Изменён', 'Changed'],
  meaning: `Of the last change. ${MOMENT}`,
  example: EXAMPLE_MOMENT,
} as const

export const STAMPS = { createdAt: told(Moment, createdAt), updatedAt: told(Moment, updatedAt) }

/** Descriptions of fields with a fixed set of words. Each kind adds its own example and choices. */
export const KIND = {
  label: ['Вид', 'Kind'],
  meaning: 'What sort of record it is; it decides what else is allowed.',
} as const
export const STATUS = {
  label: ['Статус', 'Status'],
  meaning: 'Where it is in its life; changed by a command of its own only.',
} as const

// Ids of the other records that a record refers to.
export const PRODUCT_ID = {
  label: ['Товар', 'Product'],
  meaning: 'Of a product.',
  example: exampleId('product'),
} as const
export const WAREHOUSE_ID = {
  label: ['Склад', 'Warehouse'],
  meaning: 'Of a warehouse.',
  example: exampleId('warehouse'),
} as const
export const SUPPLIER = {
  label: ['Поставщик', 'Supplier'],
  meaning: 'The name of the partner that supplies: given in any case, answered as it is stored.',
  example: 'ООО «Ромашка»',
} as const
export const SUPPLIER_ID = {
  label: ['Поставщик', 'Supplier'],
  meaning: 'Of the partner that supplies.',
  example: exampleId('supplier'),
} as const
export const PARTNER_ID = {
  label: ['Контрагент', 'Partner'],
  meaning: 'Of a partner.',
  example: exampleId('supplier'),
} as const
export const ORGANIZATION_ID = {
  label: ['Юрлицо', 'Own organization'],
  meaning: 'Of an own organization.',
  example: null,
} as const
export const CONTRACT_ID = {
  label: ['Договор', 'Contract'],
  meaning: 'Of a contract with the same partner and, if both are given, organization.',
  example: null,
} as const

// What a receipt says about the goods.
export const DAMAGED = {
  label: ['Брак', 'Damaged'],
  meaning: `Of the quantity: arrived, but not good. ${QUANTITY}`,
} as const
export const MISSING = {
  label: ['Недостача', 'Missing'],
  meaning: `Of the quantity: did not arrive. ${QUANTITY}`,
  example: 0,
} as const
