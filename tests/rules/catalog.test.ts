/** Compares the catalog that is assembled from chunks with a catalog printed record by record. */
import { expect, test } from 'vitest'
import { type Milli, toMilli, toMinor } from '../../amounts/quantity.ts'
import { emptyTotals } from '../../server/domain/books.ts'
import {
  type Change,
  type Filter,
  type PriceType,
  type Product,
  put,
  putStock,
  remove,
  stockKey,
  type Warehouse,
} from '../../server/domain/records.ts'
import { State, type StateSnapshot } from '../../server/engine/state.ts'
import { type CatalogAnswer, type CatalogQuery, printCatalog } from '../../server/queries/catalog.ts'
import { runToEnd } from '../../server/runtime/slices.ts'
import { type Chance, chooseSeed, createChance } from '../support/chance/chance.ts'
import { printPlainCatalog } from '../support/model/plain-catalog.ts'

const STAMPS = { createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' }
const NAMES = ['Чайник', 'Cup “7 oz”', 'наклейка 🫖', 'back\\slash', 'строка\nстрока', '\ud83d half', '', '日本']
const COMPANY_ID = '018f0000-0000-7000-8000-00000000cafe'

const idOf = (family: number, number: number) =>
  `018f${family.toString(16).padStart(4, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`

/** A company in memory that changes randomly. */
class Shop {
  readonly chance: Chance
  readonly state = new State({
    companyId: COMPANY_ID,
    revision: 0,
    settings: { companyName: 'Ж', lowStockAlerts: false, dailySummary: false, timeZone: 'Europe/Moscow', revision: 0 },
    totals: emptyTotals(),
  })
  readonly filters = new Map<string, Filter>()
  readonly priceTypes = new Map<string, PriceType>()
  readonly products = new Map<string, Product>()
  readonly warehouseIds: string[] = []
  private readonly stocked = new Set<string>()
  private readonly bundleShare: number
  private count = 0

  constructor(chance: Chance, bundleShare: number) {
    this.chance = chance
    this.bundleShare = bundleShare
    for (let number = 0; number < chance.between(1, 5); number += 1) this.warehouseIds.push(idOf(1, number))
    for (const id of this.warehouseIds)
      this.apply(
        put('warehouses', { id, name: 'С', short: null, city: null, address: null, ...this.kept() } as Warehouse),
      )
  }

  apply(...changes: Change[]): void {
    this.state.apply(changes, this.state.revision + 1, this.state.totals)
  }

  private kept() {
    return { archived: this.chance.happens(0.1), ...STAMPS, revision: this.state.revision + 1 }
  }

  /** Returns a new id. Ids ascend, except that some are chosen so that the record is inserted between others. */
  newId(family: number): string {
    this.count += 1
    return idOf(
      family,
      this.chance.happens(0.8)
        ? this.count * 1_000
        : this.count * 1_000 - this.chance.below(1_000 * Math.min(this.count, 900)),
    )
  }

  putFilter(known?: Filter): void {
    const { chance } = this
    const names = known?.values ?? Array.from({ length: chance.between(0, 6) }, () => ({ id: this.newId(3) }))
    const values = names.map(({ id }) => ({ id, name: chance.pick(NAMES), archived: chance.happens(0.15) }))
    const filter = { id: known?.id ?? this.newId(2), name: chance.pick(NAMES), values, ...this.kept() } as Filter
    this.filters.set(filter.id, filter)
    this.apply(put('filters', filter))
  }

  putPriceType(): void {
    const priceType = { id: this.newId(4), name: this.chance.pick(NAMES), city: null, ...this.kept() } as PriceType
    this.priceTypes.set(priceType.id, priceType)
    this.apply(put('priceTypes', priceType))
  }

  putProduct(known?: Product): void {
    const { chance } = this
    const money = () => (chance.happens(0.2) ? null : toMinor(chance.below(100_000) / 100))
    const values = [...this.filters.values()].flatMap((filter) => filter.values.map(({ id }) => id))
    const others = [...this.products.keys()]
    const isBundle =
      known === undefined ? others.length > 1 && chance.happens(this.bundleShare) : known.components.length > 0
    const product = {
      id: known?.id ?? this.newId(5),
      name: chance.pick(NAMES),
      kind: isBundle ? 'bundle' : 'product',
      ...Object.fromEntries(NULLS.map((name) => [name, null])),
      ...Object.fromEntries(EMPTY.map((name) => [name, []])),
      description: chance.happens(0.02) ? 'Ж'.repeat(70_000) : chance.pick(NAMES),
      price: money(),
      components: isBundle ? [{ productId: chance.pick(others), quantity: toMilli(1) }] : [],
      filterValueIds: values.filter(() => chance.happens(0.3)),
      prices: [...this.priceTypes.keys()]
        .filter(() => chance.happens(0.5))
        .map((priceTypeId) => ({ priceTypeId, price: toMinor(chance.below(100) / 4) })),
      customValues: chance.happens(0.3) ? { 'поле "': { глубже: [1, null, '\u2028'] } } : {},
      ...this.kept(),
    } as unknown as Product
    this.products.set(product.id, product)
    this.apply(put('products', product))
  }

  putStock(): void {
    const plain = [...this.products.values()].filter(({ components }) => components.length === 0)
    if (plain.length === 0) return
    const productId = this.chance.pick(plain).id
    const warehouseId = this.chance.pick(this.warehouseIds)
    const onHand = toMilli(this.chance.below(9_999) / 8) as Milli
    this.stocked.add(stockKey(productId, warehouseId))
    const row = { productId, warehouseId, onHand, reserved: toMilli(0), available: onHand }
    this.apply(putStock({ ...row, revision: this.state.revision + 1 }))
  }

  deleteProduct(): void {
    const id = this.chance.pick([...this.products.keys()])
    const isNamed = [...this.products.values()].some(({ components }) =>
      components.some(({ productId }) => productId === id),
    )
    if (isNamed || this.warehouseIds.some((warehouseId) => this.stocked.has(stockKey(id, warehouseId)))) return
    this.products.delete(id)
    this.apply(remove('products', id))
  }

  /** Runs up to four commands of any kind. */
  change(): void {
    const { chance } = this
    for (let left = chance.between(0, 4); left > 0; left -= 1)
      chance.weigh<() => void>([
        [3, () => this.putProduct()],
        [6, () => this.putProduct(chance.pick([...this.products.values()]))],
        [8, () => this.putStock()],
        [1, () => this.deleteProduct()],
        [1, () => this.putFilter(chance.pick([...this.filters.values()]))],
        [1, () => this.putPriceType()],
      ])()
  }

  question(mostValues: number): CatalogQuery {
    const { chance } = this
    const values = [...this.filters.values()].flatMap((filter) => filter.values.map(({ id }) => id))
    const valueId = Array.from({ length: values.length === 0 ? 0 : chance.below(mostValues) }, () =>
      chance.pick(values),
    )
    return chance.happens(0.5) || this.priceTypes.size === 0
      ? { valueId, view: 'full' }
      : { valueId, view: 'full', priceTypeId: chance.pick([...this.priceTypes.keys()]) }
  }
}

const NULLS = [
  ...['sku', 'category', 'code', 'externalCode', 'uom', 'country', 'cost', 'minPrice', 'minStock', 'weightKg'],
  ...['volumeM3', 'vatRate', 'preferredSupplierId', 'parentProductId'],
]
const EMPTY = ['barcodes', 'packages', 'analogIds', 'tags', 'images']

/** Returns the catalog, or the code and message of the query's refusal. */
function outcomeOf(print: () => string): string {
  try {
    return print()
  } catch (error) {
    return `${(error as { code?: string }).code}: ${(error as Error).message}`
  }
}

function compare(state: StateSnapshot, query: CatalogQuery, before?: CatalogAnswer): CatalogAnswer | undefined {
  let answer: CatalogAnswer | undefined
  const print = () => {
    answer = runToEnd(printCatalog(state, query, before))
    return Buffer.concat(answer.pieces).toString()
  }
  expect(outcomeOf(print)).toBe(outcomeOf(() => printPlainCatalog(state, query)))
  return answer
}

function openShop(seed: number, sizes: { products: number; filters: number; bundleShare?: number }): Shop {
  const shop = new Shop(createChance(seed), sizes.bundleShare ?? 0.1)
  for (let left = sizes.filters; left > 0; left -= 1) shop.putFilter()
  for (let left = 3; left > 0; left -= 1) shop.putPriceType()
  for (let left = sizes.products; left > 0; left -= 1) shop.putProduct()
  for (let left = sizes.products * 2; left > 0; left -= 1) shop.putStock()
  return shop
}

const SEED = chooseSeed(20_261)

test.each([0, 1, 2, 3, 4, 5, 6, 7])(
  'after any changes, cached catalog responses equal those printed record by record (company %d)',
  (number) => {
    const shop = openShop(SEED + number, { products: number * 50, filters: 4 })
    const questions = Array.from({ length: 6 }, () => ({
      query: shop.question(5),
      before: undefined as CatalogAnswer | undefined,
    }))
    for (let turn = 0; turn < 15; turn += 1) {
      if (shop.products.size > 0) shop.change()
      const state = shop.state.snapshot()
      for (const question of questions) question.before = compare(state, question.query, question.before)
      compare(state, shop.question(8))
    }
  },
)

test('a catalog query can combine more than 32 filters', () => {
  const shop = openShop(SEED, { products: 150, filters: 60 })
  const values = [...shop.filters.values()].flatMap((filter) =>
    filter.archived ? [] : filter.values.filter(({ archived }) => !archived).slice(0, 1),
  )
  const chosen = values.slice(0, 45).map(({ id }) => id)
  expect(chosen.length).toBeGreaterThan(32)
  // One product matches all filters, and each other product matches all filters but one.
  const [product, ...others] = [...shop.products.values()]
  const withValues = (one: Product, filterValueIds: string[]) =>
    shop.apply(put('products', { ...one, archived: false, filterValueIds, revision: shop.state.revision + 1 }))
  withValues(product!, chosen)
  for (const [missed, other] of others.slice(0, chosen.length).entries())
    withValues(
      other,
      chosen.filter((_, position) => position !== missed),
    )
  const state = shop.state.snapshot()
  const answer = compare(state, { valueId: chosen, view: 'full' })!
  const { filters, products } = JSON.parse(Buffer.concat(answer.pieces).toString())
  expect(products.map(({ id }: { id: string }) => id)).toEqual([product!.id])
  const countOf = new Map(
    filters
      .flatMap((filter: Filter) => filter.values)
      .map((value: { id: string; count: number }) => [value.id, value.count]),
  )
  // Each chosen value has a count of 1: only `product` has it and matches all other filters. Each other product fails
  // exactly one filter, and it has no value of that filter.
  expect(chosen.map((id) => countOf.get(id))).toEqual(chosen.map(() => 1))
})

test('only the chunk of the catalog that contains a changed record is computed again', () => {
  const shop = openShop(SEED, { products: 1_200, filters: 3, bundleShare: 0 })
  const query: CatalogQuery = { valueId: [], view: 'full' }
  const before = compare(shop.state.snapshot(), query)!
  const changes: [() => void, number][] = [
    [() => shop.putProduct([...shop.products.values()][700]), 1],
    [() => shop.putPriceType(), 0],
    // The products of one chunk of stock rows may be in several chunks of products.
    [() => shop.putStock(), 4],
  ]
  let last = before
  for (const [change, most] of changes) {
    change()
    const answer = compare(shop.state.snapshot(), query, last)!
    expect(answer.parts.size).toBeGreaterThan(8)
    const made = [...answer.parts.values()].filter((part) => ![...last.parts.values()].includes(part))
    expect(made.length).toBeLessThanOrEqual(most)
    last = answer
  }
})

test('a catalog response that is printed in several steps shows a single revision', () => {
  const shop = openShop(SEED, { products: 600, filters: 3 })
  const query: CatalogQuery = { valueId: [], view: 'full' }
  const state = shop.state.snapshot()
  const expected = outcomeOf(() => printPlainCatalog(state, query))
  const steps = [printCatalog(state, query), printCatalog(state, query)]
  const done: string[] = []
  while (done.length < 2)
    for (const one of steps) {
      const step = one.next()
      if (step.done === true && step.value !== undefined) done.push(Buffer.concat(step.value.pieces).toString())
      shop.change()
      shop.state.snapshot()
    }
  expect(done).toEqual([expected, expected])
})
