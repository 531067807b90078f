import { Type } from 'typebox'
import { subtractMilli, ZERO_MILLI } from '../../amounts/quantity.ts'
import { type Logged, log } from '../domain/audit-log.ts'
import { stockOf } from '../domain/availability.ts'
import type { Books } from '../domain/books.ts'
import { MAX_ROUND, STOCKTAKE } from '../domain/fields/stocktakes.ts'
import { withoutMisSortsOf } from '../domain/mis-sorts.ts'
import { type Product, put, type Stocktake, type StocktakeLine } from '../domain/records.ts'
import { invalid, Refusal } from '../domain/refusals.ts'
import { Id, list, Moment, Name, oneOf, QuantityOrZero, strictObject } from '../domain/schema.ts'
import { blankLine, coverOf, openStocktakesAt, withCount } from '../domain/stocktaking.ts'
import { defineCommand, type Prefetch, type Prefetched } from './define.ts'
import { findProduct, stocked } from './find.ts'
import { findOpenStocktake, knownFacts, overlapping, refusePosted } from './stocktakes.ts'

const CountLine = strictObject({
  productId: Id,
  sheet: Type.Optional(Name),
  round: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_ROUND })),
  quantity: QuantityOrZero,
  mode: Type.Optional(oneOf(['set', 'add'] as const)),
  countedAt: Type.Optional(Moment),
})

/**
 * POST /stocktakes/{stocktakeId}/counts. Refuses: NOT_FOUND, INVALID_TRANSITION (not being counted, or the line is
 * posted), NOT_STOCKED, OUT_OF_SCOPE, OVERLAPPING, VALIDATION_FAILED (a time outside the stocktake, too many counts of
 * one product). Source: S-STOCKTAKE-4, S-STOCKTAKE-5, S-STOCKTAKE-6.
 */
export const countGoods = defineCommand({
  name: 'countGoods',
  method: 'POST',
  path: '/api/v1/stocktakes/:stocktakeId/counts',
  may: 'storekeepers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION', 'NOT_STOCKED', 'OUT_OF_SCOPE', 'OVERLAPPING'],
  summary: 'Count goods',
  description:
    'Up to 1,000 counts at once. The sheets of a product add up; within a sheet the newest `set` replaces what was there, and `add` adds to it. Without `sheet`, the sheet is that of the caller. A higher `round` replaces the lower ones. 0 means that the product was counted and nothing was found; a product without a count was not counted. Send `countedAt` only for a count that could not be sent at once; it is then compared with the quantity in the books at that moment.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.counted',
  body: strictObject({ lines: list(CountLine, { minItems: 1 }) }),
  result: STOCKTAKE.record,
  example: { lines: [{ productId: '…', sheet: 'Стеллаж 4', quantity: 9 }] },
  facts(books, { params, body }): readonly Prefetch[] {
    return knownFacts(books, params.stocktakeId!, ({ warehouseId }) => {
      const stocktakeIds = openStocktakesAt(books, warehouseId).map(({ id }) => id)
      const asked = body.lines.map(({ productId, countedAt }) => ({ productId, since: countedAt ?? null }))
      return [{ fact: 'stocktakeLines', stocktakeIds, warehouseId, asked }]
    })
  },
  decide(books, { params, body, facts }, { now, revision, actor, newId }) {
    const stocktake = findOpenStocktake(books, params.stocktakeId!, facts)
    if (stocktake.status === 'review') throw inReview(stocktake)
    const check = checkerOf(books, stocktake, facts)
    const own = (facts.stocktakeLines ?? []).filter(({ stocktakeId }) => stocktakeId === stocktake.id)
    const before = new Map(own.map((line) => [line.productId, line]))
    const after = new Map<string, StocktakeLine>()
    for (const [position, { productId, countedAt, ...given }] of body.lines.entries()) {
      check(stocked(findProduct(books, productId)))
      const known = after.get(productId) ?? before.get(productId)
      if (known !== undefined) refusePosted(known)
      if (countedAt !== undefined) checkMoment(stocktake, { countedAt, now, path: `/lines/${position}/countedAt` })
      const onHand = stockOf(books, productId, stocktake.warehouseId).onHand ?? ZERO_MILLI
      const counted = {
        sheet: given.sheet ?? actor.name,
        round: given.round,
        quantity: given.quantity,
        mode: given.mode ?? 'set',
        onHand: subtractMilli(onHand, facts.grownSince?.[position] ?? ZERO_MILLI),
        at: countedAt === undefined ? { at: now, revision } : { at: countedAt, revision: null },
        countedBy: actor.name,
      } as const
      const line = known ?? blankLine(stocktake, { id: newId(), productId, revision })
      after.set(productId, withCount(line, counted, `/lines/${position}`))
    }
    const changed = [...after].filter(([productId, line]) => line !== before.get(productId))
    const kept = withoutMisSortsOf(stocktake, new Set(changed.map(([productId]) => productId)))
    const counted = kept === stocktake ? stocktake : { ...kept, updatedAt: now, revision }
    return {
      result: { kind: 'stocktakes', record: counted },
      changes: [
        ...(counted === stocktake ? [] : [put('stocktakes', counted, stocktake)]),
        ...changed.map(([productId, line]) =>
          put('stocktakeLines', { ...line, revision }, before.get(productId) ?? null),
        ),
      ],
      logged: countedLog(books, stocktake, body.lines),
    }
  },
})

/** Makes the refusal for a count that arrives while the stocktake is in review. */
function inReview({ id, status }: Stocktake): Refusal {
  return new Refusal('INVALID_TRANSITION', 'The stocktake is in review. Send it back to counting to count on.', {
    figures: { reason: 'status', entity: 'stocktake', id, from: status, to: 'counting', allowed: ['counting'] },
  })
}

/** Returns a function that checks a counted product. The check refuses OUT_OF_SCOPE and OVERLAPPING. */
function checkerOf(books: Books, stocktake: Stocktake, { stocktakeLines = [] }: Prefetched): (one: Product) => void {
  const isCovered = coverOf(stocktake)
  const others = openStocktakesAt(books, stocktake.warehouseId)
    .filter(({ id }) => id !== stocktake.id)
    .map((other) => ({ other, covers: coverOf(other) }))
  const elsewhere = new Set(stocktakeLines.map(({ stocktakeId, productId }) => `${stocktakeId} ${productId}`))
  return (product) => {
    if (!isCovered(product))
      throw new Refusal('OUT_OF_SCOPE', `Stocktake ${stocktake.number} does not count "${product.name}".`, {
        figures: {
          stocktakeId: stocktake.id,
          number: stocktake.number,
          productId: product.id,
          product: product.name,
        },
      })
    for (const { other, covers } of others)
      if (covers(product) || elsewhere.has(`${other.id} ${product.id}`)) throw overlapping(other, product)
  }
}

interface GivenMoment {
  readonly countedAt: string
  readonly now: string
  readonly path: string
}

/** Refuses VALIDATION_FAILED for a time before the stocktake was started, or in the future. */
function checkMoment({ startedAt }: Stocktake, { countedAt, now, path }: GivenMoment): void {
  if (countedAt < startedAt) throw invalid(path, 'must not be before the stocktake was started', 'NOT_VALID')
  if (countedAt > now) throw invalid(path, 'must not be in the future', 'NOT_VALID')
}

function countedLog(books: Books, { number }: Stocktake, lines: readonly { productId: string }[]): Logged {
  const product = findProduct(books, lines[0]!.productId).name
  if (lines.length === 1) return log('stocktake.counted', { how: 'one', number, product })
  return log('stocktake.counted', { how: 'several', number, product, others: lines.length - 1 })
}
