/** Fields that many kinds of records share, and descriptions of units used in many places. */
import { Type } from 'typebox'
import { Flag, Id, Moment } from '../schema.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { told } from './field.ts'

export const MONEY = 'In main currency units, at most 2 decimals: steps of 0.01.'
export const PERCENT = 'In per cent, at most 2 decimals: steps of 0.01.'
export const QUANTITY = 'At most 3 decimals: steps of 0.001.'
export const MOMENT = 'An RFC 3339 moment in UTC, with milliseconds.'
export const DAY_OR_MOMENT = 'A day `YYYY-MM-DD` or an RFC 3339 moment, in the years 1900 to 2200.'

/** Describes the field `customValues` of a kind of record. */
export const customValues = (example: Readonly<Record<string, string>>) =>
  ({
    label: ['Дополнительные поля', 'Custom fields'],
    meaning:
      'Free-form keys, at most 64 KiB as JSON. If a key is the id or the name of a custom field, its value must have the type of the field; other keys are stored as given.',
    example,
  }) as const

/** Headings that people use for a column of names in a table of any records. */
export const NAME_HEADINGS = ['наименование', 'имя', 'title'] as const

/** The schema for the id of a record. `of`: the kind of record, which only determines the example id. */
export const idOf = (of: string) =>
  told(Id, {
    label: ['ID', 'ID'],
    meaning:
      'The id of the record, issued by the service: a UUIDv7, so records sort by id in the order in which they were created.',
    example: exampleId(of),
    imported: {},
  })

const archived = told(Flag, {
  label: ['В архиве', 'Archived'],
  meaning: 'Whether the record is archived: it stays in the history, but new operations cannot use it.',
  example: false,
  imported: { headings: ['архив', 'архивный', 'архивирован'] },
})

/**
 * The `archived` field of a kind whose updates must always state whether the record is archived. A new record is never
 * archived. (For other kinds, see `ARCHIVED`.)
 */
export const ALWAYS_ARCHIVED = {
  ...archived,
  blank: false as boolean | undefined,
  update: Type.Unsafe<boolean>({ ...Flag, description: archived.about.meaning }),
}
export const ARCHIVED = { ...ALWAYS_ARCHIVED, update: Type.Optional(ALWAYS_ARCHIVED.update) }

const createdAt = {
  label: ['Создан', 'Created'],
  meaning: `When the record was created. ${MOMENT}`,
  example: EXAMPLE_MOMENT,
} as const
const updatedAt = {
  label: ['Изменён', 'Changed'],
  meaning: `When the record was last changed. ${MOMENT}`,
  example: EXAMPLE_MOMENT,
} as const

export const STAMPS = { createdAt: told(Moment, createdAt), updatedAt: told(Moment, updatedAt) }

/**
 * Descriptions of fields that allow only certain words. Each kind of record adds its own example and its set of words.
 */
export const KIND = {
  label: ['Вид', 'Kind'],
  meaning: 'The kind of record; it decides which other fields and operations are allowed.',
} as const
export const STATUS = {
  label: ['Статус', 'Status'],
  meaning: 'The stage that the record has reached; only its own status command changes it.',
} as const

// Fields with the id of another record to which a record refers, such as `productId`.
export const PRODUCT_ID = {
  label: ['Товар', 'Product'],
  meaning: 'The id of the product.',
  example: exampleId('product'),
} as const
export const CUSTOMER_ID = {
  label: ['Покупатель', 'Customer'],
  meaning: 'The id of the customer.',
  example: exampleId('customer'),
} as const

export const WAREHOUSE_ID = {
  label: ['Склад', 'Warehouse'],
  meaning: 'The id of the warehouse.',
  example: exampleId('warehouse'),
} as const
export const SUPPLIER = {
  label: ['Поставщик', 'Supplier'],
  meaning: 'The name of the supplier: upper and lower case do not matter, and answers show it as stored.',
  example: 'ООО «Ромашка»',
} as const
export const SUPPLIER_ID = {
  label: ['Поставщик', 'Supplier'],
  meaning: 'The id of the supplier.',
  example: exampleId('supplier'),
} as const
export const PARTNER_ID = {
  label: ['Контрагент', 'Partner'],
  meaning: 'The id of the partner.',
  example: exampleId('supplier'),
} as const
export const ORGANIZATION_ID = {
  label: ['Юрлицо', 'Own organization'],
  meaning: 'The id of the company’s own organization.',
  example: null,
} as const
export const CONTRACT_ID = {
  label: ['Договор', 'Contract'],
  meaning: 'The id of a contract with the same partner and, if both are given, the same organization.',
  example: null,
} as const

// Fields of a receipt that describe the goods.
export const DAMAGED = {
  label: ['Брак', 'Damaged'],
  meaning: `The part of the quantity that arrived damaged. ${QUANTITY}`,
} as const
export const MISSING = {
  label: ['Недостача', 'Missing'],
  meaning: `The part of the quantity that did not arrive. ${QUANTITY}`,
  example: 0,
} as const
