import { type Static, Type } from 'typebox'
import { type Logged, log } from '../domain/audit-log.ts'
import { type Books, nextNumber } from '../domain/books.ts'
import { ABSENT, MAX_ROUND, STOCKTAKE } from '../domain/fields/stocktakes.ts'
import { withoutMisSortsOf } from '../domain/mis-sorts.ts'
import { put, type Stocktake, type StocktakeLine } from '../domain/records.ts'
import { blockerOf, invalid, notFound, Refusal } from '../domain/refusals.ts'
import { Flag, Id, list, Note, oneOf, optional, strictObject } from '../domain/schema.ts'
import { inNextRound, openStocktakesAt, sharedProduct } from '../domain/stocktaking.ts'
import { checkMove, STOCKTAKE_MOVES } from '../domain/transitions.ts'
import { type Decision, defineCommand, type Prefetch, type Prefetched } from './define.ts'
import { onPaper, PAPER_BODY } from './document-dates.ts'
import { words } from './fields.ts'
import { active, findFilterValue, findPartner, findProduct, findStocktake, findWarehouse, stocked } from './find.ts'
import { reversalFacts, undone } from './stocktake-reversal.ts'

const ScopeBody = strictObject({
  all: Type.Optional(Flag),
  productIds: Type.Optional(list(Id, { minItems: 1 })),
  filterValueId: Type.Optional(Id),
  supplierId: Type.Optional(Id),
})

/**
 * POST /stocktakes. Refuses: VALIDATION_FAILED (not exactly one scope), NOT_FOUND, ARCHIVED, NOT_STOCKED, OVERLAPPING
 * (another open stocktake of the warehouse counts one of the products). Source: S-STOCKTAKE-1, S-STOCKTAKE-2.
 */
export const createStocktake = defineCommand({
  name: 'createStocktake',
  method: 'POST',
  path: '/api/v1/stocktakes',
  may: 'managers',
  refusals: ['NOT_FOUND', 'ARCHIVED', 'NOT_STOCKED', 'OVERLAPPING'],
  summary: 'Start a stocktake',
  description:
    'Receipts, shipments and transfers can continue during a stocktake. `scope` has exactly one key; without `scope`, all goods are counted. No product of a warehouse can be in two open stocktakes.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.started',
  body: strictObject({
    warehouseId: Id,
    scope: Type.Optional(ScopeBody),
    blind: Type.Optional(Flag),
    absent: Type.Optional(oneOf(ABSENT)),
    note: optional<string>(Note),
    ...PAPER_BODY,
  }),
  result: STOCKTAKE.record,
  example: { warehouseId: '…', scope: { productIds: ['…'] }, blind: true, absent: 'keep', note: 'Стеллаж 4' },
  decide(books, { body }, { now, revision, newId }) {
    const warehouse = active(findWarehouse(books, body.warehouseId), 'warehouse')
    const stocktake: Stocktake = {
      id: newId(),
      number: nextNumber(books, 'stocktakes'),
      status: 'counting',
      warehouseId: warehouse.id,
      scope: scopeOf(books, body.scope ?? { all: true }),
      blind: body.blind ?? false,
      absent: body.absent ?? 'keep',
      note: words(body.note),
      ...onPaper(books, body, { now }),
      startedAt: now,
      startedRevision: revision,
      postedLines: 0,
      postedAt: null,
      createdAt: now,
      updatedAt: now,
      revision,
    }
    for (const other of openStocktakesAt(books, warehouse.id)) {
      const shared = sharedProduct(books, stocktake, other)
      if (shared !== null) throw overlapping(other, shared)
    }
    return {
      result: { kind: 'stocktakes', record: stocktake },
      changes: [put('stocktakes', stocktake)],
      logged: log('stocktake.started', { number: stocktake.number, warehouse: warehouse.name }),
    }
  },
})

/**
 * Returns the stocktake's scope in the form in which it is stored. Refuses VALIDATION_FAILED (not exactly one key),
 * NOT_FOUND, NOT_STOCKED.
 */
function scopeOf(books: Books, given: Static<typeof ScopeBody>): Stocktake['scope'] {
  const { all = false, productIds, filterValueId, supplierId } = given
  const chosen = [all || undefined, productIds, filterValueId, supplierId].filter((one) => one !== undefined)
  if (chosen.length !== 1)
    throw invalid('/scope', 'must have exactly one of all, productIds, filterValueId and supplierId', 'NOT_VALID')
  if (filterValueId !== undefined) findFilterValue(books, filterValueId)
  if (supplierId !== undefined) findPartner(books, supplierId)
  for (const id of productIds ?? []) stocked(findProduct(books, id))
  return {
    all,
    ...(productIds === undefined ? {} : { productIds: [...new Set(productIds)] }),
    ...(filterValueId === undefined ? {} : { filterValueId }),
    ...(supplierId === undefined ? {} : { supplierId }),
  }
}

