/** Maps MoySklad's products, services, variants and bundles, which are all products in Skladno. */
import { MAX_NOTE_LENGTH } from '../../domain/schema.ts'
import { customValuesOf } from './attributes.ts'
import { componentsOf } from './components.ts'
import type { Dictionaries } from './dictionaries.ts'
import { barcodesOf, packagesOf } from './packages.ts'
import { type Draft, keepLeft, type LeftCodes, nameIn, type Plan, planOf, referenceTo, report } from './plan.ts'
import { priceOf, salePricesOf } from './prices.ts'
import { carriedBy, readSourceRow } from './read-row.ts'
import {
  BUNDLE,
  BUY_PRICE,
  CARD,
  PRODUCT_SHAPE,
  type ReadCard,
  type ReadGoods,
  type ReadPrice,
  type ReadStock,
  type ReadVat,
  SERVICE,
  VARIANT,
} from './shapes.ts'
import {
  isEmptyValue,
  plainValue,
  type SourceRow,
  sourceIdOf,
  sourceRowOf,
  sourceText,
  typeOf,
} from './source-values.ts'
import { fitName, fitText, measureOf, quantityOf } from './texts.ts'
import { wordsOfValue } from './words-of-values.ts'

const UNNAMED = 'Без названия'

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

/** Plans a row of /entity/product. */
export function planProduct(draft: Draft, dictionaries: Dictionaries): Plan {
  const row = readSourceRow(draft, PRODUCT_SHAPE)
  const body = { ...commonFields(draft, { row, dictionaries }), ...cardFields(draft, { row, dictionaries }) }
  keepLeft(draft, carriedBy(PRODUCT_SHAPE), LEFT)
  return planOf(draft, body.name, {
    ...body,
    kind: 'product',
    cost: costOf(draft, { price: row.buyPrice, dictionaries }),
    minStock: minStockOf(draft, row),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product', attributes: row.attributes }),
  })
}

/** Plans a row of /entity/service. */
export function planService(draft: Draft, dictionaries: Dictionaries): Plan {
  const { minprice, ...row } = readSourceRow(draft, SERVICE)
  const goods = { ...row, minPrice: row.minPrice ?? minprice }
  const body = { ...commonFields(draft, { row: goods, dictionaries }), kind: 'service' }
  keepLeft(draft, carriedBy(SERVICE), LEFT)
  return planOf(draft, body.name, {
    ...body,
    category: fitText(draft, 'category', { value: row.pathName }),
    uom: knownName(draft, 'uom', { reference: row.uom, names: dictionaries.units }),
    vatRate: vatRateOf(draft, row),
    cost: costOf(draft, { price: row.buyPrice, dictionaries }),
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product', attributes: row.attributes }),
  })
}

/** Plans a row of /entity/variant. Values that a variant does not have are taken from its product. */
export function planVariant(draft: Draft, dictionaries: Dictionaries): Plan {
  const row = readSourceRow(draft, VARIANT)
  const parent = dictionaries.parentOf(sourceIdOf(row.product))
  const characteristics = (row.characteristics ?? []).map(
    ({ name, value }) => [sourceText(name), sourceText(value)] as const,
  )
  const told = characteristics.map(([name, value]) => `${name}: ${value}`).join(', ')
  if (told !== '') report(draft, 'characteristic_kept_as_text', { field: 'customValues', value: told })
  const values = characteristics.map(([, value]) => value).join(', ')
  const parentName = sourceText(parent?.name)
  const nameFallbacks = [parentName === '' ? '' : `${parentName} (${values})`]
  const body = { ...commonFields(draft, { row, dictionaries, nameFallbacks }), kind: 'variant' }
  keepLeft(draft, carriedBy(VARIANT), LEFT)
  const isOwnCost = draft.unread.has('cost') || !isNoPrice(row.buyPrice)
  const cost = isOwnCost || parent === undefined ? row.buyPrice : readSourceRow(draft, BUY_PRICE, parent).buyPrice
  if (parent === undefined) noteNoParent(draft, row)
  return planOf(draft, body.name, {
    ...body,
    ...(parent === undefined
      ? {}
      : cardFields(draft, { row: readSourceRow(draft, CARD, parent), dictionaries, ownPacks: row.packs })),
    cost: costOf(draft, { price: cost, dictionaries }),
    minStock: minStockOf(draft, row),
    parentProductId: referenceTo(draft, 'product', row.product),
    customValues: customValuesOf(draft, dictionaries, {
      ...{ entityKind: 'product', attributes: row.attributes, free: characteristics },
    }),
  })
}

