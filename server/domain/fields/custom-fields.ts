/** Describes the fields of custom fields. Source: S-FIELD-1. */
import { Type } from 'typebox'
import { Name, oneOf } from '../schema.ts'
import { ARCHIVED, idOf, STAMPS } from './common.ts'
import { atCreation, lasting, required, several, told } from './field.ts'
import { recordKind } from './kind.ts'

const VALUE_TYPES = ['string', 'number', 'date', 'boolean', 'select'] as const

const MAX_ENTITY_KIND_LENGTH = 50
const EntityKind = Type.Unsafe<string>({ type: 'string', text: true, minLength: 1, maxLength: MAX_ENTITY_KIND_LENGTH })

const OWNER = {
  label: ['У кого поле', 'Whose field it is'],
  meaning:
    'Which records have the field: `product`, `partner` or `procurement_document`. Their `customValues` hold its values, and the service checks them. Any other name of up to 50 characters is accepted for the client’s own kinds of records; the service checks nothing there.',
  example: 'product',
  // The entity kinds whose custom values the service checks.
  choices: {
    product: ['товары', 'products'],
    partner: ['контрагенты', 'partners'],
    procurement_document: ['документы закупки', 'purchase documents'],
  },
  filter: { name: 'entityKind', schema: Name },
} as const

export const CUSTOM_FIELD = recordKind(
  { title: 'CustomField', description: 'A field that the company defined itself, with the type of its values.' },
  {
    id: idOf('field'),
    entityKind: { ...atCreation(required(EntityKind, OWNER)), record: told(Name, OWNER).record },
    name: lasting(Name, {
      label: ['Название', 'Name'],
      meaning: 'A name for people; several records may have the same name.',
      example: 'Сезон',
      searched: true,
    }),
    valueType: atCreation(
      required(oneOf(VALUE_TYPES), {
        label: ['Что в поле', 'What is in it'],
        meaning: 'The type that values must have; it never changes.',
        example: 'select',
        choices: {
          string: ['текст', 'text'],
          number: ['число', 'number'],
          date: ['дата', 'date'],
          boolean: ['да или нет', 'yes or no'],
          select: ['выбор из списка', 'choice from a list'],
        },
        filter: 'valueType',
      }),
    ),
    options: several(Name, {
      label: ['Варианты', 'Options'],
      meaning: 'The values that a `select` field offers.',
      example: ['Лето', 'Зима'],
    }),
    archived: ARCHIVED,
    ...STAMPS,
  },
)
