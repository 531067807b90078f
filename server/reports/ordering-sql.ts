/** The SQL of the report on what to order. Source: docs/decisions/0070. */
import { orderedGoods } from '../store/ordered.ts'
import type { LotFilter } from './stock-sql.ts'

/** Stock filters, plus a statement parameter that limits the report to one supplier. */
export interface ReorderFilter extends LotFilter {
  readonly supplier?: string
}

/**
 * Computes how much is sold in the given number of days, based on the sales on days with stock and rounded up to a
 * thousandth.
 */
const soldIn = (days: string) =>
  `case when days_in_stock = 0 then 0 else div(sold::numeric * (${days}) + days_in_stock - 1, days_in_stock)::bigint end`

/**
 * Selects the stock rules of products that can be ordered, with their suppliers' terms. Also selects products without a
 * rule that have a minimum or that orders are waiting for.
 */
const askedSql = ({ warehouse, product, supplier }: ReorderFilter) => `
    select row_number() over () as rule, r.product_id, r.warehouse_id, r.min_milli, r.max_milli, r.safety_days, r.cover_days,
           s.id as supplier_id, coalesce(i.lead_days, 0) as lead_days, i.pack_milli, i.least_milli, h.on_hand, h.reserved, h.waiting
      from (select product_id, warehouse_id, min_milli, max_milli, safety_days, cover_days, supplier_id
              from stock_rules where company_id = $1
            union all
            select p.id, null, coalesce(p.min_stock_milli, 0), null, 0, 0, null
              from products p
             where p.company_id = $1
               and (p.min_stock_milli > 0 or exists (
                     select from stock q where q.company_id = $1 and q.product_id = p.id and q.waiting_milli > 0))
               and not exists (select from stock_rules k where k.company_id = $1 and k.product_id = p.id)) as r
      join products p on p.company_id = $1 and p.id = r.product_id and p.kind in ('product', 'variant') and not p.archived
      left join warehouses w on w.company_id = $1 and w.id = r.warehouse_id
      left join partners s on s.company_id = $1 and s.id = coalesce(r.supplier_id, p.preferred_supplier_id) and not s.archived
      left join supplier_items i on i.company_id = $1 and i.product_id = r.product_id and i.supplier_id = s.id
     cross join lateral (
       select coalesce(sum_bigint(on_hand_milli), 0) as on_hand, coalesce(sum_bigint(reserved_milli), 0) as reserved,
              coalesce(sum_bigint(waiting_milli), 0) as waiting
         from stock
        where company_id = $1 and product_id = r.product_id and (r.warehouse_id is null or warehouse_id = r.warehouse_id)) as h
     where w.archived is not true
           ${warehouse === undefined ? '' : `and r.warehouse_id = ${warehouse}`}
           ${product === undefined ? '' : `and r.product_id = ${product}`}
           ${supplier === undefined ? '' : `and s.id = ${supplier}`}`

/**
 * How much each product's stock changed and how much was sold, by warehouse and day, since the first day in `$2`.
 * Customer returns and cancelled shipments are deducted from what was sold.
 */
const MOVED = `
    select product_id, warehouse_id, width_bucket(id, $2::uuid[]) as day, sum_bigint(change) as change, bool_or(change > 0) as came,
           sum_bigint(sold) as sold
      from (select id, product_id, warehouse_id, case direction when 0 then -1 else direction end * good_milli as change,
                   case when type = 'shipment' or (type = 'reversal' and return_id is not null and direction = -1) then good_milli
                        when type = 'customer_return' or (type = 'reversal' and shipment_id is not null and return_id is null)
                        then -good_milli else 0 end as sold
              from movements where company_id = $1 and id >= ($2::uuid[])[1]
            union all
            select id, product_id, to_warehouse_id, good_milli, 0
              from movements where company_id = $1 and id >= ($2::uuid[])[1] and direction = 0) as m
     where product_id in (select product_id from asked)
     group by 1, 2, 3`

/**
 * Computes what to order now. `$2`: the beginnings of the days whose sales count, as ids in ascending order. Numbers
 * are whole thousandths; values derived from sales are rounded up once.
 */
export function reorderSql(filter: ReorderFilter): string {
  return `
    with asked as materialized (${askedSql(filter)}),
    moved as materialized (${MOVED}),
    by_day as (
      select a.rule, m.day, sum_bigint(m.change) as change, bool_or(m.came) as came, sum_bigint(m.sold) as sold
        from asked a join moved m on m.product_id = a.product_id and (a.warehouse_id is null or m.warehouse_id = a.warehouse_id)
       group by 1, 2),
    -- A day counts if there was stock when it began, which is the stock now without what changed since, or some came during it. The days
    -- since the one before on which something moved began with the same stock, so they are counted together.
    spans as (
      select a.rule, d.day, d.sold, d.came, a.on_hand - sum(d.change) over (partition by a.rule order by d.day desc) as began,
             d.day - coalesce(lag(d.day) over (partition by a.rule order by d.day), 0) as days
        from asked a join by_day d using (rule)),
    counted as (
      select a.rule, greatest(coalesce(sum_bigint(s.sold), 0), 0) as sold,
             coalesce(sum(case when s.began > 0 then s.days when s.came then 1 else 0 end), 0)
               + case when a.on_hand > 0 then cardinality($2::uuid[]) - coalesce(max(s.day), 0) else 0 end as days_in_stock
        from asked a left join spans s using (rule)
       group by a.rule, a.on_hand),
    coming as (
      select a.rule, sum_bigint(o.quantity) as ordered, sum_bigint(o.quantity) filter (where o.is_draft) as drafted
        from asked a
        join (${orderedGoods('array(select product_id from asked)')}) as o
          on o.product_id = a.product_id and (a.warehouse_id is null or o.warehouse_id is null or o.warehouse_id = a.warehouse_id)
       group by 1),
    figures as (
      select a.*, c.sold, c.days_in_stock, a.on_hand - a.reserved as available, coalesce(o.ordered, 0) as ordered,
             coalesce(o.drafted, 0) as drafted, a.on_hand - a.reserved + coalesce(o.ordered, 0) - a.waiting as position
        from asked a join counted c using (rule) left join coming o using (rule)),
    levels as (select *, ${soldIn('lead_days + safety_days')} as sales_level from figures),
    wanted as (
      select *, greatest(min_milli, sales_level) as level,
             greatest(min_milli, sales_level, max_milli, ${soldIn('lead_days + safety_days + cover_days')}) as target
        from levels)
    select product_id, warehouse_id, supplier_id, case when position + waiting > level or position + waiting >= target then 'waiting' when sales_level > min_milli then 'sales' else 'minimum' end as reason,
           on_hand as "onHand", reserved, available, waiting, ordered, drafted, position, min_milli as "minStock", max_milli as "maxStock", sold,
           days_in_stock as "daysInStock", case when days_in_stock = 0 then 0 else round(sold::numeric / days_in_stock)::bigint end as "soldPerDay",
           lead_days as "leadDays", safety_days as "safetyDays", cover_days as "coverDays", level, target,
           pack_milli as "packQuantity", least_milli as "minQuantity",
           div(greatest(target - position, coalesce(least_milli, 0))::numeric + coalesce(pack_milli, 1) - 1, coalesce(pack_milli, 1))::bigint
             * coalesce(pack_milli, 1) as quantity
      from wanted
     where position <= level and position < target`
}