/**
 * Plans a row of /entity/bundle that was read with its components expanded. A bundle of only services becomes a
 * service.
 */
export function planBundle(draft: Draft, dictionaries: Dictionaries): Plan {
  const row = readSourceRow(draft, BUNDLE)
  const body = { ...commonFields(draft, { row, dictionaries }), ...cardFields(draft, { row, dictionaries }) }
  const components = componentsOf(draft, row.components)
  keepLeft(draft, carriedBy(BUNDLE), LEFT)
  return planOf(draft, body.name, {
    ...body,
    kind: components.length === 0 ? 'service' : 'bundle',
    components,
    customValues: customValuesOf(draft, dictionaries, { entityKind: 'product', attributes: row.attributes }),
  })
}

interface Goods {
  readonly row: ReadGoods
  readonly dictionaries: Dictionaries
  readonly nameFallbacks?: readonly string[]
}

/** Returns the fields that every kind of product, including variants, has in its own row. */
function commonFields(draft: Draft, { row, dictionaries, nameFallbacks = [] }: Goods) {
  const code = fitText(draft, 'code', { value: row.code })
  return {
    name: fitName(draft, row.name, [...nameFallbacks, sourceText(row.article), sourceText(row.code), UNNAMED]),
    sku: fitText(draft, 'sku', { value: row.article }) || code,
    code,
    externalCode: fitText(draft, 'externalCode', { value: row.externalCode }),
    description: fitText(draft, 'description', { value: row.description, most: MAX_NOTE_LENGTH }),
    ...salePricesOf(draft, row.salePrices, dictionaries),
    minPrice: priceOf(draft, 'minPrice', { price: row.minPrice, dictionaries }),
    barcodes: barcodesOf(draft, row.barcodes),
  }
}

interface Card {
  /** The row of the product or bundle. For a variant: the row of its product. */
  readonly row: ReadCard
  readonly dictionaries: Dictionaries
  /** A variant's own packs; absent for other kinds. */
  readonly ownPacks?: Parameters<typeof packagesOf>[1]['own']
}

/** Returns the fields of products and bundles that variants inherit from their product. */
function cardFields(draft: Draft, { row, dictionaries, ownPacks }: Card) {
  return {
    category: fitText(draft, 'category', { value: row.pathName }),
    uom: knownName(draft, 'uom', { reference: row.uom, names: dictionaries.units }),
    country: knownName(draft, 'country', { reference: row.country, names: dictionaries.countries }),
    weightKg: assumedMeasure(draft, 'weightKg', row.weight),
    volumeM3: assumedMeasure(draft, 'volumeM3', row.volume),
    vatRate: vatRateOf(draft, row),
    preferredSupplierId: supplierOf(draft, row.supplier),
    packages: packagesOf(draft, { packs: row.packs, own: ownPacks, units: dictionaries.units }),
  }
}

/** Whether a price is absent or zero. */
const isNoPrice = (price: ReadPrice | undefined): boolean => isEmptyValue(price?.value)

/**
 * Returns the purchase price. If the token's user may not see costs, MoySklad omits purchase prices, so a missing price
 * does not mean that the product has none.
 */
function costOf(draft: Draft, { price, dictionaries }: { price: ReadPrice | undefined; dictionaries: Dictionaries }) {
  if (price === undefined && !dictionaries.seesCosts) draft.unread.add('cost')
  return priceOf(draft, 'cost', { price, dictionaries })
}

