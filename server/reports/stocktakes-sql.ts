/** The SQL of the reports about stocktakes. Source: docs/decisions/0066. */
import { newestLotSql } from '../store/prefetch.ts'
import { absentGoods, IS_DISTURBED } from '../store/stocktakes.ts'
import { amountSql, type LotFilter } from './stock-sql.ts'

/**
 * The condition that selects a stocktake `s` for the report: the requested stocktake or, if none was requested, all
 * unfinished ones.
 */
const ASKED = `case when $2::uuid is null then s.status in ('counting', 'review') else s.id = $2 end`

/** An SQL expression for the unit cost of the newest lot of the product in line `c` of stocktake `t`. */
const NEWEST_COST = `(select newest.unit_cost_minor from (${newestLotSql('c.product_id', 't.warehouse_id')}) as newest)`

/**
 * An SQL expression for the cost of the shortage in line `c` of stocktake `t`, taken from the oldest lots. It is null
 * if the stock is less than the shortage.
 */
const DRAWN_COST = `(
  select case when sum(taken) = -c.difference_milli then sum(${amountSql('taken', 'unit_cost_minor')})::bigint end
    from (select o.unit_cost_minor,
                 least(o.remaining_milli, greatest(0, -c.difference_milli - coalesce(
                   sum(o.remaining_milli) over (order by o.received_at, o.id rows between unbounded preceding and 1 preceding), 0)))::bigint as taken
            from lots o
           where o.company_id = $1 and o.product_id = c.product_id and o.warehouse_id = t.warehouse_id and o.is_open) as drawn)`

/**
 * SQL: the mis-sorts of the stocktakes that were asked for, with `before`, the part of the shortage that earlier
 * mis-sorts take. `cost` is the cost that moved; before posting, that of the goods that posting now would draw, or null
 * if there is less than the shortage.
 */
export const MIS_SORTS = `
  select pair.stocktake_id, pair.short_id, pair.over_id, pair.quantity, pair.position,
         coalesce(pair.cost, (
           select case when sum(taken) = pair.quantity then sum(${amountSql('taken', 'unit_cost_minor')})::bigint end
             from (select o.unit_cost_minor,
                          greatest(0, least(upto, pair.before + pair.quantity) - greatest(upto - o.remaining_milli, pair.before))::bigint as taken
                     from (select lots.*, sum(remaining_milli) over (order by received_at, id) as upto
                             from lots
                            where company_id = $1 and product_id = pair.short_id and warehouse_id = pair.warehouse_id and is_open) as o) as drawn)) as cost
    from (select s.id as stocktake_id, s.warehouse_id, e."shortProductId" as short_id, e."overProductId" as over_id, e.position,
                 milli(e.quantity) as quantity, minor(e.cost) as cost,
                 (sum(milli(e.quantity)) over (partition by s.id, e."shortProductId" order by e.position) - milli(e.quantity))::bigint as before
            from stocktakes s
           cross join rows from (json_to_recordset(s.record::json -> 'misSorts')
                                   as ("shortProductId" uuid, "overProductId" uuid, quantity numeric, cost numeric))
                 with ordinality as e ("shortProductId", "overProductId", quantity, cost, position)
           where s.company_id = $1 and ${ASKED}) as pair`

/**
 * SQL: the cost of the surplus in line `c` before posting: that of the part that is netted, and of the rest at the cost
 * of a surplus.
 */
const SURPLUS_COST = `(
  coalesce(n.cost, case when n.quantity is null then 0 end)
  + case when c.difference_milli = coalesce(n.quantity, 0) then 0
         else ${amountSql('c.difference_milli - coalesce(n.quantity, 0)', `coalesce(${NEWEST_COST}, p.cost_minor)`)} end)`

/**
 * Selects, for stocktake `$2` or else for all unfinished stocktakes, what was counted of each product and what will be
 * written off because nobody counted it. `$3`: whether the caller may see costs; others do not get the book quantity of
 * a blind stocktake. The cost of a difference is that of its movement. Before posting, it is the cost that posting now
 * would give, or null if unknown.
 */
