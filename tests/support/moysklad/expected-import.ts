/**
 * Computes the expected outcome of importing the fake MoySklad account, as docs/import.md describes it: every field of
 * each record, and which rows are not imported and why. It shares no code with the service.
 */
import { documentOf, PREFIXES } from './expected-import-documents.ts'
import { bundleOf, productOf, serviceOf, variantOf } from './expected-import-goods.ts'
import { organizationOf, partnerOf, warehouseOf } from './expected-import-parties.ts'
import { idIn, type Mapped, type Names, named, plainRow, textIn, typeIn } from './expected-import-values.ts'
import type { FakeAccount } from './fake-moysklad-account.ts'
import type { Row } from './fake-moysklad-shapes.ts'

/** The lists of our API that contain imported records. */
export const COLLECTIONS = [
  'price-types',
  'custom-fields',
  'organizations',
  'warehouses',
  'partners',
  'products',
  'procurement/documents',
] as const
export type Collection = (typeof COLLECTIONS)[number]

export interface Expected {
  readonly entityType: string
  readonly externalId: string
  readonly collection: Collection
  /** The expected record, in which `named(…)` stands for our ids; null if the row is not imported. */
  readonly record: Row | null
  /** The codes from `WATCHED` that the import report must show for the row. */
  readonly codes: ReadonlySet<string>
}

/** The codes for which this file computes exactly the rows that must have them. */
export const WATCHED: ReadonlySet<string> = new Set([
  ...['document_currency', 'line_unsupported', 'required_reference_missing', 'bundle_without_components'],
  ...['currency_not_default', 'price_zero_skipped', 'price_rounded', 'discount_applied', 'vat_ambiguous'],
  ...['supplier_is_organization', 'role_unknown', 'tax_number_wrong', 'component_service', 'bundle_of_services'],
  ...[
    'attribute_reference',
    'attribute_of_records',
    'attribute_file',
    'pack_line',
    'service_line',
    'not_posted_in_source',
    'missing_reference',
  ],
  ...['list_not_permitted', 'missing_in_source', 'created_again', 'local_change_kept', 'changed_here', 'write_refused'],
  ...['archive_refused', 'document_not_draft', 'name_missing', 'text_shortened'],
])

const FIELD_TYPES: Readonly<Record<string, string>> = {
  ...{ string: 'string', text: 'string', link: 'string', long: 'number', double: 'number' },
  ...{ boolean: 'boolean', time: 'date', customentity: 'select' },
}
const DOCUMENTS = Object.keys(PREFIXES)

/** Returns every row of the account with the expected outcome of its import. */
export function expectedImport(account: FakeAccount): Expected[] {
  const rows = new Map([...account.rows].map(([entity, list]) => [entity, list.map(plainRow)]))
  const of = (entity: string): Row[] => rows.get(entity) ?? []
  const made: Expected[] = []
  const transferred = new Map<string, Row>()
  const names = namesOf(account, rows, transferred)
  const add = (collection: Collection, kind: string, entityType: string) => (row: Row, mapped: Mapped) => {
    const { record, codes } = mapped
    made.push({ ...{ entityType, externalId: row.id, collection, record }, codes: new Set(codes) })
    if (record !== null) transferred.set(named(kind, row.id), record)
  }
  const each = (list: readonly Row[], map: (row: Row, names: Names) => Mapped, put: ReturnType<typeof add>) => {
    for (const row of list) put(row, map(row, names))
  }
  each(account.settings.priceTypes.map(plainRow), priceTypeOf, add('price-types', 'price_type', 'price_type'))
  for (const [entityKind, fields] of fieldsIn(account))
    each(fields, (row) => fieldOf(row, entityKind, account), add('custom-fields', 'custom_field', 'custom_field'))
  each(of('organization'), organizationOf, add('organizations', 'organization', 'organization'))
  each(of('store'), warehouseOf, add('warehouses', 'warehouse', 'warehouse'))
  each(of('counterparty'), partnerOf, add('partners', 'partner', 'partner'))
  each(of('product'), productOf, add('products', 'product', 'product'))
  each(of('service'), serviceOf, add('products', 'product', 'service'))
  each(of('variant'), variantOf, add('products', 'product', 'variant'))
  each(of('bundle'), bundleOf, add('products', 'product', 'bundle'))
  for (const entity of DOCUMENTS) {
    const put = add('procurement/documents', 'document', PREFIXES[entity]!.kind)
    each(of(entity), (row) => documentOf(entity, row, names), put)
  }
  return keepComponents(made)
}

/** Marks the components of active bundles as not archived, because such components cannot be archived. */
function keepComponents(made: readonly Expected[]): Expected[] {
  const kept = new Set(
    made
      .flatMap(({ record }) => (record?.kind === 'bundle' && !record.archived ? record.components : []))
      .map(({ productId }: Row) => productId),
  )
  return made.map((one) => {
    if (one.record?.archived !== true || !kept.has(named('product', one.externalId))) return one
    return { ...one, record: { ...one.record, archived: false }, codes: new Set([...one.codes, 'archive_refused']) }
  })
}

/** Units of MoySklad, with the spelling that the import writes. */
const UNITS: Readonly<Record<string, string>> = { пара: 'пар', 'ШТ.': 'шт', Килограмм: 'кг' }

function namesOf(
  { settings }: FakeAccount,
  rows: ReadonlyMap<string, readonly Row[]>,
  transferred: ReadonlyMap<string, Row>,
): Names {
  const byId = (list: readonly Row[]) => new Map(list.map(({ id, name }) => [id as string, name as string]))
  const all = (...entities: string[]) => entities.flatMap((entity) => rows.get(entity) ?? [])
  const naming = [...all('product').map(({ supplier }) => supplier), ...all(...DOCUMENTS).map(({ agent }) => agent)]
  const roubles = settings.currencies.filter(({ isoCode }) => isoCode === 'RUB')
  return {
    ...{ units: new Map([...byId(settings.units)].map(([id, name]) => [id, UNITS[name] ?? name])) },
    ...{ countries: byId(settings.countries) },
    roubles: new Set(roubles.map(({ id }) => id)),
    mainPriceType: settings.priceTypes[0]!.id,
    priceTypes: new Set(settings.priceTypes.map(({ id }) => id)),
    fields: new Map(
      Object.values(settings.fields).flatMap((list) => list.map(({ id, type }) => [id as string, type as string])),
    ),
    suppliers: new Set(naming.filter((one) => typeIn(one) === 'counterparty').map(idIn)),
    products: new Map(all('product').map((row) => [row.id as string, row])),
    has: (kind, externalId) => transferred.has(named(kind, externalId)),
    recordOf: (kind, externalId) => transferred.get(named(kind, externalId)),
  }
}

const priceTypeOf = ({ name }: Row): Mapped => ({
  record: { name: textIn(name), city: null, archived: false },
  codes: [],
})

function fieldsIn({ settings: { fields } }: FakeAccount): [string, Row[]][] {
  return [
    ['product', fields.product],
    ['partner', fields.counterparty],
    ['procurement_document', fields.documents],
  ]
}

function fieldOf({ name, type, customEntityMeta }: Row, entityKind: string, { settings }: FakeAccount): Mapped {
  const valueType = FIELD_TYPES[type]
  if (valueType === undefined)
    return { record: null, codes: [type === 'file' ? 'attribute_file' : 'attribute_of_records'] }
  const dictionary = [...settings.dictionaries].find(([id]) => customEntityMeta?.href.includes(id))
  const options = valueType === 'select' ? dictionary![1].map((row) => row.name) : []
  return { record: { entityKind, name, valueType, options, archived: false }, codes: [] }
}
