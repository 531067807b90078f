/** Describes the fields of warehouses. Source: S-WAREHOUSE-1. */
import { Name, ShortText } from '../schema.ts'
import { ARCHIVED, idOf, STAMPS } from './common.ts'
import { lasting, nullable } from './field.ts'
import { recordKind } from './kind.ts'

export const WAREHOUSE = recordKind(
  { title: 'Warehouse', description: 'A place where stock is kept.' },
  {
    id: idOf('warehouse'),
    name: lasting(Name, {
      label: ['Название', 'Name'],
      meaning: 'A name for people; several records may have the same name.',
      example: 'Основной склад',
      searched: true,
    }),
    short: nullable(ShortText, {
      label: ['Короткое название', 'Short name'],
      meaning: 'A short name, for labels.',
      example: 'ОСН',
      searched: true,
    }),
    city: nullable(ShortText, {
      label: ['Город', 'City'],
      meaning: 'The city of the warehouse.',
      example: 'Москва',
      searched: true,
    }),
    address: nullable(ShortText, {
      label: ['Адрес', 'Address'],
      meaning: 'The address of the warehouse.',
      example: null,
      searched: true,
    }),
    archived: ARCHIVED,
    ...STAMPS,
  },
)