/** The fields that a variant takes from its product. They count as unread if the product was not read. */
const OF_PARENT = ['category', 'uom', 'country', 'weightKg', 'volumeM3', 'vatRate', 'preferredSupplierId', 'packages']

function noteNoParent(
  draft: Draft,
  { product, buyPrice }: { product: SourceRow | undefined; buyPrice: ReadPrice | undefined },
): void {
  for (const field of OF_PARENT) draft.unread.add(field)
  if (isNoPrice(buyPrice)) draft.unread.add('cost')
  if (product !== undefined)
    report(draft, 'product_unread', { field: 'parentProductId', value: nameIn(draft, product) })
}

/** Returns the name of a unit or country that MoySklad gives only by id. */
function knownName(
  draft: Draft,
  field: string,
  { reference, names }: { reference: unknown; names: ReadonlyMap<string, string> },
): string {
  const id = sourceIdOf(reference)
  if (id === '') return ''
  const name = names.get(id) || sourceText(sourceRowOf(reference).name)
  if (name === '') {
    draft.unread.add(field)
    draft.whole[field] = id
    report(draft, 'name_unread', { field, value: id })
  }
  return fitText(draft, field, { value: name })
}

/** Returns a weight or volume. MoySklad does not state which unit of measure it uses, so the unit is assumed. */
function assumedMeasure(draft: Draft, field: string, value: unknown): number | undefined {
  const measure = measureOf(draft, field, { value })
  if (measure !== undefined) report(draft, 'weight_unit_assumed', { field, value: wordsOfValue(value, draft.names) })
  return measure
}

/** Returns the VAT rate in per cent, or undefined for "no VAT" or if MoySklad gives no rate. */
function vatRateOf(draft: Draft, row: ReadVat): number | undefined {
  if (row.effectiveVatEnabled === false) return undefined
  if (sourceText(row.effectiveVat) !== '') return rateOf(draft, row.effectiveVat)
  if (row.vatEnabled === false) return undefined
  if (sourceText(row.vat) !== '') return rateOf(draft, row.vat)
  const isInFolder = sourceText(row.pathName) !== '' || draft.unread.has('category')
  const isSomewhere = row.effectiveVatEnabled === true || row.vatEnabled === true || (row.useParentVat && isInFolder)
  if (!isSomewhere && row.useParentVat !== undefined) return undefined
  draft.unread.add('vatRate')
  report(draft, isSomewhere ? 'vat_ambiguous' : 'field_absent', { field: 'vatRate' })
  return undefined
}

/** Parses a VAT rate. Zero is a valid rate: "0 %" is not the same as "no VAT". */
function rateOf(draft: Draft, value: unknown): number | undefined {
  return isEmptyValue(value) ? 0 : measureOf(draft, 'vatRate', { value, most: 100 })
}

function supplierOf(draft: Draft, supplier: SourceRow | undefined) {
  if (typeOf(supplier) !== 'organization') return referenceTo(draft, 'partner', supplier)
  report(draft, 'supplier_is_organization', { field: 'preferredSupplierId', value: nameIn(draft, supplier) })
  return undefined
}

/**
 * Returns the minimum stock of the product as a whole. Skladno has no minimum stock per warehouse; if MoySklad has one,
 * our value stays unchanged.
 */
function minStockOf(draft: Draft, { minimumBalance, minimumStock }: ReadStock): number | undefined {
  const { type, quantity } = minimumStock ?? {}
  if (minimumStock === undefined || type === 'ALL_WAREHOUSE_SUM')
    return quantityOf(draft, 'minStock', minimumBalance ?? quantity)
  draft.unread.add('minStock')
  draft.whole.minStock = plainValue(draft.source.minimumStock, draft.names)
  const isSame = type === 'ALL_WAREHOUSE_SAME' && sourceText(quantity) !== ''
  report(draft, isSame ? 'min_stock_each_warehouse' : 'min_stock_by_warehouse', {
    field: 'minStock',
    value: isSame ? wordsOfValue(quantity, draft.names) : '',
  })
  return undefined
}
