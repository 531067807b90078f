/** The SQL of the reports on what to count: again in a stocktake, and next in a warehouse. Source: docs/decisions/0066. */
import { IS_DISTURBED } from '../store/stocktakes.ts'
import { amountSql, type LotFilter } from './stock-sql.ts'

/**
 * SQL: the sum and the difference of each round of line `l`, computed as in `stocktaking.ts`. Rounds without counts are
 * left out.
 */
const ROUNDS = `
  select c.round, sum(milli(c.quantity))::bigint as counted,
         sum(milli(c.quantity))::bigint
           - (array_agg(milli(c.on_hand) order by (c.last ->> 'at')::timestamptz desc, c.position desc))[1] as difference
    from rows from (json_to_recordset(l.record::json -> 'counts') as (round integer, quantity numeric, "onHand" numeric, last json))
         with ordinality as c (round, quantity, on_hand, last, position)
   group by c.round`

/**
 * Selects the lines that must be counted again, of stocktake `$2` or, if that is null, of all unfinished stocktakes.
 * `$3`: whether the caller may see costs; if not, the figures of blind stocktakes are null. `round` in the result is
 * the round of the next count.
 */
export const STOCKTAKE_RECOUNTS = `
  with stocktake as (
    select s.id, s.number, s.warehouse_id, $3::boolean or not b.blind as is_seen
      from stocktakes s cross join json_to_record(s.record::json) as b (blind boolean)
     where s.company_id = $1 and s.status in ('counting', 'review') and ($2::uuid is null or s.id = $2)),
  lines as (
    select l.*, r.round, before.counted as counted_before, before.difference as difference_before,
           case when l.counted_milli is null then 'recount'
                when l.accepted then null
                when ${IS_DISTURBED} then 'disturbed'
                when before.round is not null and not before.agrees then 'differ' end as reason
      from stocktake_lines l
     cross join json_to_record(l.record::json) as r (round integer)
      left join lateral (
        select (array_agg(e.round order by e.round desc))[1] as round,
               (array_agg(e.counted order by e.round desc))[1] as counted,
               (array_agg(e.difference order by e.round desc))[1] as difference,
               bool_or(e.difference = l.difference_milli) as agrees
          from (${ROUNDS}) as e
         where e.round < r.round) as before on r.round > 1
     where l.company_id = $1 and l.movement_id is null and l.stocktake_id in (select id from stocktake))
  select c.product_id, p.name, c.stocktake_id, t.number, t.warehouse_id, c.reason,
         case when c.counted_milli is null then c.round else c.round + 1 end as "round", c.counted_at,
         case when t.is_seen then c.counted_milli end as "counted",
         case when t.is_seen then c.difference_milli end as "difference",
         case when t.is_seen then c.counted_before end as "countedBefore",
         case when t.is_seen then c.difference_before end as "differenceBefore"
    from lines c
    join stocktake t on t.id = c.stocktake_id
    join products p on p.company_id = $1 and p.id = c.product_id
   where c.reason is not null`

/** Goods of high turnover, or of high value, together make up this share of all movements, or of the total value. */
const HIGH_PERCENT = 80

/** SQL: whether a row is among the largest ones, which together make up 80 % of a figure in their warehouse. */
const isAmongFirst = (figure: string) => `(
  ${figure} > 0 and 100 * (sum(${figure}) over (partition by warehouse_id order by ${figure} desc, product_id) - ${figure})
                    < ${HIGH_PERCENT} * sum(${figure}) over (partition by warehouse_id))`

/**
 * Selects what to count next, by product and warehouse, with the reason. `$2`: movements count as turnover if their id
 * is not below this one. `$3`: goods last counted before this moment are counted too long ago. `$4`: goods that are
 * often wrong, valuable or often moved are selected if they were last counted before this moment. `$5`: counts since
 * this moment show how often the books were wrong. `$6`: whether the caller may see costs; if not, no goods are
 * selected for their value. `$7`: the moment of the report.
 */
