/**
 * Turns the company with a long history into one with more than 500,000 shipments: every order has a shipment, every
 * fourth a second one on the next day, and every twentieth a customer return. Adds stock rules and suppliers' terms, so
 * that the report on reordering has much to compute.
 */
import type { Ask } from './report-company.ts'

/** The number of movements. They result in about 412,000 orders, and with the second parts in 515,000 shipments. */
export const GROWTH_SIZE = { movements: 1_000_000, products: 20_000 }
export const QUICK_GROWTH_SIZE = { movements: 20_000, products: 1_000 }

/** The end of the history. The company's clock has stopped at this moment, so no record may be later. */
export const HISTORY_END = '2026-01-01'

const utc = (moment: string) => `to_char((${moment}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const money = (minor: string) => `trim_scale((${minor})::numeric / 100)`
/** SQL for the id of a record that belongs to the order with this id and is created at `moment`. */
const idAt = (moment: string, id: string) =>
  `(lpad(to_hex((extract(epoch from ${moment}) * 1000)::bigint), 12, '0') || right(replace(${id}::text, '-', ''), 20))::uuid`
/** SQL for a pseudo-random whole number below `below` for the order `o`. It is the same in every run. */
const chanceOf = (salt: string, below: number) => `(abs(hashtext('${salt}' || o.id)::bigint) % ${below})`

/** SQL: whether the order `o` was shipped in two parts. */
const IN_TWO = `(o.total_minor > 1 and ${chanceOf('part', 4)} = 0)`
/** SQL: when part `p.part` of the order `o` was shipped. */
const SHIPPED = `case p.part when 1 then o.shipped_at
                      else least(o.shipped_at + interval '1 day', timestamptz '${HISTORY_END}' - interval '1 second') end`
/** SQL: the share of part `p.part` in a sum of the order `o`. */
const shareOf = (minor: string) =>
  `case when not ${IN_TWO} then ${minor} when p.part = 1 then ${minor} / 2 else ${minor} - ${minor} / 2 end`

const ITEMS = `(
  select json_agg(json_build_object('lineId', n, 'productId', item ->> 'productId', 'name', item ->> 'name', 'quantity', 1,
                                    'amount', ${money("item ->> 'amount'")}, 'cost', null))
    from json_array_elements(o.record::json -> 'items') with ordinality as line (item, n))`

const shipments = `
  insert into shipments (company_id, id, revision, number, order_id, status, at, amount_minor, cost_minor, record)
  select $1::uuid, s.id, 1, s.number, s.order_id, 'posted', s.at, s.amount, s.cost,
         json_build_object('id', s.id, 'number', s.number, 'orderId', s.order_id, 'status', 'posted', 'at', ${utc('s.at')},
           'items', s.items, 'amount', ${money('s.amount')}, 'cost', ${money('s.cost')}, 'trackingNumber', s.tracking,
           'createdAt', ${utc('s.at')}, 'updatedAt', ${utc('s.at')}, 'revision', 1)::text
    from (select ${idAt('p.at', 'o.id')} as id, o.number || '-' || p.part as number, o.id as order_id, p.at, ${ITEMS} as items,
                 ${shareOf('o.total_minor')} as amount, ${shareOf('o.cost_minor')} as cost,
                 '8008391405' || lpad(${chanceOf('track', 1_000_000)}::text, 6, '0') as tracking
            from orders o
           cross join lateral (select p.part, ${SHIPPED} as at from (values (1), (2)) as p (part)) as p
           where o.company_id = $1 and o.shipped_at is not null and (p.part = 1 or ${IN_TWO})) as s`

/** Write into the orders how they were shipped and paid, exactly as the server would. */
const orders = `
  update orders as o
     set record = (o.record::jsonb || jsonb_build_object('total', ${money('o.total_minor')}, 'cost', ${money('o.cost_minor')},
           'shippedAmount', ${money('o.total_minor')}, 'fulfilment', 'all',
           'shipmentCount', case when ${IN_TWO} then 2 else 1 end, 'paid', ${money('o.paid_minor')}, 'payment', o.payment,
           'orderedAt', ${utc('o.ordered_at')}, 'shippedAt', ${utc('o.shipped_at')}, 'createdAt', ${utc('o.ordered_at')},
           'updatedAt', ${utc('o.shipped_at')}, 'revision', 1))::text
   where o.company_id = $1`

const noDeliveries = 'delete from deliveries where company_id = $1'

const deliveriesOfShipments = `
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
  select s.company_id, s.at, s.id, false, s.order_id, o.customer_id, o.channel, s.amount_minor, s.cost_minor
    from shipments s join orders o on o.company_id = $1 and o.id = s.order_id
   where s.company_id = $1`

/** SQL: when the goods of the order `o` came back. */
const RETURNED = `least(o.shipped_at + interval '5 days', timestamptz '${HISTORY_END}' - interval '1 second')`

const returns = `
  insert into customer_returns (company_id, id, revision, number, status, order_id, customer_id, warehouse_id, product_ids, amount_minor,
                                refunded_minor, cost_minor, posted_at, record)
  select $1::uuid, r.id, 1, r.number, 'posted', r.order_id, r.customer_id, r.warehouse_id, r.products, r.amount, 0, r.cost, r.at,
         json_build_object('id', r.id, 'number', r.number, 'status', 'posted', 'orderId', r.order_id, 'customerId', r.customer_id,
           'warehouseId', r.warehouse_id, 'amount', ${money('r.amount')}, 'cost', ${money('r.cost')}, 'refunded', 0,
           'postedAt', ${utc('r.at')}, 'createdAt', ${utc('r.at')}, 'updatedAt', ${utc('r.at')}, 'revision', 1)::text
    from (select ${idAt(RETURNED, 'o.id')} as id, 'в' || o.number as number, o.id as order_id, o.customer_id, o.warehouse_id, ${RETURNED} as at,
                 array(select (item ->> 'productId')::uuid from json_array_elements(o.record::json -> 'items') as item) as products,
                 o.total_minor as amount, o.cost_minor as cost
            from orders o
           where o.company_id = $1 and o.shipped_at is not null and ${chanceOf('return', 20)} = 0) as r`

const deliveriesOfReturns = `
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
  select r.company_id, r.posted_at, r.id, true, r.order_id, r.customer_id, o.channel, -r.amount_minor, -r.cost_minor
    from customer_returns r join orders o on o.company_id = $1 and o.id = r.order_id
   where r.company_id = $1`

/** Every second product can be ordered from one of 50 suppliers, in packs and with a time of delivery. */
const supplierItems = `
  insert into supplier_items (company_id, id, revision, product_id, supplier_id, code, price_minor, pack_milli, least_milli, lead_days, record)
  select $1::uuid, s.id, 1, s.product_id, s.supplier_id, s.code, 50000, 12000, null, s.days,
         json_build_object('id', s.id, 'productId', s.product_id, 'supplierId', s.supplier_id, 'code', s.code, 'price', 500,
           'packQuantity', 12, 'minQuantity', null, 'leadDays', s.days, 'createdAt', ${utc(`timestamptz '2023-01-01'`)},
           'updatedAt', ${utc(`timestamptz '2023-01-01'`)}, 'revision', 1)::text
    from (select ${idAt(`timestamptz '2023-01-01'`, 'p.id')} as id, p.id as product_id, 'К-' || n as code, (n % 14)::integer as days,
                 (select array_agg(id order by id) from partners where company_id = $1)[1 + n % 50] as supplier_id
            from (select id, row_number() over (order by id) as n from products where company_id = $1 and kind = 'product') as p
           where n % 2 = 0) as s`

const rules = `
  insert into stock_rules (company_id, id, revision, product_id, warehouse_id, min_milli, max_milli, safety_days, cover_days, supplier_id, record)
  select $1::uuid, i.id, 1, i.product_id, null, 20000, 60000, 3, 14, i.supplier_id,
         json_build_object('id', i.id, 'productId', i.product_id, 'warehouseId', null, 'minStock', 20, 'maxStock', 60, 'safetyDays', 3,
           'coverDays', 14, 'supplierId', i.supplier_id, 'createdAt', ${utc(`timestamptz '2023-01-01'`)},
           'updatedAt', ${utc(`timestamptz '2023-01-01'`)}, 'revision', 1)::text
    from supplier_items i
   where i.company_id = $1`

/** Adds shipments, returns and stock rules to a company that fillReportCompany and fillPresent have filled. */
export async function fillShipments(ask: Ask, companyId: string): Promise<void> {
  const statements = [
    shipments,
    orders,
    noDeliveries,
    deliveriesOfShipments,
    returns,
    deliveriesOfReturns,
    supplierItems,
    rules,
  ]
  for (const statement of statements) await ask(statement, [companyId])
}

/** Ids and other values of the company, for use in requests. All lists are equally long. */
export interface Sample {
  readonly orderIds: readonly string[]
  readonly shipmentIds: readonly string[]
  readonly numbers: readonly string[]
  readonly trackingNumbers: readonly string[]
  readonly customerIds: readonly string[]
  readonly productIds: readonly string[]
  readonly warehouseIds: readonly string[]
  /** Moments within the history, in milliseconds. */
  readonly moments: readonly number[]
}

/** Picks shipments from all over the history, each with its order, customer and product. */
export async function sampleOf(ask: Ask, companyId: string, count: number): Promise<Sample> {
  const rows = (await ask(
    `select s.id, s.order_id, o.number, o.customer_id, o.warehouse_id, s.record::json ->> 'trackingNumber' as tracking,
            extract(epoch from s.at) * 1000 as ms,
            (select m.product_id from movements m where m.company_id = $1 and m.order_id = s.order_id limit 1) as product_id
       from (select *, row_number() over (order by id) as n, count(*) over () as all_of_them
               from shipments where company_id = $1) as s
       join orders o on o.company_id = $1 and o.id = s.order_id
      where s.n % greatest(1, s.all_of_them / $2) = 0
      order by s.id limit $2`,
    [companyId, count],
  )) as Readonly<Record<string, string>>[]
  const all = (name: string) => rows.map((row) => row[name]!)
  return {
    orderIds: all('order_id'),
    shipmentIds: all('id'),
    numbers: all('number'),
    trackingNumbers: all('tracking'),
    customerIds: all('customer_id'),
    productIds: all('product_id'),
    warehouseIds: all('warehouse_id'),
    moments: all('ms').map(Number),
  }
}
