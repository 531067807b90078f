/**
 * What must always be true of the sales that are derived when orders are shipped, by SQL. A statement looks for what contradicts its
 * name and gives it as text, one difference a row; `$1` is the company.
 */

/**
 * The cost of an order's movement of a product, shared out to the items that asked for it in proportion to their quantities; what
 * the shares lose by rounding stays with the last ones, so that they add up to the movement's cost.
 */
const SHARES = `
    items as (
      select o.id as order_id, o.shipped_at, e.position, e."productId" as product_id, milli(e.quantity) as quantity, e.price,
             minor(e.amount) as amount, e.components
        from orders o,
             rows from (json_to_recordset(o.record::json -> 'items')
                          as ("productId" uuid, quantity numeric, price numeric, amount numeric, components json))
               with ordinality as e ("productId", quantity, price, amount, components, position)
       where o.company_id = $1 and o.shipped_at is not null),
    parts as (
      select order_id, position, product_id, price, product_id as moved_id, quantity from items where components is null
      union all
      select order_id, position, product_id, price, c."productId", c.quantity * items.quantity
        from items, json_to_recordset(components) as c ("productId" uuid, quantity numeric)),
    sums as (
      select *, sum(quantity) over (partition by order_id, moved_id order by position, product_id) as up_to from parts),
    shares as (
      select p.order_id, p.product_id, p.price,
             div(m.cost_minor * p.up_to, m.good_milli) - div(m.cost_minor * (p.up_to - p.quantity), m.good_milli) as cost
        from sums p
        join movements m on m.company_id = $1 and m.type = 'shipment' and m.order_id = p.order_id and m.product_id = p.moved_id)`

export const SALE_CHECKS: Readonly<Record<string, string>> = {
  'what was sold is what the shipped orders say, at the cost of what moved': `
    with ${SHARES},
    sold as (
      select order_id, shipped_at, product_id, sum(quantity) as quantity, sum(coalesce(amount, 0)) as revenue,
             count(*) filter (where price is null) as unpriced_items
        from items group by order_id, shipped_at, product_id),
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
