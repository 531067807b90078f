/**
 * SQL checks of what must always be true of the sales derived when orders are shipped. Each check
 * is named after a true statement, and its query returns violations of it as text, one per row;
 * `$1` is the company.
 */

/**
 * `parts`: the items of shipped orders; an item with a bundle is listed once per component.
 * `shares`: the cost of an order's movement of a product, distributed to its items in proportion to
 * their quantities. Rounding remainders go to the last items, so that the shares add up to the
 * movement's cost.
 */
const SHARES = `
    -- Only bundles need their components from the JSON. Parsing the JSON of every order would take most of the time of
    -- this check, and another check compares order_items with it.
    parts as (
      select o.id as order_id, o.shipped_at, i.position + 1 as position, i.product_id, i.quantity_milli as ordered,
             i.price_minor as price, i.amount_minor as amount, i.product_id as moved_id, i.quantity_milli as quantity, 1 as part
        from orders o join order_items i on i.company_id = $1 and i.order_id = o.id
       where o.company_id = $1 and o.shipped_at is not null and position('"components"' in o.record) = 0
      union all
      select o.id, o.shipped_at, e.position, e."productId", milli(e.quantity), minor(e.price), minor(e.amount),
             coalesce(c."productId", e."productId"), coalesce(c.quantity * milli(e.quantity), milli(e.quantity)),
             coalesce(c.position, 1)
        from orders o, json_to_record(o.record::json) as record (items json),
             rows from (json_to_recordset(record.items)
                          as ("productId" uuid, quantity numeric, price numeric, amount numeric, components json))
               with ordinality as e ("productId", quantity, price, amount, components, position)
             left join lateral rows from (json_to_recordset(e.components) as ("productId" uuid, quantity numeric))
               with ordinality as c ("productId", quantity, position) on true
       where o.company_id = $1 and o.shipped_at is not null and position('"components"' in o.record) > 0),
    sums as (
      select *, sum(quantity) over (partition by order_id, moved_id order by position, product_id) as up_to from parts),
    -- By itself: joined by the index of orders alone, each part of a large order would meet all its movements.
    shipments as materialized (
      select order_id, product_id as moved_id, cost_minor, good_milli from movements where company_id = $1 and type = 'shipment'),
    shares as (
      select order_id, product_id, price,
             div(cost_minor * up_to, good_milli) - div(cost_minor * (up_to - quantity), good_milli) as cost
        from sums join shipments using (order_id, moved_id))`

export const SALE_CHECKS: Readonly<Record<string, string>> = {
  'what was sold is what the shipped orders say, at the cost of what moved': `
    with ${SHARES},
    sold as (
      select order_id, shipped_at, product_id, sum(ordered) as quantity, sum(coalesce(amount, 0)) as revenue,
             count(*) filter (where price is null) as unpriced_items
        from parts where part = 1 group by order_id, shipped_at, product_id),
    costs as (
      select order_id, product_id, sum(cost) as cost, sum(cost) filter (where price is null) as unpriced_cost
        from shares group by order_id, product_id),
    due as (
      select order_id, shipped_at, product_id, quantity, revenue, coalesce(cost, 0) as cost, unpriced_items,
             coalesce(unpriced_cost, 0) as unpriced_cost
        from sold left join costs using (order_id, product_id)),
    kept as (
      select order_id, at as shipped_at, product_id, good_milli as quantity, revenue_minor as revenue, cost_minor as cost,
             0 as unpriced_items, 0 as unpriced_cost
        from movements where company_id = $1 and revenue_minor is not null
      union all
      select order_id, shipped_at, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items, unpriced_cost_minor
        from sales where company_id = $1)
    select difference.order_id || ' of ' || difference.product_id
      from ((select * from due except all select * from kept) union all
            (select * from kept except all select * from due)) as difference`,
}
