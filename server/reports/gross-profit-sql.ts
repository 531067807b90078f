/**
 * Gross profit: the revenue from goods shipped in a period, minus the cost of the goods. A cancelled shipment is
 * deducted at the time of its cancellation, and a customer return when it is posted. A return without an order has its
 * own id in place of the order's id, and no channel. An item without a price has no known revenue, but its goods have a
 * cost, so such items are counted and their cost is shown separately. Each sale is computed when its goods are shipped
 * (domain/sales.ts); here the sales are only summed.
 */

export type ProfitGrouping = 'order' | 'product' | 'channel' | 'customer' | 'period'

/**
 * `$2`, `$3`: the start and the end of the period, as times, with the end excluded. For products also `$4`, `$5`: the
 * same times as ids.
 */
const IN_PERIOD = 'company_id = $1 and shipped_at >= $2 and shipped_at < $3'

/**
 * Groups by ordered product. Sums the movements that are complete sales by themselves, and takes all other sales from
 * the table of sales.
 */
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

/**
 * The SQL source of all deliveries in the period, that is, shipments for orders, and reversals by cancellations and
 * returns. Most orders are shipped all at once.
 */
const DELIVERED = 'deliveries where company_id = $1 and at >= $2 and at < $3'

/**
 * The SQL condition for sales that contain items sold without a price. Few orders have such items. For a return, only
 * their cost is deducted.
 */
const IS_UNPRICED = '(unpriced_items <> 0 or unpriced_cost_minor <> 0)'
const UNPRICED = `
    unpriced as (
      select order_id, sum(unpriced_items) as items, sum_bigint(unpriced_cost_minor) as cost
        from sales
       where ${IN_PERIOD} and ${IS_UNPRICED}
       group by order_id)`

/** Builds an SQL expression for the number of orders, not counting returns without an order. */
const ORDERS_AMONG = (id: string) => `count(distinct ${id}) filter (where channel is not null)`

const BY_ORDER = `
    with ${UNPRICED},
    sold as (
      select order_id as id, max(at) as shipped_at, customer_id, channel, sum_bigint(revenue_minor) as revenue,
             sum_bigint(cost_minor) as cost
        from ${DELIVERED}
       group by order_id, customer_id, channel)
    select s.*, s.revenue - s.cost as profit, coalesce(u.items, 0) as "unpricedItems", coalesce(u.cost, 0) as "unpricedCost"
      from sold s left join unpriced u on u.order_id = s.id`

/**
 * Groups by channel or customer. Most columns come from the deliveries; unpriced sales are summed separately, so that
 * they need not be joined to every order.
 */
function byKey(key: 'channel' | 'customer_id'): string {
  return `
    with ${UNPRICED},
    shipped as (
      select ${key}, ${ORDERS_AMONG('order_id')} as orders, sum_bigint(revenue_minor) as revenue, sum_bigint(cost_minor) as cost
        from ${DELIVERED}
       group by ${key}),
    without_price as (
      select o.${key}, sum_bigint(u.items) as items, sum_bigint(u.cost) as cost
        from unpriced u join orders o on o.company_id = $1 and o.id = u.order_id
       group by o.${key})
    select s.${key}, s.orders, s.revenue, s.cost, s.revenue - s.cost as profit,
           coalesce(w.items, 0) as "unpricedItems", coalesce(w.cost, 0) as "unpricedCost"
      from shipped s left join without_price w on w.${key} = s.${key}`
}

/**
 * Groups by period. Every period has a row, even without sales. `$4`: when each period begins;
 * `$5`: its name.
 */
const BY_PERIOD = `
    with shipped as (
      select width_bucket(at, $4::timestamptz[]) as place, ${ORDERS_AMONG('order_id')} as orders,
             sum_bigint(revenue_minor) as revenue, sum_bigint(cost_minor) as cost
        from ${DELIVERED}
       group by 1),
    without_price as (
      select width_bucket(shipped_at, $4::timestamptz[]) as place, sum(unpriced_items) as items,
             sum_bigint(unpriced_cost_minor) as cost
        from sales
       where ${IN_PERIOD} and ${IS_UNPRICED}
       group by 1)
    select p.period, coalesce(s.orders, 0) as orders, coalesce(s.revenue, 0) as revenue, coalesce(s.cost, 0) as cost,
           coalesce(s.revenue - s.cost, 0) as profit,
           coalesce(w.items, 0) as "unpricedItems", coalesce(w.cost, 0) as "unpricedCost"
      from unnest($5::text[]) with ordinality as p (period, place)
      left join shipped s using (place)
      left join without_price w using (place)`