/** Makes the refusal for a product that another open stocktake of the warehouse counts. */
export function overlapping(other: Stocktake, { id, name }: { readonly id: string; readonly name: string }): Refusal {
  return new Refusal(
    'OVERLAPPING',
    `"${name}" is being counted in stocktake ${other.number}. Finish that one first, or leave the product out.`,
    { figures: { stocktakeId: other.id, number: other.number, productId: id, product: name } },
  )
}

/**
 * PATCH /stocktakes/{stocktakeId}/status. Refuses: NOT_FOUND, INVALID_TRANSITION. Cancelling a posted stocktake also
 * refuses LOTS_CONSUMED, ARCHIVED (the warehouse of a shortage), INSUFFICIENT_STOCK (the surplus is reserved). Source:
 * S-STOCKTAKE-3, S-STOCKTAKE-13.
 */
export const changeStocktakeStatus = defineCommand({
  name: 'changeStocktakeStatus',
  method: 'PATCH',
  path: '/api/v1/stocktakes/:stocktakeId/status',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'LOTS_CONSUMED', 'ARCHIVED', 'INSUFFICIENT_STOCK'],
  summary: 'Send a stocktake to review, back to counting, or cancel it',
  description:
    '`counting` ↔ `review`; every status → `cancelled`. Cancelling a posted stocktake puts the stock back. One command does this for at most 1,000 products, so repeat it with a new key until the status is `cancelled`.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.updated',
  body: strictObject({ status: oneOf(['counting', 'review', 'cancelled'] as const) }),
  result: STOCKTAKE.record,
  example: { status: 'review' },
  facts: (books, { params, body }) => [
    ...stocktakeFact(books, params.stocktakeId!),
    ...(body.status === 'cancelled' ? reversalFacts(params.stocktakeId!) : []),
  ],
  decide(books, { params, body, facts }, context) {
    const before = findStocktake(books, params.stocktakeId!, facts)
    checkMove(STOCKTAKE_MOVES, { what: 'stocktake', ...before }, body.status)
    const { now: updatedAt, revision } = context
    const stamps = { updatedAt, revision }
    if (body.status === 'cancelled' && before.postedLines > 0) {
      const { changes, lines, isWhole } = undone(books, before, { facts, context })
      const status = isWhole ? 'cancelled' : before.status
      const stocktake: Stocktake = { ...before, status, postedLines: before.postedLines - lines, ...stamps }
      return moved(before, stocktake, changes)
    }
    return moved(before, { ...before, status: body.status, ...stamps }, [])
  },
})

function moved(before: Stocktake, after: Stocktake, changes: Decision['changes']): Decision {
  return {
    result: { kind: 'stocktakes', record: after },
    changes: [put('stocktakes', after, before), ...changes],
    logged: loggedMove(before, after),
  }
}

function loggedMove(before: Stocktake, { number, status, postedLines }: Stocktake): Logged {
  if (status === before.status) return log('stocktake.updated', { number, left: postedLines })
  if (status === 'cancelled') return log('stocktake.cancelled', { number })
  return status === 'review' ? log('stocktake.reviewed', { number }) : log('stocktake.reopened', { number })
}

/** Requests a prefetch of a stocktake if it is not in memory. */
function stocktakeFact(books: Books, id: string): readonly Prefetch[] {
  return books.stocktakes.has(id) ? [] : [{ fact: 'record', kind: 'stocktakes', id }]
}

/** Returns the prefetches for a stocktake in memory. If it is not there, requests a prefetch of the stocktake itself. */
export function knownFacts(
  books: Books,
  id: string,
  factsFor: (stocktake: Stocktake) => readonly Prefetch[],
): readonly Prefetch[] {
  const stocktake = books.stocktakes.get(id)
  return stocktake === undefined ? stocktakeFact(books, id) : factsFor(stocktake)
}

/** Finds a stocktake that is not finished. Refuses NOT_FOUND, INVALID_TRANSITION. */
export function findOpenStocktake(books: Books, id: string, facts: Prefetched): Stocktake {
  const stocktake = findStocktake(books, id, facts)
  if (stocktake.status !== 'counting') checkMove(STOCKTAKE_MOVES, { what: 'stocktake', ...stocktake }, 'counting')
  return stocktake
}

/** What the commands about some products of a stocktake have in common. */
const OF_CHOSEN_LINES = {
  body: strictObject({ productIds: list(Id, { minItems: 1 }) }),
  result: STOCKTAKE.record,
  example: { productIds: ['…'] },
}

