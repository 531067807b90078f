import { amountOf, isWithinBound, ZERO_MILLI } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { externalKey, nextNumber } from '../domain/books.ts'
import { PurchaseRecord } from '../domain/record-schemas.ts'
import { type Purchase, put, remove } from '../domain/records.ts'
import { BEYOND, invalid } from '../domain/refusals.ts'
import { Id, Money, Name, optional, Quantity, ShortText, strictObject } from '../domain/schema.ts'
import { defineCommand, type Prefetch } from './define.ts'
import { checkExternalPair, Deleted, NoBody, refuseReferenced, refuseTakenPair, words } from './fields.ts'
import { findPurchase, findSupply } from './find.ts'

/**
 * POST /purchases. Moves no stock. Refuses: VALIDATION_FAILED (half an external id, an amount above the limit),
 * NOT_FOUND, ARCHIVED, NOT_STOCKED, AMBIGUOUS_PARTNER, DUPLICATE_EXTERNAL_ID. Source: S-PURCHASE-1, S-PURCHASE-2,
 * S-LINK-5.
 */
export const createPurchase = defineCommand({
  name: 'createPurchase',
  method: 'POST',
  path: '/api/v1/purchases',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'AMBIGUOUS_PARTNER', 'DUPLICATE_EXTERNAL_ID'],
  summary: 'Order goods from a supplier',
  description:
    'The supplier and the product must exist. Receipts with its `purchaseId` count towards the purchase until nothing is left.',
  tag: 'Purchases',
  entity: 'purchase',
  action: 'purchase.created',
  body: strictObject({
    productId: Id,
    warehouseId: Id,
    supplier: Name,
    quantity: Quantity,
    unitCost: Money,
    externalSource: optional<string>(ShortText),
    externalId: optional<string>(ShortText),
  }),
  result: PurchaseRecord,
  example: { productId: '…', warehouseId: '…', supplier: 'ООО «Ромашка»', quantity: 12, unitCost: 95.4 },
  facts(_books, { body: { externalSource: source, externalId } }): readonly Prefetch[] {
    return source && externalId ? [{ fact: 'idByExternalId', kind: 'purchases', source, externalId }] : []
  },
  decide(books, { body, facts }, { now, revision, newId }) {
    const externalSource = words(body.externalSource)
    const externalId = words(body.externalId)
    checkExternalPair(externalSource, externalId)
    if (!isWithinBound(amountOf(body.quantity, body.unitCost)))
      throw invalid('/unitCost', 'times the quantity is more than 10^12', BEYOND)
    const { product, warehouse, supplier } = findSupply(books, body)
    const inMemory = books.purchasesByExternalKey.get(externalKey(externalSource ?? '', externalId ?? ''))
    refuseTakenPair('purchase', inMemory ?? facts.idByExternalId, externalId)
    const purchase: Purchase = {
      id: newId(),
      number: nextNumber(books, 'purchases'),
      status: 'open',
      productId: product.id,
      warehouseId: warehouse.id,
      supplier: supplier.name,
      supplierId: supplier.id,
      quantity: body.quantity,
      unitCost: body.unitCost,
      received: ZERO_MILLI,
      damaged: ZERO_MILLI,
      missing: ZERO_MILLI,
      externalSource,
      externalId,
      createdAt: now,
      updatedAt: now,
      revision,
    }
    return {
      result: { kind: 'purchases', record: purchase },
      changes: [put('purchases', purchase)],
      logged: log('purchase.created', {
        ...{ number: purchase.number, quantity: purchase.quantity },
        ...{ product: product.name, supplier: supplier.name },
      }),
    }
  },
})

/** DELETE /purchases/{purchaseId}. Refuses: NOT_FOUND, HAS_REFERENCES (a receipt). Source: S-PURCHASE-5. */
export const deletePurchase = defineCommand({
  name: 'deletePurchase',
  method: 'DELETE',
  path: '/api/v1/purchases/:purchaseId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'HAS_REFERENCES'],
  summary: 'Delete a purchase without receipt',
  description: 'A purchase with a receipt cannot be deleted.',
  tag: 'Purchases',
  entity: 'purchase',
  action: 'purchase.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  facts(books, { params }): readonly Prefetch[] {
    const id = params.purchaseId!
    const references: Prefetch = { fact: 'references', kind: 'purchases', id }
    return books.purchases.has(id) ? [references] : [{ fact: 'record', kind: 'purchases', id }, references]
  },
  decide(books, { params, facts }) {
    const purchase = findPurchase(books, params.purchaseId!, facts)
    refuseReferenced(`purchase ${purchase.number}`, facts.references!, 'A purchase with a receipt cannot be deleted.')
    return {
      result: { deleted: purchase.id },
      changes: [remove('purchases', purchase.id)],
      logged: log('purchase.deleted', { number: purchase.number, supplier: purchase.supplier }),
    }
  },
})
