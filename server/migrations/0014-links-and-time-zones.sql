-- External links can be deleted, and companies have a time zone.

-- Children before parents. What still refers to a record makes the whole commit fail: the rules should have refused it.
create or replace function commit_deletes(p_company uuid, p_deleted json) returns void
language plpgsql
as $$
declare
  gone record;
begin
  for gone in
    select d.kind, array_agg(d.id) as ids from json_to_recordset(p_deleted) as d (kind text, id uuid) group by d.kind
     order by array_position(array['externalLinks', 'orders', 'payments', 'documents', 'purchases', 'contracts', 'organizations',
                                   'customFields', 'products', 'filters', 'partners', 'priceTypes', 'warehouses', 'imports'],
                             d.kind)
  loop
    case gone.kind
      when 'externalLinks' then
        delete from external_links where company_id = p_company and id = any (gone.ids);
      when 'orders' then
        delete from order_items
         where company_id = p_company and order_id = any (gone.ids)
           and product_id = any (array(
             select (item ->> 'productId')::uuid
               from orders o, json_array_elements(o.record::json -> 'items') as item
              where o.company_id = p_company and o.id = any (gone.ids)));
        delete from orders where company_id = p_company and id = any (gone.ids);
      when 'payments' then
        delete from payments where company_id = p_company and id = any (gone.ids);
      when 'documents' then
        delete from document_lines where company_id = p_company and document_id = any (gone.ids);
        delete from documents where company_id = p_company and id = any (gone.ids);
      when 'purchases' then
        delete from purchases where company_id = p_company and id = any (gone.ids);
      when 'contracts' then
        delete from contracts where company_id = p_company and id = any (gone.ids);
      when 'organizations' then
        delete from organizations where company_id = p_company and id = any (gone.ids);
      when 'customFields' then
        delete from custom_fields where company_id = p_company and id = any (gone.ids);
      when 'products' then
        perform commit_product_deletes(p_company, gone.ids);
      when 'filters' then
        delete from filter_values where company_id = p_company and filter_id = any (gone.ids);
        delete from filters where company_id = p_company and id = any (gone.ids);
      when 'partners' then
        delete from partners where company_id = p_company and id = any (gone.ids);
      when 'priceTypes' then
        delete from price_types where company_id = p_company and id = any (gone.ids);
      when 'imports' then
        update procurement_imports set status = 'rejected' where company_id = p_company and id = any (gone.ids);
      when 'warehouses' then
        delete from warehouses where company_id = p_company and id = any (gone.ids);
    end case;
  end loop;
end
$$;

-- The companies that want a summary every morning, by the zone whose morning it is: looked up before a company is known. It follows
-- the settings with each commit of them, where the zone stands in the record alone; one that has none there, from before there were zones, is Moscow.
create table summary_zones (
  company_id uuid primary key references companies,
  time_zone text not null,
  -- When it was turned on, or the zone chosen: mornings before are no longer the company's.
  since timestamptz not null
);
create index summary_zones_by_zone on summary_zones (time_zone, company_id);

create function note_summary_zone(p_company uuid) returns void
language plpgsql
as $$
begin
  delete from summary_zones
   where company_id = p_company
     and not exists (select from settings where company_id = p_company and daily_summary);

  insert into summary_zones (company_id, time_zone, since)
  select company_id, coalesce(s.record::json ->> 'timeZone', 'Europe/Moscow'), c.last_at
    from settings as s join companies as c using (company_id)
   where company_id = p_company and s.daily_summary
      on conflict (company_id) do update set time_zone = excluded.time_zone, since = excluded.since
   where summary_zones.time_zone <> excluded.time_zone;
end
$$;

alter function commit_references(uuid, text[], text[]) rename to commit_reference_records;

create function commit_references(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
begin
  perform commit_reference_records(p_company, r_kind, r_record);
  if 'settings' = any (r_kind) then
    perform note_summary_zone(p_company);
  end if;
end
$$;

grant select, insert, update, delete on summary_zones to skladno_app;

-- Row-level security holds the tables' owner too: one company at a time. Who has neither a member nor a token got no summary before.
do $$
declare
  known record;
begin
  for known in select company_id from memberships union select company_id from tokens loop
    perform set_config('app.company_id', known.company_id::text, true);
    insert into summary_zones (company_id, time_zone, since)
    select company_id, 'Europe/Moscow', '1970-01-01Z' from settings where company_id = known.company_id and daily_summary;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
