/**
 * Checks a product before it is created or updated. `product` is the new version, `before` the current version (for a
 * new product: a product without any field set). References that `before` already has were checked when they were
 * added, so only new references are checked. Source: S-PRODUCT-4, S-PRODUCT-6, S-PRODUCT-7, S-PRODUCT-9, S-BUNDLE-1,
 * S-BUNDLE-2, S-BUNDLE-7, S-BUNDLE-8.
 */
import type { Books } from '../domain/books.ts'
import type { Product } from '../domain/records.ts'
import { blockerOf, invalid, MAX_BLOCKERS, Refusal } from '../domain/refusals.ts'
import type { ReferenceGroup } from './define.ts'
import { active, findFilterValue, findPartner, findPriceType, findProduct } from './find.ts'

/**
 * The kinds of records that count as operations. An operation depends on the kind of its products, so a product's kind
 * may not change once an operation refers to the product.
 */
const OPERATIONS = ['order', 'lot', 'movement', 'purchase', 'document', 'stocktake', 'customer return']

/** Checks the product on its own, without looking at other records. Refuses VALIDATION_FAILED. */
export function checkShape(product: Product): void {
  refuseRepeat(product.analogIds, (position) => `/analogIds/${position}`)
  refuseRepeat(product.filterValueIds, (position) => `/filterValueIds/${position}`)
  refuseRepeat(idsOfComponents(product), (position) => `/components/${position}/productId`)
  refuseRepeat(idsOfPriceTypes(product), (position) => `/prices/${position}/priceTypeId`)
  const self = product.analogIds.indexOf(product.id)
  if (self !== -1) throw invalid(`/analogIds/${self}`, 'a product cannot be its own analog', 'SAME')
  if (product.kind === 'bundle' && product.components.length === 0)
    throw invalid('/components', 'a bundle needs at least one component', 'REQUIRED')
  if (product.kind !== 'bundle' && product.components.length > 0)
    throw invalid('/components', 'only a bundle can have components; send [] with another kind', 'NOT_HERE')
}

/**
 * Refuses NOT_FOUND when the product refers to records that do not exist, then VALIDATION_FAILED
 * for a cycle of parent products.
 */
export function checkNamedExist(books: Books, product: Product, before: Product): void {
  if (product.preferredSupplierId !== null && product.preferredSupplierId !== before.preferredSupplierId)
    findPartner(books, product.preferredSupplierId)
  if (product.parentProductId !== null) findProduct(books, product.parentProductId)
  for (const id of newIn(product.analogIds, before.analogIds)) findProduct(books, id)
  for (const id of newIn(idsOfComponents(product), idsOfComponents(before))) findProduct(books, id)
  for (const id of newIn(product.filterValueIds, before.filterValueIds)) findFilterValue(books, id)
  for (const id of newIn(idsOfPriceTypes(product), idsOfPriceTypes(before))) findPriceType(books, id)
  refuseCircle(books, product)
}

/**
 * Refuses ARCHIVED when the product newly refers to an archived record. Archived components are refused with a
 * different code.
 */
export function checkNamedActive(books: Books, product: Product, before: Product): void {
  if (product.preferredSupplierId !== null && product.preferredSupplierId !== before.preferredSupplierId)
    active(findPartner(books, product.preferredSupplierId), 'partner')
  if (product.parentProductId !== null && product.parentProductId !== before.parentProductId)
    active(findProduct(books, product.parentProductId), 'product')
  for (const id of newIn(product.analogIds, before.analogIds)) active(findProduct(books, id), 'product')
  for (const id of newIn(idsOfPriceTypes(product), idsOfPriceTypes(before)))
    active(findPriceType(books, id), 'price type')
  for (const id of newIn(product.filterValueIds, before.filterValueIds)) {
    const { filter, value } = findFilterValue(books, id)
    active(filter, 'filter')
    active(value, 'filter value')
  }
}

/**
 * Refuses INVALID_COMPONENT for a component that is the bundle itself, of an unsuitable kind, or
 * archived. An archived bundle may keep unsuitable components, but restoring it checks every
 * component again, so an active bundle always has active components.
 */
