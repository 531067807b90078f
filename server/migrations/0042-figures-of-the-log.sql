-- What entries of the audit log say, as data: the figures of their action as JSON (server/domain/audit-log.ts). `summary` is empty then: the
-- English sentence is made of them when the log is read. Null in entries that earlier versions wrote; their sentence stays in `summary`.
alter table commands add column figures text;
alter table access_log add column figures text;

-- The functions that write the log take the figures as one more column of the commands. A node of the version before, which still runs,
-- calls them without it.
drop function commit_batches(uuid[], bigint[], bigint[], timestamptz[], text[], text[], integer[], integer[], smallint, bigint[],
  text[], uuid[], bigint[], timestamptz[], text[], smallint[], text[], text[], text[], text[], text[], text[], text[], text[], text[], text[]);
drop function commit_batch(uuid, bigint, bigint, timestamptz, text, text, smallint, bigint[],
  text[], uuid[], bigint[], timestamptz[], text[], smallint[], text[], text[], text[], text[], text[], text[], text[], text[], text[], text[]);

-- Appends a batch: false, and nothing written, when the company is not at the expected revision.
create function commit_batch(
  p_company uuid, p_expected bigint, p_revision bigint, p_at timestamptz, p_totals text, p_counters text, p_shapes smallint,
  -- What may never be below zero: what is left of lots, what is reserved, and what of the goods on hand is not.
  p_figures bigint[],
  -- commands
  c_key text[], c_id uuid[], c_revision bigint[], c_at timestamptz[], c_fingerprint text[], c_status smallint[], c_result text[],
  c_actor_type text[], c_actor_id text[], c_actor_name text[], c_action text[], c_entity_type text[], c_entity_id text[],
  c_summary text[], c_changes text[], c_after text[], c_figures text[] default null
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
                        action, entity_type, entity_id, summary, changes, after, v, figures)
  select p_company, key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
         action, entity_type, entity_id, summary, changes, after, p_shapes, figures
    from unnest(c_key, c_id, c_revision, c_at, c_fingerprint, c_status, c_result, c_actor_type, c_actor_id, c_actor_name,
                c_action, c_entity_type, c_entity_id, c_summary, c_changes, c_after, c_figures)
           as c (key, id, revision, at, fingerprint, status, result, actor_type, actor_id, actor_name,
                 action, entity_type, entity_id, summary, changes, after, figures);
  return true;
end
$$;

-- Batches of several companies that are ready at the same moment, in one round trip and one transaction. Each is written as if it came alone;
-- row-level security lets each see its own company.
-- b_commands, b_figures: how many of the commands, and of the figures, are of each batch; they stand in the order of the batches.
-- @returns of each batch what commit_batch returns; null when somebody else holds the company's row, who is not waited for.
create function commit_batches(
  b_company uuid[], b_expected bigint[], b_revision bigint[], b_at timestamptz[], b_totals text[], b_counters text[],
  b_commands integer[], b_figures integer[], p_shapes smallint, p_figures bigint[],
  c_key text[], c_id uuid[], c_revision bigint[], c_at timestamptz[], c_fingerprint text[], c_status smallint[], c_result text[],
  c_actor_type text[], c_actor_id text[], c_actor_name text[], c_action text[], c_entity_type text[], c_entity_id text[],
  c_summary text[], c_changes text[], c_after text[], c_figures text[] default null
) returns boolean[]
language plpgsql
set plan_cache_mode = force_generic_plan
as $$
declare
  outcomes boolean[] := '{}';
  -- The commands and the figures of a batch: from, to.
  f integer := 1;
  t integer;
  figure integer := 1;
begin
  for i in 1 .. cardinality(b_company) loop
    t := f + b_commands[i] - 1;
    perform set_config('app.company_id', b_company[i]::text, true);
    perform from companies where company_id = b_company[i] for update skip locked;
    if found then
      outcomes := outcomes || commit_batch(
        b_company[i], b_expected[i], b_revision[i], b_at[i], b_totals[i], b_counters[i], p_shapes,
        p_figures[figure : figure + b_figures[i] - 1],
        c_key[f:t], c_id[f:t], c_revision[f:t], c_at[f:t], c_fingerprint[f:t], c_status[f:t], c_result[f:t],
        c_actor_type[f:t], c_actor_id[f:t], c_actor_name[f:t], c_action[f:t], c_entity_type[f:t], c_entity_id[f:t],
        c_summary[f:t], c_changes[f:t], c_after[f:t], c_figures[f:t]);
    else
      outcomes := outcomes || null::boolean;
    end if;
    f := t + 1;
    figure := figure + b_figures[i];
  end loop;
  return outcomes;
end
$$;
