/** Computes the records that the import must create from MoySklad's products, services, variants and bundles. */
import { customValuesOf } from './expected-import-custom.ts'
import {
  distinct,
  exact,
  hasFraction,
  idIn,
  kopecksOf,
  type Mapped,
  measureIn,
  milliOf,
  type Names,
  named,
  noteIn,
  quantity,
  roubles,
  textIn,
  typeIn,
} from './expected-import-values.ts'
import type { Row } from './fake-moysklad-shapes.ts'

const NOTHING = {
  ...{ category: null, uom: null, country: null, cost: null, minStock: null, weightKg: null, volumeM3: null },
  ...{ vatRate: null, preferredSupplierId: null, parentProductId: null, packages: [], components: [] },
  ...{ analogIds: [], tags: [], filterValueIds: [], images: [] },
}

export function productOf(row: Row, names: Names): Mapped {
  const codes: string[] = []
  const { customValues, codes: custom } = customValuesOf(row, names)
  const record = {
    ...{ ...NOTHING, kind: 'product', ...ownOf(row, names, codes), ...cardOf(row, row, { names, codes }) },
    ...{ cost: priceIn(row.buyPrice, names, codes), minStock: minStockIn(row), customValues },
  }
  return { record, codes: [...codes, ...custom] }
}

export function serviceOf(row: Row, names: Names): Mapped {
  const codes: string[] = []
  const { customValues, codes: custom } = customValuesOf(row, names)
  const record = {
    ...{ ...NOTHING, kind: 'service', ...ownOf(row, names, codes) },
    ...{ category: textIn(row.pathName), uom: names.units.get(idIn(row.uom)) ?? null, vatRate: vatIn(row, codes) },
    ...{ cost: priceIn(row.buyPrice, names, codes), customValues },
  }
  return { record, codes: [...codes, ...custom] }
}

/** Returns the expected variant. It takes every missing value from its product. */
export function variantOf(row: Row, names: Names): Mapped {
  const codes: string[] = []
  const product = names.products.get(idIn(row.product))
  const hasCost = row.buyPrice?.value !== undefined && exact(row.buyPrice.value) !== 0n
  const parent = named('product', idIn(row.product))
  const isThere = names.has('product', idIn(row.product))
  if (!isThere) codes.push('missing_reference')
  const record = {
    ...{ ...NOTHING, kind: 'variant', ...ownOf(row, names, codes) },
    ...(product === undefined ? {} : cardOf(product, row, { names, codes })),
    cost: priceIn(hasCost ? row.buyPrice : product?.buyPrice, names, codes),
    ...{ minStock: minStockIn(row), parentProductId: isThere ? parent : null },
    customValues: Object.fromEntries((row.characteristics ?? []).map(({ name, value }: Row) => [name, value])),
  }
  return { record, codes }
}

export function bundleOf(row: Row, names: Names): Mapped {
  const codes: string[] = []
  const rows: Row[] = row.components.rows
  if (rows.length === 0) return { record: null, codes: ['bundle_without_components'] }
  const services = rows.filter(({ assortment }) => typeIn(assortment) === 'service')
  const components = rows
    .filter((one) => !services.includes(one))
    .map((one) => ({ productId: idIn(one.assortment), quantity: quantity(milliOf(one.quantity)) }))
  const { customValues, codes: custom } = customValuesOf(row, names)
  const record = {
    ...{ ...NOTHING, kind: components.length === 0 ? 'service' : 'bundle', ...ownOf(row, names, codes) },
    ...{ ...cardOf(row, row, { names, codes }), customValues },
    components: components.map((one) => ({ ...one, productId: named('product', one.productId) })),
  }
  if (services.length > 0) codes.push(components.length === 0 ? 'bundle_of_services' : 'component_service')
  const isWhole = components.every(({ productId }) => names.has('product', productId))
  if (!isWhole) codes.push('required_reference_missing')
  return { record: isWhole ? record : null, codes: [...codes, ...custom] }
}

/** Returns the fields that a variant does not take from its product. */
function ownOf(row: Row, names: Names, codes: string[]): Row {
  const main = row.salePrices.find(({ priceType }: Row) => idIn(priceType) === names.mainPriceType)
  if (textIn(row.name) === null) codes.push('name_missing')
  if ([...(row.name ?? '')].length > 255) codes.push('text_shortened')
  const priced = row.salePrices.map((one: Row) => [idIn(one.priceType), priceIn(one, names, codes)] as const)
  if (row.salePrices.some(({ value }: Row) => exact(value) === 0n)) codes.push('price_zero_skipped')
  return {
    name: textIn(row.name) ?? textIn(row.article) ?? textIn(row.code) ?? 'Без названия',
    ...{ sku: textIn(row.article) ?? textIn(row.code), code: textIn(row.code) },
    ...{ externalCode: textIn(row.externalCode), description: noteIn(row.description) },
    price: main === undefined ? null : priceIn(main, names, []),
    prices: priced.flatMap(([id, price]: readonly [string, number | null]) =>
      price === null ? [] : [{ priceTypeId: named('price_type', id), price }],
    ),
    minPrice: priceIn(row.minPrice, names, codes),
    barcodes: distinct((row.barcodes ?? []).flatMap((barcode: Row) => Object.values(barcode))),
    archived: row.archived,
  }
}

/** Returns the expected fields of a product or bundle, or the fields that a variant takes from its product. */
function cardOf(row: Row, own: Row, { names, codes }: { names: Names; codes: string[] }): Row {
  const supplier = names.has('partner', idIn(row.supplier)) ? named('partner', idIn(row.supplier)) : null
  if (row.supplier !== undefined && supplier === null) codes.push('missing_reference')
  return {
    ...{ category: textIn(row.pathName), uom: names.units.get(idIn(row.uom)) ?? null },
    ...{ country: names.countries.get(idIn(row.country)) ?? null, vatRate: vatIn(row, codes) },
    ...{ weightKg: measureIn(row.weight), volumeM3: measureIn(row.volume), preferredSupplierId: supplier },
    packages: (row.packs ?? []).map((pack: Row) => {
      const overriding = (own.packs ?? []).find(({ parentpack }: Row) => idIn(parentpack) === pack.id)
      const [barcode = {}] = overriding?.barcodes ?? pack.barcodes ?? []
      return {
        ...{ name: names.units.get(idIn(pack.uom)), quantity: quantity(milliOf(pack.quantity)) },
        barcode: Object.values(barcode)[0] ?? null,
      }
    }),
  }
}

/** Returns a price in roubles, rounded to the kopeck; zero and other currencies mean no price. */
function priceIn(price: Row | undefined | null, names: Names, codes: string[]): number | null {
  if (price?.value === undefined || exact(price.value) === 0n) return null
  const isRouble = price.currency === undefined || names.roubles.has(idIn(price.currency))
  if (!isRouble) codes.push('currency_not_default')
  else if (hasFraction(price.value)) codes.push('price_rounded')
  return isRouble ? roubles(kopecksOf(price.value)) : null
}

const minStockIn = ({ minimumBalance }: Row): number | null =>
  minimumBalance === undefined ? null : quantity(milliOf(minimumBalance))

function vatIn(row: Row, codes: string[]): number | null {
  if (row.effectiveVatEnabled === false) return null
  if (row.effectiveVat !== undefined) return Number(row.effectiveVat)
  if (row.vatEnabled === false) return null
  if (row.vat !== undefined) return Number(row.vat)
  if (row.useParentVat === true && textIn(row.pathName) !== null) codes.push('vat_ambiguous')
  return null
}
