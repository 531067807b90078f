/**
 * SQL checks of statements that must always be true of the records, their columns and their log. Each check is named
 * after such a statement. Its query returns violations of the statement as text, one per row; `$1` is the company. Each
 * record's JSON is parsed once (`json_to_record`), and only the parts to be compared are kept. By contrast, each `->`
 * and `->>` would parse the whole text again and keep a copy until the row is done, and a record may have megabytes.
 * Source: S-STOCK-14.
 */
import { MAX_COST_MINOR } from '../../amounts/quantity.ts'
import { FINISHABLE_KINDS, STATE_KINDS, type StateKind } from '../domain/records.ts'
import { rowsOf } from '../store/records.ts'

const union = (kinds: readonly StateKind[], select: (kind: StateKind) => string) =>
  kinds.map(select).join(' union all ')

/** An SQL query for every record that the change log must contain, with the record's kind, id and revision. */
const KEPT = `${union(STATE_KINDS, (kind) => {
  const id = kind === 'stock' ? `product_id || '/' || warehouse_id` : 'id::text'
  return `select '${kind}' as kind, ${id} as id, revision from ${rowsOf(kind)}`
})} union all select 'settings', 'settings', revision from settings where company_id = $1`
const COUNTED = union(
  STATE_KINDS.filter((kind) => kind !== 'stock'),
  (kind) => `select '${kind}' as kind, count(*) from ${rowsOf(kind)}`,
)
const FINISHABLE = FINISHABLE_KINDS.map((kind) => `'${kind}'`).join(', ')
const NUMBERED = union(FINISHABLE_KINDS, (kind) => `select '${kind}' as kind, number from ${rowsOf(kind)}`)

