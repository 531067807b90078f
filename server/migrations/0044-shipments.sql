-- Orders are shipped in parts (docs/decisions/0063). Lines and orders say how much was shipped; nodes of the previous version do not know
-- that, so they may no longer write.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 5 or after is null) not valid;

-- Shipments: one for each time that goods of an order left the warehouse. Orders shipped before this migration have none.
create table shipments (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  order_id uuid not null,
  status text not null check (status in ('posted', 'cancelled')),
  at timestamptz not null,
  amount_minor bigint not null check (amount_minor >= 0),
  cost_minor bigint not null check (cost_minor >= 0),
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, order_id) references orders (company_id, id)
);
create index shipments_by_order on shipments (company_id, order_id, id);
select isolate_company('shipments');

-- What reports sum of orders: a row for each shipment, one with the figures below zero for each cancelled shipment, and one for each order
-- that was shipped as a whole before there were shipments, with the id of the order. Customer and channel are those of the order.
create table deliveries (
  company_id uuid not null,
  at timestamptz not null,
  id uuid not null,
  is_reversal boolean not null,
  order_id uuid not null,
  customer_id uuid not null,
  channel text not null,
  revenue_minor bigint not null,
  cost_minor bigint not null,
  primary key (company_id, at, id, is_reversal) include (order_id, customer_id, channel, revenue_minor, cost_minor),
  check (case when is_reversal then revenue_minor <= 0 and cost_minor <= 0 else revenue_minor >= 0 and cost_minor >= 0 end)
);

-- Row-level security holds the tables' owner too.
alter table orders no force row level security;
insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
select company_id, shipped_at, id, false, id, customer_id, channel, total_minor, cost_minor from orders where shipped_at is not null;
alter table orders force row level security;
create index deliveries_by_order on deliveries (company_id, order_id);
select isolate_company('deliveries');

-- The figures that it had beside the time are in deliveries now.
drop index orders_shipped;
create index orders_shipped on orders (company_id, shipped_at) where shipped_at is not null;

alter table movements add column shipment_id uuid;

-- A cancelled shipment takes its sales back with figures below zero.
alter table sales drop constraint sales_check, drop constraint sales_cost_minor_check, drop constraint sales_quantity_milli_check,
                  drop constraint sales_revenue_minor_check, drop constraint sales_unpriced_items_check;

-- The lines of an order without what shipping changes in them: then order_items has them as they are.
create function lines_of(p_order text) returns text
language sql immutable
as $$
  select regexp_replace(p_order::json ->> 'items',
                        ',"shipped":[0-9.]+,"cancelled":[0-9.]+,"reserved":[0-9.]+(,"shippedAmount":[0-9.]+)?', '', 'g')
$$;

-- Of these orders, those that were shipped as a whole before there were shipments.
create function note_whole_deliveries(p_company uuid, p_orders uuid[]) returns void
language plpgsql
as $$
begin
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
  select p_company, o.shipped_at, o.id, false, o.id, o.customer_id, o.channel, o.total_minor, o.cost_minor
    from orders as o
   where o.company_id = p_company and o.id = any (p_orders) and o.shipped_at is not null
     and o.record::json ->> 'shipmentCount' is null
      on conflict do nothing;
end
$$;

-- What these shipments delivered, and took back.
create function note_deliveries(p_company uuid, p_shipments uuid[]) returns void
language plpgsql
as $$
begin
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
  select p_company, e.at, s.id, e.is_reversal, s.order_id, o.customer_id, o.channel, e.sign * s.amount_minor, e.sign * s.cost_minor
    from shipments as s
    join orders as o on o.company_id = p_company and o.id = s.order_id
   cross join lateral (
           values (s.at, false, 1), ((s.record::json ->> 'cancelledAt')::timestamptz, true, -1)) as e (at, is_reversal, sign)
   where s.company_id = p_company and s.id = any (p_shipments) and e.at is not null
      on conflict do nothing;
end
$$;

create function project_shipments(p_company uuid, p_record text[]) returns void
language plpgsql
as $$
declare
  ids uuid[];
