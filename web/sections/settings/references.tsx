/** Warehouses, price types, filters with their values, custom fields. */
import { client } from '../../data/client.ts'
import { sayOf } from '../../words/words.ts'
import { RecordSection } from '../records/record-section.tsx'
import { type RecordSpec, specOf } from '../records/spec.ts'
import { FilterValues } from './filter-values.tsx'

const say = sayOf('settings')

const WAREHOUSES = specOf<'warehouses'>({
  kind: 'warehouses',
  path: '/settings/warehouses',
  part: 'settings',
  prefix: 'warehouse',
  entityType: 'warehouse',
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'short', type: 'text' },
    { name: 'city', type: 'text', beside: true },
    { name: 'address', type: 'text' },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name', cell: ({ name }) => name },
    { name: 'short', width: 'minmax(60px, 1fr)', from: 420, cell: ({ short }) => short ?? '' },
    { name: 'city', width: 'minmax(80px, 1fr)', from: 320, cell: ({ city }) => city ?? '' },
    { name: 'address', width: 'minmax(120px, 2fr)', from: 640, cell: ({ address }) => address ?? '' },
  ],
  create: client.warehouses.create,
  update: client.warehouses.update,
  remove: client.warehouses.delete,
  always: ['name', 'archived'],
})

const PRICE_TYPES = specOf<'priceTypes'>({
  kind: 'priceTypes',
  path: '/settings/price-types',
  part: 'settings',
  prefix: 'priceType',
  entityType: 'price_type',
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    { name: 'name', type: 'text', required: true },
    { name: 'city', type: 'text' },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name', cell: ({ name }) => name },
    { name: 'city', width: 'minmax(80px, 1fr)', cell: ({ city }) => city ?? '' },
  ],
  create: client.priceTypes.create,
  update: client.priceTypes.update,
  remove: client.priceTypes.delete,
  always: ['name', 'archived'],
})

const FILTERS = specOf<'filters'>({
  kind: 'filters',
  path: '/settings/filters',
  part: 'settings',
  prefix: 'filter',
  entityType: 'filter',
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [{ name: 'name', type: 'text', required: true }],
  columns: [
    { name: 'name', width: 'minmax(140px, 1fr)', sort: 'name', cell: ({ name }) => name },
    {
      name: 'values',
      width: 'minmax(120px, 2fr)',
      cell: ({ values }) =>
        values
          .filter(({ archived }) => !archived)
          .map(({ name }) => name)
          .join(', '),
    },
  ],
  create: client.filters.create,
  update: client.filters.update,
  remove: client.filters.delete,
  always: ['name', 'archived'],
  More: FilterValues,
} satisfies RecordSpec<'filters'>)

const CUSTOM_FIELDS = specOf<'customFields'>({
  kind: 'customFields',
  path: '/settings/custom-fields',
  part: 'settings',
  prefix: 'customField',
  entityType: 'custom_field',
  sort: 'name',
  nameOf: ({ name }) => name,
  fields: [
    {
      name: 'entityKind',
      type: 'choice',
      choices: ['product', 'partner', 'procurement_document'],
      isFixed: true,
      required: true,
    },
    {
      name: 'valueType',
      type: 'choice',
      choices: ['string', 'number', 'date', 'boolean', 'select'],
      isFixed: true,
      required: true,
      beside: true,
    },
    { name: 'name', type: 'text', required: true },
    { name: 'options', type: 'tags', when: ({ valueType }) => valueType === 'select' },
  ],
  columns: [
    { name: 'name', width: 'minmax(140px, 2fr)', sort: 'name', cell: ({ name }) => name },
    {
      name: 'entityKind',
      width: 'minmax(100px, 1fr)',
      cell: ({ entityKind }) => say(`entityKind-${entityKind}` as 'entityKind-product'),
    },
    {
      name: 'valueType',
      width: 'minmax(80px, 1fr)',
      from: 480,
      cell: ({ valueType }) => say(`valueType-${valueType}`),
    },
  ],
  filters: [{ name: 'entityKind', choices: ['product', 'partner', 'procurement_document'] }],
  create: client.customFields.create,
  update: client.customFields.update,
  remove: client.customFields.delete,
  always: ['name'],
})

export const Warehouses = () => <RecordSection spec={WAREHOUSES} />
export const PriceTypes = () => <RecordSection spec={PRICE_TYPES} />
export const Filters = () => <RecordSection spec={FILTERS} />
export const CustomFields = () => <RecordSection spec={CUSTOM_FIELDS} />
