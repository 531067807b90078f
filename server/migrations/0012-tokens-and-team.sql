-- Tokens with a scope and an end, invitations, and the log of what is done about tokens and members. None of it is a command of the
-- warehouse: it raises no revision.

alter table tokens
  add scope text not null default 'write' check (scope in ('read', 'write')),
  add expires_at timestamptz,
  -- Who issued it: a user, who may be gone by now. Null: the shell, or nobody knows.
  add created_by_id text,
  add created_by_name text;

-- Looked up by its link before the company is known, like tokens.
create table invitations (
  -- SHA-256 of the token in the link; the token itself is kept nowhere.
  token_hash bytea primary key,
  invitation_id uuid not null unique,
  company_id uuid not null references companies,
  -- Normalized; null: whoever has the link.
  email text,
  role text not null check (role in ('owner', 'manager', 'storekeeper', 'viewer')),
  sees_costs boolean not null,
  -- Only the owner of the address has the link: we mailed it, and showed it to nobody.
  is_mailed boolean not null,
  -- No foreign key: it is void without its owner, and still says who he was.
  created_by_id text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  -- Also when its owner is one no longer.
  withdrawn_at timestamptz
);
create index invitations_by_company on invitations (company_id, invitation_id);
create index invitations_by_expiry on invitations (expires_at);

grant select, insert, update, delete on invitations to skladno_app;

-- The part of the audit log that raises no revision. An entry stands behind the command that made its revision.
create table access_log (
  company_id uuid not null references companies,
  id uuid not null,
  revision bigint not null,
  at timestamptz not null,
  actor_type text not null check (actor_type in ('user', 'system')),
  actor_id text not null,
  actor_name text not null,
  action text not null,
  entity_type text not null,
  entity_id text not null,
  summary text not null,
  -- JSON of what came of it; never a secret.
  result text not null,
  primary key (company_id, id)
);
create index access_log_by_revision on access_log (company_id, revision, id);
select isolate_company('access_log');

-- Keys name one command of a company for ever, whichever it is: those of tokens and members stand in the command log too, with the
-- status 200 and no revision. Not validated: what is there fits, since the check before was narrower.
alter table commands drop constraint commands_check1;
alter table commands add constraint commands_status_check check (revision is null or status = 200) not valid;
