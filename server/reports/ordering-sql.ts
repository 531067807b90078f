/** The SQL of the reports on what to order and what to move between warehouses. Source: docs/decisions/0070. */
import { orderedGoods } from '../store/ordered.ts'
import type { LotFilter } from './stock-sql.ts'

/** Stock filters, plus a statement parameter that limits the report to one supplier. */
export interface ReorderFilter extends LotFilter {
  readonly supplier?: string
}

/**
 * SQL: the quantity that is sold in `days` days, at the average of the days with stock, rounded up to a thousandth.
 * `rated`: the column with the number of days with stock.
 */
const soldIn = (days: string, rated = 'days_in_stock') =>
  `case when ${rated} = 0 then 0 else div(sold::numeric * (${days}) + ${rated} - 1, ${rated})::bigint end`

/**
 * Selects the stock rules of products that can be ordered, with their suppliers' terms. Also selects products without a
 * rule that have a minimum or that orders are waiting for.
 */
const rulesSql = ({ product }: ReorderFilter) => `
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
           ${product === undefined ? '' : `and r.product_id = ${product}`}`

/**
 * Selects the rules, followed by warehouses without a rule from which goods may be moved: they have a product for which
 * another warehouse has a rule.
 */
const ASKED = `
    select *, true as is_rule from rules
    union all
    select (select count(*) from rules) + row_number() over (), q.product_id, q.warehouse_id, 0, null, 0, 0, null, 0, null, null,
           q.on_hand_milli, q.reserved_milli, q.waiting_milli, false
      from stock q
      join warehouses w on w.company_id = $1 and w.id = q.warehouse_id and not w.archived
     where q.company_id = $1 and q.on_hand_milli > q.reserved_milli
       and q.product_id in (select product_id from rules where warehouse_id is not null)
       and not exists (select from rules k where k.product_id = q.product_id and k.warehouse_id = q.warehouse_id)`

/**
 * The change of each product's stock and the quantity sold, by warehouse and day, since the first day in `$2`. Customer
 * returns and cancelled shipments reduce the quantity sold.
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
 * Computes what is lacking now and what can be moved. `$2`: the beginnings of the days whose sales count, as ids in
 * ascending order. Numbers are whole thousandths; values derived from sales are rounded up once. All warehouses and
 * suppliers are included even if the report is limited to one, because they share the goods that can be moved. Returns
 * the parts of a `with` clause: `needs`, the rules whose position is at most their level; `spares`, what warehouses
 * have beyond what they keep; `moves`, how much of that goes to which rule.
 */
const needsSql = (filter: ReorderFilter): string => `
    rules as materialized (${rulesSql(filter)}),
    asked as materialized (${ASKED}),
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
      select rule, greatest(coalesce(sum_bigint(sold), 0), 0) as sold,
             coalesce(sum(case when began > 0 then days when came then 1 else 0 end), 0) + days_since as days_in_stock,
             coalesce(sum(case when began > 0 then days else 0 end), 0) + days_since as days_begun
        from (select a.rule, s.sold, s.began, s.came, s.days,
                     case when a.on_hand > 0 then cardinality($2::uuid[]) - coalesce(max(s.day) over (partition by a.rule), 0)
                          else 0 end as days_since
                from asked a left join spans s using (rule)) as spanned
       group by rule, days_since),
    coming as (
      select a.rule, sum_bigint(o.quantity) as ordered, sum_bigint(o.quantity) filter (where o.is_draft) as drafted
        from asked a
        join (${orderedGoods('array(select product_id from asked)')}) as o
          on o.product_id = a.product_id and (a.warehouse_id is null or o.warehouse_id is null or o.warehouse_id = a.warehouse_id)
       group by 1),
    figures as (
      select a.*, c.sold, c.days_in_stock, c.days_begun, a.on_hand - a.reserved as available, coalesce(o.ordered, 0) as ordered,
             coalesce(o.drafted, 0) as drafted, a.on_hand - a.reserved + coalesce(o.ordered, 0) - a.waiting as position
        from asked a join counted c using (rule) left join coming o using (rule)),
    levels as (select *, ${soldIn('lead_days + safety_days')} as sales_level from figures),
    wanted as (
      select *, greatest(min_milli, sales_level) as level,
             greatest(min_milli, sales_level, max_milli, ${soldIn('lead_days + safety_days + cover_days')}) as target
        from levels),
    needs as (select * from wanted where is_rule and position <= level and position < target),
    -- What goes to a warehouse does not change what it keeps itself, so nothing is moved back: its sales are divided by the days that
    -- began with stock, and the days to keep for are those of all rules of the product, also of those that lack nothing.
    longest as (
      select product_id, max(lead_days + safety_days + cover_days) as days from rules where warehouse_id is not null group by 1),
    keeping as (
      select w.*, case when not w.is_rule then k.days end as kept_days,
             case when w.sold > 0 and w.days_begun = 0 then null
                  when w.is_rule then greatest(target, ${soldIn('lead_days + safety_days + cover_days', 'days_begun')})
                  else ${soldIn('k.days', 'days_begun')} end as kept
        from wanted w join longest k using (product_id)
       where w.warehouse_id is not null and w.product_id in (select product_id from needs)),
    spares as (
      select *, sum(spare) over (partition by product_id order by spare desc, warehouse_id) as upto
        from (select *, available - waiting - kept as spare from keeping) as all_of_them
       where spare > 0),
    lacking as (
      select rule, product_id, target - position as lacks,
             sum(target - position) over (partition by product_id order by warehouse_id) as upto
        from needs where warehouse_id is not null),
    -- Both are laid end to end; where they overlap, goods are moved. So nothing is promised twice.
    moves as (
      select l.rule, s.rule as source, (least(l.upto, s.upto) - greatest(l.upto - l.lacks, s.upto - s.spare))::bigint as quantity
        from lacking l join spares s using (product_id)
       where least(l.upto, s.upto) > greatest(l.upto - l.lacks, s.upto - s.spare))`