begin
  with written as (
    insert into shipments (company_id, id, revision, number, order_id, status, at, amount_minor, cost_minor, record)
    select p_company, r.id, r.revision, r.number, r."orderId", r.status, r.at, minor(r.amount), minor(r.cost), t.record
      from unnest(p_record) as t (record),
           json_to_record(t.record::json) as r (
             id uuid, revision bigint, number text, "orderId" uuid, status text, at timestamptz, amount numeric, cost numeric)
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, order_id = excluded.order_id, status = excluded.status,
           at = excluded.at, amount_minor = excluded.amount_minor, cost_minor = excluded.cost_minor, record = excluded.record
    returning id)
  select array_agg(id) into ids from written;
  perform note_deliveries(p_company, ids);
end
$$;

create or replace function write_images(p_company uuid, p_kinds text[], p_keys text[], p_revisions bigint[], p_images text[]) returns void
language plpgsql
as $$
declare
  r_kind text[];
  r_record text[];
  l_record text[];
  s_key text[];
  s_revision bigint[];
  s_image text[];
  o_id uuid[];
  o_record text[];
  m_record text[];
  h_record text[];
  e_order text[];
  e_image text[];
  v_movement text[];
  v_revenue bigint[];
  gone json;
begin
  select array_agg(kind) filter (where is_reference),
         array_agg(image) filter (where is_reference),
         array_agg(image) filter (where kind = 'lots' and image is not null),
         array_agg(key) filter (where kind = 'stock' and image is not null),
         array_agg(revision) filter (where kind = 'stock' and image is not null),
         array_agg(image) filter (where kind = 'stock' and image is not null),
         array_agg(key::uuid) filter (where kind = 'orders' and image is not null),
         array_agg(image) filter (where kind = 'orders' and image is not null),
         array_agg(image) filter (where kind = 'movements' and image is not null),
         array_agg(image) filter (where kind = 'shipments' and image is not null),
         array_agg(key) filter (where kind = 'sales'),
         array_agg(image) filter (where kind = 'sales'),
         array_agg(key) filter (where kind = 'revenues'),
         array_agg(image::bigint) filter (where kind = 'revenues'),
         json_agg(json_build_object('kind', kind, 'id', key)) filter (where image is null)
    into r_kind, r_record, l_record, s_key, s_revision, s_image, o_id, o_record, m_record, h_record, e_order, e_image, v_movement,
         v_revenue, gone
    from (select kind, key, revision, image,
                 image is not null and kind not in ('lots', 'stock', 'orders', 'movements', 'shipments', 'sales', 'revenues')
                   as is_reference
            from unnest(p_kinds, p_keys, p_revisions, p_images) as t (kind, key, revision, image)) as images;

  if r_kind is not null then
    perform commit_references(p_company, r_kind, r_record);
  end if;

  if l_record is not null then
    insert into lots (company_id, id, revision, product_id, warehouse_id, supplier_id, source_lot_id, unit_cost_minor,
                      received_milli, remaining_milli, received_at, record)
    select p_company, r.id, r.revision, r."productId", r."warehouseId", r."supplierId", r."sourceLotId", minor(r."unitCost"),
           milli(r.received), milli(r.remaining), r."receivedAt", t.image
      from unnest(l_record) as t (image),
           json_to_record(t.image::json) as r (
             id uuid, revision bigint, "productId" uuid, "warehouseId" uuid, "supplierId" uuid, "sourceLotId" uuid,
             "unitCost" numeric, received numeric, remaining numeric, "receivedAt" timestamptz)
        on conflict (company_id, id) do update
       set revision = excluded.revision, remaining_milli = excluded.remaining_milli, record = excluded.record;
  end if;

  if s_key is not null then
    insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)
    select p_company, split_part(key, '/', 1)::uuid, split_part(key, '/', 2)::uuid, revision, (image::json ->> 0)::bigint,
           (image::json ->> 1)::bigint
      from unnest(s_key, s_revision, s_image) as t (key, revision, image)
        on conflict (company_id, product_id, warehouse_id) do update
       set revision = excluded.revision, on_hand_milli = excluded.on_hand_milli, reserved_milli = excluded.reserved_milli;
  end if;

  if o_id is not null then
    perform project_orders(p_company, o_id, o_record);
  end if;

  if m_record is not null then
    perform project_movements(p_company, m_record, v_movement, v_revenue);
  end if;

  if h_record is not null then
    perform project_shipments(p_company, h_record);
  end if;

  if e_order is not null then
    -- A shipment and its cancelling, or two shipments of an order, may be in one millisecond: then they are one row.
    insert into sales (company_id, shipped_at, order_id, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                       unpriced_cost_minor)
    select p_company, (sale ->> 0)::timestamptz, coalesce(sale ->> 7, t.key)::uuid, (sale ->> 1)::uuid, sum((sale ->> 2)::bigint),
           sum((sale ->> 3)::bigint), sum((sale ->> 4)::bigint), sum((sale ->> 5)::integer), sum((sale ->> 6)::bigint)
      from unnest(e_order, e_image) as t (key, image), json_array_elements(t.image::json) as sale
     group by 2, 3, 4
        on conflict (company_id, shipped_at, order_id, product_id) do update
       set quantity_milli = sales.quantity_milli + excluded.quantity_milli,
           revenue_minor = sales.revenue_minor + excluded.revenue_minor, cost_minor = sales.cost_minor + excluded.cost_minor,
           unpriced_items = sales.unpriced_items + excluded.unpriced_items,
           unpriced_cost_minor = sales.unpriced_cost_minor + excluded.unpriced_cost_minor;
  end if;

  if gone is not null then
    perform commit_deletes(p_company, gone);
  end if;
