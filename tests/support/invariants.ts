/**
 * The invariants of decisions.md §6 by SQL on the tables that people may query with tools of their own: whatever happened
 * before, none of these statements finds anything.
 */
import { type Database, readCompany } from '../../server/store/database.ts'

/** What must not be found, and the statement that looks for it: each row is one difference, as text. $1 is the company. */
const CHECKS: Readonly<Record<string, string>> = {
  'lots hold more than was received, or less than nothing': `
    select id::text from lots where company_id = $1 and (remaining_milli < 0 or remaining_milli > received_milli)`,

  'on hand is not the sum of the lots': `
    select coalesce(s.product_id, l.product_id) || ' at ' || coalesce(s.warehouse_id, l.warehouse_id)
           || ': on hand ' || coalesce(s.on_hand_milli, -1) || ', lots ' || coalesce(l.remaining, 0)
      from (select * from stock where company_id = $1) as s
      full join (select product_id, warehouse_id, sum(remaining_milli) as remaining
                   from lots where company_id = $1 group by 1, 2) as l
        on l.product_id = s.product_id and l.warehouse_id = s.warehouse_id
     where coalesce(s.on_hand_milli, -1) <> coalesce(l.remaining, 0)`,

  'reserved is not the sum over open orders, bundles exploded': `
    with items as (
      select o.warehouse_id, i.item, (i.item ->> 'productId')::uuid as product_id, (i.item ->> 'quantity')::numeric as quantity
        from orders o, json_array_elements(o.record::json -> 'items') as i (item)
       where o.company_id = $1 and o.status in ('new', 'picking')),
    taken as (
      select warehouse_id, product_id, quantity from items
       where item -> 'components' is null
         and product_id not in (select id from products where company_id = $1 and kind = 'service')
      union all
      select warehouse_id, (c ->> 'productId')::uuid, (c ->> 'quantity')::numeric * quantity / 1000
        from items, json_array_elements(item -> 'components') as c),
    demand as (select warehouse_id, product_id, sum(quantity) as quantity from taken group by 1, 2)
    select coalesce(s.product_id, d.product_id) || ': reserved ' || coalesce(s.reserved_milli, -1) || ', orders ' || coalesce(d.quantity, 0)
      from (select * from stock where company_id = $1) as s
      full join demand d on d.product_id = s.product_id and d.warehouse_id = s.warehouse_id
     where coalesce(s.reserved_milli, -1) <> coalesce(d.quantity, 0)`,

  'more is reserved than on hand': `
    select product_id || ' at ' || warehouse_id from stock
     where company_id = $1 and (reserved_milli < 0 or reserved_milli > on_hand_milli)`,

  'what came in is not what is there and what went out, by product': `
    with moved as (
      select product_id,
             sum(case when type = 'receipt' then (record::json ->> 'good')::numeric else 0 end) as came,
             sum(case when type in ('writeoff', 'shipment') then quantity_milli else 0 end) as went
        from movements where company_id = $1 group by 1),
    there as (select product_id, sum(on_hand_milli) as on_hand from stock where company_id = $1 group by 1)
    select m.product_id || ': came ' || m.came || ', is there ' || coalesce(t.on_hand, 0) || ', went ' || m.went
      from moved m left join there t on t.product_id = m.product_id
     where m.came <> coalesce(t.on_hand, 0) + m.went`,

  'what came in is not what is there and what went out, by warehouse': `
    with flows as (
      select product_id, warehouse_id,
             case when type = 'receipt' then (record::json ->> 'good')::numeric else -quantity_milli end as quantity
        from movements where company_id = $1
      union all
      select product_id, to_warehouse_id, quantity_milli from movements where company_id = $1 and type = 'transfer'),
    sums as (select product_id, warehouse_id, sum(quantity) as quantity from flows group by 1, 2)
    select f.product_id || ' at ' || f.warehouse_id || ': flows ' || f.quantity || ', on hand ' || coalesce(s.on_hand_milli, 0)
      from sums f
      left join stock s on s.company_id = $1 and s.product_id = f.product_id and s.warehouse_id = f.warehouse_id
     where f.quantity <> coalesce(s.on_hand_milli, 0)`,

  'a lot lost something else than what movements drew of it': `
    select l.id || ': received ' || l.received_milli || ', left ' || l.remaining_milli || ', drawn ' || coalesce(sum(d.quantity), 0)
      from lots l
      left join (select (e ->> 'lotId')::uuid as lot_id, (e ->> 'quantity')::numeric as quantity
                   from movements m, json_array_elements(m.record::json -> 'lots') as e
                  where m.company_id = $1 and m.type <> 'receipt') as d on d.lot_id = l.id
     where l.company_id = $1
     group by l.id, l.received_milli, l.remaining_milli
    having l.received_milli - l.remaining_milli <> coalesce(sum(d.quantity), 0)`,

  'the lots of a movement do not add up to its quantity and cost': `
    with draws as (
      select m.id, sum((e ->> 'quantity')::numeric) as quantity,
             sum(floor(((e ->> 'quantity')::numeric * (e ->> 'unitCost')::numeric + 500) / 1000)) as cost
        from movements m, json_array_elements(m.record::json -> 'lots') as e
       where m.company_id = $1 group by m.id)
    select m.id || ' ' || m.type
      from movements m left join draws d on d.id = m.id
     where m.company_id = $1
       and (coalesce(d.quantity, 0) <> case when m.type = 'receipt' then (m.record::json ->> 'good')::numeric else m.quantity_milli end
            or coalesce(d.cost, 0) <> m.cost_minor)`,

  'the draws of a movement are not those of its record': `
    with written as (
      select m.id as movement_id, (e ->> 'lotId')::uuid as lot_id, (e ->> 'quantity')::bigint as quantity_milli,
             (e ->> 'unitCost')::bigint as unit_cost_minor
        from movements m, json_array_elements(m.record::json -> 'lots') as e where m.company_id = $1),
    kept as (select movement_id, lot_id, quantity_milli, unit_cost_minor from movement_lots where company_id = $1)
    select movement_id || ' of ' || lot_id
      from ((select * from written except select * from kept) union all (select * from kept except select * from written)) as d`,

  'something is named that is not there': `
    select named.what || ' ' || named.id
      from (select 'product of a movement' as what, product_id as id from movements where company_id = $1
            union all select 'product of a lot', product_id from lots where company_id = $1
            union all select 'product of an order', product_id from order_items where company_id = $1
            union all select 'product of a component', component_id from product_components where company_id = $1
            union all select 'product of a stock row', product_id from stock where company_id = $1
            union all select 'parent of a product', parent_product_id from products where company_id = $1) as named
     where named.id is not null and not exists (select from products p where p.company_id = $1 and p.id = named.id)
    union all
    select named.what || ' ' || named.id
      from (select 'warehouse of a movement' as what, warehouse_id as id from movements where company_id = $1
            union all select 'target of a movement', to_warehouse_id from movements where company_id = $1
            union all select 'warehouse of a lot', warehouse_id from lots where company_id = $1
            union all select 'warehouse of an order', warehouse_id from orders where company_id = $1
            union all select 'warehouse of a stock row', warehouse_id from stock where company_id = $1) as named
     where named.id is not null and not exists (select from warehouses w where w.company_id = $1 and w.id = named.id)
    union all
    select 'order of a movement ' || m.order_id from movements m
     where m.company_id = $1 and m.order_id is not null
       and not exists (select from orders o where o.company_id = $1 and o.id = m.order_id)
    union all
    select 'partner of an order or lot ' || named.id
      from (select customer_id as id from orders where company_id = $1
            union all select supplier_id from lots where company_id = $1
            union all select preferred_supplier_id from products where company_id = $1) as named
     where named.id is not null and not exists (select from partners p where p.company_id = $1 and p.id = named.id)`,

  'the stock value of the totals is not that of the lots': `
    select c.totals::json ->> 'stockValue' || ', lots ' || v.value
      from companies c,
           (select coalesce(sum(floor((remaining_milli::numeric * unit_cost_minor + 500) / 1000)), 0) as value
              from lots where company_id = $1) as v
     where c.company_id = $1 and (c.totals::json ->> 'stockValue')::numeric <> v.value`,

  'the totals do not count the records': `
    select counted.kind || ': totals ' || (c.totals::json ->> counted.kind) || ', records ' || counted.count
      from companies c,
           (select 'warehouses' as kind, count(*) from warehouses where company_id = $1
            union all select 'priceTypes', count(*) from price_types where company_id = $1
            union all select 'products', count(*) from products where company_id = $1
            union all select 'partners', count(*) from partners where company_id = $1
            union all select 'lots', count(*) from lots where company_id = $1
            union all select 'orders', count(*) from orders where company_id = $1) as counted
     where c.company_id = $1 and (c.totals::json ->> counted.kind)::bigint <> counted.count`,

  'the items of an order are not those of its record': `
    select coalesce(i.order_id, r.order_id) || ' at ' || coalesce(i.position, r.position)
      from (select * from order_items where company_id = $1) as i
      full join (select o.id as order_id, e.position - 1 as position, (e.item ->> 'productId')::uuid as product_id,
                        (e.item ->> 'quantity')::bigint as quantity_milli, (e.item ->> 'price')::bigint as price_minor,
                        (e.item ->> 'amount')::bigint as amount_minor
                   from orders o, json_array_elements(o.record::json -> 'items') with ordinality as e (item, position)
                  where o.company_id = $1) as r
        on r.order_id = i.order_id and r.position = i.position
     where (i.product_id, i.quantity_milli, i.price_minor, i.amount_minor)
           is distinct from (r.product_id, r.quantity_milli, r.price_minor, r.amount_minor)`,

  'the total of an order is not the sum of its items, or its cost not that of its shipments': `
    select o.number
      from orders o
     where o.company_id = $1
       and (o.total_minor <> (select coalesce(sum(amount_minor), 0) from order_items i where i.company_id = $1 and i.order_id = o.id)
            or (o.status = 'shipped') <> (o.cost_minor is not null)
            or coalesce(o.cost_minor, 0) <> (select coalesce(sum(m.cost_minor), 0) from movements m
                                              where m.company_id = $1 and m.record::json ->> 'orderId' = o.id::text))`,

  'the components or prices of a product are not those of its record': `
    with components as (
      select p.id, (c ->> 'productId')::uuid as other, (c ->> 'quantity')::bigint as value
        from products p, json_array_elements(p.record::json -> 'components') as c where p.company_id = $1),
    prices as (
      select p.id, (c ->> 'priceTypeId')::uuid as other, (c ->> 'price')::bigint as value
        from products p, json_array_elements(p.record::json -> 'prices') as c where p.company_id = $1)
    select 'component ' || id from (
      (select id, other, value from components
       except select product_id, component_id, quantity_milli from product_components where company_id = $1)
      union all
      (select product_id, component_id, quantity_milli from product_components where company_id = $1
       except select id, other, value from components)) as c
    union all
    select 'price ' || id from (
      (select id, other, value from prices
       except select product_id, price_type_id, price_minor from product_prices where company_id = $1)
      union all
      (select product_id, price_type_id, price_minor from product_prices where company_id = $1
       except select id, other, value from prices)) as p`,

  'the columns of a record are not those of its JSON': `
    select 'lot ' || id from lots
     where company_id = $1
       and (id::text, product_id::text, warehouse_id::text, supplier_id::text, revision, remaining_milli, received_milli, unit_cost_minor)
           is distinct from (record::json ->> 'id', record::json ->> 'productId', record::json ->> 'warehouseId', record::json ->> 'supplierId',
                (record::json ->> 'revision')::bigint, (record::json ->> 'remaining')::bigint, (record::json ->> 'received')::bigint, (record::json ->> 'unitCost')::bigint)
    union all
    select 'order ' || id from orders
     where company_id = $1
       and (id::text, number, status, customer_id::text, warehouse_id::text, revision, total_minor, cost_minor, external_id)
           is distinct from (record::json ->> 'id', record::json ->> 'number', record::json ->> 'status', record::json ->> 'customerId', record::json ->> 'warehouseId',
                (record::json ->> 'revision')::bigint, (record::json ->> 'total')::bigint, (record::json ->> 'cost')::bigint, record::json ->> 'externalId')
    union all
    select 'product ' || id from products
     where company_id = $1
       and (id::text, kind, name, sku, price_minor, archived, revision, parent_product_id::text, preferred_supplier_id::text)
           is distinct from (record::json ->> 'id', record::json ->> 'kind', record::json ->> 'name', record::json ->> 'sku', (record::json ->> 'price')::bigint,
                (record::json ->> 'archived')::boolean, (record::json ->> 'revision')::bigint, record::json ->> 'parentProductId', record::json ->> 'preferredSupplierId')
    union all
    select 'partner ' || id from partners
     where company_id = $1
       and (id::text, name, type, phone, email, price_type_id::text, archived, revision)
           is distinct from (record::json ->> 'id', record::json ->> 'name', record::json ->> 'type', record::json ->> 'phone', record::json ->> 'email',
                record::json ->> 'priceTypeId', (record::json ->> 'archived')::boolean, (record::json ->> 'revision')::bigint)
    union all
    select 'warehouse ' || id from warehouses
     where company_id = $1
       and (id::text, name, archived, revision)
           is distinct from (record::json ->> 'id', record::json ->> 'name', (record::json ->> 'archived')::boolean, (record::json ->> 'revision')::bigint)
    union all
    select 'price type ' || id from price_types
     where company_id = $1
       and (id::text, name, archived, revision)
           is distinct from (record::json ->> 'id', record::json ->> 'name', (record::json ->> 'archived')::boolean, (record::json ->> 'revision')::bigint)`,

  "the revisions of the commands are not 1 to the company's": `
    select 'company ' || c.revision || ', commands ' || x.count || ' up to ' || x.last
      from companies c,
           (select count(*) as count, count(distinct revision) as revisions, coalesce(max(revision), 0) as last,
                   coalesce(min(revision), 1) as first
              from commands where company_id = $1 and revision is not null) as x
     where c.company_id = $1
       and (x.count <> c.revision or x.revisions <> c.revision or x.last <> c.revision or x.first <> 1)`,

  // An order that is shown again is logged without being changed; hence the exception for finished ones.
  'the change log does not lead to the records': `
    with entries as (
      select distinct on (e ->> 'kind', e ->> 'id') e ->> 'kind' as kind, e ->> 'id' as id, c.revision,
             coalesce((e ->> 'gone')::boolean, false) as is_gone
        from commands c, json_array_elements(c.changes::json) as e
       where c.company_id = $1 and c.revision is not null
       order by e ->> 'kind', e ->> 'id', c.revision desc),
    logged as (select kind, id, revision from entries where not is_gone),
    kept as (
      select 'warehouses' as kind, id::text, revision from warehouses where company_id = $1
      union all select 'priceTypes', id::text, revision from price_types where company_id = $1
      union all select 'products', id::text, revision from products where company_id = $1
      union all select 'partners', id::text, revision from partners where company_id = $1
      union all select 'lots', id::text, revision from lots where company_id = $1
      union all select 'orders', id::text, revision from orders where company_id = $1
      union all select 'stock', product_id || '/' || warehouse_id, revision from stock where company_id = $1)
    select coalesce(l.kind, k.kind) || ' ' || coalesce(l.id, k.id) || ': log ' || coalesce(l.revision, 0) || ', record ' || coalesce(k.revision, 0)
      from logged l full join kept k on k.kind = l.kind and k.id = l.id
     where coalesce(l.revision, 0) <> coalesce(k.revision, 0)
       and not (l.kind = 'orders' and coalesce(k.revision, 0) between 1 and l.revision
                and exists (select from orders o where o.company_id = $1 and o.id::text = l.id and o.status in ('shipped', 'cancelled')))`,

  'the change log does not keep what was before': `
    select kind || ' ' || id || ' at ' || revision || ': was ' || coalesce(was, 0) || ', kept ' || coalesce(kept, 0)
      from (select kind, id, revision, kept, status,
                   case when lag(is_gone) over chain then null else lag(revision) over chain end as was
              from (select e ->> 'kind' as kind, e ->> 'id' as id, c.revision,
                           coalesce((e ->> 'gone')::boolean, false) as is_gone, e -> 'before' ->> 'status' as status,
                           case when e ->> 'kind' = 'stock' then (e -> 'before' ->> 2)::bigint
                                else (e -> 'before' ->> 'revision')::bigint end as kept
                      from commands c, json_array_elements(c.changes::json) as e
                     where c.company_id = $1 and c.revision is not null) as entries
            window chain as (partition by kind, id order by revision)) as chained
     where (kind = 'settings' and kept <> coalesce(was, 0))
        or (kind <> 'settings' and kept is distinct from was
            and not (kind = 'orders' and status in ('shipped', 'cancelled') and kept < was))`,

  'an order number was given twice, or is above the counter': `
    select 'number ' || number from orders where company_id = $1 group by number having count(*) > 1
    union all
    select 'number ' || o.number from orders o join companies c on c.company_id = o.company_id
     where o.company_id = $1 and o.number::bigint > (c.counters::json ->> 'orders')::bigint`,
}

const SHOWN_PER_CHECK = 5

/** What does not hold in the tables of a company; empty when all is well. Reads one snapshot of the database. */
export async function findDifferences(database: Database, companyId: string): Promise<string[]> {
  return readCompany(database, companyId, async (tx) => {
    const found: string[] = []
    for (const [what, sql] of Object.entries(CHECKS)) {
      const { rows } = await tx.query<[string]>({ text: sql, values: [companyId], rowMode: 'array' })
      if (rows.length === 0) continue
      const shown = rows.slice(0, SHOWN_PER_CHECK).map(([difference]) => difference)
      found.push(
        `${what}: ${shown.join('; ')}${rows.length > SHOWN_PER_CHECK ? ` and ${rows.length - SHOWN_PER_CHECK} more` : ''}`,
      )
    }
    return found
  })
}
