/** The SQL of the reports on what to count: again in a stocktake, and next in a warehouse. Source: docs/decisions/0066. */
import { IS_DISTURBED } from '../store/stocktakes.ts'
import { amountSql, type LotFilter } from './stock-sql.ts'

/** SQL: the sum and the difference of each round of line `l` that has counts, as `stocktaking.ts` computes them. */
const ROUNDS = `
  select c.round, sum(milli(c.quantity))::bigint as counted,
         sum(milli(c.quantity))::bigint
           - (array_agg(milli(c.on_hand) order by (c.last ->> 'at')::timestamptz desc, c.position desc))[1] as difference
    from rows from (json_to_recordset(l.record::json -> 'counts') as (round integer, quantity numeric, "onHand" numeric, last json))
         with ordinality as c (round, quantity, on_hand, last, position)
   group by c.round`

/**
 * Selects the lines of stocktake `$2`, or else of all unfinished stocktakes, that somebody has to count again. `$3`:
 * whether the caller may see costs; others get no figures of a blind stocktake. `round` is the round to count in.
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

/** The share of the movements, or of the value, that goods of high turnover or value make up together. */
const HIGH_PERCENT = 80

/**
 * SQL: whether a row is among those that make up the first 80 % of a figure of their warehouse, from the largest down.
 */
const isAmongFirst = (figure: string) => `(
  ${figure} > 0 and 100 * (sum(${figure}) over (partition by warehouse_id order by ${figure} desc, product_id) - ${figure})
                    < ${HIGH_PERCENT} * sum(${figure}) over (partition by warehouse_id))`

/**
 * Selects the goods that should be counted next, with the reason, by product and warehouse. `$2`: the id from which
 * movements count as turnover. Of the last counts, those before `$3` are long ago, and those before `$4` are not recent.
 * Counts since `$5` tell how often the books were wrong. `$6`: whether the caller may see costs; others are not told
 * which goods have a high value. `$7`: the moment of the report.
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
