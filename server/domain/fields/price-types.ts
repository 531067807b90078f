/** Describes the fields of price types. An update must contain all fields. Source: S-PRICE-1. */
import { Name, ShortText } from '../schema.ts'
import { ALWAYS_ARCHIVED, idOf, STAMPS } from './common.ts'
import { nullable, required } from './field.ts'
import { recordKind } from './kind.ts'

export const PRICE_TYPE = recordKind(
  { title: 'PriceType', description: 'A kind of price, such as wholesale.' },
  {
    id: idOf('priceType'),
    name: required(Name, {
      label: ['Название', 'Name'],
      meaning: 'A name for people; several records may have the same name.',
      example: 'Оптовая',
      searched: true,
    }),
    city: nullable(ShortText, {
      label: ['Город', 'City'],
      meaning: 'The city where the price applies, for people.',
      example: null,
      searched: true,
    }),
    archived: ALWAYS_ARCHIVED,
    ...STAMPS,
  },
)
