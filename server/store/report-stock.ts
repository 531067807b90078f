/**
 * What was in stock at a moment, worked back from what is there now: a lot's remainder then is its remainder now and all that was
 * drawn of it since, less what was put back. Ids carry their time (docs/decisions/0009), so an id stands for a moment.
 */

/** Movements of this company that put goods back into the lots they were drawn from: cancelled returns to a supplier. */
const PUT_BACK = `select id from movements where company_id = $1 and type = 'reversal' and direction = 1`

/** What one condition more asks of a lot; `$n` are the statement's parameters. */
export interface LotFilter {
  readonly warehouse?: string
  readonly product?: string
}

/**
 * SQL of a sub-query: the lots that there were at one or two moments, with what was left of each.
 * @param edges parameters (`$2`) that hold the moments as ids, ascending. What happened before a moment counts.
 * @returns columns product_id, warehouse_id, unit_cost_minor and, for each edge, left_0, left_1.
 */
export function lotsAt(edges: readonly string[], filter: LotFilter = {}): string {
  const first = edges[0]!
  const last = edges.at(-1)!
  const sums = edges.map((edge, at) => {
    const later = edge === first ? '' : ` filter (where movement_id >= ${edge})`
    return `sum(case when movement_id in (${PUT_BACK}) then -quantity_milli else quantity_milli end)${later} as drawn_${at}`
  })
  const left = edges.map((edge, at) => {
    const there = `l.remaining_milli + coalesce(d.drawn_${at}, 0)::bigint`
    return `${edge === last ? there : `case when l.id < ${edge} then ${there} else 0 end`} as left_${at}`
  })
  // What was drawn between the edges of a lot that came between them changes neither of its remainders.
  const since =
    first === last
      ? `movement_id >= ${first}`
      : `(movement_id >= ${last} or (lot_id < ${first} and movement_id >= ${first}))`
  const ofLots = [
    ...(filter.product === undefined ? [] : [`product_id = ${filter.product}`]),
    ...(filter.warehouse === undefined ? [] : [`warehouse_id = ${filter.warehouse}`]),
  ]
  const lotIds = `array(select id from lots where company_id = $1 and product_id = ${filter.product})`
  return `
    select l.product_id, l.warehouse_id, l.unit_cost_minor, ${left.join(', ')}
      from lots l
      left join (select lot_id, ${sums.join(', ')}
                   from movement_lots
                  where company_id = $1 and lot_id < ${last} and ${since}
                        ${filter.product === undefined ? '' : `and lot_id = any(${lotIds})`}
                  group by lot_id) as d on d.lot_id = l.id
     where ${['l.company_id = $1', `l.id < ${last}`, ...ofLots.map((one) => `l.${one}`)].join(' and ')}`
}

/** SQL: quantity × price in kopecks, rounded half up, as `amountOf` in domain/quantity.ts. Exact: a lot's worth is below 10^14. */
export function amountSql(quantity: string, price: string): string {
  return `((${quantity}) * ${price} + 500) / 1000`
}

export type StockGrouping = 'product-warehouse' | 'product' | 'warehouse'

const KEYS: Record<StockGrouping, string> = {
  'product-warehouse': 'product_id, warehouse_id',
  product: 'product_id',
  warehouse: 'warehouse_id',
}

/** Quantity and value at the moment `$2` by product, warehouse or both; what was not there has no row. `$1` is the company. */
export function stockAtSql(grouping: StockGrouping, filter: LotFilter): string {
  return `
    select ${KEYS[grouping]}, sum(left_0) as quantity, sum(${amountSql('left_0', 'unit_cost_minor')}) as value
      from (${lotsAt(['$2'], filter)}) as lots
     where left_0 <> 0
     group by ${KEYS[grouping]}`
}
