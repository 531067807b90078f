/**
 * What must always be true of the records, their columns and their log, by SQL. Each statement looks for what contradicts its name and gives it as text, one difference a row; `$1` is the company.
 * Source: decisions.md §6.
 */
import { FINISHABLE_KINDS, STATE_KINDS, type StateKind } from '../domain/records.ts'
import { TABLES } from './records.ts'

const union = (kinds: readonly StateKind[], select: (kind: StateKind) => string) =>
  kinds.map(select).join(' union all ')

/** Every record that the change log knows: kind, id, revision. */
const KEPT = `${union(STATE_KINDS, (kind) => {
  const id = kind === 'stock' ? `product_id || '/' || warehouse_id` : 'id::text'
  return `select '${kind}' as kind, ${id} as id, revision from ${TABLES[kind]} where company_id = $1`
})} union all select 'settings', 'settings', revision from settings where company_id = $1`
const COUNTED = union(
  STATE_KINDS.filter((kind) => kind !== 'stock'),
  (kind) => `select '${kind}' as kind, count(*) from ${TABLES[kind]} where company_id = $1`,
)
const NUMBERED = union(
  FINISHABLE_KINDS,
  (kind) => `select '${kind}' as kind, number from ${TABLES[kind]} where company_id = $1`,
)

export const RECORD_CHECKS: Readonly<Record<string, string>> = {
  'what is named is there': `
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

  'the items of an order are those of its record': `
    select coalesce(i.order_id, r.order_id) || ' at ' || coalesce(i.position, r.position)
      from (select * from order_items where company_id = $1) as i
      full join (select o.id as order_id, e.position - 1 as position, (e.item ->> 'productId')::uuid as product_id,
                        milli((e.item ->> 'quantity')::numeric) as quantity_milli, minor((e.item ->> 'price')::numeric) as price_minor,
                        minor((e.item ->> 'amount')::numeric) as amount_minor
                   from orders o, json_array_elements(o.record::json -> 'items') with ordinality as e (item, position)
                  where o.company_id = $1) as r
        on r.order_id = i.order_id and r.position = i.position
     where (i.product_id, i.quantity_milli, i.price_minor, i.amount_minor)
           is distinct from (r.product_id, r.quantity_milli, r.price_minor, r.amount_minor)`,

  'the total of an order is the sum of its items, and its cost that of its shipments': `
    select o.number
      from orders o
     where o.company_id = $1
       and (o.total_minor <> (select coalesce(sum(amount_minor), 0) from order_items i where i.company_id = $1 and i.order_id = o.id)
            or (o.status = 'shipped') <> (o.cost_minor is not null)
            or coalesce(o.cost_minor, 0) <> (select coalesce(sum(m.cost_minor), 0) from movements m
                                              where m.company_id = $1 and m.order_id = o.id))`,

  'the lines of a document are those of its record': `
    select coalesce(i.document_id, r.document_id) || ' at ' || coalesce(i.position, r.position)
      from (select * from document_lines where company_id = $1) as i
      full join (select d.id as document_id, e.position - 1 as position, (e.line ->> 'productId')::uuid as product_id,
                        milli((e.line ->> 'quantity')::numeric) as quantity_milli, minor((e.line ->> 'unitCost')::numeric) as unit_cost_minor,
                        minor((e.line ->> 'amount')::numeric) as amount_minor
                   from documents d, json_array_elements(d.record::json -> 'lines') with ordinality as e (line, position)
                  where d.company_id = $1) as r
        on r.document_id = i.document_id and r.position = i.position
     where (i.product_id, i.quantity_milli, i.unit_cost_minor, i.amount_minor)
           is distinct from (r.product_id, r.quantity_milli, r.unit_cost_minor, r.amount_minor)
    union all
    select number from documents d
     where d.company_id = $1
       and d.total_minor <> (select coalesce(sum(amount_minor), 0) from document_lines i where i.company_id = $1 and i.document_id = d.id)`,

  'the components and prices of a product are those of its record': `
    with components as (
      select p.id, (c ->> 'productId')::uuid as other, milli((c ->> 'quantity')::numeric) as value
        from products p, json_array_elements(p.record::json -> 'components') as c where p.company_id = $1),
    prices as (
      select p.id, (c ->> 'priceTypeId')::uuid as other, minor((c ->> 'price')::numeric) as value
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

  'the columns of a record are those of its JSON': `
    select 'lot ' || id from lots
     where company_id = $1
       and (id::text, product_id::text, warehouse_id::text, supplier_id::text, revision, remaining_milli, received_milli, unit_cost_minor)
           is distinct from (record::json ->> 'id', record::json ->> 'productId', record::json ->> 'warehouseId', record::json ->> 'supplierId',
                (record::json ->> 'revision')::bigint, milli((record::json ->> 'remaining')::numeric), milli((record::json ->> 'received')::numeric), minor((record::json ->> 'unitCost')::numeric))
    union all
    select 'order ' || id from orders
     where company_id = $1
       and (id::text, number, status, customer_id::text, warehouse_id::text, revision, total_minor, cost_minor, external_id)
           is distinct from (record::json ->> 'id', record::json ->> 'number', record::json ->> 'status', record::json ->> 'customerId', record::json ->> 'warehouseId',
                (record::json ->> 'revision')::bigint, minor((record::json ->> 'total')::numeric), minor((record::json ->> 'cost')::numeric), record::json ->> 'externalId')
    union all
    select 'product ' || id from products
     where company_id = $1
       and (id::text, kind, name, sku, price_minor, archived, revision, parent_product_id::text, preferred_supplier_id::text)
           is distinct from (record::json ->> 'id', record::json ->> 'kind', record::json ->> 'name', record::json ->> 'sku', minor((record::json ->> 'price')::numeric),
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
           is distinct from (record::json ->> 'id', record::json ->> 'name', (record::json ->> 'archived')::boolean, (record::json ->> 'revision')::bigint)
    union all
    select 'movement ' || id from movements
     where company_id = $1
       and (id::text, type, product_id::text, warehouse_id::text, to_warehouse_id::text, quantity_milli, good_milli, cost_minor,
            order_id::text, document_id::text, purchase_id::text)
           is distinct from (record::json ->> 'id', record::json ->> 'type', record::json ->> 'productId', record::json ->> 'warehouseId',
                record::json ->> 'toWarehouseId', milli((record::json ->> 'quantity')::numeric),
                milli(coalesce(record::json ->> 'good', record::json ->> 'quantity')::numeric), minor((record::json ->> 'cost')::numeric),
                record::json ->> 'orderId', record::json ->> 'documentId', record::json ->> 'purchaseId')`,

  "the revisions of the commands are 1 to the company's": `
    select 'company ' || c.revision || ', commands ' || x.count || ' up to ' || x.last
      from companies c,
           (select count(*) as count, count(distinct revision) as revisions, coalesce(max(revision), 0) as last,
                   coalesce(min(revision), 1) as first
              from commands where company_id = $1 and revision is not null) as x
     where c.company_id = $1
       and (x.count <> c.revision or x.revisions <> c.revision or x.last <> c.revision or x.first <> 1)`,

  // A finished record that is shown again is logged without being changed; hence the exception.
  'the change log leads to the records': `
    with entries as (
      select distinct on (e ->> 'kind', e ->> 'id') e ->> 'kind' as kind, e ->> 'id' as id, c.revision,
             coalesce((e ->> 'gone')::boolean, false) as is_gone
        from commands c, json_array_elements(c.changes::json) as e
       where c.company_id = $1 and c.revision is not null
       order by e ->> 'kind', e ->> 'id', c.revision desc),
    logged as (select kind, id, revision from entries where not is_gone),
    kept as (${KEPT})
    select coalesce(l.kind, k.kind) || ' ' || coalesce(l.id, k.id) || ': log ' || coalesce(l.revision, 0) || ', record ' || coalesce(k.revision, 0)
      from logged l full join kept k on k.kind = l.kind and k.id = l.id
     where coalesce(l.revision, 0) <> coalesce(k.revision, 0)
       and not (l.kind in ('orders', 'purchases', 'documents', 'payments') and coalesce(k.revision, 0) between 1 and l.revision)`,

  'the change log keeps what was before': `
    select kind || ' ' || id || ' at ' || revision || ': was ' || coalesce(was, 0) || ', kept ' || coalesce(kept, 0)
      from (select kind, id, revision, kept,
                   case when lag(is_gone) over chain then null else lag(revision) over chain end as was
              from (select e ->> 'kind' as kind, e ->> 'id' as id, c.revision,
                           coalesce((e ->> 'gone')::boolean, false) as is_gone,
                           case when e ->> 'kind' = 'stock' then (e -> 'before' ->> 2)::bigint
                                else (e -> 'before' ->> 'revision')::bigint end as kept
                      from commands c, json_array_elements(c.changes::json) as e
                     where c.company_id = $1 and c.revision is not null) as entries
            window chain as (partition by kind, id order by revision)) as chained
     where (kind = 'settings' and kept <> coalesce(was, 0))
        or (kind <> 'settings' and kept is distinct from was
            and not (kind in ('orders', 'purchases', 'documents', 'payments') and kept < was))`,

  'the totals count the records': `
    select counted.kind || ': totals ' || coalesce(c.totals::json ->> counted.kind, 'none') || ', records ' || counted.count
      from companies c, (${COUNTED}) as counted
     where c.company_id = $1 and coalesce((c.totals::json ->> counted.kind)::bigint, 0) <> counted.count`,

  'a number was given once, and none above the counter': `
    select n.kind || ' ' || n.number from (${NUMBERED}) as n group by n.kind, n.number having count(*) > 1
    union all
    select n.kind || ' ' || n.number from (${NUMBERED}) as n join companies c on c.company_id = $1
     where n.number::bigint > coalesce((c.counters::json ->> n.kind)::bigint, 0)`,
}
