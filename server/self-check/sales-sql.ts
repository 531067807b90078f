/**
 * SQL checks of statements that must always be true of shipments and of the sales derived from them. Each check is
 * named after such a statement. Its query returns violations of the statement as text, one per row; `$1` is the
 * company.
 */
import { MAX_COST_MINOR } from '../../amounts/quantity.ts'

/**
 * The SQL condition that order `o` was shipped whole, in one shipment. Its lines are then the same as its shipment's
 * and can be read from order_items. Parsing the JSON of every order or shipment would take most of the time of these
 * checks.
 */
const IS_WHOLE = `(o.shipped_at is not null and position('"fulfilment":"all"' in o.record) > 0
                   and (position('"shipmentCount":' in o.record) = 0 or position('"shipmentCount":1,' in o.record) > 0))`

/**
 * The SQL condition that the only shipment of order `o` also finished the order. An order of which a part was shipped
 * can be finished later by an edit that removes the rest.
 */
const IS_AT_ONCE = 'not exists (select from part_shipments s where s.order_id = o.id)'

/**
 * `parts`: the lines that were shipped; a line with a bundle is listed once per component. `key`: the order, or the
 * shipment if the order was not shipped as a whole. `shares`: a movement's cost, distributed to its lines in proportion
 * to their quantities. Rounding remainders go to the last lines, so that the shares add up to the movement's cost.
 */
const SHARES = `
    part_shipments as materialized (
      select s.id, s.order_id, s.at, s.status, s.record
        from shipments s join orders o on o.company_id = $1 and o.id = s.order_id
       where s.company_id = $1 and (not ${IS_WHOLE} or s.at <> o.shipped_at)),
    part_lines as (
      select s.id, s.order_id, s.at, e.position, e."productId" as product_id, milli(e.quantity) as shipped, minor(e.amount) as amount,
             e.components
        from part_shipments s, json_to_record(s.record::json) as record (items json),
             rows from (json_to_recordset(record.items)
                          as ("productId" uuid, quantity numeric, amount numeric, components json))
               with ordinality as e ("productId", quantity, amount, components, position)),
    -- Only bundles need their components from the JSON; another check compares order_items with it.
    parts as (
      select o.id as key, o.id as order_id, o.shipped_at, i.position + 1 as position, i.product_id, i.quantity_milli as shipped,
             i.amount_minor as amount, i.product_id as moved_id, i.quantity_milli as quantity, 1 as part
        from orders o join order_items i on i.company_id = $1 and i.order_id = o.id
       where o.company_id = $1 and ${IS_WHOLE} and position('"components"' in o.record) = 0 and ${IS_AT_ONCE}
      union all
      select o.id, o.id, o.shipped_at, e.position, e."productId", milli(e.quantity), minor(e.amount),
             coalesce(c."productId", e."productId"), coalesce(c.quantity * milli(e.quantity), milli(e.quantity)),
             coalesce(c.position, 1)
        from orders o, json_to_record(o.record::json) as record (items json),
             rows from (json_to_recordset(record.items)
                          as ("productId" uuid, quantity numeric, amount numeric, components json))
               with ordinality as e ("productId", quantity, amount, components, position)
             left join lateral rows from (json_to_recordset(e.components) as ("productId" uuid, quantity numeric))
               with ordinality as c ("productId", quantity, position) on true
       where o.company_id = $1 and ${IS_WHOLE} and position('"components"' in o.record) > 0 and ${IS_AT_ONCE}
      union all
      select l.id, l.order_id, l.at, l.position, l.product_id, l.shipped, l.amount, coalesce(c."productId", l.product_id),
             coalesce(c.quantity * l.shipped, l.shipped), coalesce(c.position, 1)
        from part_lines l
             left join lateral rows from (json_to_recordset(l.components) as ("productId" uuid, quantity numeric))
               with ordinality as c ("productId", quantity, position) on true),
    sums as (
      select *, sum(quantity) over (partition by key, moved_id order by position, product_id) as up_to from parts),
    -- By itself: joined by the index of orders alone, each part of a large order would meet all its movements.
    moves as materialized (
      select coalesce(p.id, m.order_id) as key, m.product_id as moved_id, m.cost_minor, m.good_milli
        from movements m left join part_shipments p on p.id = m.shipment_id
       where m.company_id = $1 and m.type = 'shipment'),
    shares as (
      select key, product_id, amount,
             div(cost_minor * up_to, good_milli) - div(cost_minor * (up_to - quantity), good_milli) as cost
        from sums join moves using (key, moved_id))`

