/**
 * SQL checks of statements that must always be true of orders that wait for goods, and of expiring reservations. Each
 * check is named after such a statement. Its query returns violations of the statement as text, one per row; `$1` is
 * the company. Source: S-BACKORDER.
 */

/**
 * The SQL of the quantity for which each line waits, by the product taken from stock. For a bundle, these products are
 * its components. Quantities are in thousandths.
 */
const WAITING = `
    parts as (
      select o.id as order_id, o.warehouse_id, i.id as line, c."productId" is not null as is_bundle, milli(i.waiting)::numeric as waiting,
             coalesce(c."productId", i."productId") as product_id, coalesce(c.quantity, 1) * milli(i.waiting) as quantity
        from orders o, json_to_record(o.record::json) as record (items json),
             json_to_recordset(record.items) as i (id integer, "productId" uuid, waiting numeric, components json)
             left join lateral json_to_recordset(i.components) as c ("productId" uuid, quantity numeric) on true
       where o.company_id = $1 and o.waits and i.waiting is not null)`

export const WAITING_CHECKS: Readonly<Record<string, string>> = {
  'the stock rows say what orders wait for': `
    with ${WAITING},
    demand as (select warehouse_id, product_id, sum(quantity) as quantity from parts group by 1, 2)
    select coalesce(s.product_id, d.product_id) || ': waiting ' || coalesce(s.waiting_milli, 0) || ', orders ' || coalesce(d.quantity, 0)
      from (select * from stock where company_id = $1 and waiting_milli > 0) as s
      full join demand d on d.product_id = s.product_id and d.warehouse_id = s.warehouse_id
     where coalesce(s.waiting_milli, 0) <> coalesce(d.quantity, 0)`,

  // A line with a bundle gets its goods as soon as one whole bundle is available, or as soon as the quantity that it
  // waits for is available, if that is less than one bundle.
  'nothing waits while something is available': `
    with ${WAITING}
    select p.order_id || ' line ' || p.line
      from parts p
      left join stock s on s.company_id = $1 and s.product_id = p.product_id and s.warehouse_id = p.warehouse_id
     group by p.order_id, p.line
    having bool_and(coalesce(s.on_hand_milli - s.reserved_milli, 0)
                    >= case when p.is_bundle then p.quantity / p.waiting * least(p.waiting, 1000) else 1 end)`,

  'an order waits for what its lines wait for': `
    select o.number
      from orders o, json_to_record(o.record::json) as record (waiting numeric, items json)
     where o.company_id = $1 and o.status in ('new', 'picking')
       and (o.waits <> (record.waiting is not null)
            or milli(record.waiting) is distinct from
               (select sum(milli(e.waiting)) from json_to_recordset(record.items) as e (waiting numeric)))
    union all
    select number from orders where company_id = $1 and waits and status not in ('new', 'picking')`,

  'the reservations that end are those of the orders': `
    select coalesce(o.id, e.order_id)::text
      from (select id, (record::json ->> 'reservedUntil')::timestamptz as ends_at
              from orders where company_id = $1 and status = 'new' and position('"reservedUntil":' in record) > 0) as o
      full join (select * from ending_reservations where company_id = $1) as e on e.order_id = o.id
     where o.ends_at is distinct from e.ends_at`,
}
