-- An INSERT that selects from arrays alone cannot be sent to the node of a Citus cluster that has the company's rows: Citus copies its rows
-- there, which row-level security does not allow. One that also reads the company's row can (docs/decisions/0081). So these inserts read it, or
-- have ON CONFLICT, which is written in another way. What they write is the same.
do $$
declare
  change record;
  body text;
begin
  for change in
    select * from (values
      ('commit_batch',
       E'  select p_company, key, id, revision, at, ',
       E'  select company_id, key, id, revision, at, '),
      ('commit_batch',
       E'    from unnest(c_key, c_id,',
       E'    from (select company_id from companies where company_id = p_company) as company\n   cross join unnest(c_key, c_id,'),
      ('project_orders',
       E'  select p_company, unnest(i_product),',
       E'  select company_id, unnest(i_product),'),
      ('project_orders',
       'unnest(i_price), unnest(i_amount);',
       E'unnest(i_price), unnest(i_amount)\n    from companies\n   where company_id = p_company;'),
      ('commit_reference_records',
       E'    select p_company, r.id, r.revision, r."importId", r.model,',
       E'    select company_id, r.id, r.revision, r."importId", r.model,'),
      ('commit_reference_records',
       E'\n     where t.kind = ''recognitions'';',
       E'\n     cross join (select company_id from companies where company_id = p_company) as company\n     where t.kind = ''recognitions'';'),
      ('commit_product_images',
       E'  select p_company, e.id, (t.body ->> ''id'')::uuid, e.sha256,',
       E'  select company_id, e.id, (t.body ->> ''id'')::uuid, e.sha256,'),
      ('commit_product_images',
       E'\n   where e.id <> all (kept_ids);',
       E'\n   cross join (select company_id from companies where company_id = p_company) as company\n   where e.id <> all (kept_ids);'),
      ('commit_product_filter_values',
       E'  select p_company, *\n    from (select unnest(products), unnest(filter_values)\n          except\n          select product_id, value_id from product_filter_values where company_id = p_company and product_id = any (ids)) as other;',
       E'  select distinct company.company_id, n.product_id, n.value_id\n    from companies as company\n   cross join unnest(products, filter_values) as n (product_id, value_id)\n   where company.company_id = p_company\n     and (n.product_id, n.value_id) not in (\n       select product_id, value_id from product_filter_values where company_id = p_company and product_id = any (ids));')
    ) as changes (name, old, new)
  loop
    body := pg_get_functiondef(change.name::regproc);
    if cardinality(string_to_array(body, change.old)) <> 2 then
      raise 'the function % is not as expected', change.name;
    end if;
    execute replace(body, change.old, change.new);
  end loop;
end
$$;

-- Citus does not plan queries with SQL functions that read tables; it does with functions in PL/pgSQL.
create or replace function named_files(p_company uuid) returns setof text language plpgsql stable as $$
begin
  return query
    select sha256 from product_images where company_id = p_company
    union select sha256 from delivery_photos where company_id = p_company
    union select sha256 from procurement_imports where company_id = p_company
    union select sha256 from table_imports where company_id = p_company;
end
$$;

-- The names are read before the statements that use them: on a cluster, a function that reads tables finds nothing inside a statement that is
-- sent to another node.
create or replace function count_stored_files(p_company uuid, out files bigint, out bytes bigint) language plpgsql as $$
declare
  named text[];
begin
  perform pg_advisory_xact_lock(hashtextextended('files ' || p_company, 0));
  named := array(select n.sha256 from named_files(p_company) as n (sha256));
  with missing as materialized (
    select n.sha256 from unnest(named) as n (sha256)
    except select s.sha256 from stored_files as s where s.company_id = p_company
  ), sizes as (
    select i.sha256, (image ->> 'size')::bigint as size
      from missing
      join product_images as i on i.company_id = p_company and i.sha256 = missing.sha256
      join products as p on p.company_id = p_company and p.id = i.product_id
     cross join lateral json_array_elements(p.record::json -> 'images') as image
     where image ->> 'id' = i.id::text
    union all
    select d.sha256, (d.record::json ->> 'size')::bigint
      from missing join delivery_photos as d on d.company_id = p_company and d.sha256 = missing.sha256
    union all
    select f.sha256, (f.record::json ->> 'size')::bigint
      from missing join procurement_imports as f on f.company_id = p_company and f.sha256 = missing.sha256
    union all
    select t.sha256, t.size from missing join table_imports as t on t.company_id = p_company and t.sha256 = missing.sha256
  )
  insert into stored_files (company_id, sha256, size, kept_at)
  select p_company, s.sha256, max(s.size), '-infinity' from sizes as s group by s.sha256
      on conflict do nothing;
  delete from stored_files as s
   where s.company_id = p_company and s.kept_at < now() - interval '1 day' and s.sha256 <> all (named);
  select count(*), coalesce(sum(s.size), 0) into files, bytes from stored_files as s where s.company_id = p_company;
end
$$;

-- For the same reason, the name of a company is read before the statement that returns it.
create or replace function company_heads(ids uuid[]) returns table (
  id uuid, name text, revision bigint, projected bigint, created_at timestamptz, last_at timestamptz
) language plpgsql as $$
declare
  one uuid;
  name_now text;
begin
  foreach one in array ids loop
    perform set_config('app.company_id', one::text, true);
    name_now := company_name_now(one);
    return query
      select c.company_id, name_now, c.revision, p.revision, c.created_at, c.last_at
        from companies c join projections p on p.company_id = c.company_id
       where c.company_id = one;
  end loop;
end
$$;

create or replace function companies_of_user(wanted text) returns table (
  company_id uuid, company_name text, role text, joined_at timestamptz
) language plpgsql as $$
declare
  member record;
begin
  for member in
    select m.company_id, m.role, m.created_at from memberships as m where m.user_id = wanted order by m.created_at, m.company_id
  loop
    perform set_config('app.company_id', member.company_id::text, true);
    company_name := company_name_now(member.company_id);
    if company_name is not null then
      company_id := member.company_id;
      role := member.role;
      joined_at := member.created_at;
      return next;
    end if;
  end loop;
  perform set_config('app.company_id', '', true);
end
$$;