/**
 * POST /stocktakes/{stocktakeId}/recount. Refuses: NOT_FOUND (the stocktake, or a product without counts),
 * INVALID_TRANSITION (a finished stocktake, or a posted line), VALIDATION_FAILED (too many rounds). Source:
 * S-STOCKTAKE-9.
 */
export const recountLines = defineCommand({
  name: 'recountLines',
  method: 'POST',
  path: '/api/v1/stocktakes/:stocktakeId/recount',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  summary: 'Have products counted again',
  description:
    'The products must be counted again, in the next round; their earlier counts no longer count. A stocktake in review goes back to counting.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.recounted',
  ...OF_CHOSEN_LINES,
  facts: (books, { params, body }) => chosenFacts(books, params.stocktakeId!, body.productIds),
  decide(books, { params, body, facts }, { now, revision }) {
    const before = findOpenStocktake(books, params.stocktakeId!, facts)
    const lines = chosenLines(before, body.productIds, facts)
    const tired = lines.findIndex(({ round }) => round >= MAX_ROUND)
    if (tired >= 0)
      throw invalid(`/productIds/${tired}`, `was counted ${MAX_ROUND} times`, {
        code: 'AT_MOST',
        figures: { most: MAX_ROUND },
      })
    const kept = withoutMisSortsOf(before, new Set(body.productIds))
    const stocktake: Stocktake = { ...kept, status: 'counting', updatedAt: now, revision }
    return {
      result: { kind: 'stocktakes', record: stocktake },
      changes: [
        put('stocktakes', stocktake),
        ...lines.map((line) => put('stocktakeLines', { ...inNextRound(line), revision }, line)),
      ],
      logged: log('stocktake.recounted', { number: before.number, products: lines.length }),
    }
  },
})

/**
 * POST /stocktakes/{stocktakeId}/accept. Refuses: NOT_FOUND (the stocktake, or a product without counts),
 * INVALID_TRANSITION (a finished stocktake, or a posted line). Source: S-STOCKTAKE-8.
 */
export const acceptLines = defineCommand({
  name: 'acceptLines',
  method: 'POST',
  path: '/api/v1/stocktakes/:stocktakeId/accept',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  summary: 'Accept counts although the goods moved during them',
  description:
    'Accepts the counts of products that moved while they were counted. Otherwise these products must be counted again before posting.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.accepted',
  ...OF_CHOSEN_LINES,
  facts: (books, { params, body }) => chosenFacts(books, params.stocktakeId!, body.productIds),
  decide(books, { params, body, facts }, { revision }) {
    const stocktake = findOpenStocktake(books, params.stocktakeId!, facts)
    const lines = chosenLines(stocktake, body.productIds, facts)
    return {
      result: { kind: 'stocktakes', record: stocktake },
      changes: lines.map((line) => put('stocktakeLines', { ...line, accepted: true, revision }, line)),
      logged: log('stocktake.accepted', { number: stocktake.number, products: lines.length }),
    }
  },
})

/** Requests a prefetch of the stocktake's lines of the chosen products. */
export function chosenFacts(books: Books, stocktakeId: string, productIds: readonly string[]): readonly Prefetch[] {
  return knownFacts(books, stocktakeId, ({ warehouseId }) => {
    const asked = productIds.map((productId) => ({ productId, since: null }))
    return [{ fact: 'stocktakeLines', stocktakeIds: [stocktakeId], warehouseId, asked }]
  })
}

/**
 * Returns the lines of the chosen products, each line once. Refuses NOT_FOUND (a product without a line),
 * INVALID_TRANSITION (a posted line).
 */
export function chosenLines(
  { number }: Stocktake,
  productIds: readonly string[],
  { stocktakeLines = [] }: Prefetched,
): StocktakeLine[] {
  const byProduct = new Map(stocktakeLines.map((line) => [line.productId, line]))
  return [...new Set(productIds)].map((productId) => {
    const line = byProduct.get(productId)
    if (line === undefined) throw notFound(`count in stocktake ${number} of the product`, productId)
    refusePosted(line)
    return line
  })
}

/**
 * Refuses INVALID_TRANSITION for a line that was already posted, because such a line can only be undone by cancelling
 * its stocktake.
 */
export function refusePosted({ id, productId, movementId }: StocktakeLine): void {
  if (movementId === null) return
  throw new Refusal('INVALID_TRANSITION', 'This product is posted already. Cancel the stocktake to undo it.', {
    figures: { reason: 'status', entity: 'stocktake_line', id, from: 'posted', to: 'counting', allowed: [] },
    blockers: [blockerOf('product', productId, productId)],
  })
}
