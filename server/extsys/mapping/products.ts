/** Products, services, variants and bundles of the source, all products of ours of one kind or another. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import { componentsOf } from './components.ts'
import type { Dictionaries } from './dictionaries.ts'
import { barcodesOf, packagesOf } from './packages.ts'
import { type Draft, draftOf, keepLeft, type LeftCodes, type Plan, planOf, referenceTo, report } from './plan.ts'
import { priceOf, salePricesOf } from './prices.ts'
import { arrayOf, idOf, isBlank, rowOf, type SourceRow, textOf, typeOf } from './source-values.ts'
import { fitName, fitText, measureOf, quantityOf } from './texts.ts'

const UNNAMED = 'Без названия'

const CARRIED: ReadonlySet<string> = new Set([
  ...['name', 'article', 'code', 'externalCode', 'pathName', 'productFolder', 'description', 'uom', 'country'],
  ...['salePrices', 'buyPrice', 'minPrice', 'minprice', 'minimumBalance', 'minimumStock', 'weight', 'volume'],
  ...['vat', 'vatEnabled', 'useParentVat', 'effectiveVat', 'effectiveVatEnabled', 'supplier', 'barcodes', 'packs'],
  ...['attributes', 'characteristics', 'product', 'components', 'variantsCount'],
])

const LEFT: LeftCodes = {
  images: 'image_link',
  image: 'image_link',
  files: 'file_link',
  trackingType: 'marking',
  tnved: 'marking',
  ppeType: 'marking',
  alcoholic: 'marking',
  isSerialTrackable: 'serial_numbers',
  things: 'serial_numbers',
  discountProhibited: 'discount_complex',
  overhead: 'overhead',
}

/** A row of /entity/product. */
export function planProduct(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('product', row, dictionaries.names)
  const body = { ...commonFields(draft, dictionaries), ...cardFields(draft, { row, dictionaries }), kind: 'product' }
  keepLeft(draft, CARRIED, LEFT)
  return planOf(draft, body.name, {
    ...body,
    cost: priceOf(draft, 'cost', { price: row.buyPrice, dictionaries }),
    minStock: minStockOf(draft),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product' }),
  })
}

/** A row of /entity/service. */
export function planService(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('service', row, dictionaries.names)
  const body = { ...commonFields(draft, dictionaries), kind: 'service' }
  keepLeft(draft, CARRIED, LEFT)
  return planOf(draft, body.name, {
    ...body,
    category: fitText(draft, 'category', { value: row.pathName }),
    uom: nameIn(draft, 'uom', { reference: row.uom, names: dictionaries.units }),
    vatRate: vatRateOf(draft, row),
    cost: priceOf(draft, 'cost', { price: row.buyPrice, dictionaries }),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product' }),
  })
}

/** A row of /entity/variant. What a variant does not have of its own it has of its product. */
export function planVariant(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('variant', row, dictionaries.names)
  const parent = dictionaries.parentOf(idOf(row.product))
  const characteristics = arrayOf(row.characteristics)
    .map(rowOf)
    .map(({ name, value }) => [textOf(name), textOf(value)] as const)
  const told = characteristics.map(([name, value]) => `${name}: ${value}`).join(', ')
  if (told !== '') report(draft, 'characteristic_kept_as_text', { field: 'customValues', value: told })
  const values = characteristics.map(([, value]) => value).join(', ')
  const parentName = textOf(parent?.name)
  const body = {
    ...commonFields(draft, dictionaries, [parentName === '' ? '' : `${parentName} (${values})`]),
    kind: 'variant',
  }
  keepLeft(draft, CARRIED, LEFT)
  return planOf(draft, body.name, {
    ...body,
    ...(parent === undefined ? {} : cardFields(draft, { row: parent, dictionaries })),
    cost: priceOf(draft, 'cost', { price: hasPrice(row.buyPrice) ? row.buyPrice : parent?.buyPrice, dictionaries }),
    minStock: minStockOf(draft),
    parentProductId: referenceTo('product', row.product),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product', free: characteristics }),
  })
}

/** A row of /entity/bundle, with its components expanded. One of services alone becomes a service. */
export function planBundle(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('bundle', row, dictionaries.names)
  const body = { ...commonFields(draft, dictionaries), ...cardFields(draft, { row, dictionaries }) }
  const components = componentsOf(draft)
  keepLeft(draft, CARRIED, LEFT)
  return planOf(draft, body.name, {
    ...body,
    kind: components.length === 0 ? 'service' : 'bundle',
    components,
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product' }),
  })
}

