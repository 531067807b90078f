/**
 * The products of the demo shop. The same seed gives the same products, with valid barcodes. Money is in kopecks,
 * quantities are in thousandths.
 */
import { boxCode, ean13 } from './codes.ts'
import type { Random } from './random.ts'
import { ASSORTMENT, type Assortment, BUNDLES, SERVICES } from './words.ts'

export interface Good {
  /** The name of the step that creates the product, such as `product-12`. */
  readonly ref: string
  readonly name: string
  readonly category: string
  /** True when the product is sold by weight or length. */
  readonly isLoose: boolean
  readonly cost: number
  readonly retail: number
  /** The wholesale price in kopecks; null when the product has no wholesale price. */
  readonly wholesale: number | null
  readonly body: Record<string, unknown>
}

export interface Bundle {
  readonly ref: string
  readonly components: readonly { readonly ref: string; readonly quantity: number }[]
  readonly retail: number
  readonly body: Record<string, unknown>
}

export interface Service {
  readonly ref: string
  readonly price: number
  readonly body: Record<string, unknown>
}

export interface PriceTypes {
  readonly retail: string
  readonly wholesale: string
}

const LOOSE_SHARE_WITHOUT_WHOLESALE = 6
/** How much cheaper a bundle is than its components bought separately, in percent. */
const BUNDLE_DISCOUNT_PERCENT = 8

/** Converts kopecks to an amount for the API, in roubles. */
export function roubles(minor: number): number {
  return minor / 100
}

/** Converts thousandths to a quantity for the API. */
export function units(milli: number): number {
  return milli / 1000
}

/** Invents `count` products, one category after another, so that even a small shop has some of each category. */
export function inventGoods(count: number, supplierRefs: readonly string[], random: Random): Good[] {
  const goods: Good[] = []
  for (let round = 0; goods.length < count; round += 1)
    for (const assortment of ASSORTMENT)
      if (goods.length < count) goods.push(inventGood(assortment, round, goods.length + 1, { supplierRefs, random }))
  return goods
}

/** The maximum number of different products that the demo can invent. */
export const MOST_GOODS = ASSORTMENT.reduce((total, { kinds, brands }) => total + kinds.length * 3 * brands.length, 0)

function inventGood(
  { category, code, vatRate, brands, kinds }: Assortment,
  round: number,
  runningNumber: number,
  { supplierRefs, random }: { supplierRefs: readonly string[]; random: Random },
): Good {
  const [kind, sizes, from, to, weightKg, uom = 'шт'] = kinds[round % kinds.length]!
  // Go through all kinds of the category before the next size, and through all three sizes before the next brand.
  const size = Math.floor(round / kinds.length)
  const brand = brands[(round + Math.floor(size / 3)) % brands.length]!
  const sizeName = sizes.split('|')[size % 3]!
  const cost = Math.round((from + ((to - from) * (size % 3)) / 2) * 100 * (0.95 + random.fraction() * 0.1))
  const retail = shopPrice(cost * (1.35 + random.fraction() * 0.45))
  const isLoose = uom !== 'шт'
  const wholesale = random.percent(LOOSE_SHARE_WITHOUT_WHOLESALE)
    ? null
    : Math.round(cost * (1.17 + random.fraction() * 0.1))
  const barcode = ean13(round % 4 === 0 ? 7003 : 8105, runningNumber)
  const name = `${kind} «${brand}», ${sizeName}`
  return {
    ref: `product-${runningNumber}`,
    name,
    category,
    isLoose,
    cost,
    retail,
    wholesale,
    body: {
      name,
      kind: 'product',
      sku: `${code}-${String(runningNumber).padStart(4, '0')}`,
      category,
      uom,
      country: 'Россия',
      cost: roubles(cost),
      price: roubles(retail),
      minPrice: roubles(Math.round(cost * 1.05)),
      minStock: isLoose ? random.whole(20, 60) / 10 : random.whole(2, 12),
      weightKg: Math.round(weightKg * (1 + (size % 3) * 0.4) * 1000) / 1000,
      vatRate,
      barcodes: [barcode],
      packages: isLoose
        ? []
        : [
            {
              name: 'Коробка',
              quantity: random.pick(weightKg < 1 ? [10, 12, 20, 24] : [2, 4, 6]),
              barcode: boxCode(barcode),
            },
          ],
      preferredSupplierId: `{${random.pick(supplierRefs)}}`,
    },
  }
}

/** Rounds a price up to the next price that ends in 9 roubles, or in 90 kopecks for prices below 200 roubles. */
function shopPrice(minor: number): number {
  return minor < 20_000 ? Math.ceil(minor / 100) * 100 - 10 : Math.ceil(minor / 1000) * 1000 - 100
}

/**
 * Returns the request body of a product with its price for each price type. A product without a wholesale price has no
 * price of the wholesale type.
 */
export function withPrices(good: Good, { retail, wholesale }: PriceTypes): Record<string, unknown> {
  const prices = [{ priceTypeId: `{${retail}}`, price: roubles(good.retail) }]
  if (good.wholesale !== null) prices.push({ priceTypeId: `{${wholesale}}`, price: roubles(good.wholesale) })
  return { ...good.body, prices }
}

/** Invents bundles with one product from each of two or three categories. */
export function inventBundles(count: number, goods: readonly Good[], random: Random): Bundle[] {
  return Array.from({ length: count }, (_, index) => {
    const [name, categories] = BUNDLES[index % BUNDLES.length]!
    const parts = new Map<string, { good: Good; quantity: number }>()
    for (const category of categories) {
      const good = random.pick(goods.filter((one) => one.category === category && one.cost < 150_000))
      const quantity = good.isLoose ? random.pick([200, 250, 500]) : random.whole(1, 3) * 1000
      parts.set(good.ref, { good, quantity })
    }
    const worth = [...parts.values()].reduce((sum, part) => sum + (part.good.retail * part.quantity) / 1000, 0)
    const retail = shopPrice((worth * (100 - BUNDLE_DISCOUNT_PERCENT)) / 100)
    const components = [...parts].map(([ref, { quantity }]) => ({ ref, quantity }))
    return {
      ref: `bundle-${index + 1}`,
      components,
      retail,
      body: {
        name: index < BUNDLES.length ? name : `${name}, выпуск ${Math.floor(index / BUNDLES.length) + 1}`,
        kind: 'bundle',
        sku: `НБ-${String(index + 1).padStart(4, '0')}`,
        category: 'Наборы',
        uom: 'шт',
        vatRate: 22,
        price: roubles(retail),
        components: components.map(({ ref, quantity }) => ({ productId: `{${ref}}`, quantity: units(quantity) })),
      },
    }
  })
}

export function offerServices(): Service[] {
  return SERVICES.map(([name, price], index) => ({
    ref: `service-${index + 1}`,
    price: Math.round(price * 100),
    body: {
      name,
      kind: 'service',
      sku: `УС-${String(index + 1).padStart(4, '0')}`,
      category: 'Услуги',
      uom: 'усл',
      price,
      vatRate: 22,
    },
  }))
}
