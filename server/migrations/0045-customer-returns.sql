-- Customer returns (docs/decisions/0067). Payments say which return they refund, and lines of orders what was returned; nodes of the
-- previous version do not know that, so they may no longer write.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 6 or after is null) not valid;

create table customer_returns (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  number text not null,
  status text not null check (status in ('draft', 'posted', 'cancelled')),
  -- Null: the goods came back without an order.
  order_id uuid,
  customer_id uuid not null,
  warehouse_id uuid not null,
  -- The products of the lines.
  product_ids uuid[] not null,
  amount_minor bigint not null check (amount_minor >= 0),
  refunded_minor bigint not null check (refunded_minor between 0 and amount_minor),
  -- Null until the return is posted.
  cost_minor bigint check (cost_minor >= 0),
  posted_at timestamptz,
  cancelled_at timestamptz,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, customer_id) references partners (company_id, id),
  foreign key (company_id, warehouse_id) references warehouses (company_id, id),
  check (refunded_minor = 0 or status = 'posted'),
  check (status = 'cancelled' or (posted_at is not null) = (status = 'posted')),
  check ((cancelled_at is not null) = (status = 'cancelled')),
  check ((posted_at is null) = (cost_minor is null))
) with (fillfactor = 90);
create index customer_returns_open on customer_returns (company_id, id) where status = 'draft';
create index customer_returns_by_order on customer_returns (company_id, order_id, id);
create index customer_returns_by_customer on customer_returns (company_id, customer_id, id);
select isolate_company('customer_returns');

-- What a return refunded.
alter table payments add column return_id uuid generated always as ((record::json ->> 'returnId')::uuid) stored;
create index payments_by_return on payments (company_id, return_id) where return_id is not null;

alter table movements add column return_id uuid;
create index movements_by_return on movements (company_id, return_id) where return_id is not null;
create index movements_customer_returns on movements (company_id, id) where type = 'customer_return';

-- A return is a delivery with figures below zero, and its cancelling one with the figures above zero. A return without an order has its
-- own id in place of the order's, here and in sales, and no channel.
alter table deliveries alter column channel drop not null;

-- What these returns took back, and gave again when they were cancelled.
create function note_returns(p_company uuid, p_returns uuid[]) returns void
language plpgsql
as $$
begin
  insert into deliveries (company_id, at, id, is_reversal, order_id, customer_id, channel, revenue_minor, cost_minor)
  select p_company, e.at, r.id, e.is_reversal, coalesce(r.order_id, r.id), r.customer_id, o.channel, e.sign * r.amount_minor,
         e.sign * r.cost_minor
    from customer_returns as r
    left join orders as o on o.company_id = p_company and o.id = r.order_id
   cross join lateral (values (r.posted_at, true, -1), (r.cancelled_at, false, 1)) as e (at, is_reversal, sign)
   where r.company_id = p_company and r.id = any (p_returns) and r.posted_at is not null and e.at is not null
      on conflict do nothing;
end
$$;

