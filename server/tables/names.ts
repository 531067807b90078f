/** Provides the names of the records to which a list refers by id, as they were when the export began. */
import { Collection } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'

interface Named {
  readonly id: string
  readonly name: string
}

/** For each kind of record, the entity under which its custom fields are stored. */
const ENTITY_OF_KIND: Readonly<Record<string, string>> = {
  products: 'product',
  partners: 'partner',
  documents: 'procurement_document',
}

const COLLECTION_OF_FIELD = {
  productId: 'products',
  parentProductId: 'products',
  analogIds: 'products',
  warehouseId: 'warehouses',
  toWarehouseId: 'warehouses',
  preferredSupplierId: 'partners',
  supplierId: 'partners',
  customerId: 'partners',
  partnerId: 'partners',
  organizationId: 'organizations',
  priceTypeId: 'priceTypes',
} as const

export interface TableNames {
  readonly priceTypes: readonly Named[]
  readonly filters: readonly Named[]
  customFieldsOf(kind: string): readonly (Named & { readonly valueType: string })[]
  /** Whether the ids in this field can be resolved to names. */
  has(field: string): boolean
  of(field: string, id: unknown): string | null
  skuOf(productId: unknown): string | null
  valueOf(filterValueId: string): (Named & { readonly filterId: string }) | undefined
}

/** Collects the names of all records of a company. Each step handles one record or one value of a filter. */
export function* listNamesOf({ collections }: StateSnapshot): Generator<void, TableNames> {
  const byId = {
    products: new Collection('products', collections.products),
    partners: new Collection('partners', collections.partners),
    warehouses: new Collection('warehouses', collections.warehouses),
    organizations: new Collection('organizations', collections.organizations),
    priceTypes: new Collection('priceTypes', collections.priceTypes),
  }
  const filters = yield* listed(new Collection('filters', collections.filters).values())
  const values = new Map<string, (typeof filters)[number]['values'][number]>()
  for (const filter of filters)
    for (const value of filter.values) {
      values.set(value.id, value)
      yield
    }
  const customFields = yield* listed(new Collection('customFields', collections.customFields).values())
  const priceTypes = yield* listed(new Collection('priceTypes', collections.priceTypes).values())
  return {
    priceTypes,
    filters,
    customFieldsOf: (kind) => customFields.filter(({ entityKind }) => entityKind === ENTITY_OF_KIND[kind]),
    has: (field) => field in COLLECTION_OF_FIELD,
    of: (field, id) => {
      const collection = COLLECTION_OF_FIELD[field as keyof typeof COLLECTION_OF_FIELD]
      return typeof id === 'string' ? (byId[collection].get(id)?.name ?? null) : null
    },
    skuOf: (productId) => (typeof productId === 'string' ? (byId.products.get(productId)?.sku ?? null) : null),
    valueOf: (id) => values.get(id),
  }
}

function* listed<T>(records: Iterable<T>): Generator<void, T[]> {
  const all: T[] = []
  for (const record of records) {
    all.push(record)
    yield
  }
  return all
}
