/** The model's rules for products, written from S-PRODUCT and S-BUNDLE. */
import { KINDS, plainTextsOf } from '../contract/plain-texts.ts'
import {
  differences,
  kept,
  keptText,
  type Model,
  type ModelProduct,
  milli,
  minor,
  minorOrNull,
  noteNewId,
  type Rule,
  takeDelete,
} from './model.ts'
import { customCodes } from './model-fields.ts'
import { findValue } from './model-filters.ts'
import type { Json } from './model-kinds.ts'
import { isLinked, namingCodes } from './model-naming.ts'

/** The plain text fields of a product, except the SKU, which is handled separately because document lines copy it. */
export const PRODUCT_TEXTS = plainTextsOf(KINDS.products).filter((name) => name !== 'sku')

/**
 * The product that would result from a command. Its `components` and `prices` may contain duplicates, which the rules
 * refuse.
 */
interface Wanted {
  readonly kind: string
  readonly components: readonly { productId: string; quantity: number }[]
  readonly prices: readonly { priceTypeId: string; price: number }[]
  readonly analogIds: readonly string[]
  readonly filterValueIds: readonly string[]
  readonly parentProductId: string | null
  readonly preferredSupplierId: string | null
  readonly archived: boolean
}

function wantedOf(before: ModelProduct | null, body: Json): Wanted {
  const entries = (map: Map<string, bigint> | undefined, divisor: number) =>
    [...(map ?? [])].map(([id, value]) => [id, Number(value) / divisor] as const)
  return {
    kind: body.kind ?? before?.kind ?? 'product',
    components:
      body.components === undefined
        ? entries(before?.components, 1000).map(([productId, quantity]) => ({ productId, quantity }))
        : (body.components ?? []),
    prices:
      body.prices === undefined
        ? entries(before?.prices, 100).map(([priceTypeId, price]) => ({ priceTypeId, price }))
        : (body.prices ?? []),
    analogIds: body.analogIds === undefined ? (before?.analogIds ?? []) : (body.analogIds ?? []),
    filterValueIds: body.filterValueIds === undefined ? (before?.filterValueIds ?? []) : (body.filterValueIds ?? []),
    parentProductId: kept<string>(body.parentProductId, before?.parentProductId ?? null),
    preferredSupplierId: kept<string>(body.preferredSupplierId, before?.preferredSupplierId ?? null),
    archived: body.archived ?? before?.archived ?? false,
  }
}

const milliOrNull = (value: number | null): bigint | null => (value === null ? null : milli(value))

const hasRepeat = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

function shapeFaults(model: Model, before: ModelProduct | null, wanted: Wanted): boolean {
  const isBundle = wanted.kind === 'bundle'
  if (isBundle !== wanted.components.length > 0) return true
  if (hasRepeat(wanted.components.map(({ productId }) => productId))) return true
  if (hasRepeat(wanted.prices.map(({ priceTypeId }) => priceTypeId))) return true
  if (hasRepeat(wanted.filterValueIds)) return true
  if (hasRepeat(wanted.analogIds) || (before !== null && wanted.analogIds.includes(before.id))) return true
  const seen = new Set<string>()
  for (
    let id = wanted.parentProductId;
    id !== null && !seen.has(id);
    id = model.products.get(id)?.parentProductId ?? null
  ) {
    if (id === before?.id) return true
    seen.add(id)
  }
  return false
}

/** Returns the ids that the command newly refers to, each with the map of records that must contain it. */
function newlyNamed(model: Model, before: ModelProduct | null, wanted: Wanted) {
  const isNew = (id: string | null, old: string | null | undefined) => (id !== null && id !== old ? [id] : [])
  return [
    { map: model.partners, ids: isNew(wanted.preferredSupplierId, before?.preferredSupplierId) },
    { map: model.products, ids: isNew(wanted.parentProductId, before?.parentProductId) },
    { map: model.products, ids: wanted.analogIds.filter((id) => !before?.analogIds.includes(id)) },
    {
      map: model.priceTypes,
      ids: wanted.prices.map((entry) => entry.priceTypeId).filter((id) => !before?.prices.has(id)),
    },
  ] as { map: Map<string, { archived: boolean }>; ids: string[] }[]
}

function productRefusals(model: Model, before: ModelProduct | null, wanted: Wanted): string[] {
  const codes = new Set<string>()
  if (shapeFaults(model, before, wanted)) codes.add('VALIDATION_FAILED')
  for (const { map, ids } of newlyNamed(model, before, wanted))
    for (const id of ids) {
      const named = map.get(id)
      if (named === undefined) codes.add('NOT_FOUND')
      else if (named.archived) codes.add('ARCHIVED')
    }
  for (const id of wanted.filterValueIds)
    if (!before?.filterValueIds.includes(id)) for (const code of namingCodes(findValue(model, id))) codes.add(code)
  const isRestored = before?.archived === true && !wanted.archived
  for (const { productId } of wanted.components) {
    if (before?.components.has(productId) && !isRestored) continue
    const component = model.products.get(productId)
    if (component === undefined) codes.add('NOT_FOUND')
    else if (component.archived || component === before || !['product', 'variant'].includes(component.kind))
      codes.add('INVALID_COMPONENT')
  }
  if (before === null) return [...codes]
  const isArchived = wanted.archived && !before.archived
  const changesKind = wanted.kind !== before.kind
  const bundles = [...model.products.values()].filter((other) => !other.archived && other.components.has(before.id))
  if ((isArchived || changesKind) && bundles.length > 0) codes.add('HAS_REFERENCES')
  if (changesKind && hasOperations(model, before.id)) codes.add('KIND_IN_USE')
  return [...codes]
}