export function countNextSql({ warehouse, product }: LotFilter): string {
  const narrowed = [
    ...(warehouse === undefined ? [] : [`g.warehouse_id = ${warehouse}`]),
    ...(product === undefined ? [] : [`g.product_id = ${product}`]),
  ]
  return `
    with open as materialized (
      select s.id, s.warehouse_id, (b.scope ->> 'all')::boolean as is_all, (b.scope ->> 'supplierId')::uuid as supplier_id,
             (b.scope ->> 'filterValueId')::uuid as value_id, b.scope -> 'productIds' as product_ids
        from stocktakes s cross join json_to_record(s.record::json) as b (scope json)
       where s.company_id = $1 and s.status in ('counting', 'review')),
    taken as (
      select o.warehouse_id, p.id as product_id
        from open o
        join products p on p.company_id = $1 and (o.is_all or p.preferred_supplier_id = o.supplier_id)
      union
      select o.warehouse_id, f.product_id
        from open o join product_filter_values f on f.company_id = $1 and f.value_id = o.value_id
      union
      select o.warehouse_id, chosen::uuid from open o cross join json_array_elements_text(o.product_ids) as chosen
      union
      select o.warehouse_id, l.product_id
        from open o join stocktake_lines l on l.company_id = $1 and l.stocktake_id = o.id),
    worth as (
      select product_id, warehouse_id, sum(${amountSql('remaining_milli', 'unit_cost_minor')})::bigint as value
        from lots where company_id = $1 and is_open group by 1, 2),
    moved as (
      select product_id, warehouse_id, count(*) as movements
        from (select product_id, warehouse_id from movements
               where company_id = $1 and id >= $2 and stocktake_id is null
              union all
              select product_id, to_warehouse_id from movements
               where company_id = $1 and id >= $2 and to_warehouse_id is not null) as m
       group by 1, 2),
    counted as (
      select c.product_id, c.warehouse_id, max(c.counted_at) as counted_at,
             count(*) filter (where c.counted_at >= $5) as counts,
             count(*) filter (where c.counted_at >= $5 and c.difference_milli <> 0) as wrong
        from stocktake_lines c join stocktakes t on t.company_id = $1 and t.id = c.stocktake_id and t.status = 'posted'
       where c.company_id = $1
       group by 1, 2),
    goods as (
      select s.product_id, s.warehouse_id, s.on_hand_milli as quantity, coalesce(w.value, 0) as value,
             coalesce(m.movements, 0) as movements, c.counted_at, coalesce(c.counts, 0) as counts, coalesce(c.wrong, 0) as wrong
        from stock s
        left join worth w on w.product_id = s.product_id and w.warehouse_id = s.warehouse_id
        left join moved m on m.product_id = s.product_id and m.warehouse_id = s.warehouse_id
        left join counted c on c.product_id = s.product_id and c.warehouse_id = s.warehouse_id
       where s.company_id = $1 and s.on_hand_milli > 0),
    ranked as (
      select goods.*, ${isAmongFirst('value')} as is_dear, ${isAmongFirst('movements')} as is_busy from goods),
    reasoned as (
      select ranked.*,
             case when counted_at is null then 1
                  when counted_at < $4 and counts >= 2 and 2 * wrong >= counts then 2
                  when counted_at < $3 then 3
                  when counted_at < $4 and is_dear and $6::boolean then 4
                  when counted_at < $4 and is_busy then 5 end as rank
        from ranked)
    select g.product_id, g.warehouse_id, g.quantity, g.value, g.movements, g.counted_at, g.counts, g.wrong, g.rank,
           (array['never', 'often_wrong', 'long_ago', 'high_value', 'high_turnover'])[g.rank] as reason,
           floor(extract(epoch from $7::timestamptz - g.counted_at) / 86400)::bigint as "daysSince"
      from reasoned g
     where ${['g.rank is not null', 'not exists (select from taken t where t.product_id = g.product_id and t.warehouse_id = g.warehouse_id)', ...narrowed].join(' and ')}`
}