export const SALE_CHECKS: Readonly<Record<string, string>> = {
  'what was sold is what the shipments and returns say, at the cost of what moved': `
    with ${SHARES},
    sold as (
      select key, order_id, shipped_at, product_id, sum(shipped) as quantity, sum(coalesce(amount, 0)) as revenue,
             count(*) filter (where amount is null) as unpriced_items
        from parts where part = 1 group by key, order_id, shipped_at, product_id),
    costs as (
      select key, product_id, sum(cost) as cost, sum(cost) filter (where amount is null) as unpriced_cost
        from shares group by key, product_id),
    each as (
      select key, order_id, shipped_at, product_id, quantity, revenue, coalesce(cost, 0) as cost, unpriced_items,
             coalesce(unpriced_cost, 0) as unpriced_cost
        from sold left join costs using (key, product_id)),
    with_returns as (
      select coalesce(r.order_id, r.id) as order_id, e.at, l."productId", e.sign * milli(l.quantity), e.sign * coalesce(minor(l.amount), 0),
             e.sign * minor(l.cost), 0, case when l.amount is null then e.sign * minor(l.cost) else 0 end
        from customer_returns r
       cross join json_to_record(r.record::json) as record (lines json)
       cross join json_to_recordset(record.lines) as l ("productId" uuid, quantity numeric, amount numeric, cost numeric)
       cross join lateral (values (r.posted_at, -1), (r.cancelled_at, 1)) as e (at, sign)
       where r.company_id = $1 and r.posted_at is not null and e.at is not null),
    with_reversals as (
      select * from with_returns
      union all
      select order_id, shipped_at, product_id, quantity, revenue, cost, unpriced_items, unpriced_cost from each
      union all
      select e.order_id, (s.record::json ->> 'cancelledAt')::timestamptz, e.product_id, -e.quantity, -e.revenue, -e.cost,
             -e.unpriced_items, -e.unpriced_cost
        from each e join part_shipments s on s.id = e.key
       where s.status = 'cancelled'),
    kept_each as (
      select order_id, at as shipped_at, product_id, good_milli as quantity, revenue_minor as revenue, cost_minor as cost,
             0 as unpriced_items, 0 as unpriced_cost
        from movements where company_id = $1 and revenue_minor is not null
      union all
      select order_id, shipped_at, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items, unpriced_cost_minor
        from sales where company_id = $1),
    -- Two shipments and returns of an order may be in one millisecond.
    due as (
      select order_id, shipped_at, product_id, ${sums()}
        from with_reversals as e (order_id, shipped_at, product_id, quantity, revenue, cost, unpriced_items, unpriced_cost)
       group by 1, 2, 3),
    kept as (select order_id, shipped_at, product_id, ${sums()} from kept_each group by 1, 2, 3)
    select difference.order_id || ' of ' || difference.product_id
      from ((select * from due except all select * from kept) union all
            (select * from kept except all select * from due)) as difference`,

  'what was delivered is what the shipments and returns say, and the orders from before them': `
    with due as (
      select s.at, s.id, false as is_reversal, s.order_id, s.amount_minor as revenue, s.cost_minor as cost,
             (s.record::json ->> 'documentDate')::date as document_date
        from shipments s where s.company_id = $1
      union all
      select e.at, r.id, e.sign < 0, coalesce(r.order_id, r.id), e.sign * r.amount_minor, e.sign * r.cost_minor,
             case when e.sign < 0 then (r.record::json ->> 'documentDate')::date end
        from customer_returns r cross join lateral (values (r.posted_at, -1), (r.cancelled_at, 1)) as e (at, sign)
       where r.company_id = $1 and r.posted_at is not null and e.at is not null
      union all
      select (s.record::json ->> 'cancelledAt')::timestamptz, s.id, true, s.order_id, -s.amount_minor, -s.cost_minor, null
        from shipments s where s.company_id = $1 and s.status = 'cancelled'
      union all
      select o.shipped_at, o.id, false, o.id, o.total_minor, o.cost_minor, null
        from orders o where o.company_id = $1 and o.shipped_at is not null and position('"shipmentCount":' in o.record) = 0),
    kept as (
      select at, id, is_reversal, order_id, revenue_minor as revenue, cost_minor as cost, document_date
        from deliveries where company_id = $1)
    select difference.id::text
      from ((select * from due except all select * from kept) union all
            (select * from kept except all select * from due)) as difference
    union all
    select d.id::text
      from deliveries d join orders o on o.company_id = $1 and o.id = d.order_id
     where d.company_id = $1 and (d.customer_id, d.channel) <> (o.customer_id, o.channel)`,

  'an order counts what its posted shipments shipped': `
    with shipped as (
      select order_id, count(*) as shipments, coalesce(sum(amount_minor) filter (where status = 'posted'), 0) as amount,
             coalesce(sum(cost_minor) filter (where status = 'posted'), 0) as cost
        from shipments where company_id = $1 group by 1)
    select o.number
      from orders o join shipped s on s.order_id = o.id,
           json_to_record(o.record::json) as r ("shippedAmount" numeric, "shipmentCount" integer, fulfilment text, "closedShort" boolean)
     where o.company_id = $1
       and ((minor(r."shippedAmount"), r."shipmentCount", coalesce(o.cost_minor, 0))
              is distinct from (s.amount, s.shipments, least(s.cost, ${MAX_COST_MINOR}))
            or (r.fulfilment = 'all' and o.total_minor <> s.amount)
            or (r."closedShort" is true) <> (o.status = 'shipped' and r.fulfilment <> 'all'))
    union all
    select o.number
      from orders o
     where o.company_id = $1 and position('"shipmentCount":' in o.record) > 0
       and not exists (select from shipments s where s.company_id = $1 and s.order_id = o.id)`,

  'a line counts what the posted shipments shipped of it, and reserves the rest or waits for it': `
    with shipped as (
      select s.order_id, e."lineId" as line, sum(milli(e.quantity)) as quantity, sum(coalesce(minor(e.amount), 0)) as amount
        from shipments s join orders o on o.company_id = $1 and o.id = s.order_id,
             json_to_record(s.record::json) as record (items json),
             json_to_recordset(record.items) as e ("lineId" integer, quantity numeric, amount numeric)
       where s.company_id = $1 and s.status = 'posted' and not ${IS_WHOLE}
       group by 1, 2),
    lines as (
      select o.id as order_id, o.status, e.id as line, milli(e.quantity) as quantity, milli(e.shipped) as shipped,
             milli(e.cancelled) as cancelled, milli(e.reserved) as reserved, coalesce(milli(e.waiting), 0) as waiting,
             record."releasedAt" is not null as is_released,
             case when e.shipped = 0 then 0 when e.shipped = e.quantity then coalesce(minor(e.amount), 0)
                  else coalesce(minor(e."shippedAmount"), 0) end as amount
        from orders o, json_to_record(o.record::json) as record (items json, "releasedAt" text),
             json_to_recordset(record.items)
               as e (id integer, quantity numeric, shipped numeric, cancelled numeric, reserved numeric, waiting numeric, amount numeric, "shippedAmount" numeric)
       where o.company_id = $1 and not ${IS_WHOLE})
    select coalesce(l.order_id, s.order_id) || ' line ' || coalesce(l.line, s.line)
      from lines l full join shipped s using (order_id, line)
     where (l.shipped, l.amount) is distinct from (coalesce(s.quantity, 0), coalesce(s.amount, 0))
        or l.reserved + l.waiting <> case when l.status in ('new', 'picking') and not l.is_released
                                          then l.quantity - l.shipped - l.cancelled else 0 end`,
}

function sums(): string {
  const figures = ['quantity', 'revenue', 'cost', 'unpriced_items', 'unpriced_cost']
  return figures.map((name) => `sum(${name}) as ${name}`).join(', ')
}