export function checkComponents(books: Books, product: Product, before: Product): void {
  const isRestoring = before.archived && !product.archived
  const ids = idsOfComponents(product)
  for (const id of isRestoring ? ids : newIn(ids, idsOfComponents(before))) {
    if (id === product.id)
      throw new Refusal(
        'INVALID_COMPONENT',
        `"${product.name}" cannot be a component of itself. Choose another product.`,
        { figures: { reason: 'itself', productId: id, product: product.name } },
      )
    const { name, kind, archived } = findProduct(books, id)
    if (kind !== 'product' && kind !== 'variant')
      throw new Refusal(
        'INVALID_COMPONENT',
        `"${name}" is a ${kind}. Only a product or a variant can be a component.`,
        {
          figures: { reason: 'kind', productId: id, product: name, kind },
        },
      )
    if (archived)
      throw new Refusal('INVALID_COMPONENT', `The component "${name}" is archived. Restore it or choose another one.`, {
        figures: { reason: 'archived', productId: id, product: name },
      })
  }
}

/** Refuses HAS_REFERENCES when a component of an active bundle is to be archived or to change its kind. */
export function checkComponentStays(books: Books, product: Product, before: Product): void {
  const isArchiving = product.archived && !before.archived
  if (!isArchiving && product.kind === before.kind) return
  const bundles = [...(books.bundlesByComponent.get(product.id) ?? [])]
    .sort()
    .map((id) => findProduct(books, id))
    .filter((bundle) => !bundle.archived)
  if (bundles.length === 0) return
  const blockers = bundles.slice(0, MAX_BLOCKERS).map(({ id, name }) => blockerOf('product', id, name))
  const figures = { reason: 'component', productId: product.id, product: before.name, bundles: bundles.length } as const
  throw new Refusal(
    'HAS_REFERENCES',
    `"${before.name}" is a component of ${bundles.length} active bundle${bundles.length === 1 ? '' : 's'}, so it can neither be archived nor change its kind. Change or archive the bundles first.`,
    { figures, blockers },
  )
}

/**
 * Refuses with KIND_IN_USE when operations refer to the product, so that its kind cannot change. `references`: all
 * references to the product, which the command reads beforehand when the kind is to change.
 */
export function checkKindFree(product: Product, references: readonly ReferenceGroup[] | undefined): void {
  if (references === undefined) throw new Error(`The references of product ${product.id} were not read`)
  const operations = references.filter(({ entity }) => OPERATIONS.includes(entity))
  if (operations.length === 0) return
  const counts = operations.map(({ entity, count }) => `${count} ${entity}${count === 1 ? '' : 's'}`).join(', ')
  throw new Refusal(
    'KIND_IN_USE',
    `"${product.name}" has ${counts}, so it must stay a ${product.kind}. Create another product instead.`,
    {
      figures: {
        ...{ productId: product.id, product: product.name, kind: product.kind },
        references: operations.map(({ entity, count }) => ({ entity, count })),
      },
    },
  )
}

/**
 * Refuses a cycle of parent products. The stored products contain no cycle, so a new cycle must
 * pass through this product.
 */
function refuseCircle(books: Books, product: Product): void {
  let parentId = product.parentProductId
  for (let steps = 0; parentId !== null && steps <= books.products.size; steps += 1) {
    if (parentId === product.id) throw invalid('/parentProductId', 'the parents would form a circle', 'CIRCLE')
    parentId = books.products.get(parentId)?.parentProductId ?? null
  }
}

function refuseRepeat(ids: readonly string[], pathOf: (position: number) => string): void {
  const seen = new Set<string>()
  for (const [position, id] of ids.entries()) {
    if (seen.has(id)) throw invalid(pathOf(position), 'is named twice', 'TWICE')
    seen.add(id)
  }
}

function newIn(ids: readonly string[], kept: readonly string[]): string[] {
  const known = new Set(kept)
  return ids.filter((id) => !known.has(id))
}

function idsOfComponents(product: Product): string[] {
  return product.components.map(({ productId }) => productId)
}

function idsOfPriceTypes(product: Product): string[] {
  return product.prices.map(({ priceTypeId }) => priceTypeId)
}
