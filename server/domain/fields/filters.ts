/** Describes the fields of filters and their values. An update must contain all fields. Source: S-FILTER-1. */
import { Type } from 'typebox'
import { Id, Name } from '../schema.ts'
import { ALWAYS_ARCHIVED, idOf, STAMPS } from './common.ts'
import { exampleId } from './examples.ts'
import { begun, required, told } from './field.ts'
import { recordKind } from './kind.ts'

const NAME = {
  label: ['Название', 'Name'],
  meaning: 'A name for people; several records may have the same name.',
} as const

export const FILTER_VALUE = recordKind(
  { title: 'FilterValue', description: 'A value of a filter; a product can have it.' },
  {
    id: idOf('value'),
    filterId: told(Id, {
      label: ['Характеристика', 'Filter'],
      meaning: 'The id of the filter that the value belongs to.',
      example: exampleId('filter'),
    }),
    name: required(Name, { ...NAME, example: 'Красный' }),
    archived: ALWAYS_ARCHIVED,
    ...STAMPS,
  },
)

export const FILTER = recordKind(
  { title: 'Filter', description: 'A property for filtering products, with its values.' },
  {
    id: idOf('filter'),
    name: required(Name, { ...NAME, example: 'Цвет', searched: true }),
    // Values are created one command at a time, so their number has no limit, unlike the length of an array in a
    // request body.
    values: begun(Type.Array(FILTER_VALUE.record), [], {
      label: ['Значения', 'Values'],
      meaning: 'The values of the filter.',
      example: [FILTER_VALUE.example],
    }),
    archived: ALWAYS_ARCHIVED,
    ...STAMPS,
  },
)
