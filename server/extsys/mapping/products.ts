/** Products, services, variants and bundles of the source, all products of ours of one kind or another. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import { componentsOf } from './components.ts'
import type { Dictionaries } from './dictionaries.ts'
import { barcodesOf, packagesOf } from './packages.ts'
import {
  type Draft,
  draftOf,
  keepLeft,
  type LeftCodes,
  nameIn,
  noteUnread,
  type Plan,
  planOf,
  referenceTo,
  report,
} from './plan.ts'
import { priceOf, salePricesOf } from './prices.ts'
import { arrayOf, idOf, isBlank, isStrange, plain, rowOf, type SourceRow, textOf, typeOf } from './source-values.ts'
import { fitName, fitText, measureOf, quantityOf } from './texts.ts'
import { wordsOf } from './words-of-values.ts'

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
  discountProhibited: 'discount_prohibited',
  overhead: 'bundle_overhead',
}

/** A row of /entity/product. */
export function planProduct(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('product', row, dictionaries.names)
  const body = { ...commonFields(draft, dictionaries), ...cardFields(draft, { row, dictionaries }), kind: 'product' }
  keepLeft(draft, CARRIED, LEFT)
  return planOf(draft, body.name, {
    ...body,
    cost: costOf(draft, { price: row.buyPrice, dictionaries }),
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
    uom: knownName(draft, 'uom', { reference: row.uom, names: dictionaries.units }),
    vatRate: vatRateOf(draft, row),
    cost: costOf(draft, { price: row.buyPrice, dictionaries }),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product' }),
  })
}