/** What all kinds have of their own. */
function commonFields(draft: Draft, dictionaries: Dictionaries, nameFallbacks: readonly string[] = []) {
  const { row } = draft
  const code = fitText(draft, 'code', { value: row.code })
  return {
    name: fitName(draft, row.name, [...nameFallbacks, textOf(row.article), textOf(row.code), UNNAMED]),
    sku: fitText(draft, 'sku', { value: row.article }) || code,
    code,
    externalCode: fitText(draft, 'externalCode', { value: row.externalCode }),
    description: fitText(draft, 'description', { value: row.description, most: MAX_NOTE_LENGTH }),
    ...salePricesOf(draft, dictionaries),
    // Samples of services spell it without the capital.
    minPrice: priceOf(draft, 'minPrice', { price: row.minPrice ?? row.minprice, dictionaries }),
    barcodes: barcodesOf(draft, row.barcodes),
  }
}

/** What a product or bundle has, and a variant of it. `row`: that product or bundle. */
function cardFields(draft: Draft, { row, dictionaries }: { row: SourceRow; dictionaries: Dictionaries }) {
  return {
    category: fitText(draft, 'category', { value: row.pathName }),
    uom: nameIn(draft, 'uom', { reference: row.uom, names: dictionaries.units }),
    country: nameIn(draft, 'country', { reference: row.country, names: dictionaries.countries }),
    weightKg: assumedMeasure(draft, 'weightKg', row.weight),
    volumeM3: assumedMeasure(draft, 'volumeM3', row.volume),
    vatRate: vatRateOf(draft, row),
    preferredSupplierId: supplierOf(draft, row.supplier),
    packages: packagesOf(draft, dictionaries, row),
  }
}

function hasPrice(price: unknown): boolean {
  return !isBlank(rowOf(price).value)
}

function nameIn(
  draft: Draft,
  field: string,
  { reference, names }: { reference: unknown; names: ReadonlyMap<string, string> },
): string {
  const id = idOf(reference)
  if (id === '') return ''
  const name = names.get(id) ?? textOf(rowOf(reference).name)
  if (name === '') report(draft, 'missing_reference', { field, value: id })
  return fitText(draft, field, { value: name })
}

/** The source does not say the unit. */
function assumedMeasure(draft: Draft, field: string, value: unknown): number | undefined {
  const measure = measureOf(draft, field, value)
  if (measure !== undefined) report(draft, 'weight_unit_assumed', { field, value: textOf(value) })
  return measure
}

/** The rate of VAT in per cent; undefined for "no VAT", and for what the source does not say. */
function vatRateOf(draft: Draft, row: SourceRow): number | undefined {
  if (row.effectiveVatEnabled === false) return undefined
  if (textOf(row.effectiveVat) !== '') return rateOf(draft, row.effectiveVat)
  if (row.vatEnabled === false) return undefined
  if (textOf(row.vat) !== '') return rateOf(draft, row.vat)
  if (row.useParentVat === true && textOf(row.pathName) !== '') report(draft, 'vat_ambiguous', { field: 'vatRate' })
  return undefined
}

/** A rate of zero is a rate: "0 %" is not "no VAT". */
function rateOf(draft: Draft, value: unknown): number | undefined {
  return isBlank(value) ? 0 : measureOf(draft, 'vatRate', value)
}

function supplierOf(draft: Draft, supplier: unknown) {
  const reference = referenceTo('partner', supplier)
  if (reference === undefined || typeOf(supplier) === 'counterparty') return reference
  report(draft, 'supplier_is_organization', { field: 'preferredSupplierId', value: reference.externalId })
  return undefined
}

/** The minimum stock of the product as a whole; one for each warehouse has no place here. */
function minStockOf(draft: Draft): number | undefined {
  const { minimumBalance, minimumStock } = draft.row
  const { type, quantity } = rowOf(minimumStock)
  if (textOf(type) === '' || type === 'ALL_WAREHOUSE_SUM')
    return quantityOf(draft, 'minStock', minimumBalance ?? quantity)
  draft.whole.minStock = { type: textOf(type), quantity: textOf(quantity) }
  report(draft, 'min_stock_by_warehouse', { field: 'minStock', value: textOf(quantity) })
  return undefined
}
