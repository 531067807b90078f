/**
 * Computes the stock at a point in time, backwards from the current stock. The quantity left in a lot at that time is
 * the quantity left now, plus the quantities taken from the lot since, minus the quantities put back. Ids contain their
 * time (docs/decisions/0009), so an id represents a point in time.
 */

/**
 * Selects the company's movements that put goods back into the lots they came from: customer returns, and cancelled
 * movements that had taken goods.
 */
const PUT_BACK = `select id from movements where company_id = $1 and type = 'reversal' and direction = 1
                  union all select id from movements where company_id = $1 and type = 'customer_return'`
/**
 * An SQL expression over `movement_lots`: the quantity that a movement took from a lot, negative if it was put back.
 * Valid only for movements after the lot was created, because a receipt refers to its lot in the same way as a movement
 * that takes goods.
 */
export const DRAWN = `case when movement_id in (${PUT_BACK}) then -quantity_milli else quantity_milli end`

/** Filters on lots. Each value is a parameter `$n` of the statement. */
export interface LotFilter {
  readonly warehouse?: string
  readonly product?: string
}

/**
 * The points in time that a report covers: the parameters (`$2`, …) that contain them as ids, in ascending order. Each
 * includes all events before it.
 */
export interface Edges {
  readonly ids: readonly string[]
  /**
   * True when nothing happened after the last of these points in time, so that the lots at that time are the same as
   * now.
   */
  readonly isUntilNow: boolean
}

/**
 * Makes the SQL sub-query for the lots that existed at one or two moments, with the quantities that were left in them.
 * @returns columns lot_id, product_id, warehouse_id, unit_cost_minor and, for each moment, left_0, left_1; some rows
 * may be zero.
 */
export function lotsAt({ ids, isUntilNow }: Edges, filter: LotFilter = {}): string {
  const first = ids[0]!
  const last = ids.at(-1)!
  const ofLots = ['l.company_id = $1', `l.id < ${last}`]
  if (filter.product !== undefined) ofLots.push(`l.product_id = ${filter.product}`)
  if (filter.warehouse !== undefined) ofLots.push(`l.warehouse_id = ${filter.warehouse}`)
  if (isUntilNow && first === last)
    return `select l.id as lot_id, l.product_id, l.warehouse_id, l.unit_cost_minor, l.remaining_milli as left_0
              from lots l where ${ofLots.join(' and ')} and l.is_open`
  // Nothing can have happened after the present, so there is no need to search for later movements.
  const isDrawnAfter = ids.map((id) => !(isUntilNow && id === last))
  const sums = ids.flatMap((id, at) => {
    const later = id === first ? '' : ` filter (where movement_id >= ${id})`
    return isDrawnAfter[at]! ? [`sum_bigint(${DRAWN})${later} as drawn_${at}`] : []
  })
  const left = ids.map((id, at) => {
    const there = `l.remaining_milli${isDrawnAfter[at]! ? ` + coalesce(d.drawn_${at}, 0)` : ''}`
    return `${id === last ? there : `case when l.id < ${id} then ${there} else 0 end`} as left_${at}`
  })
  // `offset 0` makes PostgreSQL compute a lot's remaining quantity once, instead of in each place that uses it.
  return `
    select l.id as lot_id, l.product_id, l.warehouse_id, l.unit_cost_minor, ${left.join(', ')}
      from lots l
      left join (select lot_id, ${sums.join(', ')}
                   from movement_lots
                  where company_id = $1 and ${drawnSince({ ids, isUntilNow })}
                        ${filter.product === undefined ? '' : `and lot_id = any(${lotIdsOf(filter.product)})`}
                  group by lot_id) as d on d.lot_id = l.id
     where ${ofLots.join(' and ')} and (l.is_open or d.lot_id is not null)
    offset 0`
}

/**
 * Builds the condition for the movements whose quantities are added back to a lot. When a lot arrived between the two
 * points in time, movements between them change neither of its two results, so they are skipped.
 */
function drawnSince({ ids, isUntilNow }: Edges): string {
  const [first, last] = [ids[0]!, ids.at(-1)!]
  if (first === last || isUntilNow) return `lot_id < ${first} and movement_id >= ${first}`
  // The index handles the first two conditions; the rest is checked only for the rows that it returns.
  return `lot_id < ${last} and movement_id >= ${first} and (movement_id >= ${last} or lot_id < ${first})`
}

const lotIdsOf = (product: string) => `array(select id from lots where company_id = $1 and product_id = ${product})`

/**
 * Builds an SQL expression for quantity × price in kopecks, rounded half up, as `amountOf` in amounts/quantity.ts does.
 * The result is exact, because a lot's value is below 10^14.
 */
export function amountSql(quantity: string, price: string): string {
  return `((${quantity}) * ${price} + 500) / 1000`
}

export type StockGrouping = 'product-warehouse' | 'product' | 'warehouse' | 'lot'

const KEYS: Record<StockGrouping, string> = {
  'product-warehouse': 'product_id, warehouse_id',
  product: 'product_id',
  warehouse: 'warehouse_id',
  lot: 'lot_id, product_id, warehouse_id, unit_cost_minor',
}

/**
 * Computes quantity and value at the time `$2` by product, by warehouse, by both, or by lot. A group without stock has
 * no row. `$1` is the company.
 */
export function stockAtSql(grouping: StockGrouping, filter: LotFilter, isNow: boolean): string {
  return `
    select ${KEYS[grouping]}, sum_bigint(left_0) as quantity,
           sum_bigint(${amountSql('left_0', 'unit_cost_minor')}) as value
      from (${lotsAt({ ids: ['$2'], isUntilNow: isNow }, filter)}) as lots
     where left_0 <> 0
     group by ${KEYS[grouping]}`
}

/** Builds the SQL for the current quantities by product and warehouse, which need no summing. */
export function stockNowSql({ product, warehouse }: LotFilter): string {
  return `
    select product_id, warehouse_id, on_hand_milli as quantity
      from stock
     where company_id = $1 and on_hand_milli > 0
           ${product === undefined ? '' : `and product_id = ${product}`}
           ${warehouse === undefined ? '' : `and warehouse_id = ${warehouse}`}`
}
