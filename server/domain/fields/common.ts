/** Fields that many kinds of records have, and what is said of units in many places. */
import { Type } from 'typebox'
import { Flag, Id, Moment } from '../schema.ts'
import { EXAMPLE_MOMENT, exampleId } from './examples.ts'
import { told } from './field.ts'

export const MONEY = 'In main units, at most 2 decimals: steps of 0.01.'
export const QUANTITY = 'At most 3 decimals: steps of 0.001.'
export const MOMENT = 'RFC 3339, UTC, milliseconds.'
export const DAY_OR_MOMENT = 'A day `YYYY-MM-DD`, or a moment as RFC 3339, of the years 1900 to 2200.'
export const CUSTOM_VALUES =
  'Free keys, 64 KiB as JSON at most. A key that is the id or the name of a custom field holds a value of its type; other keys are kept as they are.'

/** What people call a column of names. */
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

/** Of a record that the service gives its id. `of`: the name of its kind, for the example. */
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

/** A new record is not in the archive; an update may move it there, and of some kinds must say whether it does. */
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
