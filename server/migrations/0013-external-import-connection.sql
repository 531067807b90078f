-- The connection to the external accounting system, and how often it may be asked.

-- One row for everything that must not be asked at once: an external account, a token of which the account is not known yet, a company.
-- It belongs to no company: two of them may have one account. Times are those of this database.
create table extsys_pace (
  -- SHA-256 of what it is about.
  key bytea primary key,
  -- The last starts, oldest first.
  starts timestamptz[] not null default '{}',
  next_start timestamptz not null default '-infinity',
  -- Whose request is in flight, and until when that is believed without hearing of it.
  holder uuid,
  lease_until timestamptz not null default '-infinity',
  -- Refusals in a row because of the source's limits, and until when they pause the requests.
  refusals integer not null default 0 check (refusals >= 0),
  paused_until timestamptz,
  -- Until then requests go first that somebody waits for.
  urgent_until timestamptz not null default '-infinity'
);
create index extsys_pace_by_age on extsys_pace (next_start);

grant select, insert, update, delete on extsys_pace to skladno_app;

create table extsys_connections (
  company_id uuid primary key references companies,
  -- Encrypted with the secret key; the version of the key stands in front.
  sealed_token text not null,
  -- The account in the source, and as whom the token acts there.
  account_id text not null,
  account_name text not null,
  employee_name text not null,
  -- JSON: what the user of the token may see.
  rights text not null,
  connected_at timestamptz not null,
  connected_by_id text not null,
  connected_by_name text not null
);
select isolate_company('extsys_connections');
