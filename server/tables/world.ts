/** What rows of a table are held against: the company's records by the field that recognizes them, and its names for what cells name. */
import { fitsRole } from '../commands/find.ts'
import { foldEmail, foldName, foldPhone } from '../domain/folding.ts'
import type { CustomField, Partner, Product, Warehouse } from '../domain/records.ts'
import { Collection } from '../engine/collection.ts'
import type { StateSnapshot } from '../engine/state.ts'
import type { ImportKind, MatchField } from './targets.ts'

/** How values of a field are compared. */
export function foldKey(field: MatchField, text: string): string {
  if (field === 'phone') return foldPhone(text)
  if (field === 'email') return foldEmail(text)
  return foldName(text)
}

export interface KnownFilter {
  readonly id: string
  /** Ids by folded name. */
  readonly values: ReadonlyMap<string, string>
}

/** Active records that cells name, by their folded names. */
export interface Names {
  readonly priceTypes: ReadonlyMap<string, string>
  readonly filters: ReadonlyMap<string, KnownFilter>
  /** Which filter a value is of. */
  readonly filterOfValue: ReadonlyMap<string, string>
  readonly customFields: ReadonlyMap<string, CustomField>
  readonly warehouses: ReadonlyMap<string, Warehouse>
  product(id: string): Product | undefined
  partner(id: string): Partner | undefined
}

function byName<T extends { readonly name: string; readonly archived: boolean }>(records: Iterable<T>): Map<string, T> {
  const found = new Map<string, T>()
  // The oldest of several: records stand in the order of ids.
  for (const record of records)
    if (!record.archived && !found.has(foldName(record.name))) found.set(foldName(record.name), record)
  return found
}

/** The names of a state. */
export function namesIn({ collections }: StateSnapshot, kind: ImportKind): Names {
  const filters = byName(new Collection('filters', collections.filters).values())
  const entityKind = kind === 'partners' ? 'partner' : 'product'
  const fields = [...new Collection('customFields', collections.customFields).values()]
  const products = new Collection('products', collections.products)
  const partners = new Collection('partners', collections.partners)
  const priceTypes = byName(new Collection('priceTypes', collections.priceTypes).values())
  const allFilters = [...new Collection('filters', collections.filters).values()]
  return {
    priceTypes: new Map([...priceTypes].map(([name, { id }]) => [name, id])),
    filters: new Map(
      [...filters].map(([name, { id, values }]) => [
        name,
        { id, values: new Map([...byName(values)].map(([value, one]) => [value, one.id])) },
      ]),
    ),
    filterOfValue: new Map(allFilters.flatMap(({ id, values }) => values.map((value) => [value.id, id] as const))),
    customFields: byName(fields.filter((field) => field.entityKind === entityKind)),
    warehouses: byName(new Collection('warehouses', collections.warehouses).values()),
    product: (id) => products.get(id),
    partner: (id) => partners.get(id),
  }
}

/** Which records have a value in the field that recognizes them. */
export interface RecordKeys {
  /** The active ones, or the archived ones when there is no other. */
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

/** Finds records of a state by a field; each step takes one of them. */
export function* indexKeys(state: StateSnapshot, kind: ImportKind, field: MatchField): Generator<void, RecordKeys> {
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

/** Active suppliers by their folded names. */
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

/** All of it, for the rows of one table. */
export interface World {
  readonly names: Names
  readonly keys: RecordKeys
  readonly suppliers: ReadonlyMap<string, readonly Partner[]>
}

export function* openWorld(state: StateSnapshot, kind: ImportKind, field: MatchField): Generator<void, World> {
  const keys = yield* indexKeys(state, kind, field)
  const suppliers = yield* indexSuppliers(state)
  return { names: namesIn(state, kind), keys, suppliers }
}
