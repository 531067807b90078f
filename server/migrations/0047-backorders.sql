-- Orders may wait for goods, and reservations may end (docs/decisions/0072). Nodes of the previous version would reserve more than there
-- is for a waiting order, so they may no longer write.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 7 or after is null) not valid;

alter table stock add column waiting_milli bigint not null default 0 constraint stock_waiting_milli_check check (waiting_milli >= 0);
create index stock_waited_for on stock (company_id, product_id) where waiting_milli > 0;

alter table orders add column waits boolean not null default false;
create index orders_waiting on orders (company_id, id) where waits;

-- The orders whose reservations end, of all companies, by the time of the end. Row-level security would hide other companies' rows.
create table ending_reservations (
  company_id uuid not null references companies,
  order_id uuid not null,
  ends_at timestamptz not null,
  primary key (company_id, order_id)
);
create index ending_reservations_by_end on ending_reservations (ends_at);
grant select, insert, update, delete on ending_reservations to skladno_app;

-- Notes when the reservations of these orders end. `p_known`: the orders as they were before; most have no end, before or now.
create function note_ending_reservations(p_company uuid, o_id uuid[], o_record text[], p_known text[]) returns void
language plpgsql
as $$
begin
  if exists (select from unnest(p_known) as record where strpos(record, '"reservedUntil":') > 0) then
    delete from ending_reservations where company_id = p_company and order_id = any (o_id);
  end if;
  if exists (select from unnest(o_record) as record where strpos(record, '"reservedUntil":') > 0) then
    insert into ending_reservations (company_id, order_id, ends_at)
    select p_company, id, (record::json ->> 'reservedUntil')::timestamptz
      from unnest(o_id, o_record) as t (id, record)
     where strpos(record, '"reservedUntil":') > 0
        on conflict (company_id, order_id) do update set ends_at = excluded.ends_at;
  end if;
end
$$;

-- What a line waits for is not in order_items either.
create or replace function lines_of(p_order text) returns text
language sql immutable
as $$
  select regexp_replace(p_order::json ->> 'items',
                        ',"shipped":[0-9.]+,"cancelled":[0-9.]+,"reserved":[0-9.]+(,"waiting":[0-9.]+)?(,"shippedAmount":[0-9.]+)?'
                        || '(,"returned":[0-9.]+)?(,"returnedAmount":[0-9.]+)?', '', 'g')
$$;

-- The functions that write stock rows and orders, otherwise as they were.
do $migration$
declare
  edit text[];
  written text;
begin
  foreach edit slice 1 in array array[
    ['write_images(uuid, text[], text[], bigint[], text[])',
     'insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli)',
     'insert into stock (company_id, product_id, warehouse_id, revision, on_hand_milli, reserved_milli, waiting_milli)'],
    ['write_images(uuid, text[], text[], bigint[], text[])', '(image::json ->> 1)::bigint
', '(image::json ->> 1)::bigint, coalesce((image::json ->> 2)::bigint, 0)
'],
    ['write_images(uuid, text[], text[], bigint[], text[])', 'reserved_milli = excluded.reserved_milli;',
     'reserved_milli = excluded.reserved_milli,
           waiting_milli = excluded.waiting_milli;'],
    ['project_orders(uuid, uuid[], text[])', 'cost numeric, paid numeric, payment text,',
     'cost numeric, paid numeric, payment text, waiting numeric,'],
    ['project_orders(uuid, uuid[], text[])', 'paid_minor, payment, record)', 'paid_minor, payment, waits, record)'],
    ['project_orders(uuid, uuid[], text[])', 'coalesce(r.payment, ''unpaid''), r.record',
     'coalesce(r.payment, ''unpaid''), r.waiting is not null, r.record'],
    ['project_orders(uuid, uuid[], text[])', 'payment = excluded.payment,', 'payment = excluded.payment, waits = excluded.waits,'],
    ['project_orders(uuid, uuid[], text[])', '  if other_ids is not null then
', '  perform note_ending_reservations(p_company, o_id, o_record, known_records);

  if other_ids is not null then
'],
    ['commit_deletes(uuid, json)', 'delete from orders where company_id',
     'delete from ending_reservations where company_id = p_company and order_id = any (gone.ids);
        delete from orders where company_id']
  ] loop
    written := pg_get_functiondef(edit[1]::regprocedure);
    if length(replace(written, edit[2], '')) <> length(written) - length(edit[2]) then
      raise exception '% does not have "%" once', edit[1], edit[2];
    end if;
    execute replace(written, edit[2], edit[3]);
  end loop;
end
$migration$;
