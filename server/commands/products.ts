import { log } from '../domain/audit-log.ts'
import { PRODUCT } from '../domain/fields/products.ts'
import { type Product, put, remove } from '../domain/records.ts'
import { checkCustomValues } from './custom-values.ts'
import { type Context, defineCommand, type Prefetch } from './define.ts'
import { Deleted, NoBody, refuseReferenced, updated } from './fields.ts'
import { findProduct } from './find.ts'
import {
  checkComponentStays,
  checkComponents,
  checkKindFree,
  checkNamedActive,
  checkNamedExist,
  checkShape,
} from './product-checks.ts'

/**
 * POST /products. Refuses: VALIDATION_FAILED (entries named twice, components that do not fit the kind), NOT_FOUND,
 * ARCHIVED, INVALID_COMPONENT, VALIDATION_FAILED (a custom value of the wrong type); and the engine refuses
 * COMPANY_LIMIT_REACHED. Source: S-PRODUCT-1, S-PRODUCT-4, S-PRODUCT-6, S-BUNDLE-1, S-BUNDLE-2.
 */
export const createProduct = defineCommand({
  name: 'createProduct',
  method: 'POST',
  path: '/api/v1/products',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'INVALID_COMPONENT', 'COMPANY_LIMIT_REACHED'],
  summary: 'Create a product, variant, service or bundle',
  description:
    'Without `kind` it is a `product`. A `bundle` needs `components`: active products or variants. Services and bundles have no stock of their own. `price` is the main price; `prices` are the prices for price types.',
  tag: 'Products',
  entity: 'product',
  action: 'product.created',
  body: PRODUCT.create,
  result: PRODUCT.record,
  example: {
    name: 'Кофе в зёрнах «Арабика», 1 кг',
    sku: 'COF-1000',
    category: 'Кофе',
    uom: 'шт',
    country: 'Бразилия',
    price: 1290.5,
    cost: 840,
    minStock: 5,
    weightKg: 1.02,
    vatRate: 20,
    barcodes: ['4607001234562'],
    packages: [{ name: 'Коробка', quantity: 12, barcode: '14607001234569' }],
    tags: ['зерно', 'хит'],
    customValues: { Обжарка: 'средняя' },
  },
  decide(books, { body }, context) {
    const blank = blankProduct(context)
    const product = PRODUCT.change(blank, body)
    checkShape(product)
    checkNamedExist(books, product, blank)
    checkNamedActive(books, product, blank)
    checkComponents(books, product, blank)
    checkCustomValues(books, 'product', body.customValues)
    return {
      result: { kind: 'products', record: product },
      changes: [put('products', product)],
      logged: log('product.created', { name: product.name }),
    }
  },
})

/**
 * PATCH /products/{productId}. Refuses: NOT_FOUND (the product), VALIDATION_FAILED (entries named twice, itself as an
 * analog, components that do not fit the kind), NOT_FOUND (records it refers to), VALIDATION_FAILED (a cycle of
 * parents), ARCHIVED, INVALID_COMPONENT. Archiving or changing the kind also refuses HAS_REFERENCES (active bundles);
 * changing the kind also refuses KIND_IN_USE. Source: S-PRODUCT-2, S-PRODUCT-6, S-PRODUCT-7, S-PRODUCT-9, S-BUNDLE-2,
 * S-BUNDLE-7, S-BUNDLE-8.
 */
export const updateProduct = defineCommand({
  name: 'updateProduct',
  method: 'PATCH',
  path: '/api/v1/products/:productId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'INVALID_COMPONENT', 'HAS_REFERENCES', 'KIND_IN_USE'],
  summary: 'Change, archive or restore a product',
  description:
    'Fields that are left out stay unchanged, null clears a field, and a given array replaces the old one. A component of an active bundle can neither be archived nor change its kind, and a product with operations cannot change its kind. To change the kind from `bundle`, send `components: []` in the same command.',
  tag: 'Products',
  entity: 'product',
  action: 'product.updated',
  body: PRODUCT.update,
  result: PRODUCT.record,
  example: { name: 'Кофе в зёрнах «Арабика», 1 кг', price: 1350, tags: ['зерно'] },
  facts(books, { params, body }): readonly Prefetch[] {
    const product = books.products.get(params.productId!)
    if (product === undefined || body.kind === undefined || body.kind === product.kind) return []
    return [{ fact: 'references', kind: 'products', id: product.id }]
  },
  decide(books, { params, body, facts }, { now, revision }) {
    const product = findProduct(books, params.productId!)
    const changed: Product = {
      ...PRODUCT.change(product, body),
      updatedAt: now,
      revision,
    }
    checkShape(changed)
    checkNamedExist(books, changed, product)
    checkNamedActive(books, changed, product)
    checkComponents(books, changed, product)
    checkCustomValues(books, 'product', body.customValues)
    checkComponentStays(books, changed, product)
    if (changed.kind !== product.kind) checkKindFree(product, facts.references)
    return updated('products', { before: product, after: changed }, { entity: 'product', name: changed.name })
  },
})

/**
 * DELETE /products/{productId}. Refuses: NOT_FOUND, HAS_REFERENCES. The product is removed from the analogs of other
 * products. Source: S-PRODUCT-10, S-PRODUCT-11.
 */
export const deleteProduct = defineCommand({
  name: 'deleteProduct',
  method: 'DELETE',
  path: '/api/v1/products/:productId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Delete a product without operations and links',
  description:
    'Only a product that no operation, bundle or variant refers to can be deleted; it is removed from the analogs of other products. A product with history can be archived instead.',
  tag: 'Products',
  entity: 'product',
  action: 'product.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts: (_books, { params }) => [{ fact: 'references', kind: 'products', id: params.productId! }],
  decide(books, { params, facts }, { now, revision }) {
    const product = findProduct(books, params.productId!)
    refuseReferenced(`product "${product.name}"`, facts.references!)
    const naming = [...(books.productsByAnalog.get(product.id) ?? [])].sort()
    const parted = naming.map((id): Product => {
      const other = findProduct(books, id)
      return { ...other, analogIds: other.analogIds.filter((one) => one !== product.id), updatedAt: now, revision }
    })
    return {
      result: { deleted: product.id },
      changes: [...parted.map((other) => put('products', other)), remove('products', product.id)],
      logged: log('product.deleted', { name: product.name }),
    }
  },
})

/** Makes a product with no field filled in yet. */
const blankProduct = ({ now, revision, newId }: Context): Product => ({
  ...PRODUCT.make({ id: newId(), createdAt: now, updatedAt: now, revision }, { name: '' }),
  images: [],
})
