-- Payments say which orders they are for, and orders what they were paid. Nodes of the previous version do not know these, so they may no
-- longer write.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 4 or after is null) not valid;

-- Rows of before get their values when they are converted to the current shape (engine/shapes.ts).
alter table orders
  add column paid_minor bigint not null default 0 constraint orders_paid_minor_check check (paid_minor >= 0),
  add column payment text not null default 'unpaid'
    constraint orders_payment_check check (payment in ('unpaid', 'part', 'paid', 'overpaid'));
create index orders_by_payment on orders (company_id, payment, id);

-- What is for no order.
alter table payments
  add column unassigned_minor bigint not null default 0 constraint payments_unassigned_minor_check check (unassigned_minor >= 0);

-- When money or goods moved, as a day or a moment: the date on the paper, or else when the record was posted. Reports on debts read it for
-- all history, and parsing the records took most of their time.
alter table payments
  add column moved text generated always as (coalesce(record::json ->> 'paidAt', record::json ->> 'postedAt')) stored;
alter table documents
  add column moved text generated always as (coalesce(record::json ->> 'issuedAt', record::json ->> 'postedAt')) stored;

create table payment_orders (
  company_id uuid not null,
  payment_id uuid not null,
  order_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  primary key (company_id, payment_id, order_id),
  foreign key (company_id, payment_id) references payments (company_id, id),
  -- A payment is written before the orders that the same transaction writes.
  foreign key (company_id, order_id) references orders (company_id, id) deferrable initially deferred
);
create index payment_orders_by_order on payment_orders (company_id, order_id);
select isolate_company('payment_orders');

-- Writes the orders that payments are for, as the records of the payments have them.
create function commit_payment_orders(p_company uuid, bodies json[]) returns void
language plpgsql
as $$
declare
  ids constant uuid[] := array(select (body ->> 'id')::uuid from unnest(bodies) as body);
  o_payment uuid[];
  o_order uuid[];
  o_amount bigint[];
begin
  select array_agg((t.body ->> 'id')::uuid), array_agg(part."orderId"), array_agg(minor(part.amount))
    into o_payment, o_order, o_amount
    from unnest(bodies) as t (body), json_to_recordset(t.body -> 'orders') as part ("orderId" uuid, amount numeric);
  delete from payment_orders
   where company_id = p_company and payment_id = any (ids)
     and (payment_id, order_id, amount_minor) not in (select * from unnest(o_payment, o_order, o_amount));
  insert into payment_orders (company_id, payment_id, order_id, amount_minor)
  select p_company, * from unnest(o_payment, o_order, o_amount)
      on conflict (company_id, payment_id, order_id) do nothing;
end
$$;

-- The functions that write these tables get the new columns and are otherwise as they were.
do $migration$
declare
  change record;
  written text;
begin
  for change in
    select *
      from (values
        ('project_orders(uuid, uuid[], text[])', ' cost numeric,', ' cost numeric, paid numeric, payment text,'),
        ('project_orders(uuid, uuid[], text[])', 'total_minor, cost_minor, record)', 'total_minor, cost_minor, paid_minor, payment, record)'),
        ('project_orders(uuid, uuid[], text[])', 'minor(r.cost), r.record',
         'minor(r.cost), coalesce(minor(r.paid), 0), coalesce(r.payment, ''unpaid''), r.record'),
        ('project_orders(uuid, uuid[], text[])', 'cost_minor = excluded.cost_minor,',
         'cost_minor = excluded.cost_minor, paid_minor = excluded.paid_minor, payment = excluded.payment,'),
        ('commit_procurement(uuid, text[], text[])', 'document_id, amount_minor, record)', 'document_id, amount_minor, unassigned_minor, record)'),
        ('commit_procurement(uuid, text[], text[])', 'minor(r.amount), t.body',
         'minor(r.amount), minor(coalesce(r.unassigned, r.amount)), t.body'),
        ('commit_procurement(uuid, text[], text[])', '"documentId" uuid, amount numeric)',
         '"documentId" uuid, amount numeric, unassigned numeric)'),
        ('commit_procurement(uuid, text[], text[])', 'amount_minor = excluded.amount_minor, record = excluded.record;',
         'amount_minor = excluded.amount_minor, unassigned_minor = excluded.unassigned_minor, record = excluded.record;
    perform commit_payment_orders(
      p_company, array(select body::json from unnest(r_kind, r_record) as t (kind, body) where kind = ''payments''));'),
        ('commit_deletes(uuid, json)', 'delete from payments where',
         'delete from payment_orders where company_id = p_company and payment_id = any (gone.ids);
        delete from payments where')
      ) as changes (name, was, becomes)
  loop
    written := pg_get_functiondef(change.name::regprocedure);
    if length(replace(written, change.was, '')) <> length(written) - length(change.was) then
      raise exception '% does not have "%" once', change.name, change.was;
    end if;
    execute replace(written, change.was, change.becomes);
  end loop;
end
$migration$;
