-- The state of a company as it was now and then, so that what a replay of long ago costs does not grow with what came since
-- (docs/decisions/0051). Written by a node that has it in memory; the log alone is the truth, and without these rows it takes longer.

-- Some records of a kind in key order, as the state shows them: compressed, and under a name that follows from what is in it, so that
-- states which have the same records there share one row.
create table state_chunks (
  company_id uuid not null,
  digest bytea not null,
  content bytea not null,
  primary key (company_id, digest)
);
-- It is compressed already.
alter table state_chunks alter column content set storage external;
select isolate_company('state_chunks');

create table checkpoints (
  company_id uuid not null,
  revision bigint not null,
  -- The row of the log of that revision: of another history it is another one.
  command_id uuid not null,
  -- Settings, totals, and of each kind its chunks in order (engine/checkpoints.ts), compressed.
  head bytea not null,
  primary key (company_id, revision)
);
alter table checkpoints alter column head set storage external;
select isolate_company('checkpoints');