export const STOCKTAKE_LINES = `
  with stocktake as (
    select s.id, s.number, s.warehouse_id, $3::boolean or not b.blind as is_seen
      from stocktakes s cross join json_to_record(s.record::json) as b (blind boolean)
     where s.company_id = $1 and ${ASKED}),
  lines as (
    select l.stocktake_id, l.product_id, l.counted_milli, l.expected_milli, l.difference_milli, l.counted_at, l.movement_id,
           l.window_to_revision,
           case when l.reversal_id is not null then 'reversed'
                when l.movement_id is not null then 'posted'
                when l.counted_milli is null then 'recount'
                when not ${IS_DISTURBED} then 'counted'
                when l.accepted then 'accepted'
                else 'disturbed' end as state
      from stocktake_lines l
     where l.company_id = $1 and l.stocktake_id in (select id from stocktake)
    union all
    select stocktake_id, product_id, null, on_hand_milli, -on_hand_milli, null, null, null, 'not_counted'
      from (${absentGoods(ASKED)}) as absent),
  netted as (
    select stocktake_id, over_id, sum(quantity)::bigint as quantity, case when count(*) = count(cost) then sum(cost)::bigint end as cost
      from (${MIS_SORTS}) as m group by 1, 2)
  select c.stocktake_id, t.number, t.warehouse_id, t.is_seen, c.product_id, p.name, c.state, c.counted_milli as "counted", c.counted_at,
         c.window_to_revision, c.expected_milli, c.movement_id,
         case when t.is_seen then c.expected_milli end as "expected",
         case when t.is_seen then c.difference_milli end as "difference",
         case when t.is_seen then greatest(c.difference_milli, 0) end as "surplus",
         case when t.is_seen then greatest(-c.difference_milli, 0) end as "shortage",
         case when c.difference_milli <= 0 then 0 when m.id is not null then m.cost_minor
              else ${SURPLUS_COST} end as "surplusCost",
         case when c.difference_milli >= 0 then 0 when m.id is not null then m.cost_minor else ${DRAWN_COST} end as "shortageCost"
    from lines c
    join stocktake t on t.id = c.stocktake_id
    join products p on p.company_id = $1 and p.id = c.product_id
    left join movements m on m.company_id = $1 and m.id = c.movement_id
    left join netted n on n.stocktake_id = c.stocktake_id and n.over_id = c.product_id
   where t.is_seen or c.state <> 'not_counted'`

/**
 * Selects when a posted stocktake last counted each product, by warehouse. Includes products with stock that were never
 * counted.
 */
export function lastCountedSql({ warehouse, product }: LotFilter): string {
  const conditions = [
    ...(warehouse === undefined ? [] : [`s.warehouse_id = ${warehouse}`]),
    ...(product === undefined ? [] : [`s.product_id = ${product}`]),
  ]
  return `
    select s.product_id, s.warehouse_id, s.on_hand_milli as quantity, l.counted_at
      from stock s
      left join lateral (
        select max(c.counted_at) as counted_at
          from stocktake_lines c join stocktakes t on t.company_id = $1 and t.id = c.stocktake_id and t.status = 'posted'
         where c.company_id = $1 and c.product_id = s.product_id and c.warehouse_id = s.warehouse_id) as l on true
     where ${['s.company_id = $1', ...conditions, '(s.on_hand_milli > 0 or l.counted_at is not null)'].join(' and ')}`
}

/**
 * Sums write-offs and surpluses, by reason or by product, from `$2` up to but not including `$3` (times as ids),
 * without those that were reversed.
 */
export function shrinkageSql(grouping: 'reason' | 'product', { warehouse, product }: LotFilter): string {
  const key = grouping === 'reason' ? `record::json ->> 'reason'` : 'product_id'
  const conditions = [
    ...(warehouse === undefined ? [] : [`warehouse_id = ${warehouse}`]),
    ...(product === undefined ? [] : [`product_id = ${product}`]),
  ]
  const sign = `case when type = 'reversal' then -1 else 1 end`
  const isLost = `type = 'writeoff' or (type = 'reversal' and direction = 1)`
  const sums = ['good_milli', 'cost_minor'].map(
    (figure) => `coalesce(sum(${sign} * ${figure}) filter (where ${isLost}), 0)::bigint as lost_${figure},
           coalesce(sum(${sign} * ${figure}) filter (where not (${isLost})), 0)::bigint as found_${figure}`,
  )
  return `
    select ${key} as ${grouping === 'reason' ? 'reason' : 'product_id'}, count(*) filter (where type <> 'reversal') as movements,
           ${sums.join(', ')}
      from movements
     where ${[
       'company_id = $1 and id >= $2 and id < $3',
       `(type in ('writeoff', 'surplus') or (type = 'reversal' and stocktake_id is not null)
         or (type = 'reversal' and direction = 1 and return_id is not null))`,
       ...conditions,
     ].join(' and ')}
     group by 1`
}
