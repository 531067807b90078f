/**
 * What the orders shipped between two moments brought in above what their goods had cost. An item without a price brings in
 * nothing that we know of, while its goods do cost: it is counted, and its cost told apart. Who sold what for how much was found
 * when the orders were shipped (domain/sales.ts): here it is only added up.
 */

export type ProfitGrouping = 'order' | 'product' | 'channel' | 'customer'

/** `$2`, `$3`: from and up to before, as times; for products `$4`, `$5`: the same as ids. */
const IN_PERIOD = 'company_id = $1 and shipped_at >= $2 and shipped_at < $3'

/** By ordered product: movements that are sales by themselves, and the sales that are none of a movement alone. */
const BY_PRODUCT = `
    select product_id, sum_bigint(quantity) as quantity, sum_bigint(revenue) as revenue, sum_bigint(cost) as cost,
           sum_bigint(revenue) - sum_bigint(cost) as profit,
           sum_bigint(unpriced_items) as "unpricedItems", sum_bigint(unpriced_cost) as "unpricedCost"
      from (select product_id, sum_bigint(good_milli) as quantity, sum_bigint(revenue_minor) as revenue,
                   sum_bigint(cost_minor) as cost, 0::bigint as unpriced_items, 0::bigint as unpriced_cost
              from movements
             where company_id = $1 and id >= $4 and id < $5 and revenue_minor is not null
             group by product_id
            union all
            select product_id, sum_bigint(quantity_milli), sum_bigint(revenue_minor), sum_bigint(cost_minor),
                   sum(unpriced_items), sum_bigint(unpriced_cost_minor)
              from sales
             where ${IN_PERIOD}
             group by product_id) as sold
     group by product_id`

/** What the orders of the period sold without a price; few have any. */
const UNPRICED = `
    unpriced as (
      select order_id, sum(unpriced_items) as items, sum_bigint(unpriced_cost_minor) as cost
        from sales
       where ${IN_PERIOD} and unpriced_items > 0
       group by order_id)`

const BY_ORDER = `
    with ${UNPRICED}
    select o.id, o.shipped_at, o.customer_id, o.channel, o.total_minor as revenue, o.cost_minor as cost,
           o.total_minor - o.cost_minor as profit,
           coalesce(u.items, 0) as "unpricedItems", coalesce(u.cost, 0) as "unpricedCost"
      from (select * from orders where ${IN_PERIOD}) as o left join unpriced u on u.order_id = o.id`

/** The figures stand in the orders; what was unpriced is added up by itself, so that it need not be joined to every order. */
function byKey(key: 'channel' | 'customer_id'): string {
  return `
    with ${UNPRICED},
    shipped as (
      select ${key}, count(*) as orders, sum_bigint(total_minor) as revenue, sum_bigint(cost_minor) as cost
        from orders
       where ${IN_PERIOD}
       group by ${key}),
    without_price as (
      select o.${key}, sum_bigint(u.items) as items, sum_bigint(u.cost) as cost
        from unpriced u join orders o on o.company_id = $1 and o.id = u.order_id
       group by o.${key})
    select s.${key}, s.orders, s.revenue, s.cost, s.revenue - s.cost as profit,
           coalesce(w.items, 0) as "unpricedItems", coalesce(w.cost, 0) as "unpricedCost"
      from shipped s left join without_price w on w.${key} = s.${key}`
}

/** The rows of the report: revenue, cost, profit, and how many items had no price and what their goods had cost. */
export function grossProfitSql(grouping: ProfitGrouping): string {
  if (grouping === 'product') return BY_PRODUCT
  return grouping === 'order' ? BY_ORDER : byKey(grouping === 'channel' ? 'channel' : 'customer_id')
}
