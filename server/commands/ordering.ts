/** Stock rules and supplier items: how much of a product should be in stock, and how suppliers sell it. */
import type { Milli } from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import type { Books } from '../domain/books.ts'
import { STOCK_RULE, SUPPLIER_ITEM } from '../domain/fields/ordering.ts'
import { put, remove, type StockRule, type SupplierItem } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { defineCommand } from './define.ts'
import { Deleted, NoBody } from './fields.ts'
import { active, findPartner, findProduct, findStockRule, findSupplierItem, findWarehouse, stocked } from './find.ts'

/**
 * POST /stock-rules. Refuses: VALIDATION_FAILED (a maximum below the minimum), NOT_FOUND, ARCHIVED, NOT_STOCKED,
 * RULE_OVERLAPS. Source: S-ORDERING-1, S-ORDERING-2.
 */
export const createStockRule = defineCommand({
  name: 'createStockRule',
  method: 'POST',
  path: '/api/v1/stock-rules',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'RULE_OVERLAPS'],
  summary: 'Create a stock rule',
  description:
    'Says how much of a product should be in a warehouse, or in all of them together. A product has either a single rule for all warehouses together, or rules for individual warehouses.',
  tag: 'Stock rules',
  entity: 'stock_rule',
  action: 'stock_rule.created',
  body: STOCK_RULE.create,
  result: STOCK_RULE.record,
  example: { productId: '…', warehouseId: '…', minStock: 5, maxStock: 20, safetyDays: 1, coverDays: 14 },
  decide(books, { body }, { now, revision, newId }) {
    checkBounds(body.minStock ?? (0 as Milli), body.maxStock ?? null)
    const product = stocked(active(findProduct(books, body.productId), 'product'))
    if (body.warehouseId != null) active(findWarehouse(books, body.warehouseId), 'warehouse')
    if (body.supplierId != null) active(findPartner(books, body.supplierId), 'partner')
    refuseOverlap(books, product, body.warehouseId ?? null)
    const rule = STOCK_RULE.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'stockRules', record: rule },
      changes: [put('stockRules', rule)],
      logged: log('stock_rule.created', { product: product.name }),
    }
  },
})

/**
 * PATCH /stock-rules/{stockRuleId}. Refuses: NOT_FOUND, VALIDATION_FAILED (a maximum below the minimum), ARCHIVED (a new
 * supplier). Source: S-ORDERING-1.
 */
export const updateStockRule = defineCommand({
  name: 'updateStockRule',
  method: 'PATCH',
  path: '/api/v1/stock-rules/:stockRuleId',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED'],
  summary: 'Change a stock rule',
  description: 'Fields that are left out stay unchanged; null clears a field. Product and warehouse cannot change.',
  tag: 'Stock rules',
  entity: 'stock_rule',
  action: 'stock_rule.updated',
  body: STOCK_RULE.update,
  result: STOCK_RULE.record,
  example: { minStock: 6, maxStock: null, coverDays: 7 },
  decide(books, { params, body }, { now, revision }) {
    const before = findStockRule(books, params.stockRuleId!)
    const rule: StockRule = { ...STOCK_RULE.change(before, body), updatedAt: now, revision }
    checkBounds(rule.minStock, rule.maxStock)
    if (rule.supplierId !== null && rule.supplierId !== before.supplierId)
      active(findPartner(books, rule.supplierId), 'partner')
    return {
      result: { kind: 'stockRules', record: rule },
      changes: [put('stockRules', rule)],
      logged: log('stock_rule.updated', { product: findProduct(books, rule.productId).name }),
    }
  },
})

/** DELETE /stock-rules/{stockRuleId}. Refuses: NOT_FOUND. Source: S-ORDERING-1. */
export const deleteStockRule = defineCommand({
  name: 'deleteStockRule',
  method: 'DELETE',
  path: '/api/v1/stock-rules/:stockRuleId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete a stock rule',
  description: 'It can always be deleted, because nothing else refers to it.',
  tag: 'Stock rules',
  entity: 'stock_rule',
  action: 'stock_rule.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  decide(books, { params }) {
    const { id, productId } = findStockRule(books, params.stockRuleId!)
    return {
      result: { deleted: id },
      changes: [remove('stockRules', id)],
      logged: log('stock_rule.deleted', { product: findProduct(books, productId).name }),
    }
  },
})