/**
 * SQL: the reason for a row. `waiting` if the position would be high enough without waiting orders; otherwise the
 * larger of the two figures of the level.
 */
const REASON = `case when position + waiting > level or position + waiting >= target then 'waiting' when sales_level > min_milli then 'sales' else 'minimum' end`

/** Selects what to order now: what is lacking, minus what can be moved from other warehouses. */
export function reorderSql(filter: ReorderFilter): string {
  const { warehouse, supplier } = filter
  return `
    with ${needsSql(filter)},
    rest as (
      select n.*, coalesce(m.quantity, 0) as transferable, n.position + coalesce(m.quantity, 0) as reached
        from needs n left join (select rule, sum_bigint(quantity) as quantity from moves group by 1) as m using (rule))
    select product_id, warehouse_id, supplier_id, ${REASON} as reason,
           on_hand as "onHand", reserved, available, waiting, ordered, drafted, position, transferable,
           min_milli as "minStock", max_milli as "maxStock", sold,
           days_in_stock as "daysInStock", case when days_in_stock = 0 then 0 else round(sold::numeric / days_in_stock)::bigint end as "soldPerDay",
           lead_days as "leadDays", safety_days as "safetyDays", cover_days as "coverDays", level, target,
           pack_milli as "packQuantity", least_milli as "minQuantity",
           div(greatest(target - reached, coalesce(least_milli, 0))::numeric + coalesce(pack_milli, 1) - 1, coalesce(pack_milli, 1))::bigint
             * coalesce(pack_milli, 1) as quantity
      from rest
     where reached <= level and reached < target
           ${warehouse === undefined ? '' : `and warehouse_id = ${warehouse}`}
           ${supplier === undefined ? '' : `and supplier_id = ${supplier}`}`
}

/** Selects what to move between warehouses now. `warehouse` of the filter is where the goods are lacking. */
export function proposedTransfersSql(filter: ReorderFilter): string {
  const { warehouse } = filter
  return `
    with ${needsSql(filter)}
    select n.product_id, n.warehouse_id, s.warehouse_id as from_id, m.quantity, n.reason,
           n.available, n.waiting, n.ordered, n.position, n.min_milli as "minStock", n.max_milli as "maxStock", n.sold,
           n.days_in_stock as "daysInStock", n.lead_days as "leadDays", n.safety_days as "safetyDays", n.cover_days as "coverDays",
           n.level, n.target, s.available as "fromAvailable", s.waiting as "fromWaiting", s.kept as "fromKept",
           case when s.is_rule then 'rule' else 'sales' end as "keptFor", s.kept_days as "keptDays", s.sold as "fromSold",
           s.days_begun as "fromDaysInStock"
      from moves m
      join (select *, ${REASON} as reason from needs) as n using (rule)
      join spares s on s.rule = m.source
     where true ${warehouse === undefined ? '' : `and n.warehouse_id = ${warehouse}`}`
}
