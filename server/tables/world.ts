/**
 * Collects the data with which the rows of a table are compared: the company's records by their identifying field, and
 * the names that cells may contain.
 */
import { fitsRole } from '../commands/find.ts'
import { foldEmail, foldName, foldPhone } from '../domain/folding.ts'
import { withoutGaps } from '../domain/legal-numbers.ts'
import type { CustomField, Partner, Product, StockRule, SupplierItem, Warehouse } from '../domain/records.ts'
import { Collection } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { RowProblem } from './row-problems.ts'
import type { ImportKind, MatchField } from './targets.ts'

/** Normalizes the value of a field for comparison. */
export function foldKey(field: MatchField, text: string): string {
  if (field === 'phone') return foldPhone(text)
  if (field === 'email') return foldEmail(text)
  if (field === 'inn') return withoutGaps(text.trim())
  return foldName(text)
}

interface KnownFilter {
  readonly id: string
  /** The ids of a filter's values, by normalized name. */
  readonly values: ReadonlyMap<string, string>
}

/** The active records that cells can name, by normalized name. */
export interface Names {
  readonly priceTypes: ReadonlyMap<string, string>
  readonly filters: ReadonlyMap<string, KnownFilter>
  /** The filter to which each filter value belongs, by id. */
  readonly filterOfValue: ReadonlyMap<string, string>
  readonly customFields: ReadonlyMap<string, CustomField>
  readonly warehouses: ReadonlyMap<string, Warehouse>
  product(id: string): Product | undefined
  partner(id: string): Partner | undefined
  /** The product's stock rules. Always empty except for imports of stock rules. */
  rulesOf(productId: string): readonly StockRule[]
  /** The product's supplier items. Always empty except for imports of supplier items. */
  itemsOf(productId: string): readonly SupplierItem[]
}

/**
 * Indexes records by normalized name. If several records have the same name, the oldest record wins, because records
 * are sorted by id. Each step handles one record.
 */
function* byName<T extends { readonly name: string; readonly archived: boolean }>(
  records: Iterable<T>,
): Generator<void, Map<string, T>> {
  const found = new Map<string, T>()
  for (const record of records) {
    if (!record.archived && !found.has(foldName(record.name))) found.set(foldName(record.name), record)
    yield
  }
  return found
}

function* idsByName(
  records: Iterable<{ readonly id: string; readonly name: string; readonly archived: boolean }>,
): Generator<void, Map<string, string>> {
  const ids = new Map<string, string>()
  for (const [name, { id }] of yield* byName(records)) {
    ids.set(name, id)
    yield
  }
  return ids
}

/** Collects the custom fields for the kind of record being imported. Each step handles one field. */
export function* customFieldsIn(
  { collections }: StateSnapshot,
  kind: ImportKind,
): Generator<void, ReadonlyMap<string, CustomField>> {
  const entityKind = kind === 'partners' ? 'partner' : 'product'
  const fields: CustomField[] = []
  for (const field of new Collection('customFields', collections.customFields).values()) {
    if (field.entityKind === entityKind) fields.push(field)
    yield
  }
  return yield* byName(fields)
}

/** Collects the names of all records of a company. Each step handles one record or one value of a filter. */
export function* namesIn(state: StateSnapshot, kind: ImportKind): Generator<void, Names> {
  const { collections } = state
  const products = new Collection('products', collections.products)
  const partners = new Collection('partners', collections.partners)
  const allFilters = new Collection('filters', collections.filters)
  const filters = new Map<string, KnownFilter>()
  for (const [name, { id, values }] of yield* byName(allFilters.values()))
    filters.set(name, { id, values: yield* idsByName(values) })
  const filterOfValue = new Map<string, string>()
  for (const { id, values } of allFilters.values())
    for (const value of values) {
      filterOfValue.set(value.id, id)
      yield
    }
  const rules =
    kind === 'stock_rules' ? yield* byProduct(new Collection('stockRules', collections.stockRules).values()) : null
  const items =
    kind === 'supplier_items'
      ? yield* byProduct(new Collection('supplierItems', collections.supplierItems).values())
      : null
  return {
    filters,
    filterOfValue,
    rulesOf: (id) => rules?.get(id) ?? [],
    itemsOf: (id) => items?.get(id) ?? [],
    priceTypes: yield* idsByName(new Collection('priceTypes', collections.priceTypes).values()),
    customFields: yield* customFieldsIn(state, kind),
    warehouses: yield* byName(new Collection('warehouses', collections.warehouses).values()),
    product: (id) => products.get(id),
    partner: (id) => partners.get(id),
  }
}

