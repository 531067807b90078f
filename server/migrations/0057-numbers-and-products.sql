-- Shipments are found by the beginning of their number or tracking number, in the form of searched texts and without white space.
alter table shipments
  add column tracking_number text collate "C"
    generated always as (regexp_replace(search_text(record::json ->> 'trackingNumber'), '[\s\u00a0\u2007\u202f\ufeff]', '', 'g')) stored;
create index shipments_by_number on shipments (company_id, number collate "C");
create index shipments_by_tracking_number on shipments (company_id, tracking_number) where tracking_number is not null;

-- Whoever cancels shipments cancels few of them. The list of the cancelled ones need not read all the others.
create index shipments_cancelled on shipments (company_id, id) where status = 'cancelled';

-- The smallest id that can be created at a time: ids begin with their time in milliseconds (docs/decisions/0009).
create function first_id_at(moment timestamptz) returns uuid
language sql stable parallel safe strict
return (lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;

-- The movements of a product in the order of lists. Ids are in the order of time, so they also limit a period.
drop index movements_by_product;
create index movements_by_product on movements (company_id, product_id, id);
