import { Type } from 'typebox'
import {
  amountOf,
  dearestOf,
  formatMilli,
  isWithinBound,
  MILLI_PER_UNIT,
  type Milli,
  type Minor,
  ZERO_MILLI,
} from '../../amounts/quantity.ts'
import { log } from '../domain/audit-log.ts'
import { checkAvailable, increased, restock, stockOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { type Draw, type Drawing, drawOldestFirst, newLot } from '../domain/lots.ts'
import { checkFits, withReceipt } from '../domain/purchasing.ts'
import { MovementRecord } from '../domain/record-schemas.ts'
import {
  type Lot,
  type Movement,
  type Product,
  type Purchase,
  put,
  putStock,
  type Stock,
  stockKey,
} from '../domain/records.ts'
import { BEYOND, invalid, notFound, type ProblemCode, Refusal } from '../domain/refusals.ts'
import { Id, Money, Name, orNull, Quantity, QuantityOrZero, ReasonText, strictObject } from '../domain/schema.ts'
import { type Context, defineCommand, type Prefetch, type Prefetched, prefetchedRecord } from './define.ts'
import { onPaper, PAPER_BODY } from './document-dates.ts'
import { active, findProduct, findPurchase, findSupply, findWarehouse, stocked } from './find.ts'
import { orderedFact, refuseMoved, TransferProposal } from './proposed-transfers.ts'

/**
 * POST /stock/receipt. Only the good part (quantity − damaged − missing) goes into a lot. Refuses: VALIDATION_FAILED (a
 * negative good part, an amount or a date out of range), NOT_FOUND, ARCHIVED, NOT_STOCKED, AMBIGUOUS_PARTNER,
 * PURCHASE_MISMATCH, PURCHASE_EXCEEDED, UNIT_COST_UNKNOWN. Source: S-STOCK-4, S-STOCK-5, S-STOCK-6, S-STOCK-15,
 * S-STOCK-16, S-STOCK-18, S-PURCHASE-4, docs/decisions/0032.
 */
export const receiveStock = defineCommand({
  name: 'receiveStock',
  method: 'POST',
  path: '/api/v1/stock/receipt',
  may: 'storekeepers',
  refusals: [
    ...['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'AMBIGUOUS_PARTNER', 'PURCHASE_MISMATCH', 'PURCHASE_EXCEEDED'],
    'UNIT_COST_UNKNOWN',
  ] as ProblemCode[],
  summary: 'Receive goods into stock',
  description:
    'Increases the stock by the good quantity: quantity − damaged − missing. The good quantity becomes one lot at `unitCost`; if it is 0, no lot is created. With `purchaseId` it counts as received for that purchase. With `unitCost: null` the service takes the cost of the purchase, otherwise of the newest lot of the product (in this warehouse if there is one, otherwise in any), otherwise the `cost` of the product.',
  tag: 'Stock',
  entity: 'movement',
  action: 'stock.received',
  body: strictObject({
    productId: Id,
    warehouseId: Id,
    supplier: Name,
    unitCost: orNull(Money),
    quantity: Quantity,
    damaged: Type.Optional(QuantityOrZero),
    missing: Type.Optional(QuantityOrZero),
    purchaseId: Type.Optional(Id),
    ...PAPER_BODY,
  }),
  result: MovementRecord,
  example: { productId: '…', warehouseId: '…', supplier: 'ООО «Ромашка»', unitCost: 120.5, quantity: 10, damaged: 1 },
  facts(books, { body: { productId, warehouseId, purchaseId, unitCost } }): readonly Prefetch[] {
    if (purchaseId === undefined) return unitCost === null ? [{ fact: 'newestLot', productId, warehouseId }] : []
    return books.purchases.has(purchaseId) ? [] : [{ fact: 'record', kind: 'purchases', id: purchaseId }]
  },
  decide(books, { body, facts }, { now, revision, view, newId }) {
    const damaged = body.damaged ?? ZERO_MILLI
    const missing = body.missing ?? ZERO_MILLI
    const good = (body.quantity - damaged - missing) as Milli
    if (good < 0) throw lessThanParts((damaged + missing) as Milli)
    if (body.unitCost !== null) checkAmount(body.quantity, body.unitCost, '/unitCost')
    const paper = onPaper(books, body, { now })
    const { product, warehouse, supplier } = findSupply(books, body)
    const purchase = body.purchaseId === undefined ? null : findPurchase(books, body.purchaseId, facts)
    if (purchase !== null) checkFits(purchase, { product, warehouse, supplier, quantity: body.quantity })
    const found = body.unitCost ?? foundCost(product, purchase, facts.newestLot)
    if (body.unitCost === null && view === 'full') checkAmount(body.quantity, found, '/quantity')
    // When the caller may not see costs, lower the cost to the limit instead of refusing it. Refusals would let the
    // caller work out the cost by trying quantities.
    const unitCost = view === 'full' ? found : (Math.min(found, dearestOf(good)) as Minor)
    const row = stockOf(books, product.id, warehouse.id)
    const movementId = newId()
    const from = { productId: product.id, warehouseId: warehouse.id, supplier: supplier.name, supplierId: supplier.id }
    const lot = newLot({ ...from, unitCost, quantity: good }, { now, revision, newId })
    const movement: Movement = {
      id: movementId,
      type: 'receipt',
      at: now,
      productId: product.id,
      warehouseId: warehouse.id,
      quantity: body.quantity,
      good,
      damaged,
      missing,
      unitCost,
      cost: amountOf(good, unitCost),
      lots: good > 0 ? [{ lotId: lot.id, quantity: good, unitCost }] : [],
      supplier: supplier.name,
      supplierId: supplier.id,
      ...(purchase === null ? {} : { purchaseId: purchase.id }),
      ...paper,
      revision,
    }
    const arrived =
      purchase === null ? [] : [put('purchases', withReceipt(purchase, { good, damaged, missing }, { now, revision }))]
    const stock = good > 0 ? [put('lots', lot), putStock(increased(row, good, revision))] : []
    return {
      result: { kind: 'movements', record: movement },
      changes: [...stock, ...arrived, put('movements', movement)],
      logged: log('stock.received', {
        ...{ good, product: product.name },
        ...{ warehouse: warehouse.name, supplier: supplier.name },
      }),
    }
  },
})

function lessThanParts(parts: Milli): Refusal {
  const figures = { least: parts / MILLI_PER_UNIT }
  return invalid('/quantity', 'must not be less than damaged and missing together', { code: 'AT_LEAST', figures })
}

/** Refuses an amount above the limit. `path`: the field to which the refusal points. */
function checkAmount(quantity: Milli, unitCost: Minor, path: '/unitCost' | '/quantity'): void {
  if (isWithinBound(amountOf(quantity, unitCost))) return
  throw invalid(path, `times the ${path === '/quantity' ? 'unit cost' : 'quantity'} is more than 10^12`, BEYOND)
}

/**
 * Returns the unit cost to use when the caller gives none: that of the purchase, otherwise of the newest lot, otherwise
 * of the product. Refuses UNIT_COST_UNKNOWN.
 */
export function foundCost(product: Product, purchase: Purchase | null, newestLot: Lot | null | undefined): Minor {
  const found = purchase?.unitCost ?? newestLot?.unitCost ?? product.cost
  if (found !== null) return found
  throw new Refusal(
    'UNIT_COST_UNKNOWN',
    `The cost of "${product.name}" is not known: it was never received and has no cost of its own. Give its unitCost, or ask someone who sees costs.`,
    { figures: { productId: product.id, product: product.name } },
  )
}

/**
 * POST /stock/writeoff. Takes goods from the selected lot or, if none is selected, from the oldest lots first; never
 * takes reserved stock. Refuses: NOT_FOUND, ARCHIVED, NOT_STOCKED, LOT_MISMATCH, INSUFFICIENT_STOCK. Source: S-STOCK-7,
 * S-STOCK-8, S-STOCK-11, S-STOCK-12.
 */
export const writeOffStock = defineCommand({
  name: 'writeOffStock',
  method: 'POST',
  path: '/api/v1/stock/writeoff',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'LOT_MISMATCH', 'INSUFFICIENT_STOCK'],
  summary: 'Write off stock',
  description:
    'Draws from the oldest lots first, or from `selectedLotId`. Takes at most what is available: not the reserved stock. The product may be archived.',
  tag: 'Stock',
  entity: 'movement',
  action: 'stock.written_off',
  body: strictObject({
    productId: Id,
    warehouseId: Id,
    quantity: Quantity,
    reason: ReasonText,
    selectedLotId: Type.Optional(Id),
    ...PAPER_BODY,
  }),
  result: MovementRecord,
  example: { productId: '…', warehouseId: '…', quantity: 1, reason: 'Бой при разгрузке' },
  facts: selectedLotFact,
  decide(books, { body, facts }, { now, revision, view, newId }) {
    const paper = onPaper(books, body, { now })
    // An archived product is accepted, so that its remaining stock can be written off or
    // transferred.
    const product = stocked(findProduct(books, body.productId))
    const warehouse = active(findWarehouse(books, body.warehouseId), 'warehouse')
    const { row, draw } = drawStock(books, { ...body, facts }, { revision, view })
    const drawn = drawnGoods(body, draw, { now, revision })
    const movement: Movement = { id: newId(), type: 'writeoff', ...drawn, reason: body.reason, ...paper }
    return {
      result: { kind: 'movements', record: movement },
      changes: [
        ...draw.lots.map((lot) => put('lots', lot)),
        putStock(restock(row, { onHand: row.onHand! - body.quantity }, revision)),
        put('movements', movement),
      ],
      logged: log('stock.written_off', {
        ...{ quantity: body.quantity, product: product.name },
        ...{ warehouse: warehouse.name, reason: body.reason },
      }),
    }
  },
})

/**
 * POST /stock/transfer. In the other warehouse, lots keep their cost and receivedAt. Refuses: VALIDATION_FAILED (the
 * same warehouse), NOT_FOUND, ARCHIVED, NOT_STOCKED, MOVED_MEANWHILE, LOT_MISMATCH, INSUFFICIENT_STOCK. Source:
 * S-STOCK-9, S-STOCK-10, S-STOCK-11, S-STOCK-12, S-ORDERING-14.
 */
export const transferStock = defineCommand({
  name: 'transferStock',
  method: 'POST',
  path: '/api/v1/stock/transfer',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'MOVED_MEANWHILE', 'LOT_MISMATCH', 'INSUFFICIENT_STOCK'],
  summary: 'Move stock to another warehouse',
  description:
    'Draws from the oldest lots first, or from `selectedLotId`. Every drawn lot becomes a lot at the other warehouse with the same cost and the same place in FIFO order. The product may be archived. With `proposal`, the transfer of a row of the report `proposed-transfers` is refused if that row is no longer right, so that nobody moves the same goods twice.',
  tag: 'Stock',
  entity: 'movement',
  action: 'stock.transferred',
  body: strictObject({
    productId: Id,
    warehouseId: Id,
    toWarehouseId: Id,
    quantity: Quantity,
    selectedLotId: Type.Optional(Id),
    proposal: Type.Optional(TransferProposal),
    ...PAPER_BODY,
  }),
  result: MovementRecord,
  example: { productId: '…', warehouseId: '…', toWarehouseId: '…', quantity: 2 },
  facts: (books, { body }) => [
    ...selectedLotFact(books, { body }),
    ...(body.proposal === undefined ? [] : [orderedFact(body.productId)]),
  ],
  decide(books, { body, facts }, { now, revision, view, newId }) {
    if (body.warehouseId === body.toWarehouseId) throw invalid('/toWarehouseId', 'must be another warehouse', 'SAME')
    const paper = onPaper(books, body, { now })
    const product = stocked(findProduct(books, body.productId))
    const source = active(findWarehouse(books, body.warehouseId), 'warehouse')
    const target = active(findWarehouse(books, body.toWarehouseId), 'warehouse')
    if (body.proposal !== undefined)
      refuseMoved(books, { ...{ product, source, target }, ...body, proposal: body.proposal }, facts.ordered!)
    const { row, draw } = drawStock(books, { ...body, facts }, { revision, view })
    const movementId = newId()
    const arrived = draw.draws.map(({ lotId, quantity }, position): Lot => {
      const from = draw.lots[position]!
      return {
        ...from,
        id: newId(),
        warehouseId: target.id,
        received: quantity,
        remaining: quantity,
        sourceLotId: lotId,
      }
    })
    const drawn = drawnGoods(body, draw, { now, revision })
    const movement: Movement = { id: movementId, type: 'transfer', ...drawn, toWarehouseId: target.id, ...paper }
    return {
      result: { kind: 'movements', record: movement },
      changes: [
        ...draw.lots.map((lot) => put('lots', lot)),
        ...arrived.map((lot) => put('lots', lot)),
        putStock(restock(row, { onHand: row.onHand! - body.quantity }, revision)),
        putStock(increased(stockOf(books, product.id, target.id), body.quantity, revision)),
        put('movements', movement),
      ],
      logged: log('stock.transferred', {
        ...{ quantity: body.quantity, product: product.name },
        ...{ warehouse: source.name, toWarehouse: target.name },
      }),
    }
  },
})

