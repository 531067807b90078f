-- Companies, who may act for them, and the log of their commands.
--
-- Rules for every table of a company (a test reads the catalog and holds us to them, see docs/scaling.md):
-- company_id is the first column of every primary, unique and foreign key; row-level security is enabled and forced with one
-- plain policy; no triggers of our own, no SET NULL, no serial columns.
-- Tables that are looked up before the company is known (tokens, users, accounts, memberships) have no company in their keys.

create table companies (
  company_id uuid primary key,
  -- Counts the company's successful commands. The compare-and-swap on it is the only lock of a commit.
  revision bigint not null default 0 check (revision >= 0),
  last_at timestamptz not null,
  -- JSON, in the form of engine/kept-records.ts.
  totals text not null,
  counters text not null,
  created_at timestamptz not null
) with (fillfactor = 50);

create table settings (
  company_id uuid primary key references companies,
  revision bigint not null,
  company_name text not null,
  low_stock_alerts boolean not null,
  daily_summary boolean not null,
  record text not null
);

-- Idempotency, audit and change log in one: a row per command that consumed its key.
create table commands (
  -- No foreign key: commit_batch has just updated the company's row when it writes here.
  company_id uuid not null,
  key text not null,
  id uuid not null,
  -- Null for a command that was refused: it consumed its key and changed nothing.
  revision bigint,
  at timestamptz not null,
  fingerprint text not null,
  status smallint not null,
  -- Text, not jsonb: a replay is equal to the byte. Null for a placed order: it stands in the state of its revision.
  result text,
  actor_type text not null check (actor_type in ('token', 'user', 'system')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  summary text not null,
  -- The records that the command changed, as they were before: [{kind, id, before, gone}]. See server/engine/change-log.ts.
  changes text,
  primary key (company_id, key),
  check ((revision is null) = (changes is null)),
  check ((revision is null) = (status <> 200))
  -- Rows of 2 KB are the rule here; compressing them out of line would cost more than all else that a commit does.
) with (toast_tuple_target = 8160);
create unique index commands_by_revision on commands (company_id, revision) where revision is not null;

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table accounts (
  id text primary key,
  account_id text not null,
  provider_id text not null,
  user_id text not null references users on delete cascade,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_by_user on accounts (user_id);

create table memberships (
  user_id text not null references users on delete cascade,
  company_id uuid not null references companies,
  role text not null check (role in ('owner', 'manager', 'storekeeper', 'viewer')),
  created_at timestamptz not null default now(),
  primary key (user_id, company_id)
);
create index memberships_by_company on memberships (company_id, user_id);

create table tokens (
  -- SHA-256 of the secret; the secret itself is shown once and kept nowhere.
  secret_hash bytea primary key,
  token_id uuid not null unique,
  company_id uuid not null references companies,
  name text not null,
  prefix text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz
);
create index tokens_by_company on tokens (company_id, token_id);
