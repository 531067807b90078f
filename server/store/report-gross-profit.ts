/**
 * What the orders shipped between two moments brought in above what their goods had cost. An item without a price brings in
 * nothing that we know of, while its goods do cost: it is counted, and its cost told apart.
 */

export type ProfitGrouping = 'order' | 'product' | 'channel' | 'customer'

/** `$2`, `$3`: from and up to before, as times; `$4`, `$5`: the same as ids. */
const SHIPPED = `
    shipped as materialized (
      select id, shipped_at, customer_id, channel, total_minor, cost_minor
        from orders
       where company_id = $1 and shipped_at >= $2 and shipped_at < $3)`

const UNPRICED = `
    unpriced as materialized (
      select i.order_id, i.product_id, count(*) as items
        from order_items i join shipped s on s.id = i.order_id
       where i.company_id = $1 and i.price_minor is null
       group by i.order_id, i.product_id)`

/**
 * The cost of an order's movement of a product, shared out to the items that asked for it in proportion to their quantities; what
 * the shares lose by rounding stays with the last ones, so that they add up to the movement's cost.
 */
const SHARES = `
    items as (
      select o.id as order_id, e.position, e."productId" as product_id, e.quantity, e.components
        from orders o,
             rows from (json_to_recordset(o.record::json -> 'items') as ("productId" uuid, quantity numeric, components json))
               with ordinality as e ("productId", quantity, components, position)
       where o.company_id = $1 and o.id in (select order_id from opened)),
    parts as (
      select order_id, position, product_id, product_id as moved_id, quantity from items where components is null
      union all
      select order_id, position, product_id, c."productId", c.quantity * items.quantity / 1000
        from items, json_to_recordset(components) as c ("productId" uuid, quantity numeric)),
    sums as (
      select *, sum(quantity) over (partition by order_id, moved_id order by position, product_id) as up_to from parts),
    shares as (
      select p.order_id, p.product_id, p.moved_id,
             div(m.cost_minor * p.up_to, m.good_milli) - div(m.cost_minor * (p.up_to - p.quantity), m.good_milli) as cost
        from sums p
        join movements m on m.company_id = $1 and m.id >= $4 and m.id < $5 and m.type = 'shipment'
         and m.order_id = p.order_id and m.product_id = p.moved_id)`

const FIGURES = `sum(s.total_minor) as revenue, sum(s.cost_minor) as cost, sum(s.total_minor - s.cost_minor) as profit,
             coalesce(sum(u.items), 0) as "unpricedItems", coalesce(sum(u.cost), 0) as "unpricedCost"`

const KEYS: Record<Exclude<ProfitGrouping, 'product'>, string> = {
  order: 's.id, s.shipped_at, s.customer_id, s.channel',
  channel: 's.channel',
  customer: 's.customer_id',
}

/** By order, channel or customer: the figures stand in the orders; only what was unpriced is looked into. */
function byOrders(grouping: Exclude<ProfitGrouping, 'product'>): string {
  const figures =
    grouping === 'order'
      ? `s.total_minor as revenue, s.cost_minor as cost, s.total_minor - s.cost_minor as profit,
         coalesce(u.items, 0) as "unpricedItems", coalesce(u.cost, 0) as "unpricedCost"`
      : `count(*) as orders, ${FIGURES}`
  return `
    with ${SHIPPED}, ${UNPRICED},
    opened as (select distinct order_id from unpriced), ${SHARES},
    without_price as (
      select n.order_id, sum(n.items) as items, sum(h.cost) as cost
        from unpriced n
        left join (select order_id, product_id, sum(cost) as cost from shares group by order_id, product_id) as h
          on h.order_id = n.order_id and h.product_id = n.product_id
       group by n.order_id)
    select ${KEYS[grouping]}, ${figures}
      from shipped s left join without_price u on u.order_id = s.id
     ${grouping === 'order' ? '' : `group by ${KEYS[grouping]}`}`
}

/**
 * By ordered product: a bundle's cost is that of its components, which is taken off the components' own rows. Shipments stand by
 * the product that moved, so only orders with bundles, or without prices, need their items shared out.
 */
const BY_PRODUCT = `
    with ${SHIPPED}, ${UNPRICED},
    opened as (
      select order_id from unpriced
      union
      select i.order_id
        from products p
        join order_items i on i.company_id = $1 and i.product_id = p.id
        join shipped s on s.id = i.order_id
       where p.company_id = $1 and p.kind = 'bundle'), ${SHARES},
    sold as (
      select i.product_id, sum(i.quantity_milli) as quantity, coalesce(sum(i.amount_minor), 0) as revenue,
             count(*) filter (where i.price_minor is null) as "unpricedItems"
        from order_items i join shipped s on s.id = i.order_id
       where i.company_id = $1
       group by i.product_id),
    costs as (
      select product_id, sum(cost) as cost
        from (select product_id, sum(cost_minor) as cost from movements
               where company_id = $1 and id >= $4 and id < $5 and type = 'shipment' group by product_id
              union all
              select product_id, sum(cost) from shares where product_id <> moved_id group by product_id
              union all
              select moved_id, -sum(cost) from shares where product_id <> moved_id group by moved_id) as c
       group by product_id),
    without_price as (
      select h.product_id, sum(h.cost) as cost
        from shares h join unpriced n on n.order_id = h.order_id and n.product_id = h.product_id
       group by h.product_id)
    select s.product_id, s.quantity, s.revenue, coalesce(c.cost, 0) as cost, s.revenue - coalesce(c.cost, 0) as profit,
           s."unpricedItems", coalesce(u.cost, 0) as "unpricedCost"
      from sold s
      left join costs c on c.product_id = s.product_id
      left join without_price u on u.product_id = s.product_id`

/** The rows of the report: revenue, cost, profit, and how many items had no price and what their goods had cost. */
export function grossProfitSql(grouping: ProfitGrouping): string {
  return grouping === 'product' ? BY_PRODUCT : byOrders(grouping)
}