/** A row of /entity/variant. What a variant does not have of its own it has of its product. */
export function planVariant(row: SourceRow, dictionaries: Dictionaries): Plan {
  const draft = draftOf('variant', row, dictionaries.names)
  const parent = dictionaries.parentOf(idOf(row.product))
  const isReadable = arrayOf(row.characteristics).every((one) => textOf(rowOf(one).name) !== '')
  if (!isBlank(row.characteristics) && !(Array.isArray(row.characteristics) && isReadable))
    noteUnread(draft, 'customValues', row.characteristics)
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
  if (parent === undefined) noteNoParent(draft)
  return planOf(draft, body.name, {
    ...body,
    ...(parent === undefined ? {} : cardFields(draft, { row: parent, dictionaries })),
    cost: costOf(draft, { price: isNoPrice(row.buyPrice) ? parent?.buyPrice : row.buyPrice, dictionaries }),
    minStock: minStockOf(draft),
    parentProductId: referenceTo(draft, 'product', row.product),
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
  const sku = fitText(draft, 'sku', { value: row.article }) || code
  // The code stands for an article that is not there, if it can be read.
  if (sku === '' && draft.unread.has('code')) draft.unread.add('sku')
  return {
    name: fitName(draft, row.name, [...nameFallbacks, textOf(row.article), textOf(row.code), UNNAMED]),
    sku,
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
    uom: knownName(draft, 'uom', { reference: row.uom, names: dictionaries.units }),
    country: knownName(draft, 'country', { reference: row.country, names: dictionaries.countries }),
    weightKg: assumedMeasure(draft, 'weightKg', row.weight),
    volumeM3: assumedMeasure(draft, 'volumeM3', row.volume),
    vatRate: vatRateOf(draft, row),
    preferredSupplierId: supplierOf(draft, row.supplier),
    packages: packagesOf(draft, dictionaries, row),
  }
}

/** Nothing, or a price of zero; something that is no price at all is not the same. */
const isNoPrice = (price: unknown): boolean =>
  isBlank(price) || ('value' in rowOf(price) && isBlank(rowOf(price).value))

/** Who may not see what things cost gets no buying prices: that is not the same as none. */
function costOf(draft: Draft, { price, dictionaries }: { price: unknown; dictionaries: Dictionaries }) {
  if (isBlank(price) && !dictionaries.seesCosts) draft.unread.add('cost')
  return priceOf(draft, 'cost', { price, dictionaries })
}

/** What a variant has of its product, which was not read. */
const OF_PARENT = ['category', 'uom', 'country', 'weightKg', 'volumeM3', 'vatRate', 'preferredSupplierId', 'packages']

function noteNoParent(draft: Draft): void {
  const { product, buyPrice } = draft.row
  for (const field of OF_PARENT) draft.unread.add(field)
  if (isNoPrice(buyPrice)) draft.unread.add('cost')
  // Which product it is of cannot be read either.
  if (idOf(product) === '') draft.unread.add('parentProductId')
  if (idOf(product) === '' && !isBlank(product)) noteUnread(draft, 'parentProductId', product)
  else report(draft, 'product_unread', { field: 'parentProductId', value: nameIn(draft, product) })
}

/** The name of a unit or country, which the source gives by id. */
function knownName(
  draft: Draft,
  field: string,
  { reference, names }: { reference: unknown; names: ReadonlyMap<string, string> },
): string {
  const id = idOf(reference)
  if (id === '' && !isBlank(reference)) noteUnread(draft, field, reference)
  if (id === '') return ''
  const name = names.get(id) || textOf(rowOf(reference).name)
  if (name === '') {
    draft.unread.add(field)
    draft.whole[field] = id
    report(draft, 'name_unread', { field, value: id })
  }
  return fitText(draft, field, { value: name })
}

/** The source does not say the unit. */
function assumedMeasure(draft: Draft, field: string, value: unknown): number | undefined {
  const measure = measureOf(draft, field, { value })
  if (measure !== undefined) report(draft, 'weight_unit_assumed', { field, value: wordsOf(value, draft.names) })
  return measure
}

/** The rate of VAT in per cent; undefined for "no VAT", and for what the source does not say. */
function vatRateOf(draft: Draft, row: SourceRow): number | undefined {
  for (const flag of [row.effectiveVatEnabled, row.vatEnabled, row.useParentVat])
    if (flag !== undefined && flag !== null && typeof flag !== 'boolean') noteUnread(draft, 'vatRate', flag)
  for (const rate of [row.effectiveVat, row.vat]) if (isStrange(rate)) noteUnread(draft, 'vatRate', rate)
  if (row.effectiveVatEnabled === false) return undefined
  if (textOf(row.effectiveVat) !== '') return rateOf(draft, row.effectiveVat)
  if (row.vatEnabled === false) return undefined
  if (textOf(row.vat) !== '') return rateOf(draft, row.vat)
  if (row.useParentVat === true && textOf(row.pathName) !== '') {
    draft.unread.add('vatRate')
    report(draft, 'vat_ambiguous', { field: 'vatRate' })
  }
  return undefined
}

/** A rate of zero is a rate: "0 %" is not "no VAT". */
function rateOf(draft: Draft, value: unknown): number | undefined {
  return isBlank(value) ? 0 : measureOf(draft, 'vatRate', { value, most: 100 })
}

function supplierOf(draft: Draft, supplier: unknown) {
  const reference = referenceTo(draft, 'partner', supplier)
  if (reference === undefined && !isBlank(supplier)) noteUnread(draft, 'preferredSupplierId', supplier)
  if (reference === undefined || typeOf(supplier) === 'counterparty') return reference
  report(draft, 'supplier_is_organization', { field: 'preferredSupplierId', value: nameIn(draft, supplier) })
  return undefined
}

/** The minimum stock of the product as a whole; those of warehouses have no place here, so that ours stays as it is. */
function minStockOf(draft: Draft): number | undefined {
  const { minimumBalance, minimumStock } = draft.row
  const { type, quantity } = rowOf(minimumStock)
  if (isBlank(minimumStock) || type === 'ALL_WAREHOUSE_SUM')
    return quantityOf(draft, 'minStock', minimumBalance ?? quantity)
  draft.unread.add('minStock')
  draft.whole.minStock = plain(minimumStock, draft.names)
  const isSame = type === 'ALL_WAREHOUSE_SAME' && textOf(quantity) !== ''
  report(draft, isSame ? 'min_stock_each_warehouse' : 'min_stock_by_warehouse', {
    field: 'minStock',
    value: isSame ? wordsOf(quantity, draft.names) : '',
  })
  return undefined
}