end
$$;

create or replace function replace_sales(p_company uuid, p_orders uuid[], p_sales json, p_revenues json) returns void
language plpgsql
set enable_seqscan = off
as $$
begin
  delete from deliveries where company_id = p_company and order_id = any (p_orders);
  perform note_whole_deliveries(p_company, p_orders);
  perform note_deliveries(p_company, array(
    select id from shipments where company_id = p_company and order_id = any (p_orders)));
  delete from sales
   where company_id = p_company and order_id = any (p_orders)
     and shipped_at = any (array(select at from deliveries where company_id = p_company and order_id = any (p_orders)))
     and (order_id, shipped_at, product_id) not in (
       select s."orderId", s."shippedAt", s."productId"
         from json_to_recordset(p_sales) as s ("orderId" uuid, "shippedAt" timestamptz, "productId" uuid));
  insert into sales (company_id, shipped_at, order_id, product_id, quantity_milli, revenue_minor, cost_minor, unpriced_items,
                     unpriced_cost_minor)
  select p_company, s."shippedAt", s."orderId", s."productId", s.quantity, s.revenue, s.cost, s."unpricedItems", s."unpricedCost"
    from json_to_recordset(p_sales) as s (
           "orderId" uuid, "shippedAt" timestamptz, "productId" uuid, quantity bigint, revenue bigint, cost bigint,
           "unpricedItems" integer, "unpricedCost" bigint)
      on conflict (company_id, shipped_at, order_id, product_id) do update
     set quantity_milli = excluded.quantity_milli, revenue_minor = excluded.revenue_minor, cost_minor = excluded.cost_minor,
         unpriced_items = excluded.unpriced_items, unpriced_cost_minor = excluded.unpriced_cost_minor
   where (sales.quantity_milli, sales.revenue_minor, sales.cost_minor, sales.unpriced_items, sales.unpriced_cost_minor)
         is distinct from (excluded.quantity_milli, excluded.revenue_minor, excluded.cost_minor, excluded.unpriced_items,
                           excluded.unpriced_cost_minor);
  update movements as m
     set revenue_minor = r.revenue
    from (select m.id, r.revenue
            from movements m
            left join json_to_recordset(p_revenues) as r (id uuid, revenue bigint) on r.id = m.id
           where m.company_id = p_company and m.order_id = any (p_orders)) as r
   where m.company_id = p_company and m.id = r.id and m.revenue_minor is distinct from r.revenue;
