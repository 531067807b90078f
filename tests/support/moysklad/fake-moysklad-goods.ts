/** Generates the products, services, variants and bundles of a MoySklad account. */
import type { Chance } from '../chance/chance.ts'
import { fieldValues, type Settings } from './fake-moysklad-settings.ts'
import {
  decimal,
  kopecks,
  metaOf,
  momentAt,
  nested,
  newId,
  optionally,
  type Row,
  refTo,
} from './fake-moysklad-shapes.ts'
import { digits, ean13, productName, SERVICES, SIZES } from './fake-moysklad-words.ts'

/**
 * The interval at which rows are odd: every 25th row has something that the import must report, or repeats part of
 * another row.
 */
const ODD_EVERY = 25

export interface GoodsWorld {
  readonly settings: Settings
  readonly chance: Chance
  readonly counterparties: readonly Row[]
}

export function makeProduct(world: GoodsWorld, index: number, before: readonly Row[]): Row {
  const { chance, settings, counterparties } = world
  const id = newId(chance)
  const folder = chance.happens(0.8) ? chance.pick(settings.folders) : null
  // In real accounts several products have the same name, article or code.
  const twin = index % ODD_EVERY === 7 ? (before.at(-1) ?? null) : null
  return {
    ...head(world, 'product', id),
    name: twin?.name ?? productName(chance),
    ...optionally(chance, 'description', 0.5, () => `Описание товара ${index}.\nВ две строки.`),
    ...(chance.happens(0.95) ? { code: twin?.code ?? String(index + 1).padStart(5, '0') } : {}),
    ...optionally(chance, 'article', 0.7, () => twin?.article || `АРТ-${digits(chance, 5)}`),
    ...{ externalCode: newId(chance).slice(0, 22), archived: chance.happens(0.15), ...placed(folder), ...vat(chance) },
    uom: refTo(chance.pick(settings.units)),
    images: nested(`/entity/product/${id}/images`, 'image', images(chance, id)),
    ...prices(world),
    ...(chance.happens(0.8) ? { buyPrice: price(world) } : {}),
    ...fieldValues(chance, settings.fields.product, settings),
    ...(chance.happens(0.6) ? { supplier: refTo(chance.pick(counterparties)) } : {}),
    ...(chance.happens(0.4) ? { country: refTo(chance.pick(settings.countries)) } : {}),
    ...barcodes(chance, 0.7),
    ...packs(world),
    ...{ weight: decimal(weightOf(chance)), volume: decimal(chance.pick(['0.0', '0.005', '0.12'])) },
    ...(chance.happens(0.3) ? { minimumBalance: decimal(`${chance.between(1, 50)}.0`) } : {}),
    ...{ variantsCount: 0, isSerialTrackable: index % ODD_EVERY === 11, trackingType: trackingOf(index) },
    files: nested(`/entity/product/${id}/files`, 'files', []),
    ...(index % ODD_EVERY === 11 ? { things: [digits(chance, 10)] } : {}),
  }
}

export function makeService(world: GoodsWorld, index: number): Row {
  const { chance, settings } = world
  const id = newId(chance)
  return {
    ...head(world, 'service', id),
    name: `${chance.pick(SERVICES)} ${index + 1}`,
    ...optionally(chance, 'description', 0.3, () => 'Услуга'),
    ...{ code: `У${index + 1}`, externalCode: newId(chance).slice(0, 22), archived: chance.happens(0.1) },
    ...{ ...placed(null), ...vat(chance) },
    ...(chance.happens(0.5) ? { uom: refTo(chance.pick(settings.units)) } : {}),
    ...prices(world),
    ...fieldValues(chance, settings.fields.product, settings),
    ...barcodes(chance, 0.2),
    files: nested(`/entity/service/${id}/files`, 'files', []),
  }
}

/**
 * Makes a variant. A variant without prices of its own has its product's prices. If it has a cost, this may be zero and
 * lack a currency.
 */
export function makeVariant(world: GoodsWorld, index: number, product: Row): Row {
  const { chance } = world
  const id = newId(chance)
  const size = chance.pick(SIZES)
  const colour = chance.pick(['белый', 'чёрный', 'красный'])
  const own = chance.happens(0.5)
  product.variantsCount += 1
  return {
    ...metaOf('variant', id),
    ...{ id, accountId: world.settings.accountId, updated: momentAt(chance.below(500_000), 'milliseconds') },
    name: `${product.name} (${size}, ${colour})`,
    ...(chance.happens(0.9) ? { code: `В${index + 1}` } : {}),
    ...{ externalCode: newId(chance).slice(0, 22), archived: product.archived || chance.happens(0.05) },
    ...(chance.happens(0.3) ? { article: `${product.article || 'М'}-${size}` } : {}),
    discountProhibited: false,
    characteristics: [
      ['Размер', size],
      ['Цвет', colour],
    ].map(([name, value]) => ({
      ...metaOf('attributemetadata', newId(chance), CHARACTERISTICS),
      id: name,
      name,
      value,
    })),
    images: nested(`/entity/variant/${id}/images`, 'image', []),
    ...(own ? { buyPrice: chance.happens(0.3) ? { value: kopecks(0) } : price(world) } : {}),
    ...(own ? prices(world) : { salePrices: product.salePrices }),
    ...barcodes(chance, 0.8),
    ...(product.packs === undefined || chance.happens(0.5) ? {} : { packs: variantPacks(chance, product) }),
    product: refTo(product),
  }
}

const CHARACTERISTICS = '/entity/variant/metadata/characteristics'

