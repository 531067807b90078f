-- Tables of products, partners and opening stock that people upload. What an import plans and did stands here; what it writes are commands
-- like any others.

create table table_imports (
  company_id uuid not null references companies,
  id uuid not null,
  kind text not null check (kind in ('products', 'partners', 'opening_stock')),
  status text not null
    check (status in ('uploaded', 'planning', 'ready', 'applying', 'paused', 'done', 'cancelled', 'failed')),
  file_name text not null,
  sha256 text not null,
  size bigint not null check (size >= 0),
  language text not null check (language in ('ru', 'en')),
  -- JSON: the names of the sheets; the columns with samples, proposed and chosen targets; the options.
  sheets text not null,
  sheet text,
  header_row integer not null check (header_row > 0),
  columns text not null,
  options text not null,
  -- JSON of what made it fail; null: nothing did.
  fault text,
  -- Which mapping the rows were planned by: a plan that was begun for an earlier one is thrown away.
  version integer not null default 1,
  row_count integer not null default 0 check (row_count >= 0),
  -- The last row that was applied: where work goes on after a crash.
  position integer not null default 0 check (position >= 0),
  -- Who applied it: its commands are his.
  actor text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  created_by_type text not null,
  created_by_id text not null,
  created_by_name text not null,
  primary key (company_id, id)
);
create index table_imports_at_work on table_imports (company_id, id) where status in ('planning', 'applying');
create index table_imports_by_file on table_imports (company_id, sha256);
select isolate_company('table_imports');

create table table_import_rows (
  company_id uuid not null,
  import_id uuid not null,
  -- As the file counts them, from 1.
  row integer not null check (row > 0),
  plan text not null check (plan in ('create', 'update', 'unchanged', 'problem')),
  outcome text check (outcome in ('applied', 'failed')),
  -- JSON: the cells as they were read, and what is wrong with them.
  cells text not null,
  problems text not null,
  record_id uuid,
  primary key (company_id, import_id, row),
  foreign key (company_id, import_id) references table_imports on delete cascade
);
select isolate_company('table_import_rows');

-- What a column of this name meant the last time.
create table table_headers (
  company_id uuid not null references companies,
  kind text not null,
  header text not null,
  -- Empty: the column was left out.
  target text not null,
  primary key (company_id, kind, header)
);
select isolate_company('table_headers');

-- Programs import tables too: what is done about an import stands in the log under the token's name.
alter table access_log drop constraint access_log_actor_type_check;
alter table access_log add constraint access_log_actor_type_check check (actor_type in ('token', 'user', 'system')) not valid;