end
$$;

-- Small changes in long functions, which are otherwise as they were.
do $migration$
declare
  change record;
  written text;
begin
  for change in
    select * from (values
      ('table_of(text)', $$when 'recognitions' then 'recognitions'$$,
       $$when 'recognitions' then 'recognitions'
    when 'shipments' then 'shipments'$$),
      ('reindex_records(uuid, text, uuid, integer)', $$  elsif p_kind = 'lots' then$$,
       $$  elsif p_kind = 'shipments' then
    perform project_shipments(p_company, records);
  elsif p_kind = 'lots' then$$),
      ('project_movements(uuid, text[], text[], bigint[])', $$revenue_minor, order_id, document_id,$$,
       $$revenue_minor, order_id, shipment_id, document_id,$$),
      ('project_movements(uuid, text[], text[], bigint[])', $$r.reverses = 'return'$$, $$r.reverses in ('return', 'shipment')$$),
      ('project_movements(uuid, text[], text[], bigint[])', $$r."orderId", r."documentId",$$,
       $$r."orderId", r."shipmentId", r."documentId",$$),
      ('project_movements(uuid, text[], text[], bigint[])', $$"orderId" uuid, "documentId" uuid,$$,
       $$"orderId" uuid, "shipmentId" uuid, "documentId" uuid,$$),
      ('reindex_movements(uuid, uuid[], json[])', $$order_id = d.order_id, document_id$$,
       $$order_id = d.order_id, shipment_id = d.shipment_id, document_id$$),
      ('reindex_movements(uuid, uuid[], json[])', $$r.reverses = 'return'$$, $$r.reverses in ('return', 'shipment')$$),
      ('reindex_movements(uuid, uuid[], json[])', $$r."orderId" as order_id,$$,
       $$r."orderId" as order_id, r."shipmentId" as shipment_id,$$),
      ('reindex_movements(uuid, uuid[], json[])', $$"orderId" uuid, "documentId" uuid,$$,
       $$"orderId" uuid, "shipmentId" uuid, "documentId" uuid,$$),
      ('reindex_movements(uuid, uuid[], json[])', $$m.order_id, m.document_id,$$, $$m.order_id, m.shipment_id, m.document_id,$$),
      ('reindex_movements(uuid, uuid[], json[])', $$d.order_id, d.document_id,$$, $$d.order_id, d.shipment_id, d.document_id,$$),
      ('project_orders(uuid, uuid[], text[])', $$(n.record::json ->> 'items') is distinct from (o.record::json ->> 'items')$$,
       $$lines_of(n.record) is distinct from lines_of(o.record)$$),
      ('project_orders(uuid, uuid[], text[])', $$payment text,
             items json)),$$,
       $$payment text,
             items json, "shipmentCount" integer)),$$),
      ('project_orders(uuid, uuid[], text[])', $$           record = excluded.record)
$$, $$           record = excluded.record),
  -- Reports count what was shipped under the customer and the channel that the order has now.
  moved as (
    update deliveries as d
       set customer_id = r."customerId", channel = r.channel
      from parsed as r
     where r."shipmentCount" is not null and d.company_id = p_company and d.order_id = r.id
       and (d.customer_id, d.channel) is distinct from (r."customerId", r.channel)),
  -- An order that was shipped as a whole before there were shipments.
  delivered as (
    insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
    select p_company, r."shippedAt", r.id, false, r.id, r."customerId", r.channel, minor(r.total), minor(r.cost)
      from parsed as r
     where r."shippedAt" is not null and r."shipmentCount" is null
        on conflict do nothing)
$$)
    ) as t (name, old, new)
  loop
    written := pg_get_functiondef(change.name::regprocedure);
    if strpos(written, change.old) = 0 then
      raise exception '% has no "%"', change.name, change.old;
    end if;
    execute replace(written, change.old, change.new);
  end loop;
end
$migration$;