/** POST /supplier-items. Refuses: NOT_FOUND, ARCHIVED, NOT_STOCKED, ITEM_EXISTS. Source: S-ORDERING-3. */
export const createSupplierItem = defineCommand({
  name: 'createSupplierItem',
  method: 'POST',
  path: '/api/v1/supplier-items',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'ITEM_EXISTS'],
  summary: 'Create a supplier item',
  description: 'Says how a supplier sells a product. A product has at most one item of each supplier.',
  tag: 'Supplier items',
  entity: 'supplier_item',
  action: 'supplier_item.created',
  body: SUPPLIER_ITEM.create,
  result: SUPPLIER_ITEM.record,
  example: { productId: '…', supplierId: '…', code: 'RM-204', price: 95.4, packQuantity: 12, leadDays: 3 },
  decide(books, { body }, { now, revision, newId }) {
    const product = stocked(active(findProduct(books, body.productId), 'product'))
    const supplier = active(findPartner(books, body.supplierId), 'partner')
    const known = findItemOf(books, product.id, supplier.id)
    if (known !== undefined)
      throw new Refusal(
        'ITEM_EXISTS',
        `"${supplier.name}" already has an item for "${product.name}". Change that one.`,
        {
          figures: { itemId: known.id, productId: product.id, product: product.name, supplier: supplier.name },
        },
      )
    const item = SUPPLIER_ITEM.make({ id: newId(), createdAt: now, updatedAt: now, revision }, body)
    return {
      result: { kind: 'supplierItems', record: item },
      changes: [put('supplierItems', item)],
      logged: log('supplier_item.created', { product: product.name, supplier: supplier.name }),
    }
  },
})

/** PATCH /supplier-items/{supplierItemId}. Refuses: NOT_FOUND. Source: S-ORDERING-3. */
export const updateSupplierItem = defineCommand({
  name: 'updateSupplierItem',
  method: 'PATCH',
  path: '/api/v1/supplier-items/:supplierItemId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Change a supplier item',
  description: 'Fields that are left out stay unchanged; null clears a field. Product and supplier cannot change.',
  tag: 'Supplier items',
  entity: 'supplier_item',
  action: 'supplier_item.updated',
  body: SUPPLIER_ITEM.update,
  result: SUPPLIER_ITEM.record,
  example: { price: 97.1, minQuantity: 24 },
  decide(books, { params, body }, { now, revision }) {
    const before = findSupplierItem(books, params.supplierItemId!)
    const item: SupplierItem = { ...SUPPLIER_ITEM.change(before, body), updatedAt: now, revision }
    return {
      result: { kind: 'supplierItems', record: item },
      changes: [put('supplierItems', item)],
      logged: log('supplier_item.updated', namesIn(books, item)),
    }
  },
})

/** DELETE /supplier-items/{supplierItemId}. Refuses: NOT_FOUND. Source: S-ORDERING-3. */
export const deleteSupplierItem = defineCommand({
  name: 'deleteSupplierItem',
  method: 'DELETE',
  path: '/api/v1/supplier-items/:supplierItemId',
  may: 'managers',
  refusals: ['NOT_FOUND'],
  summary: 'Delete a supplier item',
  description: 'It can always be deleted, because nothing else refers to it.',
  tag: 'Supplier items',
  entity: 'supplier_item',
  action: 'supplier_item.deleted',
  body: NoBody,
  result: Deleted,
  example: {},
  decide(books, { params }) {
    const item = findSupplierItem(books, params.supplierItemId!)
    return {
      result: { deleted: item.id },
      changes: [remove('supplierItems', item.id)],
      logged: log('supplier_item.deleted', namesIn(books, item)),
    }
  },
})

/** Finds the item with which a supplier sells a product, if there is one. */
export function findItemOf(books: Books, productId: string, supplierId: string): SupplierItem | undefined {
  const ids = books.supplierItemsByProduct.get(productId) ?? []
  return [...ids].map((id) => books.supplierItems.get(id)!).find((item) => item.supplierId === supplierId)
}

const namesIn = (books: Books, { productId, supplierId }: SupplierItem) => ({
  product: findProduct(books, productId).name,
  supplier: findPartner(books, supplierId).name,
})

function checkBounds(minStock: Milli, maxStock: Milli | null): void {
  if (maxStock !== null && maxStock < minStock) throw invalid('/maxStock', 'must be at least minStock', 'NOT_VALID')
}

/** Refuses a stock rule if another rule of the product would order goods for the same shortage. */
function refuseOverlap(books: Books, product: { id: string; name: string }, warehouseId: string | null): void {
  const rules = [...(books.stockRulesByProduct.get(product.id) ?? [])].map((id) => books.stockRules.get(id)!)
  const known = rules.find(
    (rule) => warehouseId === null || rule.warehouseId === null || rule.warehouseId === warehouseId,
  )
  if (known === undefined) return
  throw new Refusal('RULE_OVERLAPS', `"${product.name}" already has a stock rule. Change or delete that one.`, {
    figures: { ruleId: known.id, productId: product.id, product: product.name },
  })
}
