import { log } from '../domain/audit-log.ts'
import { PRICE_TYPE } from '../domain/fields/price-types.ts'
import { type Change, type PriceType, put, remove } from '../domain/records.ts'
import { defineCommand } from './define.ts'
import { Deleted, NoBody, updated } from './fields.ts'
import { findPriceType } from './find.ts'

/** POST /price-types. Refuses only a malformed body; several price types may have the same name. Source: S-PRICE-1. */
export const createPriceType = defineCommand({
  name: 'createPriceType',
  method: 'POST',
  path: '/api/v1/price-types',
  may: 'managers',
  refusals: [],
  summary: 'Create a price type',
  description: 'An additional kind of price beside the main one. Products list their prices of this type in `prices`.',
  tag: 'Price types',
  entity: 'price_type',
  action: 'price_type.created',
  body: PRICE_TYPE.create,
  result: PRICE_TYPE.record,
  example: { name: 'Оптовая', city: 'Москва' },
  decide(_books, { body }, { now, revision, newId }) {
    const priceType = PRICE_TYPE.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'priceTypes', record: priceType },
      changes: [put('priceTypes', priceType)],
      logged: log('price_type.created', { name: priceType.name }),
    }
  },
})

/** PATCH /price-types/{priceTypeId}. Refuses: NOT_FOUND. Source: S-PRICE-1. */
export const updatePriceType = defineCommand({
  name: 'updatePriceType',
  method: 'PATCH',
  path: '/api/v1/price-types/:priceTypeId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Change, archive or restore a price type',
  description:
    'Products, partners and orders cannot start to use an archived price type. Product prices of this type stay.',
  tag: 'Price types',
  entity: 'price_type',
  action: 'price_type.updated',
  body: PRICE_TYPE.update,
  result: PRICE_TYPE.record,
  example: { name: 'Мелкий опт', city: 'Москва', archived: false },
  decide(books, { params, body }, { now, revision }) {
    const priceType = findPriceType(books, params.priceTypeId!)
    const changed: PriceType = { ...PRICE_TYPE.change(priceType, body), updatedAt: now, revision }
    return updated('priceTypes', { before: priceType, after: changed }, { entity: 'price_type', name: changed.name })
  },
})

/**
 * DELETE /price-types/{priceTypeId}. Refuses: NOT_FOUND. Removes the prices of this type from all products and clears
 * the type from partners; orders keep the type's id and their prices. Source: S-PRICE-2, S-PRICE-4.
 */
export const deletePriceType = defineCommand({
  name: 'deletePriceType',
  method: 'DELETE',
  path: '/api/v1/price-types/:priceTypeId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete a price type',
  description:
    'Also deletes all product prices of this type and clears it on partners that have it. Orders keep its id and their prices.',
  tag: 'Price types',
  entity: 'price_type',
  action: 'price_type.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  decide(books, { params }, { now, revision }) {
    const priceType = findPriceType(books, params.priceTypeId!)
    const products: Change[] = []
    for (const product of books.products.values()) {
      if (!product.prices.some((entry) => entry.priceTypeId === priceType.id)) continue
      const prices = product.prices.filter((entry) => entry.priceTypeId !== priceType.id)
      products.push(put('products', { ...product, prices, updatedAt: now, revision }))
    }
    const partners: Change[] = []
    for (const partner of books.partners.values())
      if (partner.priceTypeId === priceType.id)
        partners.push(put('partners', { ...partner, priceTypeId: null, updatedAt: now, revision }))
    return {
      result: { deleted: priceType.id },
      changes: [...products, ...partners, remove('priceTypes', priceType.id)],
      logged: log('price_type.deleted', {
        name: priceType.name,
        products: products.length,
        partners: partners.length,
      }),
    }
  },
})