function hasOperations(model: Model, productId: string): boolean {
  return (
    model.moved.has(productId) ||
    [...model.orders.values()].some((order) => order.lines.some((line) => line.productId === productId)) ||
    [...model.purchases.values()].some((purchase) => purchase.productId === productId) ||
    [...model.returns.values()].some(({ lines }) => lines.some((line) => line.productId === productId)) ||
    [...model.documents.values()].some(({ lines }) => lines.some((line) => line.productId === productId))
  )
}

function takeProduct(
  model: Model,
  product: ModelProduct,
  wanted: Wanted,
  { body, result }: { body: Json; result: Json },
) {
  product.name = body.name.trim()
  product.sku = kept<string>(body.sku, product.sku)
  for (const name of PRODUCT_TEXTS) product.texts[name] = keptText(body[name], product.texts[name] ?? null)
  product.kind = wanted.kind
  product.price = body.price === undefined ? product.price : minorOrNull(body.price)
  product.minPrice = body.minPrice === undefined ? product.minPrice : minorOrNull(body.minPrice)
  product.cost = body.cost === undefined ? product.cost : minorOrNull(body.cost)
  product.minStock = body.minStock === undefined ? product.minStock : milliOrNull(body.minStock)
  product.filterValueIds = [...wanted.filterValueIds]
  if (body.customValues !== undefined) product.customValues = body.customValues ?? {}
  product.prices.clear()
  for (const { priceTypeId, price } of wanted.prices) product.prices.set(priceTypeId, minor(price))
  product.components.clear()
  for (const { productId, quantity } of wanted.components) product.components.set(productId, milli(quantity))
  product.analogIds = [...wanted.analogIds]
  product.parentProductId = wanted.parentProductId
  product.preferredSupplierId = wanted.preferredSupplierId
  product.archived = wanted.archived
  model.products.set(product.id, product)
  return productDifferences(product, result)
}

/** Compares a product in a response with the model's, and returns the differences. */
export function productDifferences(product: ModelProduct, actual: Json): string[] {
  const diff = differences()
  const is = [actual.name, actual.sku, actual.kind, actual.archived, actual.parentProductId, actual.preferredSupplierId]
  const { name, sku, kind, archived, parentProductId, preferredSupplierId } = product
  diff.expect(`product ${product.id}`, is, [name, sku, kind, archived, parentProductId, preferredSupplierId])
  for (const text of PRODUCT_TEXTS) diff.expect(`${text} of ${product.id}`, actual[text], product.texts[text])
  diff.expect(`price of ${product.id}`, minorOrNull(actual.price), product.price)
  diff.expect(`minimum price of ${product.id}`, minorOrNull(actual.minPrice), product.minPrice)
  diff.expect(
    `prices of ${product.id}`,
    actual.prices.map((entry: Json) => [entry.priceTypeId, minor(entry.price)]),
    [...product.prices],
  )
  diff.expect(
    `components of ${product.id}`,
    actual.components.map((entry: Json) => [entry.productId, milli(entry.quantity)]),
    [...product.components],
  )
  diff.expect(`analogs of ${product.id}`, actual.analogIds, product.analogIds)
  diff.expect(`cost of ${product.id}`, minorOrNull(actual.cost), product.cost)
  diff.expect(`least stock of ${product.id}`, milliOrNull(actual.minStock), product.minStock)
  diff.expect(`filter values of ${product.id}`, actual.filterValueIds, product.filterValueIds)
  diff.expect(`custom values of ${product.id}`, actual.customValues, product.customValues)
  return diff.found
}

export const createProduct: Rule = {
  refusals: (model, { body }) => [
    ...productRefusals(model, null, wantedOf(null, body)),
    ...customCodes(model, 'product', body.customValues),
  ],
  take(model, { body }, { result }) {
    const diff = differences()
    noteNewId(model, result.id, diff)
    const blank: ModelProduct = {
      id: result.id,
      name: '',
      sku: null,
      texts: {},
      kind: 'product',
      price: null,
      minPrice: null,
      prices: new Map(),
      components: new Map(),
      analogIds: [],
      parentProductId: null,
      preferredSupplierId: null,
      cost: null,
      minStock: null,
      filterValueIds: [],
      customValues: {},
      archived: false,
    }
    return [...diff.found, ...takeProduct(model, blank, wantedOf(null, body), { body, result })]
  },
}

export const updateProduct: Rule = {
  refusals(model, { params, body }) {
    const before = model.products.get(params.productId!)
    if (before === undefined) return ['NOT_FOUND']
    return [
      ...productRefusals(model, before, wantedOf(before, body)),
      ...customCodes(model, 'product', body.customValues),
    ]
  },
  take(model, { params, body }, { result }) {
    const product = model.products.get(params.productId!)!
    return takeProduct(model, product, wantedOf(product, body), { body, result })
  },
}

export const deleteProduct: Rule = {
  refusals(model, { params }) {
    const id = params.productId!
    if (!model.products.has(id)) return ['NOT_FOUND']
    const isNamed = [...model.products.values()].some(
      (other) => other.components.has(id) || other.parentProductId === id,
    )
    return isNamed || isLinked(model, id) || hasOperations(model, id) ? ['HAS_REFERENCES'] : []
  },
  take(model, { params }, seen) {
    for (const product of model.products.values())
      product.analogIds = product.analogIds.filter((id) => id !== params.productId)
    return takeDelete(model.products, params.productId!, seen)
  },
}
