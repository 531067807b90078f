/** The turnover report: incoming, outgoing and remaining goods over a period, by product. */
import { amountSql, type LotFilter, lotsAt } from './stock-sql.ts'

/** The columns of the turnover, in order: first incoming goods, then outgoing goods. */
export const FLOWS = {
  receipt: 'in',
  transferIn: 'in',
  reversalIn: 'in',
  surplus: 'in',
  customerReturn: 'in',
  shipment: 'out',
  writeoff: 'out',
  return: 'out',
  transferOut: 'out',
  reversalOut: 'out',
} as const satisfies Record<string, 'in' | 'out'>

export type Flow = keyof typeof FLOWS
const FLOW_NAMES = Object.keys(FLOWS) as Flow[]

/**
 * Builds an SQL expression for the position of a movement's flow in FLOW_NAMES. Grouping by number takes half as long
 * as grouping by name.
 */
function flowSql(isHere: string): string {
  const at = (flow: Flow) => FLOW_NAMES.indexOf(flow)
  return `case type when 'shipment' then ${at('shipment')} when 'receipt' then ${at('receipt')}
                    when 'writeoff' then ${at('writeoff')} when 'return' then ${at('return')} when 'surplus' then ${at('surplus')}
                    when 'customer_return' then ${at('customerReturn')}
                    when 'transfer' then case when ${isHere} then ${at('transferOut')} else ${at('transferIn')} end
                    else case when direction > 0 then ${at('reversalIn')} else ${at('reversalOut')} end end`
}

/**
 * Consecutive years with stored totals. The fields are the statement's parameters for the beginning of the first year
 * and the end of the last year (as ids), and for the first and last year.
 */
export interface KeptYears {
  readonly starts: string
  readonly ends: string
  readonly first: string
  readonly last: string
}

/**
 * Builds the SQL for the movements from `$2` up to but not including `$3`: each movement with its product, flow,
 * quantity and cost, but only the totals for years whose totals are stored.
 */
function movedSql({ warehouse, product }: LotFilter, years: KeptYears | null): string {
  const flow = flowSql(warehouse === undefined ? 'true' : `warehouse_id = ${warehouse}`)
  const conditions = [
    ...(product === undefined ? [] : [`product_id = ${product}`]),
    ...(warehouse === undefined
      ? [`type <> 'transfer'`]
      : [`(warehouse_id = ${warehouse} or to_warehouse_id = ${warehouse})`]),
  ]
  const select = (table: string, range: string) =>
    `select product_id, ${flow} as flow, good_milli, cost_minor
       from ${table} where ${['company_id = $1', range, ...conditions].join(' and ')}`
  const between = (from: string, before: string) => select('movements', `id >= ${from} and id < ${before}`)
  if (years === null) return between('$2', '$3')
  const { starts, ends, first, last } = years
  return [
    between('$2', starts),
    select('turnover_totals', `year between ${first} and ${last}`),
    between(ends, '$3'),
  ].join(' union all ')
}

/**
 * Computes the rows of the turnover from `$2` up to but not including `$3` (moments as ids):
 * opening and closing quantity and value, and each flow's quantity and cost. Transfers between
 * warehouses count only when one warehouse is selected.
 * @param years the years within the period with stored totals; only for the whole company, since
 * totals are not stored by warehouse.
 */
export function turnoverSql(filter: LotFilter, isUntilNow: boolean, years: KeptYears | null): string {
  const sums = FLOW_NAMES.flatMap((name, at) => [
    `sum_bigint(quantity) filter (where flow = ${at}) as "${name}Quantity"`,
    `sum_bigint(cost) filter (where flow = ${at}) as "${name}Cost"`,
  ])
  // Most lots were empty at one of the two points in time. The filter skips a lot at the point where it was empty, so
  // that no amount is computed for it.
  const stayed = ['opening', 'closing'].flatMap((name, at) => [
    `sum_bigint(left_${at}) as "${name}Quantity"`,
    `sum_bigint(${amountSql(`left_${at}`, 'unit_cost_minor')}) filter (where left_${at} <> 0) as "${name}Cost"`,
  ])
  const figures = [...stayedColumns(), ...flowColumns()].map((name) => `coalesce("${name}", 0) as "${name}"`)
  return `
    with moved as (
      select product_id, flow, sum_bigint(good_milli) as quantity, sum_bigint(cost_minor) as cost
        from (${movedSql(filter, years)}) as m
       group by 1, 2),
    flows as (select product_id, ${sums.join(', ')} from moved group by product_id),
    stayed as (
      select product_id, ${stayed.join(', ')}
        from (${lotsAt({ ids: ['$2', '$3'], isUntilNow }, filter)}) as lots
       where left_0 <> 0 or left_1 <> 0
       group by product_id)
    select *, "closingCost" - "openingCost" - (${balanceOf('Cost')}) as rounding
      from (select product_id, ${figures.join(', ')} from stayed full join flows using (product_id)) as t`
}

const stayedColumns = () => ['openingQuantity', 'openingCost', 'closingQuantity', 'closingCost']
const flowColumns = () => FLOW_NAMES.flatMap((flow) => [`${flow}Quantity`, `${flow}Cost`])

/** Builds an SQL expression for all incoming goods minus all outgoing goods, as quantity or as cost. */
function balanceOf(what: 'Quantity' | 'Cost'): string {
  return FLOW_NAMES.map((flow) => `${FLOWS[flow] === 'in' ? '+' : '-'} "${flow}${what}"`).join(' ')
}
