/**
 * How posting a procurement document changes stock, and how cancelling undoes the change. Source:
 * S-DOCUMENT-9, S-DOCUMENT-10, S-DOCUMENT-11, S-DOCUMENT-12, S-DOCUMENT-13.
 */
import { amountOf, formatMilli, type Milli, type Minor, ZERO_MILLI } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { newLot } from '../domain/lots.ts'
import { type Change, type Lot, type Movement, type ProcurementDocument, put } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { drawnFrom, StockDraft } from '../domain/stock-draft.ts'
import type { Context, Prefetch, Prefetched } from './define.ts'
import { active, findPartner, findProduct, findWarehouse, stocked } from './find.ts'

/** Returns the stock changes of posting a document. Refuses INCOMPLETE, ARCHIVED, NOT_STOCKED, INSUFFICIENT_STOCK. */
export function postDocument(books: Books, document: ProcurementDocument, context: Context): Change[] {
  checkComplete(document)
  checkStillActive(books, document)
  if (document.kind === 'receipt') return receiveLines(books, document, context)
  if (document.kind === 'supplier_return') return returnLines(books, document, context)
  return []
}

/**
 * Requests a prefetch of the movements that posting the document made. Only a posted receipt or return has movements.
 */
export function documentMovementsFact(books: Books, documentId: string): readonly Prefetch[] {
  const document = books.documents.get(documentId)
  if (document?.status !== 'posted' || !movesStock(document)) return []
  return [{ fact: 'documentMovements', id: documentId }]
}

/** Returns the stock changes of cancelling a posted document. Refuses LOTS_CONSUMED, INSUFFICIENT_STOCK, ARCHIVED. */
export function cancelPosted(
  books: Books,
  document: ProcurementDocument,
  { facts, context }: { facts: Prefetched; context: Context },
): Change[] {
  if (!movesStock(document)) return []
  if (facts.movements === undefined || facts.lots === undefined)
    throw new Error(`The movements of document ${document.id} were not read`)
  const made = document.kind === 'receipt' ? 'receipt' : 'return'
  const movements = facts.movements.filter(({ type }) => type === made)
  const lots = new Map(facts.lots.map((lot) => [lot.id, books.lots.get(lot.id) ?? lot]))
  const draft = new StockDraft(books, document.warehouseId!, context.revision)
  if (made === 'receipt') takeLotsBack(books, draft, [...lots.values()])
  else {
    active(findWarehouse(books, document.warehouseId!), 'warehouse')
    for (const movement of movements)
      for (const { lotId, quantity } of movement.lots) draft.putBack(lots.get(lotId)!, quantity)
  }
  // Skip movements that brought nothing into stock, because there is nothing to undo.
  const moved = movements.filter(({ lots: drawn }) => drawn.length > 0)
  const reversals = moved.map((movement) => reversalOf(movement, made, context))
  return [...draft.changes(), ...reversals.map((movement) => put('movements', movement))]
}

function movesStock({ kind }: ProcurementDocument): boolean {
  return kind === 'receipt' || kind === 'supplier_return'
}

function checkComplete(document: ProcurementDocument): void {
  const missing = [
    ...(document.lines.length === 0 ? ['lines'] : []),
    ...(movesStock(document) && document.warehouseId === null ? ['warehouseId'] : []),
    ...(movesStock(document) && document.supplierId === null ? ['supplierId'] : []),
  ]
  if (missing.length > 0)
    throw new Refusal(
      'INCOMPLETE',
      `Document ${document.number} cannot be posted without ${missing.join(', ')}. Edit the draft first.`,
      { figures: { documentId: document.id, number: document.number, missing } },
    )
}

function checkStillActive(books: Books, document: ProcurementDocument): void {
  if (document.supplierId !== null) active(findPartner(books, document.supplierId), 'partner')
  if (document.warehouseId !== null) active(findWarehouse(books, document.warehouseId), 'warehouse')
  for (const { productId } of document.lines) {
    const product = findProduct(books, productId)
    if (document.kind !== 'supplier_return') active(product, 'product')
    if (movesStock(document)) stocked(product)
  }
}

/** The fields that all movements of one procurement document share. */
function movedBy({ id, warehouseId, supplier, supplierId }: ProcurementDocument, { now, revision }: Context) {
  return {
    at: now,
    warehouseId: warehouseId!,
    supplier: supplier!,
    supplierId: supplierId!,
    documentId: id,
    revision,
  }
}

/**
 * Receives the lines of a receipt. Creates one movement per line, and one lot for the quantity that came into stock.
 */
function receiveLines(books: Books, document: ProcurementDocument, context: Context): Change[] {
  const [warehouseId, supplier, supplierId] = [document.warehouseId!, document.supplier!, document.supplierId!]
  const draft = new StockDraft(books, warehouseId, context.revision)
  const movements = document.lines.map((line, position): Movement => {
    const { productId, quantity, unitCost, amount, damaged = ZERO_MILLI, missing = ZERO_MILLI } = line
    const movementId = context.newId()
    const lot = newLot({ productId, warehouseId, supplier, supplierId, unitCost, quantity }, context)
    if (quantity > 0) draft.receive(lot, `/lines/${position}/quantity`)
    return {
      id: movementId,
      type: 'receipt',
      productId,
      quantity: (quantity + damaged + missing) as Milli,
      good: quantity,
      damaged,
      missing,
      unitCost,
      cost: amount,
      lots: quantity > 0 ? [{ lotId: lot.id, quantity, unitCost }] : [],
      ...movedBy(document, context),
    }
  })
  return [...draft.changes(), ...movements.map((movement) => put('movements', movement))]
}

/** Takes the goods of a supplier return from lots, oldest first, no matter who supplied the lots. */
function returnLines(books: Books, document: ProcurementDocument, context: Context): Change[] {
  const { revision, newId } = context
  const draft = new StockDraft(books, document.warehouseId!, revision)
  const movements = document.lines.map(({ productId, quantity }): Movement => {
    const { draws, cost } = draft.draw(productId, quantity)
    return {
      id: newId(),
      type: 'return',
      productId,
      quantity,
      cost,
      lots: draws,
      ...movedBy(document, context),
    }
  })
  return [...draft.changes(), ...movements.map((movement) => put('movements', movement))]
}

/**
 * Removes the lots that a receipt created. Refuses when goods were already taken from one of the lots, then when the
 * stock is reserved (S-DOCUMENT-12).
 */
function takeLotsBack(books: Books, draft: StockDraft, lots: readonly Lot[]): void {
  for (const lot of lots) {
    const { id: lotId, productId, received } = lot
    const gone = drawnFrom(lot)
    if (gone === 0) continue
    const product = findProduct(books, productId).name
    throw new Refusal(
      'LOTS_CONSUMED',
      `Already used: ${formatMilli(gone)} of the ${formatMilli(received)} received of "${product}". Return the rest to the supplier instead.`,
      { figures: { lotId, productId, product, received, gone } },
    )
  }
  for (const lot of lots) draft.takeFrom(lot, lot.remaining)
}

function reversalOf(movement: Movement, reverses: 'receipt' | 'return', { now, revision, newId }: Context): Movement {
  return {
    id: newId(),
    type: 'reversal',
    at: now,
    productId: movement.productId,
    warehouseId: movement.warehouseId,
    quantity: movement.good ?? movement.quantity,
    cost: costOf(movement),
    lots: movement.lots,
    reverses,
    documentId: movement.documentId!,
    revision,
  }
}

function costOf({ lots }: Movement): Minor {
  let cost = 0
  for (const { quantity, unitCost } of lots) cost += amountOf(quantity, unitCost)
  return cost as Minor
}
