/** How cancelling a posted stocktake restores the stock. Source: S-STOCKTAKE-13. */
import { formatMilli } from '../../amounts/quantity.ts'
import type { Books } from '../domain/books.ts'
import { type Change, type Lot, type Movement, put, type Stocktake } from '../domain/records.ts'
import { Refusal } from '../domain/refusals.ts'
import { MAX_ARRAY_LENGTH } from '../domain/schema.ts'
import { drawnFrom, StockDraft } from '../domain/stock-draft.ts'
import { STOCKTAKE_REASON } from '../domain/stocktaking.ts'
import type { Context, Prefetch, Prefetched } from './define.ts'
import { active, findProduct, findWarehouse } from './find.ts'

/** Requests a prefetch of the effects of posting the stocktake. */
export function reversalFacts(id: string): readonly Prefetch[] {
  return [{ fact: 'stocktakeReversal', id, most: MAX_ARRAY_LENGTH }]
}

interface Undone {
  readonly changes: readonly Change[]
  /** How many lines this command undoes. */
  readonly lines: number
  /** True when nothing is left to undo. */
  readonly isWhole: boolean
}

/**
 * Undoes the posting of a stocktake, for at most 1,000 products. Refuses LOTS_CONSUMED (goods of a surplus were used),
 * ARCHIVED (the warehouse, when a shortage is put back), INSUFFICIENT_STOCK (a surplus is reserved).
 */
export function undone(
  books: Books,
  { id, warehouseId }: Stocktake,
  { facts, context }: { readonly facts: Prefetched; readonly context: Context },
): Undone {
  const posted = facts.stocktakeReversal
  if (posted === undefined) throw new Error(`What stocktake ${id} posted was not read`)
  if (posted.consumed !== null) throw consumed(books, posted.consumed)
  const { now, revision, newId } = context
  const lots = new Map(posted.lots.map((lot) => [lot.id, books.lots.get(lot.id) ?? lot]))
  const movements = new Map(posted.movements.map((movement) => [movement.id, movement]))
  const draft = new StockDraft(books, warehouseId, revision)
  const changes: Change[] = []
  for (const line of posted.lines) {
    const movement = movements.get(line.movementId!)!
    if (movement.type === 'surplus') {
      for (const { lotId, quantity } of movement.lots) draft.takeFrom(lots.get(lotId)!, quantity)
    } else {
      active(findWarehouse(books, warehouseId), 'warehouse')
      for (const { lotId, quantity } of movement.lots) draft.putBack(lots.get(lotId)!, quantity)
    }
    const reversal = reversalOf(movement, { now, revision, id: newId() })
    const after = { ...line, reversalId: reversal.id, revision }
    changes.push(put('movements', reversal), put('stocktakeLines', after, line))
  }
  return { changes: [...draft.changes(), ...changes], lines: posted.lines.length, isWhole: posted.left === 0 }
}

function consumed(books: Books, lot: Lot): Refusal {
  const { id: lotId, productId, received } = lot
  const product = findProduct(books, productId).name
  const gone = drawnFrom(lot)
  return new Refusal(
    'LOTS_CONSUMED',
    `Already used: ${formatMilli(gone)} of the surplus of ${formatMilli(received)} of "${product}". Count the goods again instead.`,
    { figures: { lotId, productId, product, received, gone } },
  )
}

function reversalOf(
  movement: Movement,
  made: { readonly now: string; readonly revision: number; readonly id: string },
) {
  const { productId, warehouseId, quantity, cost, lots, type, stocktakeId } = movement
  return {
    id: made.id,
    type: 'reversal',
    at: made.now,
    productId,
    warehouseId,
    quantity,
    cost,
    lots,
    reason: STOCKTAKE_REASON,
    reverses: type as 'surplus' | 'writeoff',
    stocktakeId: stocktakeId!,
    revision: made.revision,
  } as const satisfies Movement
}
