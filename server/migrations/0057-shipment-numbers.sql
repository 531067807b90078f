-- Shipments are found by the beginning of their number or tracking number, in the form of searched texts and without white space.
alter table shipments
  add column tracking_number text collate "C"
    generated always as (regexp_replace(search_text(record::json ->> 'trackingNumber'), '\s', '', 'g')) stored;
create index shipments_by_number on shipments (company_id, number collate "C");
create index shipments_by_tracking_number on shipments (company_id, tracking_number) where tracking_number is not null;
