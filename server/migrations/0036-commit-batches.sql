-- Batches of several companies that are ready at the same moment, in one round trip and one transaction. Each is written as if it came alone;
-- row-level security lets each see its own company.
-- b_commands, b_figures: how many of the commands, and of the figures, are of each batch; they stand in the order of the batches.
-- @returns of each batch what commit_batch returns; null when somebody else holds the company's row, who is not waited for.
create function commit_batches(
  b_company uuid[], b_expected bigint[], b_revision bigint[], b_at timestamptz[], b_totals text[], b_counters text[],
  b_commands integer[], b_figures integer[], p_shapes smallint, p_figures bigint[],
  c_key text[], c_id uuid[], c_revision bigint[], c_at timestamptz[], c_fingerprint text[], c_status smallint[], c_result text[],
  c_actor_type text[], c_actor_id text[], c_actor_name text[], c_action text[], c_entity_type text[], c_entity_id text[],
  c_summary text[], c_changes text[], c_after text[]
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
        c_summary[f:t], c_changes[f:t], c_after[f:t]);
    else
      outcomes := outcomes || null::boolean;
    end if;
    f := t + 1;
    figure := figure + b_figures[i];
  end loop;
  return outcomes;
end
$$;
