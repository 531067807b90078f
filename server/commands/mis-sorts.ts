import { formatMilli, type Milli, subtractMilli, ZERO_MILLI } from '../../amounts/quantity.ts'
import { unitName } from '../../spellings/units.ts'
import { log } from '../domain/audit-log.ts'
import { STOCKTAKE } from '../domain/fields/stocktakes.ts'
import type { MisSort } from '../domain/mis-sorts.ts'
import { type Product, put, type Stocktake, type StocktakeLine } from '../domain/records.ts'
import { invalid } from '../domain/refusals.ts'
import { Id, list, Quantity, strictObject } from '../domain/schema.ts'
import { defineCommand } from './define.ts'
import { findProduct } from './find.ts'
import { chosenFacts, chosenLines, findOpenStocktake } from './stocktakes.ts'

const MisSortLine = strictObject({ shortProductId: Id, overProductId: Id, quantity: Quantity })

/** The maximum number of mis-sorts of a stocktake. It is limited because one command posts all their products. */
const MOST = 100

/**
 * PUT /stocktakes/{stocktakeId}/mis-sorts. Refuses: NOT_FOUND (the stocktake, or a product without counts),
 * INVALID_TRANSITION (a finished stocktake, or a posted line), VALIDATION_FAILED (too many, a product netted against
 * itself, different units, more than is short or over). Source: S-STOCKTAKE-18.
 */
export const setMisSorts = defineCommand({
  name: 'setMisSorts',
  method: 'PUT',
  path: '/api/v1/stocktakes/:stocktakeId/mis-sorts',
  may: 'managers',
  refusals: ['NOT_FOUND', 'INVALID_TRANSITION'],
  summary: 'Net shortages against surpluses',
  description:
    'Replaces the mis-sorts of the stocktake: shortages of one product that are netted against surpluses of another, because the two were mixed up. An empty list removes them all. When the stocktake is posted, the netted part of a surplus gets the cost of the goods that were missing, so that no value is lost or gained. If a product is counted again, its mis-sorts are removed.',
  tag: 'Stocktakes',
  entity: 'stocktake',
  action: 'stocktake.netted',
  body: strictObject({ misSorts: list(MisSortLine) }),
  result: STOCKTAKE.record,
  example: { misSorts: [{ shortProductId: '…', overProductId: '…', quantity: 2 }] },
  facts: (books, { params, body }) => chosenFacts(books, params.stocktakeId!, body.misSorts.flatMap(productsOf)),
  decide(books, { params, body: { misSorts }, facts }, { now, revision }) {
    const before = findOpenStocktake(books, params.stocktakeId!, facts)
    const lines = chosenLines(before, misSorts.flatMap(productsOf), facts)
    if (misSorts.length > MOST)
      throw invalid('/misSorts', `must be at most ${MOST}`, { code: 'AT_MOST', figures: { most: MOST } })
    const left = leftOf(lines)
    for (const [position, one] of misSorts.entries()) {
      const path = `/misSorts/${position}`
      checkPair(findProduct(books, one.shortProductId), findProduct(books, one.overProductId), path)
      take(left.short, { productId: one.shortProductId, quantity: one.quantity, path })
      take(left.over, { productId: one.overProductId, quantity: one.quantity, path })
    }
    const stocktake: Stocktake = { ...before, misSorts, updatedAt: now, revision }
    return {
      result: { kind: 'stocktakes', record: stocktake },
      changes: [put('stocktakes', stocktake, before)],
      logged: log('stocktake.netted', { number: before.number, pairs: misSorts.length }),
    }
  },
})

const productsOf = ({ shortProductId, overProductId }: MisSort): readonly string[] => [shortProductId, overProductId]

/** Refuses VALIDATION_FAILED for products that cannot be netted against each other. */
function checkPair(short: Product, over: Product, path: string): void {
  if (short.id === over.id) throw invalid(`${path}/overProductId`, 'must be another product', 'NOT_VALID')
  if (unitOf(short) !== unitOf(over))
    throw invalid(`${path}/overProductId`, 'must be a product with the same unit of measure', 'NOT_VALID')
}

const unitOf = ({ uom }: Product) => (uom === null ? null : unitName(uom))

/** Returns the shortage and the surplus of each product. */
function leftOf(lines: readonly StocktakeLine[]): Record<'short' | 'over', Map<string, Milli>> {
  const of = (sign: 1 | -1) =>
    new Map(lines.map(({ productId, difference }) => [productId, Math.max(0, sign * (difference ?? 0)) as Milli]))
  return { short: of(-1), over: of(1) }
}

interface Taken {
  readonly productId: string
  readonly quantity: Milli
  readonly path: string
}

/** Takes a netted quantity from what is left. Refuses VALIDATION_FAILED if less is left. */
function take(left: Map<string, Milli>, { productId, quantity, path }: Taken): void {
  const most = left.get(productId) ?? ZERO_MILLI
  if (quantity > most)
    throw invalid(`${path}/quantity`, `must be at most ${formatMilli(most)}, which is left of the difference`, {
      code: 'AT_MOST',
      figures: { most: Number(formatMilli(most)) },
    })
  left.set(productId, subtractMilli(most, quantity))
}