/** Filters on sales. Each value is a parameter `$n` of the statement. */
export interface SaleFilter {
  readonly product?: string
  readonly customer?: string
  readonly channel?: string
}

/**
 * For each grouping, the columns of sales `s` that identify a row of the report, and the additional columns that it
 * shows.
 */
const SOLD_BY: Record<ProfitGrouping, { readonly keys: string; readonly more: string }> = {
  order: {
    keys: 'id, customer_id, channel',
    more: 'max(shipped_at) as shipped_at, sum_bigint(quantity) as quantity,',
  },
  product: { keys: 'product_id', more: 'sum_bigint(quantity) as quantity,' },
  channel: { keys: 'channel', more: `${ORDERS_AMONG('id')} as orders,` },
  customer: { keys: 'customer_id', more: `${ORDERS_AMONG('id')} as orders,` },
  period: { keys: 'place', more: `${ORDERS_AMONG('id')} as orders,` },
}

/**
 * An SQL query for the customer and the channel of each id stored in a sale. This is the order's id or, for a return
 * without an order, the return's id.
 */
const SELLERS = `(select company_id, id, customer_id, channel from orders
                     union all
                    select company_id, id, customer_id, null from customer_returns where order_id is null)`

/**
 * Computes the report for one product, customer or channel from the sales. The columns and `$2` to `$5` are the same as
 * in the other statements, for every grouping. `$6` and `$7`: when periods begin, and their names.
 */
export function narrowedProfitSql(grouping: ProfitGrouping, { product, customer, channel }: SaleFilter): string {
  const ofProduct = product === undefined ? '' : `and product_id = ${product}`
  const ofOrder = [
    'o.company_id = $1',
    ...(customer === undefined ? [] : [`o.customer_id = ${customer}`]),
    ...(channel === undefined ? [] : [`o.channel = ${channel}`]),
  ].join(' and ')
  const { keys, more } = SOLD_BY[grouping]
  const place = grouping === 'period' ? ', width_bucket(sold.shipped_at, $6::timestamptz[]) as place' : ''
  const sums = `
    select ${keys}, ${more} sum_bigint(revenue) as revenue, sum_bigint(cost) as cost,
           sum_bigint(revenue) - sum_bigint(cost) as profit,
           sum_bigint(unpriced_items) as "unpricedItems", sum_bigint(unpriced_cost) as "unpricedCost"
      from (select o.id, o.customer_id, o.channel${place}, sold.*
              from (select order_id, at as shipped_at, product_id, good_milli as quantity, revenue_minor as revenue,
                           cost_minor as cost, 0::bigint as unpriced_items, 0::bigint as unpriced_cost
                      from movements
                     where company_id = $1 and id >= $4 and id < $5 and revenue_minor is not null ${ofProduct}
                    union all
                    select order_id, shipped_at, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                           unpriced_cost_minor
                      from sales
                     where ${IN_PERIOD} ${ofProduct}) as sold
              join ${SELLERS} o on ${ofOrder} and o.id = sold.order_id) as s
     group by ${keys}`
  if (grouping !== 'period') return sums
  const figures = ['orders', 'revenue', 'cost', 'profit', '"unpricedItems"', '"unpricedCost"']
  return `select p.period, ${figures.map((name) => `coalesce(s.${name}, 0) as ${name}`).join(', ')}
            from unnest($7::text[]) with ordinality as p (period, place)
            left join (${sums}) as s using (place)`
}

/**
 * Builds the SQL for the rows of the report: revenue, cost, profit, the number of unpriced items and the cost of their
 * goods.
 */
export function grossProfitSql(grouping: ProfitGrouping): string {
  if (grouping === 'product') return BY_PRODUCT
  if (grouping === 'period') return BY_PERIOD
  return grouping === 'order' ? BY_ORDER : byKey(grouping === 'channel' ? 'channel' : 'customer_id')
}
