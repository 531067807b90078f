-- Records have the date on their paper beside the time of posting (docs/decisions/0073). Nodes of the previous version would drop it from
-- the records that they write, so they may no longer write.
alter table commands drop constraint commands_written_now;
alter table commands add constraint commands_written_now check (v >= 7 or after is null) not valid;

-- When money or goods moved by the papers, as a day or a moment: the date on the paper, or else when the record was posted, or else when it
-- was made. A day comes before the moments of the same day. The two tables had this column before, but it was null in drafts and could not
-- be sorted by.
alter table payments drop column moved;
alter table payments
  add column moved text collate "C" not null
    generated always as (coalesce(record::json ->> 'paidAt', record::json ->> 'postedAt', record::json ->> 'createdAt')) stored;
create index payments_by_moved on payments (company_id, moved, id);

alter table documents drop column moved;
alter table documents
  add column moved text collate "C" not null
    generated always as (coalesce(record::json ->> 'issuedAt', record::json ->> 'postedAt', record::json ->> 'createdAt')) stored;
create index documents_by_moved on documents (company_id, moved, id);

alter table shipments
  add column moved text collate "C" not null
    generated always as (coalesce(record::json ->> 'documentDate', record::json ->> 'at')) stored;
create index shipments_by_moved on shipments (company_id, moved, id);

alter table customer_returns
  add column moved text collate "C" not null
    generated always as (coalesce(record::json ->> 'documentDate', record::json ->> 'postedAt', record::json ->> 'createdAt')) stored;
create index customer_returns_by_moved on customer_returns (company_id, moved, id);

-- Null: the paper has the day of posting. What cancels a shipment or a return has no paper of its own.
alter table deliveries add column document_date date;
alter table movements add column document_date date;

-- The functions that write these tables, otherwise as they were.
do $migration$
declare
  edit text[];
  written text;
begin
  foreach edit slice 1 in array array[
    ['note_deliveries(uuid, uuid[])', 'revenue_minor, cost_minor)', 'revenue_minor, cost_minor, document_date)'],
    ['note_deliveries(uuid, uuid[])', 'e.sign * s.cost_minor',
     'e.sign * s.cost_minor,
         case when not e.is_reversal then (s.record::json ->> ''documentDate'')::date end'],
    ['note_deliveries(uuid, uuid[])', 'on conflict do nothing',
     'on conflict (company_id, at, id, is_reversal) do update
     set document_date = excluded.document_date
   where deliveries.document_date is distinct from excluded.document_date'],
    ['note_returns(uuid, uuid[])', 'revenue_minor, cost_minor)', 'revenue_minor, cost_minor, document_date)'],
    ['note_returns(uuid, uuid[])', 'e.sign * r.cost_minor',
     'e.sign * r.cost_minor, case when e.is_reversal then (r.record::json ->> ''documentDate'')::date end'],
    ['note_returns(uuid, uuid[])', 'on conflict do nothing',
     'on conflict (company_id, at, id, is_reversal) do update
     set document_date = excluded.document_date
   where deliveries.document_date is distinct from excluded.document_date'],
    ['project_movements(uuid, text[], text[], bigint[])', 'purchase_id, record)', 'purchase_id, document_date, record)'],
    ['project_movements(uuid, text[], text[], bigint[])', 'r."purchaseId", t.record', 'r."purchaseId", r."documentDate", t.record'],
    ['project_movements(uuid, text[], text[], bigint[])', '"documentId" uuid, "purchaseId" uuid)',
     '"documentId" uuid, "purchaseId" uuid, "documentDate" date)'],
    -- Only the number and the date of its paper ever change in a movement.
    ['project_movements(uuid, text[], text[], bigint[])', 'on sold.movement = r.id;',
     'on sold.movement = r.id
      on conflict (company_id, id) do update
     set revision = excluded.revision, document_date = excluded.document_date, record = excluded.record;'],
    ['project_movements(uuid, text[], text[], bigint[])', 'unnest(d_quantity), unnest(d_unit_cost);',
     'unnest(d_quantity), unnest(d_unit_cost)
        on conflict do nothing;'],
    ['reindex_movements(uuid, uuid[], json[])', 'purchase_id = d.purchase_id', 'purchase_id = d.purchase_id, document_date = d.document_date'],
    ['reindex_movements(uuid, uuid[], json[])', 'r."purchaseId" as purchase_id',
     'r."purchaseId" as purchase_id, r."documentDate" as document_date'],
    ['reindex_movements(uuid, uuid[], json[])', '"purchaseId" uuid)', '"purchaseId" uuid, "documentDate" date)'],
    ['reindex_movements(uuid, uuid[], json[])', 'm.purchase_id)', 'm.purchase_id, m.document_date)'],
    ['reindex_movements(uuid, uuid[], json[])', 'd.purchase_id)', 'd.purchase_id, d.document_date)']
  ] loop
    written := pg_get_functiondef(edit[1]::regprocedure);
    if length(replace(written, edit[2], '')) <> length(written) - length(edit[2]) then
      raise exception '% does not have "%" once', edit[1], edit[2];
    end if;
    execute replace(written, edit[2], edit[3]);
  end loop;
end
$migration$;
