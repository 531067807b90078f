-- The log of commands is the truth, and the other tables of records are indexes of it (docs/decisions/0047).
--
-- A commit writes the company's row and the log. What each command left behind stands there: {kind: {key: record or null}}, the records as
-- their tables keep them, stock rows as [on hand, reserved], and beside the kinds `totals`, `sales` and `revenues` (engine/after-images.ts).
-- `project_company` brings the tables up to what the log says.

alter table commands
  -- Null for a command that was refused, and for those from before this migration, of which the tables are the truth.
  add column after text,
  -- The version of the shapes in `after`, `changes` and `result` (domain/shape-version.ts).
  add column v smallint not null default 1;

-- Up to which revision the tables of a company have what the log says.
create table projections (
  company_id uuid primary key references companies,
  revision bigint not null check (revision >= 0),
  -- The log has what was left behind by each command after this revision.
  logged_since bigint not null check (logged_since between 0 and revision)
) with (fillfactor = 50);
select isolate_company('projections');

-- Row-level security holds the tables' owner too.
alter table companies no force row level security;
alter table projections no force row level security;
insert into projections (company_id, revision, logged_since) select company_id, revision, revision from companies;
alter table companies force row level security;
alter table projections force row level security;

-- A commit holds the company's row; what is written into an index must not wait for it.
alter table settings drop constraint settings_company_id_fkey;
alter table warehouses drop constraint warehouses_company_id_fkey;
alter table price_types drop constraint price_types_company_id_fkey;
alter table filters drop constraint filters_company_id_fkey;
alter table organizations drop constraint organizations_company_id_fkey;
alter table custom_fields drop constraint custom_fields_company_id_fkey;
alter table partners drop constraint partners_company_id_fkey;
alter table products drop constraint products_company_id_fkey;
alter table external_links drop constraint external_links_company_id_fkey;
alter table notifications drop constraint notifications_company_id_fkey;
alter table procurement_imports drop constraint procurement_imports_company_id_fkey;
alter table recognitions drop constraint recognitions_company_id_fkey;

-- The one with 88 parameters, which wrote every table.
do $$
declare
  old regprocedure;
begin
  for old in select oid from pg_proc where proname = 'commit_batch' and pronamespace = 'public'::regnamespace loop
    execute 'drop function ' || old;
  end loop;
end
$$;

-- Appends a batch: false, and nothing written, when the company is not at the expected revision.
create function commit_batch(
  p_company uuid, p_expected bigint, p_revision bigint, p_at timestamptz, p_totals text, p_counters text, p_shapes smallint,
  -- What may never be below zero: what is left of lots, what is reserved, and what of the goods on hand is not.
  p_figures bigint[],
  -- commands
  c_key text[], c_id uuid[], c_revision bigint[], c_at timestamptz[], c_fingerprint text[], c_status smallint[], c_result text[],
  c_actor_type text[], c_actor_id text[], c_actor_name text[], c_action text[], c_entity_type text[], c_entity_id text[],
  c_summary text[], c_changes text[], c_after text[]
) returns boolean
language plpgsql
-- Left to itself PostgreSQL plans every statement anew for every call, since a plan for one row looks cheaper than one for any number.
set plan_cache_mode = force_generic_plan
as $$
begin
  perform set_config('app.company_id', p_company::text, true);

  update companies
     set revision = p_revision, last_at = p_at, totals = p_totals, counters = p_counters
   where company_id = p_company and revision = p_expected;
  if not found then
    return false;
  end if;

  if 0 > any (p_figures) then
    raise check_violation using message = 'stock or a lot would be below zero';
  end if;

  insert into commands (company_id, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                        action, entity_type, entity_id, summary, changes, after, v)
  select p_company, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
         action, entity_type, entity_id, summary, changes, after, p_shapes
    from unnest(c_key, c_id, c_revision, c_at, c_fingerprint, c_status, c_result, c_actor_type, c_actor_id, c_actor_name,
                c_action, c_entity_type, c_entity_id, c_summary, c_changes, c_after)
           as c (key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                 action, entity_type, entity_id, summary, changes, after);
  return true;
end
$$;

-- The revision of a company and the one up to which its tables are, in one round trip, row-level security included: what is read after
-- it in the same transaction is of this company. No row when there is no such company.
create function company_revisions(p_company uuid, out revision bigint, out projected bigint) returns setof record
language plpgsql
as $$
begin
  perform set_config('app.company_id', p_company::text, true);
  return query
    select c.revision, p.revision from companies c join projections p on p.company_id = c.company_id where c.company_id = p_company;
end
$$;

-- The companies whose tables are behind their log.
create function companies_behind() returns setof uuid
language plpgsql
as $$
declare
  one uuid;
begin
  for one in select company_id from memberships union select company_id from tokens loop
    if exists (select from company_revisions(one) as r where r.projected < r.revision) then
      return next one;
    end if;
  end loop;
end
$$;
