-- The list of companies, and their deletion (docs/decisions/0076).

-- The companies that were deleted, or whose deletion has begun. Deletion takes many transactions; this row is the first thing written and
-- says what is still to be done. It stays afterwards: nodes learn from it which companies to drop from memory, and an import learns that
-- clients may have copies of a company with this id.
create table company_deletions (
  company_id uuid primary key,
  revision bigint not null,
  begun_at timestamptz not null,
  -- How many rows each table had, as JSON by the name of the table.
  rows_before text not null,
  users_before integer not null,
  finished_at timestamptz
);
grant select, insert, update, delete on company_deletions to skladno_app;

-- Returns what a list of companies says about each of them, in one pass: row-level security shows one company at a time.
create function company_heads(ids uuid[]) returns table (
  id uuid, name text, revision bigint, projected bigint, created_at timestamptz, last_at timestamptz
) language plpgsql as $$
declare
  one uuid;
begin
  foreach one in array ids loop
    perform set_config('app.company_id', one::text, true);
    return query
      select c.company_id, company_name_now(one), c.revision, p.revision, c.created_at, c.last_at
        from companies c join projections p on p.company_id = c.company_id
       where c.company_id = one;
  end loop;
end
$$;

-- An exported company says to which tables it fits.
grant select on migrations to skladno_app;
