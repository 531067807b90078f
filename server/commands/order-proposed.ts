/** Drafts orders to suppliers from the proposals of the reordering report. Source: docs/decisions/0070. */
import { formatMilli, type Milli, type Minor } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { DocumentRecord } from '../domain/record-schemas.ts'
import type { Product } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { Id, list, optional, Quantity, QuantityOrZero, strictObject } from '../domain/schema.ts'
import { defineCommand } from './define.ts'
import { makeDraft } from './documents.ts'
import { active, findPartner, findProduct, findWarehouse, stocked } from './find.ts'
import { orderedOf } from './ordered.ts'
import { findItemOf } from './ordering.ts'

/**
 * POST /procurement/proposals. Drafts one order to one supplier. Each line gets the unit cost of the supplier's item
 * or, without one, of the product. Refuses: VALIDATION_FAILED (a product named twice, an amount above the limit),
 * NOT_FOUND, ARCHIVED, NOT_STOCKED, ORDERED_MEANWHILE. Source: S-ORDERING-8, S-ORDERING-9.
 */
export const orderProposed = defineCommand({
  name: 'orderProposed',
  method: 'POST',
  path: '/api/v1/procurement/proposals',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'ORDERED_MEANWHILE'],
  summary: 'Draft an order from proposals',
  description:
    'Makes one draft of the kind `purchase_order` from rows of the report `reorder`. `ordered` of each line is the value that its row showed. If the ordered quantity has changed since, the command is refused, so that nobody orders the same goods twice. To order from several suppliers at once, send a batch with `mode: all`.',
  tag: 'Procurement',
  entity: 'procurement_document',
  action: 'procurement_document.created',
  body: strictObject({
    supplierId: Id,
    warehouseId: optional<string>(Id),
    lines: list(strictObject({ productId: Id, quantity: Quantity, ordered: QuantityOrZero }), { minItems: 1 }),
  }),
  result: DocumentRecord,
  example: { supplierId: '…', warehouseId: '…', lines: [{ productId: '…', quantity: 24, ordered: 0 }] },
  facts: (_books, { body }) => [{ fact: 'ordered', productIds: body.lines.map(({ productId }) => productId) }],
  decide(books, { body, facts }, context) {
    const warehouseId = body.warehouseId ?? null
    refuseRepeated(body.lines)
    const supplier = active(findPartner(books, body.supplierId), 'partner')
    if (warehouseId !== null) active(findWarehouse(books, warehouseId), 'warehouse')
    const lines = body.lines.map(({ productId, quantity, ordered: seen }, position) => {
      const product = stocked(active(findProduct(books, productId), 'product'))
      const ordered = orderedOf(facts.ordered!, productId, placeOf(books, productId, warehouseId))
      refuseOrdered(product, { line: position + 1, seen, ordered })
      return { productId, quantity, unitCost: unitCostOf(books, product, supplier.id) }
    })
    const order = { kind: 'purchase_order' as const, supplierId: supplier.id, warehouseId, lines }
    return makeDraft(books, order, { context, facts, importId: null })
  },
})

function refuseRepeated(lines: readonly { readonly productId: string }[]): void {
  const seen = new Set<string>()
  for (const [position, { productId }] of lines.entries()) {
    if (seen.has(productId)) throw invalid(`/lines/${position}/productId`, 'is named twice', 'TWICE')
    seen.add(productId)
  }
}

/**
 * Returns the warehouse if the product has a stock rule for it; null if the product's rule is for all warehouses, or if
 * it has no rule.
 */
function placeOf(books: Books, productId: string, warehouseId: string | null): string | null {
  const ids = books.stockRulesByProduct.get(productId) ?? []
  const isOfPlace = [...ids].some((id) => books.stockRules.get(id)!.warehouseId === warehouseId)
  return isOfPlace ? warehouseId : null
}

function refuseOrdered(product: Product, { line, seen, ordered }: { line: number; seen: Milli; ordered: Milli }): void {
  if (seen === ordered) return
  throw new Refusal(
    'ORDERED_MEANWHILE',
    `${formatMilli(ordered)} of "${product.name}" are ordered now, not ${formatMilli(seen)}. Read the proposals again.`,
    { figures: { productId: product.id, product: product.name, line, seen, ordered } },
  )
}

const unitCostOf = (books: Books, { id, cost }: Product, supplierId: string): Minor =>
  findItemOf(books, id, supplierId)?.price ?? cost ?? (0 as Minor)
