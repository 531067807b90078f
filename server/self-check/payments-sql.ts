/**
 * SQL checks of payments and of the orders that they are for. Each check is named after a statement that must be true.
 * Its query returns violations of the statement as text, one per row; `$1` is the company. Source: S-PAYMENT-9.
 */

/**
 * An SQL expression for the total price of order `o`: the goods shipped, plus the price of the remaining goods if they
 * were shipped at once, minus the goods that were returned and those that were cancelled by closing the order. JSON is
 * parsed only for orders shipped in parts, because only these can have cancelled or returned goods, and parsing every
 * order would take most of the check's time.
 */
const PRICE = `
       (case when position('"shipmentCount":' in o.record) = 0 or position('"fulfilment":"all"' in o.record) > 0 then o.total_minor
            else (select coalesce(sum(case when l.cancelled = 0 then l.amount
                                           when l.shipped + l.cancelled = l.quantity then l.charged
                                           else greatest(l.charged, div(2 * l.amount * (l.quantity - l.cancelled) + l.quantity,
                                                                        2 * l.quantity)) end), 0)
                    from json_to_recordset(o.record::json -> 'items') as i (
                           quantity numeric, amount numeric, shipped numeric, cancelled numeric, "shippedAmount" numeric),
                 lateral (select milli(i.quantity)::numeric, milli(i.shipped)::numeric, milli(i.cancelled)::numeric,
                                 minor(i.amount)::numeric,
                                 case when i.shipped = 0 then 0 else minor(coalesce(i."shippedAmount", i.amount))::numeric end
                         ) as l (quantity, shipped, cancelled, amount, charged)) end
        - case when position('"returnedAmount":' in o.record) = 0 then 0
               else coalesce(minor((o.record::json ->> 'returnedAmount')::numeric), 0) end)`

export const PAYMENT_CHECKS: Readonly<Record<string, string>> = {
  'the table of paid orders agrees with the records of the payments': `
    select coalesce(o.payment_id, r.payment_id) || ' for ' || coalesce(o.order_id, r.order_id)
      from (select * from payment_orders where company_id = $1) as o
      full join (select p.id as payment_id, part."orderId" as order_id, minor(part.amount) as amount_minor
                   from payments p, json_to_record(p.record::json) as record (orders json),
                        json_to_recordset(record.orders) as part ("orderId" uuid, amount numeric)
                  where p.company_id = $1) as r
        on r.payment_id = o.payment_id and r.order_id = o.order_id
     where o.amount_minor is distinct from r.amount_minor
    union all
    select number from payments p
     where p.company_id = $1
       and p.unassigned_minor
           <> p.amount_minor - (select coalesce(sum(amount_minor), 0) from payment_orders o
                                 where o.company_id = $1 and o.payment_id = p.id)`,

  'what was paid for an order is the sum of the posted payments for it': `
    select o.number
      from orders o
     cross join lateral (select ${PRICE} as price) as c
      left join (select d.order_id, sum(case p.direction when 'incoming' then d.amount_minor else -d.amount_minor end) as paid
                   from payment_orders d join payments p on p.company_id = $1 and p.id = d.payment_id
                  where d.company_id = $1 and p.status = 'posted'
                  group by 1) as p
        on p.order_id = o.id
     where o.company_id = $1
       and (o.paid_minor <> coalesce(p.paid, 0)
            or o.payment <> case when o.paid_minor > case o.status when 'cancelled' then 0 else c.price end then 'overpaid'
                                 when o.paid_minor = c.price then 'paid'
                                 when o.paid_minor = 0 then 'unpaid' else 'part' end)`,
}
