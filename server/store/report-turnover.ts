/** What came, what went and what stayed between two moments, by product. */
import { amountSql, type LotFilter, lotsAt } from './report-stock.ts'

/** The columns of the turnover, in their order: what came in, then what went out. */
export const FLOWS = {
  receipt: 'in',
  transferIn: 'in',
  reversalIn: 'in',
  shipment: 'out',
  writeoff: 'out',
  return: 'out',
  transferOut: 'out',
  reversalOut: 'out',
} as const satisfies Record<string, 'in' | 'out'>

export type Flow = keyof typeof FLOWS
const FLOW_NAMES = Object.keys(FLOWS) as Flow[]

const FLOW = `case when type = 'transfer' then case when is_here then 'transferOut' else 'transferIn' end
                    when type = 'reversal' then case when direction > 0 then 'reversalIn' else 'reversalOut' end
                    else type end`

/**
 * The rows of the turnover from `$2` up to before `$3` (moments as ids): opening and closing quantity and value, and each flow's
 * quantity and cost. Between warehouses nothing comes or goes unless one warehouse is looked at.
 */
export function turnoverSql(filter: LotFilter): string {
  const { warehouse, product } = filter
  const ofMovements = [
    'company_id = $1 and id >= $2 and id < $3',
    ...(product === undefined ? [] : [`product_id = ${product}`]),
    ...(warehouse === undefined
      ? [`type <> 'transfer'`]
      : [`(warehouse_id = ${warehouse} or to_warehouse_id = ${warehouse})`]),
  ]
  const side = warehouse === undefined ? 'true' : `warehouse_id = ${warehouse}`
  const sums = FLOW_NAMES.flatMap((flow) => [
    `coalesce(sum(quantity) filter (where flow = '${flow}'), 0) as "${flow}Quantity"`,
    `coalesce(sum(cost) filter (where flow = '${flow}'), 0) as "${flow}Cost"`,
  ])
  return `
    with moved as (
      select product_id, type, direction, ${side} as is_here, sum(good_milli) as quantity, sum(cost_minor) as cost
        from movements
       where ${ofMovements.join(' and ')}
       group by 1, 2, 3, 4),
    named as (select product_id, ${FLOW} as flow, quantity, cost from moved),
    flows as (select product_id, ${sums.join(', ')} from named group by product_id),
    stayed as (
      select product_id,
             sum(left_0) as "openingQuantity", sum(${amountSql('left_0', 'unit_cost_minor')}) as "openingCost",
             sum(left_1) as "closingQuantity", sum(${amountSql('left_1', 'unit_cost_minor')}) as "closingCost"
        from (${lotsAt(['$2', '$3'], filter)}) as lots
       where left_0 <> 0 or left_1 <> 0
       group by product_id)
    select *, "closingCost" - "openingCost" - (${balanceOf('Cost')}) as rounding
      from (select product_id, ${[...stayedColumns(), ...flowColumns()].map((name) => `coalesce("${name}", 0) as "${name}"`).join(', ')}
              from stayed full join flows using (product_id)) as t`
}

const stayedColumns = () => ['openingQuantity', 'openingCost', 'closingQuantity', 'closingCost']
const flowColumns = () => FLOW_NAMES.flatMap((flow) => [`${flow}Quantity`, `${flow}Cost`])

/** SQL: all that came in less all that went out. */
function balanceOf(what: 'Quantity' | 'Cost'): string {
  return FLOW_NAMES.map((flow) => `${FLOWS[flow] === 'in' ? '+' : '-'} "${flow}${what}"`).join(' ')
}