export const RECORD_CHECKS: Readonly<Record<string, string>> = {
  'every record that another record refers to exists': `
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

  'the table of order items agrees with the records of the orders': `
    select coalesce(i.order_id, r.order_id) || ' at ' || coalesce(i.position, r.position)
      from (select * from order_items where company_id = $1) as i
      full join (select o.id as order_id, e.position - 1 as position, e."productId" as product_id, milli(e.quantity) as quantity_milli,
                        minor(e.price) as price_minor, minor(e.amount) as amount_minor
                   from orders o, json_to_record(o.record::json) as record (items json),
                        rows from (json_to_recordset(record.items)
                                     as ("productId" uuid, quantity numeric, price numeric, amount numeric))
                          with ordinality as e ("productId", quantity, price, amount, position)
                  where o.company_id = $1) as r
        on r.order_id = i.order_id and r.position = i.position
     where (i.product_id, i.quantity_milli, i.price_minor, i.amount_minor)
           is distinct from (r.product_id, r.quantity_milli, r.price_minor, r.amount_minor)`,

  'an order has the total of its items and the cost of its shipments': `
    select o.number
      from orders o
      left join (select order_id, sum(amount_minor) as total from order_items where company_id = $1 group by 1) as i on i.order_id = o.id
      left join (select order_id, sum(-direction * cost_minor) as cost
                   from movements where company_id = $1 and order_id is not null and return_id is null group by 1) as m
        on m.order_id = o.id
     where o.company_id = $1
       and (o.total_minor <> coalesce(i.total, 0) or (o.status = 'shipped' and o.cost_minor is null)
            or coalesce(o.cost_minor, 0) <> least(coalesce(m.cost, 0), ${MAX_COST_MINOR}))`,

  'the table of document lines agrees with the records of the documents': `
    select coalesce(i.document_id, r.document_id) || ' at ' || coalesce(i.position, r.position)
      from (select * from document_lines where company_id = $1) as i
      full join (select d.id as document_id, e.position - 1 as position, e."productId" as product_id,
                        milli(e.quantity) as quantity_milli, minor(e."unitCost") as unit_cost_minor, minor(e.amount) as amount_minor
                   from documents d, json_to_record(d.record::json) as record (lines json),
                        rows from (json_to_recordset(record.lines)
                                     as ("productId" uuid, quantity numeric, "unitCost" numeric, amount numeric))
                          with ordinality as e ("productId", quantity, "unitCost", amount, position)
                  where d.company_id = $1) as r
        on r.document_id = i.document_id and r.position = i.position
     where (i.product_id, i.quantity_milli, i.unit_cost_minor, i.amount_minor)
           is distinct from (r.product_id, r.quantity_milli, r.unit_cost_minor, r.amount_minor)
    union all
    select number from documents d
     where d.company_id = $1
       and d.total_minor <> (select coalesce(sum(amount_minor), 0) from document_lines i where i.company_id = $1 and i.document_id = d.id)`,

  'the tables of components and prices agree with the records of the products': `
    with written as (
      select e.what, p.id, e.other, e.value
        from products p, json_to_record(p.record::json) as record (components json, prices json),
             lateral (select 'component', "productId", milli(quantity)
                        from json_to_recordset(record.components) as c ("productId" uuid, quantity numeric)
                      union all
                      select 'price', "priceTypeId", minor(price)
                        from json_to_recordset(record.prices) as c ("priceTypeId" uuid, price numeric)) as e (what, other, value)
       where p.company_id = $1),
    kept as (
      select 'component' as what, product_id as id, component_id as other, quantity_milli as value
        from product_components where company_id = $1
      union all
      select 'price', product_id, price_type_id, price_minor from product_prices where company_id = $1)
    select what || ' ' || id
      from ((select * from written except select * from kept) union all (select * from kept except select * from written)) as d
     order by what`,

  'the columns of a record agree with its JSON': `
    select 'lot ' || t.id
      from lots t, json_to_record(t.record::json) as r (
             id text, "productId" text, "warehouseId" text, "supplierId" text, revision bigint, remaining numeric,
             received numeric, "unitCost" numeric)
     where t.company_id = $1
       and (t.id::text, t.product_id::text, t.warehouse_id::text, t.supplier_id::text, t.revision, t.remaining_milli,
            t.received_milli, t.unit_cost_minor)
           is distinct from (r.id, r."productId", r."warehouseId", r."supplierId", r.revision, milli(r.remaining),
                milli(r.received), minor(r."unitCost"))
    union all
    select 'order ' || t.id
      from orders t, json_to_record(t.record::json) as r (
             id text, number text, status text, "customerId" text, "warehouseId" text, revision bigint, total numeric,
             cost numeric, "externalId" text)
     where t.company_id = $1
       and (t.id::text, t.number, t.status, t.customer_id::text, t.warehouse_id::text, t.revision, t.total_minor, t.cost_minor,
            t.external_id)
           is distinct from (r.id, r.number, r.status, r."customerId", r."warehouseId", r.revision, minor(r.total), minor(r.cost),
                r."externalId")
    union all
    select 'product ' || t.id
      from products t, json_to_record(t.record::json) as r (
             id text, kind text, name text, sku text, price numeric, archived boolean, revision bigint, "parentProductId" text,
             "preferredSupplierId" text)
     where t.company_id = $1
       and (t.id::text, t.kind, t.name, t.sku, t.price_minor, t.archived, t.revision, t.parent_product_id::text,
            t.preferred_supplier_id::text)
           is distinct from (r.id, r.kind, r.name, r.sku, minor(r.price), r.archived, r.revision, r."parentProductId",
                r."preferredSupplierId")
    union all
    select 'partner ' || t.id
      from partners t, json_to_record(t.record::json) as r (
             id text, name text, type text, phone text, email text, "priceTypeId" text, archived boolean, revision bigint)
     where t.company_id = $1
       and (t.id::text, t.name, t.type, t.phone, t.email, t.price_type_id::text, t.archived, t.revision)
           is distinct from (r.id, r.name, r.type, r.phone, r.email, r."priceTypeId", r.archived, r.revision)
    union all
    select 'warehouse ' || t.id
      from warehouses t, json_to_record(t.record::json) as r (id text, name text, archived boolean, revision bigint)
     where t.company_id = $1
       and (t.id::text, t.name, t.archived, t.revision) is distinct from (r.id, r.name, r.archived, r.revision)
    union all
    select 'price type ' || t.id
      from price_types t, json_to_record(t.record::json) as r (id text, name text, archived boolean, revision bigint)
     where t.company_id = $1
       and (t.id::text, t.name, t.archived, t.revision) is distinct from (r.id, r.name, r.archived, r.revision)
    union all
    select t.kind || ' ' || t.id
      from plain_records t, json_to_record(t.record::json) as r (id text, revision bigint)
     where t.company_id = $1 and (t.id::text, t.revision) is distinct from (r.id, r.revision)
    union all
    select 'movement ' || t.id
      from movements t, json_to_record(t.record::json) as r (
             id text, type text, "productId" text, "warehouseId" text, "toWarehouseId" text, quantity numeric, good numeric,
             cost numeric, "orderId" text, "shipmentId" text, "documentId" text, "purchaseId" text, "stocktakeId" text, "returnId" text,
             "documentDate" date)
     where t.company_id = $1
       and (t.id::text, t.type, t.product_id::text, t.warehouse_id::text, t.to_warehouse_id::text, t.quantity_milli, t.good_milli,
            t.cost_minor, t.order_id::text, t.shipment_id::text, t.document_id::text, t.purchase_id::text, t.stocktake_id::text, t.return_id::text,
            t.document_date)
           is distinct from (r.id, r.type, r."productId", r."warehouseId", r."toWarehouseId", milli(r.quantity),
                milli(coalesce(r.good, r.quantity)), minor(r.cost), r."orderId", r."shipmentId", r."documentId", r."purchaseId",
                r."stocktakeId", r."returnId", r."documentDate")
    union all
    select 'customer return ' || t.id
      from customer_returns t, json_to_record(t.record::json) as r (
             id text, number text, status text, "orderId" text, "customerId" text, "warehouseId" text, revision bigint, amount numeric,
             refunded numeric, cost numeric, "postedAt" timestamptz, "cancelledAt" timestamptz)
     where t.company_id = $1
       and (t.id::text, t.number, t.status, t.order_id::text, t.customer_id::text, t.warehouse_id::text, t.revision, t.amount_minor,
            t.refunded_minor, t.cost_minor, t.posted_at, t.cancelled_at)
           is distinct from (r.id, r.number, r.status, r."orderId", r."customerId", r."warehouseId", r.revision, minor(r.amount),
                minor(r.refunded), minor(r.cost), r."postedAt", r."cancelledAt")
    union all
    select 'stock rule ' || t.id
      from stock_rules t, json_to_record(t.record::json) as r (
             id text, revision bigint, "productId" text, "warehouseId" text, "minStock" numeric, "maxStock" numeric, "safetyDays" integer,
             "coverDays" integer, "supplierId" text)
     where t.company_id = $1
       and (t.id::text, t.revision, t.product_id::text, t.warehouse_id::text, t.min_milli, t.max_milli, t.safety_days, t.cover_days,
            t.supplier_id::text)
           is distinct from (r.id, r.revision, r."productId", r."warehouseId", milli(r."minStock"), milli(r."maxStock"), r."safetyDays",
                r."coverDays", r."supplierId")
    union all
    select 'supplier item ' || t.id
      from supplier_items t, json_to_record(t.record::json) as r (
             id text, revision bigint, "productId" text, "supplierId" text, code text, price numeric, "packQuantity" numeric,
             "minQuantity" numeric, "leadDays" integer)
     where t.company_id = $1
       and (t.id::text, t.revision, t.product_id::text, t.supplier_id::text, t.code, t.price_minor, t.pack_milli, t.least_milli,
            t.lead_days)
           is distinct from (r.id, r.revision, r."productId", r."supplierId", r.code, minor(r.price), milli(r."packQuantity"),
                milli(r."minQuantity"), r."leadDays")
    union all
    select 'delivery photo ' || t.id
      from delivery_photos t, json_to_record(t.record::json) as r (
             id text, revision bigint, "documentId" text, sha256 text, "contentType" text)
     where t.company_id = $1
       and (t.id::text, t.revision, t.document_id::text, t.sha256, t.content_type)
           is distinct from (r.id, r.revision, r."documentId", r.sha256, r."contentType")
    union all
    select 'shipment ' || t.id
      from shipments t, json_to_record(t.record::json) as r (
             id text, number text, "orderId" text, status text, revision bigint, at timestamptz, amount numeric, cost numeric)
     where t.company_id = $1
       and (t.id::text, t.number, t.order_id::text, t.status, t.revision, t.at, t.amount_minor, t.cost_minor)
           is distinct from (r.id, r.number, r."orderId", r.status, r.revision, r.at, minor(r.amount), minor(r.cost))`,

  'the revisions of the commands are numbered from 1 without gaps': `
    select 'company ' || c.revision || ', commands ' || x.count || ' up to ' || x.last
      from companies c,
           (select count(*) as count, count(distinct revision) as revisions, coalesce(max(revision), 0) as last,
                   coalesce(min(revision), 1) as first
              from commands where company_id = $1 and revision is not null) as x
     where c.company_id = $1
       and (x.count <> c.revision or x.revisions <> c.revision or x.last <> c.revision or x.first <> 1)`,

  // There is one exception to this statement: when a finished record is added to the state again, it is logged although
  // it has not changed.
  'every record has the last revision that the change log has for it': `
    with entries as (
      select distinct on (e.kind, e.id) e.kind, e.id, c.revision, coalesce(e.gone, false) as is_gone
        from commands c, json_to_recordset(c.changes::json) as e (kind text, id text, gone boolean)
       where c.company_id = $1 and c.revision is not null
       order by e.kind, e.id, c.revision desc),
    logged as (select kind, id, revision from entries where not is_gone),
    kept as (${KEPT})
    select coalesce(l.kind, k.kind) || ' ' || coalesce(l.id, k.id) || ': log ' || coalesce(l.revision, 0) || ', record ' || coalesce(k.revision, 0)
      from logged l full join kept k on k.kind = l.kind and k.id = l.id
     where coalesce(l.revision, 0) <> coalesce(k.revision, 0)
       and not coalesce(l.kind in (${FINISHABLE}) and k.revision between 1 and l.revision, false)`,

  'the change log has each record as it was before each change': `
    select kind || ' ' || id || ' at ' || revision || ': was ' || coalesce(was, 0) || ', kept ' || coalesce(kept, 0)
      from (select kind, id, revision, kept,
                   case when lag(is_gone) over chain then null else lag(revision) over chain end as was
              from (select e.kind, e.id, c.revision, coalesce(e.gone, false) as is_gone,
                           case when e.kind = 'stock' then (coalesce(e.was, e.before) ->> 2)::bigint
                                else (coalesce(e.was, e.before) ->> 'revision')::bigint end as kept
                      from commands c,
                           json_to_recordset(c.changes::json) as e (kind text, id text, gone boolean, was json, before json)
                     where c.company_id = $1 and c.revision is not null) as entries
            window chain as (partition by kind, id order by revision)) as chained
     where (kind = 'settings' and kept <> coalesce(was, 0))
        or (kind <> 'settings' and kept is distinct from was
            and not (kind in (${FINISHABLE}) and kept < was))`,

  'the totals of a company count its records': `
    select counted.kind || ': totals ' || coalesce(c.totals::json ->> counted.kind, 'none') || ', records ' || counted.count
      from companies c, (${COUNTED}) as counted
     where c.company_id = $1 and coalesce((c.totals::json ->> counted.kind)::bigint, 0) <> counted.count`,

  'no number was used twice or is above the counter': `
    select n.kind || ' ' || n.number from (${NUMBERED}) as n group by n.kind, n.number having count(*) > 1
    union all
    select n.kind || ' ' || n.number from (${NUMBERED}) as n join companies c on c.company_id = $1
     where n.number::bigint > coalesce((c.counters::json ->> n.kind)::bigint, 0)`,
}
