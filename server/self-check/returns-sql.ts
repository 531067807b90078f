/**
 * SQL checks of statements that must always be true of customer returns. See stock-sql.ts. Source: docs/decisions/0067.
 */
export const RETURN_CHECKS: Readonly<Record<string, string>> = {
  'a posted return moved its goods and wrote damaged ones off, and a cancelled one undid it': `
    with lines as (
      select r.id, r.status, coalesce(c."productId", l."productId") as product_id,
             sum(coalesce(c.quantity, 1) * milli(l.quantity)) as quantity, sum(coalesce(c.quantity, 1) * milli(l.damaged)) as damaged
        from customer_returns r
       cross join json_to_record(r.record::json) as record (lines json)
       cross join json_to_recordset(record.lines) as l ("productId" uuid, quantity numeric, damaged numeric, components json)
        left join lateral json_to_recordset(l.components) as c ("productId" uuid, quantity numeric) on true
        join products p on p.company_id = $1 and p.id = coalesce(c."productId", l."productId")
       where r.company_id = $1 and r.posted_at is not null and p.kind <> 'service'
       group by 1, 2, 3),
    due as (
      select id, product_id, 'customer_return' as type, null as reverses, quantity from lines
      union all select id, product_id, 'writeoff', null, damaged from lines where damaged > 0
      union all select id, product_id, 'reversal', 'customer_return', quantity from lines where status = 'cancelled'
      union all select id, product_id, 'reversal', 'writeoff', damaged from lines where status = 'cancelled' and damaged > 0),
    moved as (
      select return_id as id, product_id, type, record::json ->> 'reverses' as reverses, sum(good_milli)::numeric as quantity
        from movements where company_id = $1 and return_id is not null group by 1, 2, 3, 4)
    select difference.id || ' ' || difference.type || ' of ' || difference.product_id
      from ((select * from due except all select * from moved) union all
            (select * from moved except all select * from due)) as difference`,

  'a return costs what its goods cost, and its lines add up to it': `
    with lines as (
      select r.id, sum(coalesce(minor(l.amount), 0)) as amount, sum(minor(l.cost)) as cost
        from customer_returns r
       cross join json_to_record(r.record::json) as record (lines json)
       cross join json_to_recordset(record.lines) as l (amount numeric, cost numeric)
       where r.company_id = $1 group by 1),
    moved as (
      select return_id as id, type, sum(cost_minor) as cost
        from movements where company_id = $1 and type = 'customer_return' and return_id is not null group by 1, 2)
    select r.number
      from customer_returns r join lines l on l.id = r.id left join moved m on m.id = r.id
     where r.company_id = $1
       and (r.amount_minor <> l.amount
            or (r.posted_at is not null and (r.cost_minor, coalesce(m.cost, 0)) is distinct from (l.cost, l.cost)))`,

  'an order and its lines count what posted returns brought back, at most what was shipped': `
    with returned as (
      select r.order_id, l."lineId" as line, sum(milli(l.quantity)) as quantity, sum(coalesce(minor(l.amount), 0)) as amount
        from customer_returns r
       cross join json_to_record(r.record::json) as record (lines json)
       cross join json_to_recordset(record.lines) as l ("lineId" integer, quantity numeric, amount numeric)
       where r.company_id = $1 and r.status = 'posted' and r.order_id is not null
       group by 1, 2),
    lines as (
      select o.id as order_id, e.id as line, milli(e.shipped) as shipped, milli(e.returned) as quantity,
             coalesce(minor(e."returnedAmount"), 0) as amount,
             case when e.shipped = e.quantity then coalesce(minor(e.amount), 0) else coalesce(minor(e."shippedAmount"), 0) end as charged
        from orders o, json_to_record(o.record::json) as record (items json),
             json_to_recordset(record.items) as e (
               id integer, quantity numeric, shipped numeric, amount numeric, "shippedAmount" numeric, returned numeric, "returnedAmount" numeric)
       where o.company_id = $1 and position('"returned":' in o.record) > 0 and e.returned is not null)
    select coalesce(l.order_id, r.order_id) || ' line ' || coalesce(l.line, r.line)
      from lines l full join returned r using (order_id, line)
     where (l.quantity, l.amount) is distinct from (r.quantity, r.amount)
        or l.quantity > l.shipped or l.amount > l.charged or (l.quantity = l.shipped and l.amount <> l.charged)
    union all
    select o.number
      from orders o
      left join (select order_id, sum(amount) as amount from returned group by 1) as r on r.order_id = o.id
     where o.company_id = $1 and (position('"returnedAmount":' in o.record) > 0 or r.amount > 0)
       and coalesce(minor((o.record::json ->> 'returnedAmount')::numeric), 0) <> coalesce(r.amount, 0)`,

  'an order gets back what it drew, at the same cost once everything is back': `
    with moved as (
      select m.order_id, m.product_id, m.id, m.direction, m.cost_minor, m.good_milli,
             m.type = 'customer_return' or m.record::json ->> 'reverses' = 'customer_return' as is_return, m.warehouse_id
        from movements m
       where m.company_id = $1 and m.order_id in (select order_id from customer_returns where company_id = $1 and posted_at is not null)),
    draws as (
      select m.order_id, m.is_return, coalesce(case when m.is_return and l.warehouse_id <> o.warehouse_id then l.source_lot_id end, l.id) as lot_id,
             m.direction * d.quantity_milli as quantity
        from moved m
        join movement_lots d on d.company_id = $1 and d.movement_id = m.id
        join lots l on l.company_id = $1 and l.id = d.lot_id
        join orders o on o.company_id = $1 and o.id = m.order_id)
    select order_id || ' lot ' || lot_id
      from draws group by order_id, lot_id
    having sum(quantity) > 0 or coalesce(sum(quantity) filter (where is_return), 0) < 0
    union all
    select order_id || ' of ' || product_id
      from moved group by order_id, product_id
    having sum(direction * good_milli) = 0 and sum(direction * cost_minor) <> 0`,

  'what was paid back for a return is the sum of the posted payments for it': `
    select r.number
      from customer_returns r
      left join (select return_id, sum(amount_minor) as paid
                   from payments where company_id = $1 and status = 'posted' and direction = 'outgoing' group by 1) as p on p.return_id = r.id
     where r.company_id = $1 and r.refunded_minor <> coalesce(p.paid, 0)`,
}
