-- Distributes the tables of companies over a Citus cluster. docs/citus.md says when and how to run it.
--
-- Run it as a superuser, in the service's database on the coordinator, after `npm run migrate` and while no node of the
-- service runs. It can be repeated: what is distributed already stays as it is, and what a migration added follows.

-- Citus connects to the other nodes as the role that runs a statement, and the service acts as skladno_app.
alter role skladno_app login;

-- The service names the company whose rows it may see with set_config, which Citus does not pass on to other nodes; it
-- passes on SET LOCAL. So in this database set_config means the function below: search_path names its schema before
-- pg_catalog, and public, in which migrations create, before both.
create schema if not exists skladno_citus;
create or replace function skladno_citus.set_config(name text, value text, is_local boolean) returns text
language plpgsql as $$
begin
  if not is_local then
    return pg_catalog.set_config(name, value, false);
  end if;
  execute format('set local %s = %L', name, value);
  return value;
end
$$;
grant usage on schema skladno_citus to skladno_app;

do $$
declare
  -- Tables that are read before the company is known, or for all companies at once, stay on the coordinator.
  local_tables constant regclass[] :=
    array['tokens', 'memberships', 'invitations', 'sessions', 'company_limits', 'company_deletions']::regclass[];
  company_tables oid[];
  one record;
begin
  -- All of it in one transaction needs one connection to each node.
  set local citus.multi_shard_modify_mode to 'sequential';
  execute format('alter database %I set citus.propagate_set_commands = ''local''', current_database());
  execute format('alter database %I set search_path = public, skladno_citus, pg_catalog', current_database());

  -- A table on the coordinator cannot refer to a distributed one.
  for one in
    select conrelid::regclass as referring, conname as name
      from pg_constraint
     where contype = 'f' and conrelid = any (local_tables) and confrelid = 'companies'::regclass
  loop
    execute format('alter table %s drop constraint %I', one.referring, one.name);
  end loop;

  select array_agg(c.oid) into company_tables
    from pg_class as c
    join pg_attribute as a on a.attrelid = c.oid and a.attname = 'company_id' and not a.attisdropped
   where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.oid <> all (local_tables);

  -- Tables that others refer to come first.
  for one in
    with recursive refers as (
      select distinct conrelid as child, confrelid as parent
        from pg_constraint
       where contype = 'f' and conrelid <> confrelid and conrelid = any (company_tables)),
    depths (oid, depth) as (
      select t.oid, 0 from unnest(company_tables) as t (oid)
       union
      select r.child, d.depth + 1 from depths as d join refers as r on r.parent = d.oid)
    select oid::regclass as name, oid = 'companies'::regclass as is_first
      from depths
     where oid not in (select logicalrelid from pg_dist_partition)
     group by oid
     order by oid = 'companies'::regclass desc, max(depth), oid
  loop
    perform create_distributed_table(one.name, 'company_id', colocate_with := case when one.is_first then 'none' else 'companies' end);
  end loop;

  for one in
    select p.oid::regprocedure as name, p.proargnames[1] as first_argument
      from pg_proc as p
     where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')
  loop
    -- Citus cannot make generic plans of all statements.
    execute format('alter function %s reset plan_cache_mode', one.name);
    if one.first_argument = 'p_company' then
      -- Runs on the node that has the company's rows.
      perform create_distributed_function(one.name, 'p_company', colocate_with := 'companies');
    else
      perform create_distributed_function(one.name);
    end if;
  end loop;
end
$$;
