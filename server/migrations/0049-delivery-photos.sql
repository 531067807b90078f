-- A line of a receipt of which everything was damaged or missing has no quantity (docs/decisions/0074).
alter table document_lines
  drop constraint document_lines_quantity_milli_check,
  add constraint document_lines_quantity_milli_check check (quantity_milli >= 0);

-- Photographs of what arrived (docs/decisions/0074). Their bytes are in the file store, as those of products are.
create table delivery_photos (
  company_id uuid not null,
  id uuid not null,
  revision bigint not null,
  document_id uuid not null,
  sha256 text not null,
  content_type text not null,
  record text not null,
  primary key (company_id, id),
  foreign key (company_id, document_id) references documents (company_id, id)
);
create index delivery_photos_by_document on delivery_photos (company_id, document_id, id);
create index delivery_photos_by_bytes on delivery_photos (company_id, sha256);
select isolate_company('delivery_photos');

create function commit_delivery_photos(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
begin
  insert into delivery_photos (company_id, id, revision, document_id, sha256, content_type, record)
  select p_company, r.id, r.revision, r."documentId", r.sha256, r."contentType", t.body
    from unnest(r_kind, r_record) as t (kind, body),
         json_to_record(t.body::json) as r (id uuid, revision bigint, "documentId" uuid, sha256 text, "contentType" text)
   where t.kind = 'deliveryPhotos'
      on conflict (company_id, id) do update
     set revision = excluded.revision, document_id = excluded.document_id, sha256 = excluded.sha256,
         content_type = excluded.content_type, record = excluded.record;
end
$$;

-- The functions that write records, otherwise as they were.
do $migration$
declare
  edit text[];
  written text;
begin
  foreach edit slice 1 in array array[
    ['table_of(text)', $$when 'customerReturns' then 'customer_returns'$$,
     $$when 'customerReturns' then 'customer_returns'
    when 'deliveryPhotos' then 'delivery_photos'$$],
    ['commit_references(uuid, text[], text[])', $$if 'customerReturns' = any (r_kind) then$$,
     $$if 'deliveryPhotos' = any (r_kind) then
    perform commit_delivery_photos(p_company, r_kind, r_record);
  end if;
  if 'customerReturns' = any (r_kind) then$$]
  ] loop
    written := pg_get_functiondef(edit[1]::regprocedure);
    if strpos(written, edit[2]) = 0 then
      raise exception '% has no "%"', edit[1], edit[2];
    end if;
    execute replace(written, edit[2], edit[3]);
  end loop;
end
$migration$;