interface Goods {
  readonly productId: string
  readonly warehouseId: string
  readonly quantity: Milli
}

interface LotChoice extends Goods {
  readonly selectedLotId?: string
  readonly facts: Prefetched
}

/**
 * Requests a prefetch of the selected lot even when it is in memory, because an earlier command of the same batch may
 * use it up. A lot that is not in memory is either used up or unknown.
 */
function selectedLotFact(_books: Books, { body }: { body: { selectedLotId?: string } }): readonly Prefetch[] {
  return body.selectedLotId === undefined ? [] : [{ fact: 'record', kind: 'lots', id: body.selectedLotId }]
}

const named = (books: Books, productId: string) => ({ productId, product: findProduct(books, productId).name })

/**
 * Returns the quantities that a write-off or transfer draws from lots, and the stock row from which it takes the goods.
 */
function drawStock(books: Books, choice: LotChoice, drawing: Drawing): { row: Stock; draw: Draw } {
  const { productId, warehouseId, quantity, selectedLotId, facts } = choice
  if (selectedLotId === undefined) {
    const row = checkAvailable(books, warehouseId, productId, quantity)
    const lots = books.lotsByStock.get(stockKey(productId, warehouseId)) ?? []
    return { row, draw: drawOldestFirst(lots, quantity, drawing) }
  }
  const lot = books.lots.get(selectedLotId)
  const known = lot ?? prefetchedRecord(facts, 'lots', selectedLotId)
  if (known === null) throw notFound('lot', selectedLotId)
  if (known.productId !== productId || known.warehouseId !== warehouseId)
    throw new Refusal(
      'LOT_MISMATCH',
      `The lot "${selectedLotId}" belongs to another product or warehouse. Choose a lot of this product at this warehouse.`,
      { figures: { lotId: selectedLotId, productId: known.productId, warehouseId: known.warehouseId } },
    )
  const remaining = lot?.remaining ?? ZERO_MILLI
  if (quantity > remaining)
    throw new Refusal(
      'INSUFFICIENT_STOCK',
      `You asked for ${formatMilli(quantity)}, but the selected lot has only ${formatMilli(remaining)} left.`,
      {
        figures: { reason: 'lot', asked: quantity, left: remaining, lotId: selectedLotId, ...named(books, productId) },
      },
    )
  const row = checkAvailable(books, warehouseId, productId, quantity)
  return { row, draw: drawOldestFirst([lot!], quantity, drawing) }
}

/** Returns the fields of a movement for goods that were taken from lots. */
function drawnGoods(
  { productId, warehouseId, quantity }: Goods,
  { cost, draws }: Draw,
  { now, revision }: Pick<Context, 'now' | 'revision'>,
) {
  return { at: now, productId, warehouseId, quantity, cost, lots: draws, revision }
}
