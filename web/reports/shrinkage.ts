/**
 * The report of lost goods: what was written off and what stocktakes found missing or surplus, by reason or by product.
 */
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** Links a row of the report to the write-offs and surpluses that the row adds up. */
const movementsOf =
  (sum?: string): PlaceOf =>
  ({ productId, reason }, { product, warehouse, from, to }) => ({
    to: '/stock',
    search: {
      view: 'movements',
      type: 'lost',
      product: productId === undefined ? product : String(productId),
      ...(reason != null && { reason: String(reason) }),
      ...{ warehouse, from, to },
    },
    ...(sum !== undefined && { sum }),
  })

export const shrinkage = defineReport({
  name: 'shrinkage',
  empty: { ru: 'За этот период ничего не списано', en: 'Nothing was written off in this period' },
  columns: ({ groupBy }) => [
    { name: groupBy === 'product' ? 'product' : 'reason' },
    { name: 'movements', from: 640, opens: movementsOf('count') },
    { name: 'lost' },
    { name: 'lostCost', from: 520 },
    { name: 'found', from: 800 },
    { name: 'foundCost', from: 900 },
  ],
  opens: movementsOf(),
})
