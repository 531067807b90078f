-- Imports from the external accounting system: jobs, what they read, what they planned, and which record here is which there.
-- Optional: nothing else needs it, so an operator may hold it back (HOLD_MIGRATIONS).

create table extsys_jobs (
  company_id uuid not null references companies,
  id uuid not null,
  status text not null check (status in ('previewing', 'ready', 'applying', 'paused', 'failed', 'cancelled', 'done')),
  -- What is paused or failed goes on with it.
  phase text not null check (phase in ('preview', 'apply')),
  -- JSON: what is imported.
  options text not null,
  -- The account in the source. Only it may go on.
  account_id text not null,
  created_at timestamptz not null,
  created_by_id text not null,
  created_by_name text not null,
  -- When the first request was made, and when nothing was left to do.
  started_at timestamptz,
  finished_at timestamptz,
  -- JSON of what stopped it: {kind, ru, en}.
  error text,
  -- Until then nothing is asked, because the source wanted it so or does not answer.
  paused_until timestamptz,
  -- So often in a row it was given up for a while.
  setbacks integer not null default 0,
  -- JSON: what was read and planned so far. A checkpoint is saved in the transaction of what it stands for, by whoever took up the last one.
  checkpoint text not null,
  version integer not null default 0,
  -- Of the rows, by what was planned; and what became of them.
  row_count integer not null default 0,
  create_count integer not null default 0,
  update_count integer not null default 0,
  unchanged_count integer not null default 0,
  problem_count integer not null default 0,
  written_count integer not null default 0,
  failed_count integer not null default 0,
  primary key (company_id, id)
);
-- One at a time.
create unique index extsys_jobs_unfinished on extsys_jobs (company_id) where status not in ('cancelled', 'done');
select isolate_company('extsys_jobs');

-- Rows of the source as they came, also of those that only explain others, such as currencies.
create table extsys_source_rows (
  company_id uuid not null,
  job_id uuid not null,
  -- Which list they are of: `product`, `currency`, `attributes:product`, `customentity:…`.
  list text not null,
  external_id text not null,
  -- The order in which they came, within the list.
  number integer not null,
  -- JSON, byte for byte; with all rows of its nested collections.
  source text not null,
  -- Partners that it names as suppliers.
  suppliers text[] not null default '{}',
  primary key (company_id, job_id, list, external_id),
  foreign key (company_id, job_id) references extsys_jobs
);
create unique index extsys_source_rows_in_order on extsys_source_rows (company_id, job_id, list, number);
select isolate_company('extsys_source_rows');

-- The report: what is planned for each row, and what became of it.
create table extsys_rows (
  company_id uuid not null,
  job_id uuid not null,
  -- From 0, without gaps, in the order in which rows are written.
  number integer not null,
  id uuid not null,
  entity_type text not null,
  external_id text not null,
  name text not null,
  action text not null check (action in ('create', 'update', 'unchanged', 'problem')),
  status text not null check (status in ('planned', 'written', 'failed', 'skipped')),
  internal_id uuid,
  -- JSON: [{code, severity, field, value, message}]. The worst of them: 0 none, 1 info, 2 warning, 3 error.
  problems text not null,
  severity smallint not null check (severity between 0 and 3),
  -- JSON: what only the report keeps.
  data text not null,
  -- JSON of the planned body, with references; null: nothing is written.
  body text,
  archived boolean not null,
  -- Something is left to do with it: it, or only its archiving.
  is_due boolean not null default false,
  is_archive_due boolean not null default false,
  primary key (company_id, job_id, number),
  foreign key (company_id, job_id) references extsys_jobs
);
create index extsys_rows_with_problems on extsys_rows (company_id, job_id, number) where severity >= 2;
create index extsys_rows_due on extsys_rows (company_id, job_id, number) where is_due;
create index extsys_rows_archive_due on extsys_rows (company_id, job_id, number) where is_archive_due;
create index extsys_rows_by_external_id on extsys_rows (company_id, job_id, external_id);
select isolate_company('extsys_rows');

-- Which record here is which there, over all imports.
create table extsys_links (
  company_id uuid not null references companies,
  -- price_type, custom_field, warehouse, organization, partner, product, document.
  kind text not null,
  external_id text not null,
  internal_id uuid not null,
  -- JSON: what the source had when it was last transferred.
  last text not null,
  primary key (company_id, kind, external_id)
);
select isolate_company('extsys_links');

-- The companies whose import is to be gone on with, and from when on: looked up before a company is known. It follows the jobs.
create table extsys_work (
  company_id uuid primary key references companies,
  due_at timestamptz not null
);
create index extsys_work_by_time on extsys_work (due_at);
grant select, insert, update, delete on extsys_work to skladno_app;

create function note_extsys_work(p_company uuid) returns void
language plpgsql
as $$
begin
  delete from extsys_work
   where company_id = p_company
     and not exists (select from extsys_jobs where company_id = p_company and status in ('previewing', 'applying'));

  insert into extsys_work (company_id, due_at)
  select company_id, coalesce(paused_until, '-infinity')
    from extsys_jobs
   where company_id = p_company and status in ('previewing', 'applying')
      on conflict (company_id) do update set due_at = excluded.due_at where extsys_work.due_at <> excluded.due_at;
end
$$;