/** Groups records by product. Each step handles one record. */
function* byProduct<T extends { readonly productId: string }>(records: Iterable<T>): Generator<void, Map<string, T[]>> {
  const found = new Map<string, T[]>()
  for (const record of records) {
    const known = found.get(record.productId)
    if (known === undefined) found.set(record.productId, [record])
    else known.push(record)
    yield
  }
  return found
}

/** Finds records by their value in the identifying field. */
interface RecordKeys {
  /**
   * Returns the ids of the active records with the key. If no active record has the key, returns the ids of the
   * archived records that have it.
   */
  idsOf(key: string): readonly string[]
}

interface Keyed {
  readonly id: string
  readonly archived: boolean
}

function textsIn(record: Keyed, field: MatchField): readonly string[] {
  const value = (record as unknown as Readonly<Record<string, unknown>>)[field]
  return [value].flat().filter((one): one is string => typeof one === 'string' && one !== '')
}

/** Indexes a company's records by a field. Each generator step handles one record. */
function* indexKeys(state: StateSnapshot, kind: ImportKind, field: MatchField): Generator<void, RecordKeys> {
  const { collections } = state
  const records: Iterable<Keyed> =
    kind === 'partners'
      ? new Collection('partners', collections.partners).values()
      : new Collection('products', collections.products).values()
  const active = new Map<string, string[]>()
  const archived = new Map<string, string[]>()
  for (const record of records) {
    const found = record.archived ? archived : active
    for (const key of new Set(textsIn(record, field).map((text) => foldKey(field, text)))) {
      const ids = found.get(key)
      if (ids === undefined) found.set(key, [record.id])
      else ids.push(record.id)
    }
    yield
  }
  return { idsOf: (key) => active.get(key) ?? archived.get(key) ?? [] }
}

/** Indexes active suppliers by their normalized names. */
export function* indexSuppliers({
  collections,
}: StateSnapshot): Generator<void, ReadonlyMap<string, readonly Partner[]>> {
  const found = new Map<string, Partner[]>()
  for (const partner of new Collection('partners', collections.partners).values()) {
    yield
    if (partner.archived || !fitsRole(partner, 'supplier')) continue
    const name = foldName(partner.name)
    found.set(name, [...(found.get(name) ?? []), partner])
  }
  return found
}

/** The records and names with which the rows of one table are compared. */
export interface World {
  readonly names: Names
  readonly keys: RecordKeys
  readonly suppliers: ReadonlyMap<string, readonly Partner[]>
  /** For tables of products: an index of the products with each code. Otherwise null. */
  readonly codes: Readonly<Record<'sku' | 'barcodes', RecordKeys>> | null
}

/** Returns the id of the supplier with this name, or the problem with the name. */
export function supplierNamed(
  name: string,
  { suppliers }: Pick<World, 'suppliers'>,
): string | Pick<RowProblem, 'code' | 'figures'> {
  const found = suppliers.get(foldName(name)) ?? []
  if (found.length === 1) return found[0]!.id
  return { code: found.length === 0 ? 'SUPPLIER_NOT_FOUND' : 'SUPPLIER_AMBIGUOUS', figures: { value: name } }
}

export function* openWorld(state: StateSnapshot, kind: ImportKind, field: MatchField): Generator<void, World> {
  const keys = yield* indexKeys(state, kind, field)
  const suppliers = yield* indexSuppliers(state)
  const codes =
    kind === 'products'
      ? { sku: yield* indexKeys(state, kind, 'sku'), barcodes: yield* indexKeys(state, kind, 'barcodes') }
      : null
  return { names: yield* namesIn(state, kind), keys, suppliers, codes }
}