const variantPacks = (chance: Chance, { packs }: Row) =>
  packs.map(({ id }: Row) => ({
    ...{ id: newId(chance), barcodes: [{ ean13: ean13(chance) }] },
    parentpack: metaOf('pack', id),
  }))

export function makeBundle(world: GoodsWorld, index: number, parts: readonly Row[]): Row {
  const { chance, settings } = world
  const id = newId(chance)
  const chosen = new Set(Array.from({ length: chance.between(1, 5) }, () => chance.pick(parts)))
  const components = [...chosen].map((part) => {
    const own = newId(chance)
    return {
      ...metaOf('bundlecomponent', own, `/entity/bundle/${id}/components`),
      ...{ id: own, accountId: settings.accountId, assortment: refTo(part) },
      quantity: chance.happens(0.8) ? chance.between(1, 4) : decimal(`0.${chance.between(1, 9)}5`),
    }
  })
  return {
    ...head(world, 'bundle', id),
    name: `Комплект ${index + 1}: ${[...chosen][0]!.name}`.slice(0, 255),
    ...(chance.happens(0.9) ? { code: `К${index + 1}` } : {}),
    ...optionally(chance, 'article', 0.5, () => `НАБ-${index + 1}`),
    ...{ externalCode: newId(chance).slice(0, 22), archived: chance.happens(0.1), ...placed(null), ...vat(chance) },
    uom: refTo(chance.pick(settings.units)),
    images: nested(`/entity/bundle/${id}/images`, 'image', []),
    ...prices(world),
    ...fieldValues(chance, settings.fields.product, settings),
    ...barcodes(chance, 0.5),
    ...(chance.happens(0.2) ? { overhead: price(world) } : {}),
    components: nested(`/entity/bundle/${id}/components`, 'bundlecomponent', components),
  }
}

function head({ settings, chance }: GoodsWorld, type: string, id: string): Row {
  return {
    ...metaOf(type, id),
    ...{ id, ...settings.owned, updated: momentAt(chance.below(500_000), 'milliseconds') },
    ...{ discountProhibited: chance.happens(0.05), paymentItemType: type === 'service' ? 'SERVICE' : 'GOOD' },
  }
}

/** Returns the fields for a product's folder. The `pathName` of a product ends with the folder's own name. */
function placed(folder: Row | null): Row {
  if (folder === null) return { pathName: '' }
  const pathName = folder.pathName === '' ? folder.name : `${folder.pathName}/${folder.name}`
  return { pathName, productFolder: refTo(folder) }
}

function vat(chance: Chance): Row {
  return chance.weigh<Row>([
    [5, { vat: 20, vatEnabled: true, useParentVat: false, effectiveVat: 20, effectiveVatEnabled: true }],
    [2, { vat: 10, vatEnabled: true, useParentVat: false, effectiveVat: 10, effectiveVatEnabled: true }],
    [1, { vat: 0, vatEnabled: true, useParentVat: false, effectiveVat: 0, effectiveVatEnabled: true }],
    [2, { vat: 0, vatEnabled: false, useParentVat: false, effectiveVat: 0, effectiveVatEnabled: false }],
    [2, { useParentVat: true, effectiveVat: 20, effectiveVatEnabled: true }],
    [1, { useParentVat: true }],
  ])
}

/** Returns a price in kopecks: mostly whole, sometimes with a fraction, now and then in another currency. */
function price({ chance, settings }: GoodsWorld): Row {
  const whole = chance.between(1, 5_000_000)
  const value = chance.happens(0.03) ? decimal(`${whole}.${chance.pick(['5', '25', '333'])}`) : kopecks(whole)
  const currency = chance.happens(0.05) ? chance.pick(settings.currencies.slice(1)) : settings.currencies[0]!
  return { value, currency: refTo(currency) }
}

function prices(world: GoodsWorld): Row {
  const { chance, settings } = world
  return {
    ...(chance.happens(0.3)
      ? { minPrice: chance.happens(0.3) ? { ...price(world), value: kopecks(0) } : price(world) }
      : {}),
    salePrices: settings.priceTypes.map((priceType) => {
      const one = chance.happens(0.2) ? { ...price(world), value: kopecks(0) } : price(world)
      return { ...one, priceType }
    }),
  }
}

function barcodes(chance: Chance, probability: number): Row {
  if (!chance.happens(probability)) return {}
  const others = [{ code128: `ABC-${digits(chance, 6)}` }, { ean8: digits(chance, 8) }, { gtin: `0${ean13(chance)}` }]
  return { barcodes: [{ ean13: ean13(chance) }, ...(chance.happens(0.3) ? [chance.pick(others)] : [])] }
}

function packs({ chance, settings }: GoodsWorld): Row {
  if (!chance.happens(0.15)) return {}
  const count = chance.between(1, 2)
  return {
    packs: Array.from({ length: count }, (_, index) => ({
      ...{ id: newId(chance), uom: refTo(settings.units[3 + index]!), quantity: decimal(`${6 * (index + 1)}.0`) },
      ...(chance.happens(0.6) ? { barcodes: [{ ean13: ean13(chance) }] } : {}),
    })),
  }
}

function images(chance: Chance, productId: string): Row[] {
  return Array.from({ length: chance.happens(0.2) ? chance.between(1, 3) : 0 }, () => {
    const id = newId(chance)
    return {
      ...metaOf('image', id, `/entity/product/${productId}/images`),
      title: id,
      filename: `${id}.jpg`,
      size: 41_234,
    }
  })
}

const weightOf = (chance: Chance) => chance.pick(['0.0', '1.5', '0.35', `${chance.between(1, 900)}.0`])
const trackingOf = (index: number) => (index % ODD_EVERY === 13 ? 'SHOES' : 'NOT_TRACKED')
