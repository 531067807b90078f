-- Kinds of records that need no columns of their own: one table for all of them, so that a further one takes no migration. What is in a
-- state is found in memory; the rows are read whole, by kind, or by their ids.
create table plain_records (
  company_id uuid not null,
  kind text not null,
  id uuid not null,
  revision bigint not null,
  record text not null,
  primary key (company_id, kind, id)
);
select isolate_company('plain_records');

-- The table of a kind that has one of its own; null: its records are in plain_records. As domain/kinds.ts has it.
create function table_of(p_kind text) returns text
language sql immutable
as $$
  select case p_kind
    when 'settings' then 'settings'
    when 'warehouses' then 'warehouses'
    when 'priceTypes' then 'price_types'
    when 'filters' then 'filters'
    when 'products' then 'products'
    when 'partners' then 'partners'
    when 'organizations' then 'organizations'
    when 'contracts' then 'contracts'
    when 'customFields' then 'custom_fields'
    when 'stock' then 'stock'
    when 'lots' then 'lots'
    when 'purchases' then 'purchases'
    when 'documents' then 'documents'
    when 'payments' then 'payments'
    when 'orders' then 'orders'
    when 'movements' then 'movements'
    when 'externalLinks' then 'external_links'
    when 'notifications' then 'notifications'
    when 'imports' then 'procurement_imports'
    when 'recognitions' then 'recognitions'
  end
$$;

-- As before, and what has no table of its own.
create or replace function commit_references(p_company uuid, r_kind text[], r_record text[]) returns void
language plpgsql
as $$
begin
  perform commit_reference_records(p_company, r_kind, r_record);
  if 'settings' = any (r_kind) then
    perform note_summary_zone(p_company);
  end if;
  if exists (select from unnest(r_kind) as kind where table_of(kind) is null) then
    insert into plain_records (company_id, kind, id, revision, record)
    select p_company, t.kind, r.id, r.revision, t.body
      from unnest(r_kind, r_record) as t (kind, body),
           json_to_record(t.body::json) as r (id uuid, revision bigint)
     where table_of(t.kind) is null
        on conflict (company_id, kind, id) do update set revision = excluded.revision, record = excluded.record;
  end if;
end
$$;

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
      else
        if table_of(gone.kind) is not null then
          raise exception 'Records of % are never deleted', gone.kind;
        end if;
        delete from plain_records where company_id = p_company and kind = gone.kind and id = any (gone.ids);
    end case;
  end loop;
end
$$;

create or replace function lock_records(p_company uuid, p_kind text, p_after uuid, p_most integer)
returns table (id text, record text)
language plpgsql
set enable_seqscan = off
as $$
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  return query execute format(
    'select t.id::text, t.record from %I as t where t.company_id = $1 and t.id > $2 %s order by t.id limit $3',
    coalesce(table_of(p_kind), 'plain_records'),
    case when table_of(p_kind) is null then format('and t.kind = %L', p_kind) else '' end)
    using p_company, p_after, p_most;
end
$$;

create or replace function reindex_records(p_company uuid, p_kind text, p_after uuid, p_most integer) returns uuid
language plpgsql
set enable_seqscan = off
as $$
declare
  ids uuid[];
  records text[];
  bodies json[];
begin
  perform set_config('app.company_id', p_company::text, true);
  perform from projections where company_id = p_company for update;
  execute format(
    'select array_agg(id order by id), array_agg(record order by id)
       from (select id, record from %I where company_id = $1 and id > $2 %s order by id limit $3) as next',
    coalesce(table_of(p_kind), 'plain_records'),
    case when p_kind = 'imports' then 'and status <> ''rejected'''
         when table_of(p_kind) is null then format('and kind = %L', p_kind)
         else '' end)
    into ids, records using p_company, p_after, p_most;
  if ids is null then
    return null;
  end if;
  bodies := records::json[];
  if p_kind = 'orders' then
    perform reindex_orders(p_company, ids, records);
  elsif p_kind = 'movements' then
    perform reindex_movements(p_company, ids, bodies);
  elsif p_kind = 'lots' then
    perform write_images(p_company, array_fill('lots'::text, array[cardinality(ids)]), ids::text[],
                         array_fill(0::bigint, array[cardinality(ids)]), records);
  else
    perform commit_references(p_company, array_fill(p_kind, array[cardinality(ids)]), records);
    case p_kind
      when 'products' then
        perform commit_product_components(p_company, bodies);
        perform commit_product_prices(p_company, bodies);
        perform commit_product_filter_values(p_company, bodies);
        perform commit_product_images(p_company, bodies);
      when 'documents' then
        perform commit_document_lines(p_company, bodies);
      when 'filters' then
        perform commit_filter_values(p_company, bodies);
      else
        null;
    end case;
  end if;
  return ids[cardinality(ids)];
end
$$;
