/** The report of what was written off and what stocktakes found, by reason or product. */
import { defineReport, type PlaceOf } from '../sections/reports/spec.ts'

/** Links to the write-offs and surpluses of a row. */
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