create function commit_customer_returns(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
declare
  ids uuid[];
begin
  with written as (
    insert into customer_returns (company_id, id, revision, number, status, order_id, customer_id, warehouse_id, product_ids, amount_minor,
                                  refunded_minor, cost_minor, posted_at, cancelled_at, record)
    select p_company, r.id, r.revision, r.number, r.status, r."orderId", r."customerId", r."warehouseId",
           array(select distinct line."productId" from json_to_recordset(r.lines) as line ("productId" uuid)), minor(r.amount),
           minor(r.refunded), minor(r.cost), r."postedAt", r."cancelledAt", t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (
             id uuid, revision bigint, number text, status text, "orderId" uuid, "customerId" uuid, "warehouseId" uuid, lines json,
             amount numeric, refunded numeric, cost numeric, "postedAt" timestamptz, "cancelledAt" timestamptz)
     where t.kind = 'customerReturns'
        on conflict (company_id, id) do update
       set revision = excluded.revision, number = excluded.number, status = excluded.status, order_id = excluded.order_id,
           customer_id = excluded.customer_id, warehouse_id = excluded.warehouse_id, product_ids = excluded.product_ids,
           amount_minor = excluded.amount_minor, refunded_minor = excluded.refunded_minor, cost_minor = excluded.cost_minor,
           posted_at = excluded.posted_at, cancelled_at = excluded.cancelled_at, record = excluded.record
    returning id, posted_at)
  select array_agg(id) into ids from written where posted_at is not null;
  perform note_returns(p_company, ids);
end
$$;

-- What was returned is not in order_items either.
create or replace function lines_of(p_order text) returns text
language sql immutable
as $$
  select regexp_replace(p_order::json ->> 'items',
                        ',"shipped":[0-9.]+,"cancelled":[0-9.]+,"reserved":[0-9.]+(,"shippedAmount":[0-9.]+)?(,"returned":[0-9.]+)?'
                        || '(,"returnedAmount":[0-9.]+)?', '', 'g')
$$;

-- The functions that write movements and other records, otherwise as they were.
do $migration$
declare
  edit text[];
  written text;
begin
  foreach edit slice 1 in array array[
    ['table_of(text)', $$when 'stocktakes' then 'stocktakes'$$,
     $$when 'stocktakes' then 'stocktakes'
    when 'customerReturns' then 'customer_returns'$$],
    ['commit_references(uuid, text[], text[])', 'perform commit_stocktakes(p_company, r_kind, r_record);',
     'perform commit_stocktakes(p_company, r_kind, r_record);
  if ''customerReturns'' = any (r_kind) then
    perform commit_customer_returns(p_company, r_kind, r_record);
  end if;'],
    ['commit_deletes(uuid, json)', $$array['externalLinks', 'orders',$$, $$array['externalLinks', 'customerReturns', 'orders',$$],
    ['commit_deletes(uuid, json)', $$      when 'warehouses' then$$,
     $$      when 'customerReturns' then
        delete from customer_returns where company_id = p_company and id = any (gone.ids);
      when 'warehouses' then$$],
    ['project_movements(uuid, text[], text[], bigint[])', 'insert into movements (company_id, stocktake_id,',
     'insert into movements (company_id, return_id, stocktake_id,'],
    ['project_movements(uuid, text[], text[], bigint[])', 'select p_company, r."stocktakeId",', 'select p_company, r."returnId", r."stocktakeId",'],
    ['project_movements(uuid, text[], text[], bigint[])', 'id uuid, "stocktakeId" uuid,', 'id uuid, "returnId" uuid, "stocktakeId" uuid,'],
    ['project_movements(uuid, text[], text[], bigint[])', $$r.type in ('receipt', 'surplus')$$,
     $$r.type in ('receipt', 'surplus', 'customer_return')$$],
    ['reindex_movements(uuid, uuid[], json[])', 'set stocktake_id = d.stocktake_id,', 'set return_id = d.return_id, stocktake_id = d.stocktake_id,'],
    ['reindex_movements(uuid, uuid[], json[])', 'r."stocktakeId" as stocktake_id,', 'r."returnId" as return_id, r."stocktakeId" as stocktake_id,'],
    ['reindex_movements(uuid, uuid[], json[])', 'id uuid, "stocktakeId" uuid,', 'id uuid, "returnId" uuid, "stocktakeId" uuid,'],
    ['reindex_movements(uuid, uuid[], json[])', '(m.stocktake_id,', '(m.return_id, m.stocktake_id,'],
    ['reindex_movements(uuid, uuid[], json[])', '(d.stocktake_id,', '(d.return_id, d.stocktake_id,'],
    ['reindex_movements(uuid, uuid[], json[])', $$r.type in ('receipt', 'surplus')$$, $$r.type in ('receipt', 'surplus', 'customer_return')$$],
    ['replace_sales(uuid, uuid[], json, json)',
     'select id from shipments where company_id = p_company and order_id = any (p_orders)));',
     'select id from shipments where company_id = p_company and order_id = any (p_orders)));
  perform note_returns(p_company, array(
    select id from customer_returns where company_id = p_company and (order_id = any (p_orders) or id = any (p_orders))));']
  ] loop
    written := pg_get_functiondef(edit[1]::regprocedure);
    if strpos(written, edit[2]) = 0 then
      raise exception '% has no "%"', edit[1], edit[2];
    end if;
    execute replace(written, edit[2], edit[3]);
  end loop;

  select pg_get_constraintdef(oid) into written from pg_constraint where conname = 'movements_type_check';
  if strpos(written, $$'surplus'::text$$) = 0 then
    raise exception 'movements_type_check has no "surplus"';
  end if;
  alter table movements drop constraint movements_type_check;
  execute 'alter table movements add constraint movements_type_check '
          || replace(written, $$'surplus'::text$$, $$'surplus'::text, 'customer_return'::text$$);
end
$migration$;
