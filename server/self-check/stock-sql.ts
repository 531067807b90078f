/**
 * SQL checks of statements that must always be true of stock, lots and movements. Each check is named after such a
 * statement. Its query returns violations of the statement as text, one per row; `$1` is the company. Source:
 * S-STOCK-14.
 */
import { MAX_COST_MINOR } from '../../amounts/quantity.ts'

export const STOCK_CHECKS: Readonly<Record<string, string>> = {
  'the remainder of a lot is between zero and the received quantity': `
    select id::text from lots where company_id = $1 and (remaining_milli < 0 or remaining_milli > received_milli)`,

  'the stock on hand is the sum of the lots': `
    select coalesce(s.product_id, l.product_id) || ' at ' || coalesce(s.warehouse_id, l.warehouse_id)
           || ': on hand ' || coalesce(s.on_hand_milli, -1) || ', lots ' || coalesce(l.remaining, 0)
      from (select * from stock where company_id = $1) as s
      full join (select product_id, warehouse_id, sum(remaining_milli) as remaining
                   from lots where company_id = $1 group by 1, 2) as l
        on l.product_id = s.product_id and l.warehouse_id = s.warehouse_id
     where coalesce(s.on_hand_milli, -1) <> coalesce(l.remaining, 0)`,

  'the reserved stock is what the open orders need': `
    with demand as (
      select o.warehouse_id, coalesce(c."productId", i."productId") as product_id,
             sum(coalesce(c.quantity, 1) * milli(i.reserved)) as quantity
        from orders o, json_to_record(o.record::json) as record (items json),
             json_to_recordset(record.items) as i ("productId" uuid, reserved numeric, components json)
             left join lateral json_to_recordset(i.components) as c ("productId" uuid, quantity numeric) on true
       where o.company_id = $1 and o.status in ('new', 'picking')
         and (c."productId" is not null
              or i."productId" not in (select id from products where company_id = $1 and kind = 'service'))
       group by 1, 2)
    select coalesce(s.product_id, d.product_id) || ': reserved ' || coalesce(s.reserved_milli, -1) || ', orders ' || coalesce(d.quantity, 0)
      from (select * from stock where company_id = $1) as s
      full join demand d on d.product_id = s.product_id and d.warehouse_id = s.warehouse_id
     where coalesce(s.reserved_milli, -1) <> coalesce(d.quantity, 0)`,

  'no more stock is reserved than is on hand': `
    select product_id || ' at ' || warehouse_id from stock
     where company_id = $1 and (reserved_milli < 0 or reserved_milli > on_hand_milli)`,

  'everything received of a product is on hand or has left': `
    with moved as (
      select product_id, sum(case when direction > 0 then good_milli else 0 end) as came,
             sum(case when direction < 0 then good_milli else 0 end) as went
        from movements where company_id = $1 group by 1),
    there as (select product_id, sum(on_hand_milli) as on_hand from stock where company_id = $1 group by 1)
    select coalesce(m.product_id, t.product_id) || ': came ' || coalesce(m.came, 0) || ', is there ' || coalesce(t.on_hand, 0) || ', went ' || coalesce(m.went, 0)
      from moved m full join there t on t.product_id = m.product_id
     where coalesce(m.came, 0) <> coalesce(t.on_hand, 0) + coalesce(m.went, 0)`,

  'everything that came into a warehouse is on hand or has left': `
    with flows as (
      select product_id, warehouse_id, case when direction > 0 then good_milli else -good_milli end as quantity
        from movements where company_id = $1
      union all
      select product_id, to_warehouse_id, good_milli from movements where company_id = $1 and direction = 0),
    sums as (select product_id, warehouse_id, sum(quantity) as quantity from flows group by 1, 2)
    select coalesce(f.product_id, s.product_id) || ' at ' || coalesce(f.warehouse_id, s.warehouse_id)
           || ': flows ' || coalesce(f.quantity, 0) || ', on hand ' || coalesce(s.on_hand_milli, 0)
      from sums f
      full join (select * from stock where company_id = $1) as s
        on s.product_id = f.product_id and s.warehouse_id = f.warehouse_id
     where coalesce(f.quantity, 0) <> coalesce(s.on_hand_milli, 0)`,

  'a lot has what it received, less what was taken and not put back': `
    select l.id || ': received ' || l.received_milli || ', left ' || l.remaining_milli || ', drawn ' || coalesce(sum(d.quantity), 0)
      from lots l
      left join (select x.lot_id, case when m.direction > 0 then -x.quantity_milli else x.quantity_milli end as quantity
                   from movement_lots x join movements m on m.company_id = $1 and m.id = x.movement_id
                  where x.company_id = $1 and x.movement_id > x.lot_id) as d on d.lot_id = l.id
     where l.company_id = $1
     group by l.id, l.received_milli, l.remaining_milli
    having l.received_milli - l.remaining_milli <> coalesce(sum(d.quantity), 0)`,

  'the lots of a movement add up to its quantity and cost': `
    with draws as (
      select movement_id, sum(quantity_milli) as quantity,
             sum(floor((quantity_milli::numeric * unit_cost_minor + 500) / 1000)) as cost
        from movement_lots where company_id = $1 group by movement_id)
    select m.id || ' ' || m.type
      from movements m left join draws d on d.movement_id = m.id
     where m.company_id = $1
       and (coalesce(d.quantity, 0) <> m.good_milli
            -- Goods of an order come back at their share of what they cost when they left, which may be a kopeck beside.
            or (least(coalesce(d.cost, 0), ${MAX_COST_MINOR}) <> m.cost_minor
                and not (m.return_id is not null and m.order_id is not null)))`,

  'goods are taken from a lot at the cost of the lot': `
    select d.movement_id || ' of ' || d.lot_id
      from movement_lots d join lots l on l.company_id = $1 and l.id = d.lot_id
     where d.company_id = $1 and d.unit_cost_minor <> l.unit_cost_minor`,

  'the table of lots taken agrees with the records of the movements': `
    with written as (
      select m.id as movement_id, e."lotId" as lot_id, milli(e.quantity) as quantity_milli, minor(e."unitCost") as unit_cost_minor
        from movements m, json_to_record(m.record::json) as record (lots json),
             json_to_recordset(record.lots) as e ("lotId" uuid, quantity numeric, "unitCost" numeric)
       where m.company_id = $1),
    kept as (select movement_id, lot_id, quantity_milli, unit_cost_minor from movement_lots where company_id = $1)
    select movement_id || ' of ' || lot_id
      from ((select * from written except select * from kept) union all (select * from kept except select * from written)) as d`,

  // An id must contain the movement's time, because the reports read a period as a range of ids.
  'a movement has the direction of its type and its time in its id': `
    select m.id || ' ' || m.type
      from movements m
     where m.company_id = $1
       and (not case m.type when 'receipt' then m.direction = 1 when 'surplus' then m.direction = 1
                            when 'customer_return' then m.direction = 1 when 'transfer' then m.direction = 0
                            when 'reversal' then m.direction <> 0 else m.direction = -1 end
            or ('x' || left(replace(m.id::text, '-', ''), 12))::bit(48)::bigint <> round(extract(epoch from m.at) * 1000))`,

  'the stock value in the totals is the value of the lots': `
    select c.totals::json ->> 'stockValue' || ', lots ' || v.value
      from companies c,
           (select coalesce(sum(floor((remaining_milli::numeric * unit_cost_minor + 500) / 1000)), 0) as value
              from lots where company_id = $1) as v
     where c.company_id = $1 and (c.totals::json ->> 'stockValue')::numeric <> v.value`,

  'a purchase counts what was received for it': `
    select p.number || ': received ' || p.received_milli || ', movements ' || coalesce(m.good, 0)
      from purchases p
      left join (select purchase_id, sum(good_milli) as good, sum(milli(r.damaged)) as damaged, sum(milli(r.missing)) as missing
                   from movements, json_to_record(record::json) as r (damaged numeric, missing numeric)
                  where company_id = $1 and purchase_id is not null group by purchase_id) as m on m.purchase_id = p.id
     where p.company_id = $1
       and ((p.received_milli, p.damaged_milli, p.missing_milli) is distinct from (coalesce(m.good, 0), coalesce(m.damaged, 0), coalesce(m.missing, 0))
            or (p.status = 'received') <> (p.received_milli + p.damaged_milli + p.missing_milli = p.quantity_milli)
            or (p.status = 'open') <> (p.received_milli + p.damaged_milli + p.missing_milli = 0))`,

  'a posted document has moved its lines, and a cancelled one has moved them back': `
    with lines as (
      select d.id, d.status, d.kind, l.product_id, sum(l.quantity_milli) as quantity
        from documents d join document_lines l on l.company_id = $1 and l.document_id = d.id
       where d.company_id = $1 and d.kind in ('receipt', 'supplier_return') group by 1, 2, 3, 4),
    moved as (
      select document_id, product_id,
             sum(good_milli) filter (where type in ('receipt', 'return')) as moved,
             coalesce(sum(good_milli) filter (where type = 'reversal'), 0) as taken_back
        from movements where company_id = $1 and document_id is not null group by 1, 2)
    select coalesce(l.id, m.document_id) || ' ' || coalesce(l.product_id, m.product_id)
      from lines l full join moved m on m.document_id = l.id and m.product_id = l.product_id
     where case when l.id is null then true
                when l.status in ('posted', 'closed') then m.moved is distinct from l.quantity or m.taken_back <> 0
                when l.status = 'cancelled' then m.document_id is not null and (m.moved <> l.quantity or m.taken_back <> l.quantity)
                else m.document_id is not null end`,
}
